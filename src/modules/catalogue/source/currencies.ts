// Reads the currencies that the owner sells in.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { CurrencyCode } from '#lib/money/money.ts';
import { formatSourceError, isSourceErrors } from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { findFolderWith } from '#platform/paths.ts';
import { currenciesShape, MONEY_FILE, usualCurrencies } from '../shapes-money.ts';

/** Other keys of the file are those of other modules. */
const moneyShape = z.object({ currencies: currenciesShape });

export async function readCurrencies(shopFolder: string): Promise<readonly CurrencyCode[]> {
  const { parseYaml } = await import('#lib/yaml/parse.ts');
  const text = await readFile(join(findFolderWith(shopFolder, MONEY_FILE), MONEY_FILE), 'utf8');
  const parsed = parseYaml(`shop/${MONEY_FILE}`, text, moneyShape);
  if (isSourceErrors(parsed)) throw new StartError(parsed.map(formatSourceError));
  return parsed.value.currencies ?? usualCurrencies;
}
