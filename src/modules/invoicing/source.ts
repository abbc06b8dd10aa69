// Reads the VAT rules from shop/tax.yaml.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartFaults } from '../../infra/config/config.ts';
import { isCountry } from '../../lib/money/countries.ts';
import { ownerWordsShape } from '../../lib/words/owner-words-shape.ts';
import { faultLine, isFaults, type Parsed, parseYaml, type SourceFault } from '../../lib/yaml/source.ts';
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

export async function readTax(shopFolder: string): Promise<Tax> {
  const tax = parseTax(await readFile(join(shopFolder, 'tax.yaml'), 'utf8'));
  if (isFaults(tax)) throw new StartFaults(tax.map(faultLine));
  return tax;
}

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
function idle({ value: { vat, rates, reverseCharge }, lineOf }: Parsed<z.output<typeof taxShape>>): SourceFault[] {
  const fault = (path: readonly string[], reason: string) => ({ file: FILE, line: lineOf(path), reason: `${path.join('.')}: ${reason}` });
  const named = Object.keys(rates);
  return [
    ...named.filter((country) => !isCountry(country)).map((country) => fault(['rates', country], 'is no country of ISO 3166-1')),
    ...(vat === 'none' && named.length > 0 ? [fault(['rates'], 'count only with vat: inclusive')] : []),
    ...(vat === 'none' && reverseCharge ? [fault(['reverseCharge'], 'counts only with vat: inclusive')] : []),
    ...(vat === 'inclusive' && named.length === 0 ? [fault(['rates'], 'must name a country, with vat: inclusive')] : []),
  ];
}
