// Checks the VAT rules of tax.yaml.
import { isCountry } from '#lib/money/countries.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Parsed, type Reasons, type Source, type SourceError } from '#lib/yaml/source.ts';
import type { Tax } from './rules.ts';
import { type TaxValue, taxShape, toHundredths } from './shapes-tax.ts';

const FILE = 'shop/tax.yaml';
/** The rules, or all errors. */
export function parseTax(source: Source): Tax | readonly SourceError[] {
  const parsed = checkSource(source, taxShape);
  if (isSourceErrors(parsed)) return parsed;
  const errors = findIdleRules(parsed);
  if (errors.length > 0) return errors;
  const { vat, rates, reducedRates = {}, reverseCharge, notes } = parsed.value;
  const inHundredths = (percents: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(percents).map(([country, rate]) => [country, toHundredths(rate)]));
  return {
    vat,
    reverseCharge,
    notes,
    rates: inHundredths(rates),
    reducedRates: inHundredths(reducedRates),
  };
}

const reasons = {
  'country-unknown': () => 'is no country of ISO 3166-1',
  'reduced-alone': () => 'has no usual rate above',
  'rates-idle': () => 'count only with vat: inclusive',
  'reverse-charge-idle': () => 'counts only with vat: inclusive',
  'rates-missing': () => 'must name a country, with vat: inclusive',
} as const satisfies Reasons;

/** Rules that have no effect or contradict each other. */
function findIdleRules({ value: { vat, rates, reducedRates = {}, reverseCharge }, findLine }: Parsed<TaxValue>): SourceError[] {
  const error = createErrorBuilder(reasons, FILE, findLine);
  const named = Object.keys(rates);
  return [
    ...named.filter((country) => !isCountry(country)).map((country) => error(['rates', country], 'country-unknown')),
    ...Object.keys(reducedRates)
      .filter((country) => !(country in rates))
      .map((country) => error(['reducedRates', country], 'reduced-alone')),
    ...(vat === 'none' && named.length > 0 ? [error(['rates'], 'rates-idle')] : []),
    ...(vat === 'none' && reverseCharge ? [error(['reverseCharge'], 'reverse-charge-idle')] : []),
    ...(vat === 'inclusive' && named.length === 0 ? [error(['rates'], 'rates-missing')] : []),
  ];
}
