// What all readers of Stripe's objects share: the keys of our ids, and shapes of names, times and amounts.
import * as z from 'zod/mini';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { getCurrencyNumber } from '#lib/money/money.ts';
import { getStripeUnits } from './amounts.ts';

/** The metadata keys under which Stripe stores our ids. */
export const PAYMENT_MARK = 'fanfare_payment';
export const REFUND_MARK = 'fanfare_refund';
/** Of a session whose payer lets the shop save the means, and of a charge of a saved one. */
export const SAVE_MARK = 'fanfare_save';
export const MEANS_MARK = 'fanfare_means';

export const nameShape = z.string().check(z.minLength(1), z.maxLength(255));
/** The last second of the year 9999: a later one is no date that the database takes. */
const MAX_SECONDS = 253_402_300_799;
export const secondsShape = z.pipe(
  z.int().check(z.gte(0), z.lte(MAX_SECONDS)),
  z.transform((seconds) => new Date(seconds * 1_000)),
);
export const moneyShape = z.pipe(
  z
    .object({
      amount: z.int().check(z.gte(1)),
      currency: z.pipe(
        z.string().check(z.refine((code) => isCurrencyCode(code.toUpperCase()))),
        z.transform((code) => getCurrencyNumber(code.toUpperCase())),
      ),
    })
    // A part of a whole unit would be no amount of ours.
    .check(z.refine(({ amount, currency }) => amount % getStripeUnits(currency) === 0)),
  z.transform(({ amount, currency }) => ({ amount: amount / getStripeUnits(currency), currency })),
);
const markedShape = z.object({ metadata: z.nullish(z.record(z.string(), z.string())) });

export function readMark(object: unknown): string | undefined {
  const marked = markedShape.safeParse(object);
  return z.uuid().safeParse(marked.data?.metadata?.[PAYMENT_MARK]).data;
}

export const hasMark = (object: unknown, mark: string): boolean => markedShape.safeParse(object).data?.metadata?.[mark] !== undefined;
