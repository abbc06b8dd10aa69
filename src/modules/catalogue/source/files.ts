// Reads the files of shop/catalogue together and reports all faults at once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CurrencyCode } from '#lib/money/money.ts';
import { faultLine, isFaults } from '#lib/yaml/source.ts';
import type { OwnerFile } from '#modules/texts/versions.ts';
import { StartFaults } from '#platform/config/config.ts';
import { readCurrencies } from './currencies.ts';
import type { CheckedAgainst } from './faults.ts';
import { parseCatalogue } from './parse.ts';
import { type CatalogueSource, COMMON_FILE } from './source.ts';

export type CatalogueFiles = { readonly source: CatalogueSource; readonly currencies: readonly CurrencyCode[]; readonly hash: string };

/**
 * Reads and checks the owner's files, with money.yaml beside the folder; throws if one is invalid. What
 * depends on the database is checked by the import.
 */
export async function readCatalogueFiles(folder: string): Promise<CatalogueFiles> {
  const [files, currencies] = [await catalogueFiles(folder), await readCurrencies(dirname(folder))];
  if (!files.some(({ file }) => file === COMMON_FILE)) throw new StartFaults([`${folder} has no ${COMMON_FILE}.`]);
  const hash = createHash('sha256').update(currencies.join());
  for (const { file, text } of files) hash.update(`${file}\0${text}\0`);
  const source = readCatalogueSource(files, { currencies, services: 'unread', platforms: [], priced: files.map(({ file }) => file) });
  return { source, currencies, hash: hash.digest('hex') };
}

export async function catalogueFiles(folder: string): Promise<readonly OwnerFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(names.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })));
}

export function readCatalogueSource(files: readonly OwnerFile[], against: CheckedAgainst): CatalogueSource {
  const source = parseFiles(files, against);
  if (isFaults(source)) throw new StartFaults(source.map(faultLine));
  return source;
}

/** File names relative to the shop's folder. */
export function parseFiles(files: readonly OwnerFile[], against: CheckedAgainst): ReturnType<typeof parseCatalogue> {
  const named = files.map(({ file, text }) => ({ file: shownName(file), text, isCommon: file === COMMON_FILE }));
  const common = named.find(({ isCommon }) => isCommon) ?? { file: shownName(COMMON_FILE), text: '' };
  return parseCatalogue(
    common,
    named.filter(({ isCommon }) => !isCommon),
    { ...against, priced: against.priced.map(shownName) },
  );
}

const shownName = (file: string): string => `shop/catalogue/${file}`;
