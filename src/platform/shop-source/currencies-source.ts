// The currencies that the owner sells in: the list `currencies` of shop/money.yaml. The first one is the default.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { Currency, type CurrencyCode } from '#lib/money/money.ts';
import { faultLine, isFaults } from '#lib/yaml/source.ts';
import { StartFaults } from '../config/config.ts';
import { folderWith } from './shop-files.ts';

export const MONEY_FILE = 'money.yaml';

/** What the file means by saying nothing. */
export const usualCurrencies: readonly CurrencyCode[] = Object.keys(Currency);
const MAX_CURRENCIES = 20;

const code = z.string().check(z.refine(isCurrencyCode, 'must be the ISO 4217 code of a currency, such as EUR'));
export const currenciesShape = z.optional(
  z.array(code).check(
    z.refine((codes) => codes.length > 0, 'must name at least one currency'),
    z.maxLength(MAX_CURRENCIES),
    z.refine((codes) => new Set(codes).size === codes.length, 'names a currency twice'),
  ),
);

/** Other keys of the file are those of other modules. */
const moneyShape = z.object({ currencies: currenciesShape });

export async function readCurrencies(shopFolder: string): Promise<readonly CurrencyCode[]> {
  const { parseYaml } = await import('#lib/yaml/parse.ts');
  const text = await readFile(join(folderWith(shopFolder, MONEY_FILE), MONEY_FILE), 'utf8');
  const parsed = parseYaml(`shop/${MONEY_FILE}`, text, moneyShape);
  if (isFaults(parsed)) throw new StartFaults(parsed.map(faultLine));
  return parsed.value.currencies ?? usualCurrencies;
}
