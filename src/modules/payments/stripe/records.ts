// Reads Stripe's lists as records of the provider, for the comparison with our books.
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { ProviderRecord, RecordsPage, RecordsRequest } from '../provider.ts';
import { moneyShape, nameShape, REFUND_MARK, readMark, secondsShape } from './common.ts';
import { decisions, readCharge, sessionShape } from './events.ts';

const PAGE = 100;
const listShape = z.object({ data: z.array(z.unknown()), has_more: z.boolean() });
const headShape = z.object({ id: nameShape, created: secondsShape });
const intentShape = z.object({
  latest_charge: z.nullish(z.union([nameShape, z.object({ created: secondsShape, refunded: z.optional(z.boolean()) })])),
});
const idShape = z.union([nameShape, z.object({ id: nameShape })]);
const refundShape = z.extend(headShape, {
  amount: z.int(),
  currency: z.string(),
  status: z.nullish(z.string()),
  payment_intent: z.nullish(idShape),
  metadata: z.nullish(z.record(z.string(), z.string())),
});
const disputeShape = z.extend(headShape, {
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.nullish(z.unknown()),
  status: z.nullish(z.string()),
});
const payoutShape = z.extend(headShape, { amount: z.int(), currency: z.string(), status: z.string() });

/** The newest first, as Stripe lists them; what comes while a run goes on is found by the next one. */
export async function listStripe(
  client: Stripe,
  { kind, since, after }: RecordsRequest,
  call: <A>(what: string, answer: Promise<A>) => Promise<A>,
): Promise<RecordsPage> {
  const window = { created: { gte: Math.floor(since.getTime() / 1_000) }, limit: PAGE, ...(after && { starting_after: after }) };
  const lists: Readonly<Record<RecordsRequest['kind'], () => Promise<unknown>>> = {
    charge: () => client.checkout.sessions.list({ ...window, status: 'complete', expand: ['data.payment_intent.latest_charge'] }),
    refund: () => client.refunds.list(window),
    dispute: () => client.disputes.list({ ...window, expand: ['data.payment_intent'] }),
    payout: () => client.payouts.list(window),
  };
  const { data, has_more: hasMore } = listShape.parse(await call(`its list of ${kind}s`, lists[kind]()));
  const last = headShape.parse(data.at(-1) ?? { id: '-', created: 0 });
  return { records: data.flatMap((object) => readers[kind](object) ?? []), next: hasMore ? last.id : undefined };
}

const readers: Readonly<Record<RecordsRequest['kind'], (object: unknown) => ProviderRecord | undefined>> = {
  charge(object) {
    const paymentId = readMark(object);
    const session = sessionShape.parse(object);
    const charge = paymentId === undefined ? undefined : readCharge(session, paymentId);
    if (!charge) return undefined;
    const { payment_intent: intent } = z.object({ payment_intent: intentShape }).parse(object);
    const taken = typeof intent.latest_charge === 'object' ? intent.latest_charge : undefined;
    return { kind: 'charge', ...charge, at: taken?.created ?? headShape.parse(object).created, isRefunded: taken?.refunded ?? false };
  },
  refund(object) {
    const { id: reference, created: at, status, payment_intent: intent, metadata, ...money } = refundShape.parse(object);
    if (!intent || status === 'pending' || status === 'requires_action') return undefined;
    const refundId = z.uuid().safeParse(metadata?.[REFUND_MARK]).data;
    const charge = typeof intent === 'string' ? intent : intent.id;
    return {
      kind: 'refund',
      reference,
      at,
      refundId,
      charge,
      isFailed: status === 'failed' || status === 'canceled',
      ...moneyShape.parse(money),
    };
  },
  dispute(object) {
    const { id: reference, created: at, payment_intent: intent, status, ...money } = disputeShape.parse(object);
    const paymentId = readMark(intent);
    const decision = decisions[status ?? ''];
    return paymentId === undefined ? undefined : { kind: 'dispute', reference, at, paymentId, decision, ...moneyShape.parse(money) };
  },
  payout(object) {
    const { id: reference, created: at, status, ...money } = payoutShape.parse(object);
    const parsed = moneyShape.safeParse(money);
    // The shop's account may also pay out other currencies, or take money for refunds.
    return parsed.success
      ? { kind: 'payout', reference, at, isFailed: status === 'failed' || status === 'canceled', ...parsed.data }
      : undefined;
  },
};
