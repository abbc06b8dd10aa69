// Saved means of payment at Stripe: read from its payment methods, and charged off-session by payment
// intents.
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { getCurrencyCode } from '#lib/money/money.ts';
import { PermanentJobError } from '../../../jobs.ts';
import type { MeansRequest, ProviderPaymentState } from '../provider.ts';
import type { MeansError, SavedMeans } from '../rules.ts';
import { getStripeUnits } from './amounts.ts';
import { MEANS_MARK, moneyShape, nameShape, PAYMENT_MARK, readMark, secondsShape } from './common.ts';

/** Payments of one customer that are searched for an earlier one with our id. */
const PAYMENTS_AT_MOST = 100;

const methodShape = z.object({
  id: nameShape,
  type: z.string(),
  customer: z.nullish(z.union([nameShape, z.object({ id: nameShape })])),
  card: z.nullish(z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() })),
  sepa_debit: z.nullish(z.object({ last4: z.nullish(z.string()) })),
});
const errorShape = z.object({ code: z.nullish(z.string()), decline_code: z.nullish(z.string()) });
const intentShape = z.object({
  id: nameShape,
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  created: secondsShape,
  last_payment_error: z.nullish(errorShape),
});

/** Undefined for kinds that cannot be charged later, and for a method without a customer. */
export function readMeans(method: unknown): SavedMeans | undefined {
  const parsed = methodShape.safeParse(method);
  if (!parsed.success) return undefined;
  const { id: reference, customer, card, sepa_debit: debit } = parsed.data;
  const payer = typeof customer === 'object' ? customer?.id : customer;
  if (!payer) return undefined;
  if (card) return { reference, customer: payer, kind: 'card', brand: toTitle(card.brand), last4: card.last4, expires: toMonth(card) };
  return debit ? { reference, customer: payer, kind: 'debit', brand: 'SEPA', last4: debit.last4 ?? '', expires: null } : undefined;
}

const toTitle = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);
const toMonth = ({ exp_year: year, exp_month: month }: { exp_year: number; exp_month: number }): string =>
  `${year}-${String(month).padStart(2, '0')}`;

/** Why a bank has refused, by Stripe's codes. */
export function readReason(error: unknown): MeansError {
  const { code, decline_code: decline } = errorShape.safeParse(error).data ?? {};
  if (code === 'authentication_required' || decline === 'authentication_required') return 'authenticate';
  if (code === 'expired_card' || decline === 'expired_card') return 'expired';
  return decline === 'insufficient_funds' || code === 'insufficient_funds' ? 'insufficient' : 'declined';
}

export function readIntent(object: unknown, paymentId: string): ProviderPaymentState {
  const { id: reference, status, created: at, last_payment_error: error, ...money } = intentShape.parse(object);
  if (status === 'succeeded') return { state: 'paid', at, charge: { paymentId, reference, ...moneyShape.parse(money) } };
  if (status === 'processing') return { state: 'processing' };
  if (status === 'canceled') return { state: 'cancelled' };
  return { state: 'declined', why: status === 'requires_action' ? 'authenticate' : readReason(error) };
}

type Call = <A>(what: string, answer: Promise<A>) => Promise<A>;

/** A refusal of the bank is an error of Stripe's that contains the payment. */
const findErrorPayment = (cause: unknown): unknown =>
  cause instanceof Error && 'payment_intent' in cause && cause.payment_intent ? cause.payment_intent : undefined;

/** Stripe forgets an idempotency key after a day, so an earlier charge with our id is searched first. */
export async function chargeMeans(client: Stripe, call: Call, { paymentId, amount, currency, what, means }: MeansRequest) {
  const { data } = await call('what was charged', client.paymentIntents.list({ customer: means.customer, limit: PAYMENTS_AT_MOST }));
  const before = data.find((each) => readMark(each) === paymentId);
  const intent =
    before ??
    (await call(
      'a charge',
      client.paymentIntents
        .create(
          {
            amount: amount * getStripeUnits(currency),
            currency: getCurrencyCode(currency).toLowerCase(),
            customer: means.customer,
            payment_method: means.reference,
            allowed_payment_method_types: [means.kind === 'debit' ? 'sepa_debit' : 'card'],
            off_session: true,
            confirm: true,
            description: what,
            metadata: { [PAYMENT_MARK]: paymentId, [MEANS_MARK]: 'yes' },
          },
          { idempotencyKey: paymentId },
        )
        .catch((cause: unknown) => {
          const refused = findErrorPayment(cause);
          if (!refused) throw cause;
          return refused;
        }),
    ));
  return { answer: readIntent(intent, paymentId), reference: intentShape.parse(intent).id };
}

export async function detachMeans(client: Stripe, call: Call, reference: string): Promise<void> {
  await call('the end of a saved means', client.paymentMethods.detach(reference)).catch((cause: unknown) => {
    // It is detached already, or Stripe has deleted it.
    if (!(cause instanceof PermanentJobError)) throw cause;
  });
}
