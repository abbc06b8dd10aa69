// Shapes of payment data in requests and responses.
import * as z from 'zod/mini';
import { attemptStates, getAttemptState, isBeingConfirmed, meansKinds, type PaymentAttempt } from './rules.ts';

/** How the last attempt to pay stands; null if there was none. */
export const paymentOutcomeShape = z.nullable(z.object({ kind: z.enum(attemptStates), at: z.string() }));
export type PaymentOutcomeView = z.output<typeof paymentOutcomeShape>;

/** The payer's bank examines the payment, or has taken it back; null: neither. */
export const disputeShape = z.nullable(z.enum(['open', 'lost']));

/** The purchase or deposit. */
export const subjectShape = z.object({ subjectId: z.uuid() });
/** False: the provider did not answer. */
export const paymentCheckShape = z.object({ answered: z.boolean() });

export const meansShape = z.object({
  id: z.string(),
  kind: z.enum(meansKinds),
  /** Of the card, or the scheme of the debit. */
  brand: z.string(),
  last4: z.string(),
  /** 2029-08; null if it does not expire. */
  expires: z.nullable(z.string()),
  createdAt: z.string(),
});
export type MeansView = z.output<typeof meansShape>;
export const meansListShape = z.array(meansShape);
export const meansRemovalShape = z.object({ id: z.uuid() });

type OpenPayment = PaymentAttempt & { readonly link: string | null };

/** The fields of whatever is unpaid: while an attempt is being confirmed, there is no link. */
export function viewOpenPayment(row: OpenPayment | undefined, now: Date) {
  const kind = row ? getAttemptState(row, now) : null;
  const paymentOutcome: PaymentOutcomeView = kind && row?.outcomeAt ? { kind, at: row.outcomeAt.toISOString() } : null;
  return { paymentLink: row && !isBeingConfirmed(row) ? row.link : null, paymentOutcome };
}
