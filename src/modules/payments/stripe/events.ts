// Reads Stripe's events as provider events. Objects without our metadata are ignored: the account may have
// other uses.
import * as z from 'zod/mini';
import type { Charge, ProviderEvent } from '../provider.ts';
import type { DisputeDecision } from '../rules.ts';
import { hasMark, MEANS_MARK, moneyShape, nameShape, REFUND_MARK, readMark, SAVE_MARK, secondsShape } from './common.ts';
import { readIntent, readMeans, readReason } from './means.ts';

/** The fields we read. `payment_intent` is an id, or the object if it was expanded. */
export const sessionShape = z.object({
  status: z.nullish(z.string()),
  payment_status: z.string(),
  amount_total: z.nullish(z.int()),
  currency: z.nullish(z.string()),
  payment_intent: z.nullish(
    z.union([
      nameShape,
      z.object({
        id: nameShape,
        status: z.string(),
        latest_charge: z.nullish(z.union([nameShape, z.object({ created: z.int() })])),
        payment_method: z.optional(z.unknown()),
      }),
    ]),
  ),
});
const chargeShape = z.object({ id: nameShape, amount_refunded: z.int(), currency: z.string() });
const disputeShape = z.object({
  id: nameShape,
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.nullish(nameShape),
  status: z.nullish(z.string()),
});

/** By Stripe's status. An inquiry that is closed took nothing. Undefined: undecided. */
export const decisions: Readonly<Record<string, DisputeDecision>> = { lost: 'lost', won: 'won', warning_closed: 'won' };
const disputeEvents = { lost: 'disputeLost', won: 'disputeWon' } as const satisfies Record<DisputeDecision, ProviderEvent['kind']>;
const refundShape = z.object({ metadata: z.object({ [REFUND_MARK]: z.uuid() }) });

const eventShape = z.object({ id: nameShape, type: z.string(), created: secondsShape, data: z.object({ object: z.unknown() }) });

type CheckoutSession = z.output<typeof sessionShape>;
/** An event without its id and time. */
type News = ProviderEvent extends infer Event ? (Event extends ProviderEvent ? Omit<Event, 'eventId' | 'at'> : never) : never;
/** Fetches a payment intent from Stripe by its id. */
type AskPayment = (intent: string) => Promise<unknown>;

/** Undefined if unpaid. The reference is the payment intent's id: a session has one. */
export function readCharge(session: CheckoutSession, paymentId: string): Charge | undefined {
  if (session.payment_status !== 'paid') return undefined;
  const { payment_intent: intent } = session;
  const reference = nameShape.parse(typeof intent === 'object' ? intent?.id : intent);
  return { paymentId, reference, ...moneyShape.parse({ amount: session.amount_total, currency: session.currency }) };
}

export async function readEvent(event: unknown, askPayment: AskPayment): Promise<ProviderEvent | undefined> {
  const { id: eventId, type, created: at, data } = eventShape.parse(event);
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  const news = await read?.(data.object, askPayment);
  return news && { ...news, eventId, at };
}

type EventReader = (object: unknown, askPayment: AskPayment) => News | undefined | Promise<News | undefined>;

/** Handles objects that have our metadata and ignores others. */
const readIfOurs =
  (read: (paymentId: string, object: unknown) => News | undefined): EventReader =>
  (object) => {
    const paymentId = readMark(object);
    return paymentId === undefined ? undefined : read(paymentId, object);
  };

/** A session that is complete and unpaid: the payment method takes days. */
const readPaid: EventReader = async (object, askPayment) => {
  const paymentId = readMark(object);
  if (paymentId === undefined) return undefined;
  const charge = readCharge(sessionShape.parse(object), paymentId);
  if (!charge) return { kind: 'begun', paymentId, takesDays: true };
  const means = hasMark(object, SAVE_MARK) ? readMeans(getIntentMethod(await askPayment(charge.reference))) : undefined;
  return { kind: 'paid', ...charge, means };
};

/** Of a session, its own event says so. */
const readIntentCharge: EventReader = (object) => {
  const paymentId = readMark(object);
  const state = paymentId && hasMark(object, MEANS_MARK) ? readIntent(object, paymentId) : undefined;
  return state?.state === 'paid' ? { kind: 'paid', ...state.charge } : undefined;
};

const readUpdate: EventReader = (object) => {
  const means = readMeans(object);
  return means && { kind: 'meansUpdated', reference: means.reference, last4: means.last4, expires: means.expires };
};

const mandateShape = z.object({ status: z.string(), payment_method: z.union([nameShape, z.object({ id: nameShape })]) });

const readBegun = readIfOurs((paymentId) => ({ kind: 'begun', paymentId, takesDays: true }));

/** A dispute has no metadata of ours; its payment intent has. */
const readDispute: EventReader = async (object, askPayment) => {
  const { id: reference, amount, currency, payment_intent: intent, status } = disputeShape.parse(object);
  const paymentId = intent ? readMark(await askPayment(intent)) : undefined;
  const decision = decisions[status ?? ''];
  const kind = decision ? disputeEvents[decision] : 'disputed';
  return paymentId === undefined ? undefined : { kind, paymentId, reference, ...moneyShape.parse({ amount, currency }) };
};

const readers: Readonly<Record<string, EventReader>> = {
  'checkout.session.completed': readPaid,
  'checkout.session.async_payment_succeeded': readPaid,
  'checkout.session.async_payment_failed': readIfOurs((paymentId) => ({ kind: 'declined', paymentId })),
  'payment_intent.processing': readBegun,
  // The customer may try another card on Stripe's page, or return.
  'payment_intent.payment_failed': readIfOurs((paymentId, object) => ({
    kind: 'declined',
    paymentId,
    why: readReason((object as { last_payment_error?: unknown }).last_payment_error),
  })),
  'payment_intent.succeeded': readIntentCharge,
  'payment_method.automatically_updated': readUpdate,
  'payment_method.updated': readUpdate,
  'payment_method.detached': (object) => ({ kind: 'meansEnded', reference: z.object({ id: nameShape }).parse(object).id }),
  // A debit may be charged no more.
  'mandate.updated'(object) {
    const { status, payment_method: method } = mandateShape.parse(object);
    return status === 'inactive' ? { kind: 'meansEnded', reference: typeof method === 'object' ? method.id : method } : undefined;
  },
  'checkout.session.expired': readIfOurs((paymentId) => ({ kind: 'expired', paymentId })),
  'charge.refunded': readIfOurs((paymentId, object) => {
    const { id: reference, amount_refunded: amount, currency } = chargeShape.parse(object);
    return { kind: 'refunded', paymentId, reference, ...moneyShape.parse({ amount, currency }) };
  }),
  'refund.failed': readIfOurs((paymentId, object) => {
    const marked = refundShape.safeParse(object);
    return marked.success ? { kind: 'refundFailed', paymentId, refundId: marked.data.metadata[REFUND_MARK] } : undefined;
  }),
  'charge.dispute.created': readDispute,
  'charge.dispute.closed': readDispute,
};

/** Of a payment intent whose payment method was expanded. */
export const getIntentMethod = (intent: unknown): unknown => (intent as { payment_method?: unknown } | null)?.payment_method;
