// Shapes of payment data in requests and responses.
import * as z from 'zod/mini';
import { type PaymentOutcome, paymentOutcomes } from './rules.ts';

/** Outcome of the last unsuccessful attempt; null if there was none. */
export const paymentOutcomeShape = z.nullable(z.object({ kind: z.enum(paymentOutcomes), at: z.string() }));
export type PaymentOutcomeView = z.output<typeof paymentOutcomeShape>;

type OutcomeColumns = { readonly outcome: PaymentOutcome | null; readonly outcomeAt: Date | null };

export const outcomeView = (row: OutcomeColumns | undefined): PaymentOutcomeView =>
  row?.outcome && row.outcomeAt ? { kind: row.outcome, at: row.outcomeAt.toISOString() } : null;
