// The VAT rules of tax.yaml.
import * as z from 'zod/mini';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';

const HUNDREDTHS = 100;

const percent = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((each) => Math.abs(each * HUNDREDTHS - toHundredths(each)) < 1e-6, 'must have two decimals at most'),
);

export const taxShape = z.strictObject({
  vat: z.enum(['none', 'inclusive']),
  rates: z.record(z.string(), percent),
  reducedRates: z.optional(z.record(z.string(), percent)),
  reverseCharge: z.boolean(),
  notes: z.strictObject({ none: ownerWordsShape, zero: ownerWordsShape, reverse: ownerWordsShape }),
});

export type TaxValue = z.output<typeof taxShape>;

export const toHundredths = (percents: number): number => Math.round(percents * HUNDREDTHS);
