// What goes over the wire about a payment.
import * as z from 'zod/mini';
import { type PaymentOutcome, paymentOutcomes } from './rules.ts';

/** How the last try to pay ended without money; null if nobody tried, or nothing is known of it yet. */
export const paymentOutcomeShape = z.nullable(z.object({ kind: z.enum(paymentOutcomes), at: z.string() }));
export type PaymentOutcomeView = z.output<typeof paymentOutcomeShape>;

type Known = { readonly outcome: PaymentOutcome | null; readonly outcomeAt: Date | null };

export const outcomeView = (known: Known | undefined): PaymentOutcomeView =>
  known?.outcome && known.outcomeAt ? { kind: known.outcome, at: known.outcomeAt.toISOString() } : null;
