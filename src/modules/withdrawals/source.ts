// Checks the countries with a right of withdrawal of withdrawal.yaml.
import { isCountry } from '#lib/money/countries.ts';
import { checkSource } from '#lib/yaml/check.ts';
import { createErrorBuilder, isSourceErrors, type Reasons, type Source, type SourceError } from '#lib/yaml/source.ts';
import { withdrawalShape } from './shapes-countries.ts';

const FILE = 'shop/withdrawal.yaml';

const reasons = { 'country-unknown': ({ country }) => `${country} is no country of ISO 3166-1` } as const satisfies Reasons;

/** The countries, or all errors. */
export function parseWithdrawalCountries(source: Source): { readonly countries: readonly string[] } | readonly SourceError[] {
  const parsed = checkSource(source, withdrawalShape);
  if (isSourceErrors(parsed)) return parsed;
  const { value, findLine } = parsed;
  const error = createErrorBuilder(reasons, FILE, findLine);
  const errors = value.countries.flatMap((group, row) =>
    group.flatMap((country, column): SourceError[] =>
      isCountry(country) ? [] : [error(['countries', row, column], 'country-unknown', { country })],
    ),
  );
  return errors.length > 0 ? errors : { countries: value.countries.flat() };
}
