// Shapes of payment data in requests and responses.
import * as z from 'zod/mini';
import { attemptStates, getAttemptState, isBeingConfirmed, type PaymentAttempt } from './rules.ts';

/** How the last attempt to pay stands; null if there was none. */
export const paymentOutcomeShape = z.nullable(z.object({ kind: z.enum(attemptStates), at: z.string() }));
export type PaymentOutcomeView = z.output<typeof paymentOutcomeShape>;

/** The payer's bank examines the payment, or has taken it back; null: neither. */
export const disputeShape = z.nullable(z.enum(['open', 'lost']));

/** The purchase or deposit. */
export const subjectShape = z.object({ subjectId: z.uuid() });
/** False: the provider did not answer. */
export const paymentCheckShape = z.object({ answered: z.boolean() });

type OpenPayment = PaymentAttempt & { readonly link: string | null };

/** The fields of whatever is unpaid: while an attempt is being confirmed, there is no link. */
export function viewOpenPayment(row: OpenPayment | undefined, now: Date) {
  const kind = row ? getAttemptState(row, now) : null;
  const paymentOutcome: PaymentOutcomeView = kind && row?.outcomeAt ? { kind, at: row.outcomeAt.toISOString() } : null;
  return { paymentLink: row && !isBeingConfirmed(row) ? row.link : null, paymentOutcome };
}
