// Reads the files of shop/catalogue, and checks files or stored values together.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CurrencyCode } from '#lib/money/money.ts';
import { createSource, formatSourceError, isSourceErrors, type Sources } from '#lib/yaml/source.ts';
import { formatShopFile } from '#modules/content/sources.ts';
import { StartError } from '#platform/config/config.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { findFolderWith } from '#platform/paths.ts';
import { MONEY_FILE } from '../shapes-money.ts';
import type { CheckedAgainst } from './checks.ts';
import { readCurrencies } from './currencies.ts';
import { parseCatalogue } from './parse.ts';
import { type CatalogueSource, COMMON_FILE } from './shapes.ts';

export type CatalogueFiles = { readonly files: Sources; readonly source: CatalogueSource; readonly currencies: readonly CurrencyCode[] };

/** To skip an import without changes. */
export const hashCatalogue = async (folder: string): Promise<string> =>
  (await hashInputs(folder, ['*.yaml'])) + (await hashInputs(findFolderWith(dirname(folder), MONEY_FILE), [MONEY_FILE]));

/**
 * Reads and checks the owner's files, with money.yaml beside the folder; throws if one is invalid. What
 * depends on the database is checked by the import.
 */
export async function readCatalogueFiles(folder: string): Promise<CatalogueFiles> {
  const { readSources } = await import('#modules/content/source/read-files.ts');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  if (!names.includes(COMMON_FILE)) throw new StartError([`${folder} has no ${COMMON_FILE}.`]);
  const texts = await Promise.all(names.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const));
  const files = readSources('catalogue', new Map(texts));
  const currencies = await readCurrencies(dirname(folder));
  const source = readCatalogueSource(files, { currencies, services: 'unread', platforms: [], priced: names });
  return { files, source, currencies };
}

/** Throws all errors. */
export function readCatalogueSource(files: Sources, against: CheckedAgainst): CatalogueSource {
  const source = parseFiles(files, against);
  if (isSourceErrors(source)) throw new StartError(source.map(formatSourceError));
  return source;
}

export function parseFiles(files: Sources, against: CheckedAgainst): ReturnType<typeof parseCatalogue> {
  const { [COMMON_FILE]: common = createSource(formatFileName(COMMON_FILE), null), ...services } = Object.fromEntries(files);
  return parseCatalogue(common, Object.values(services), { ...against, priced: against.priced.map(formatFileName) });
}

const formatFileName = (file: string): string => formatShopFile('catalogue', file);
