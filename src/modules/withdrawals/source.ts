// Reads the countries with a right of withdrawal from the shop's withdrawal.yaml.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartFaults } from '../../infra/config/config.ts';
import { isCountry } from '../../lib/money/countries.ts';
import { faultLine, isFaults, parseYaml, type SourceFault } from '../../lib/yaml/source.ts';

const FILE = 'shop/withdrawal.yaml';
const shape = z.strictObject({ countries: z.array(z.array(z.string())) });

export async function readWithdrawalCountries(shopFolder: string): Promise<readonly string[]> {
  const parsed = parseWithdrawalCountries(await readFile(join(shopFolder, 'withdrawal.yaml'), 'utf8'));
  if (isFaults(parsed)) throw new StartFaults(parsed.map(faultLine));
  return parsed.countries;
}

/** The countries, or all errors in the file. */
function parseWithdrawalCountries(text: string): { readonly countries: readonly string[] } | readonly SourceFault[] {
  const parsed = parseYaml(FILE, text, shape);
  if (isFaults(parsed)) return parsed;
  const { value, lineOf } = parsed;
  const faults = value.countries.flatMap((group, row) =>
    group.flatMap((country, column): SourceFault[] => {
      const path = ['countries', String(row), String(column)];
      return isCountry(country)
        ? []
        : [{ file: FILE, line: lineOf(path), reason: `${path.join('.')}: ${country} is no country of ISO 3166-1` }];
    }),
  );
  return faults.length > 0 ? faults : { countries: value.countries.flat() };
}
