// Parses the VAT rules of tax.yaml.
import * as z from 'zod/mini';
import { isCountry } from '#lib/money/countries.ts';
import { ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { parseYaml } from '#lib/yaml/parse.ts';
import { isFaults, type Parsed, type SourceFault } from '#lib/yaml/source.ts';
import type { Tax } from './rules.ts';

const FILE = 'shop/tax.yaml';
const HUNDREDTHS = 100;

const percent = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((each) => Math.abs(each * HUNDREDTHS - hundredths(each)) < 1e-6, 'must have two decimals at most'),
);

const taxShape = z.strictObject({
  vat: z.enum(['none', 'inclusive']),
  rates: z.record(z.string(), percent),
  reverseCharge: z.boolean(),
  notes: z.strictObject({ none: ownerWordsShape, zero: ownerWordsShape, reverse: ownerWordsShape }),
});

const hundredths = (percents: number): number => Math.round(percents * HUNDREDTHS);

/** The rules, or all errors in the file. */
export function parseTax(text: string): Tax | readonly SourceFault[] {
  const parsed = parseYaml(FILE, text, taxShape);
  if (isFaults(parsed)) return parsed;
  const faults = idle(parsed);
  if (faults.length > 0) return faults;
  const { vat, rates, reverseCharge, notes } = parsed.value;
  return {
    vat,
    reverseCharge,
    notes,
    rates: Object.fromEntries(Object.entries(rates).map(([country, rate]) => [country, hundredths(rate)])),
  };
}

/** Rules that have no effect or contradict each other. */
function idle({ value: { vat, rates, reverseCharge }, findLine }: Parsed<z.output<typeof taxShape>>): SourceFault[] {
  const fault = (path: readonly string[], reason: string) => ({
    file: FILE,
    line: findLine(path),
    reason: `${path.join('.')}: ${reason}`,
    path: path.join('.'),
  });
  const named = Object.keys(rates);
  return [
    ...named.filter((country) => !isCountry(country)).map((country) => fault(['rates', country], 'is no country of ISO 3166-1')),
    ...(vat === 'none' && named.length > 0 ? [fault(['rates'], 'count only with vat: inclusive')] : []),
    ...(vat === 'none' && reverseCharge ? [fault(['reverseCharge'], 'counts only with vat: inclusive')] : []),
    ...(vat === 'inclusive' && named.length === 0 ? [fault(['rates'], 'must name a country, with vat: inclusive')] : []),
  ];
}
