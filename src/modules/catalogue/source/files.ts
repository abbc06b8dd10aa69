// Reads the files of shop/catalogue together and reports all faults at once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFaults } from '../../../infra/config/config.ts';
import { faultLine, isFaults } from '../../../lib/yaml/source.ts';
import type { OwnerFile } from '../../texts/actions.ts';
import type { StoredServices } from './faults.ts';
import { parseCatalogue } from './parse.ts';
import { type CatalogueSource, COMMON_FILE } from './source.ts';

/** Reads and checks the owner's files; throws if one is invalid. What depends on the database is checked by the import. */
export async function readCatalogueFiles(folder: string): Promise<{ source: CatalogueSource; hash: string }> {
  const files = await catalogueFiles(folder);
  if (!files.some(({ file }) => file === COMMON_FILE)) throw new StartFaults([`${folder} has no ${COMMON_FILE}.`]);
  const hash = createHash('sha256');
  for (const { file, text } of files) hash.update(`${file}\0${text}\0`);
  return { source: sourceOf(files, 'unread'), hash: hash.digest('hex') };
}

export async function catalogueFiles(folder: string): Promise<readonly OwnerFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(names.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })));
}

export function sourceOf(files: readonly OwnerFile[], stored: StoredServices | 'unread'): CatalogueSource {
  const source = parseFiles(files, stored);
  if (isFaults(source)) throw new StartFaults(source.map(faultLine));
  return source;
}

/** File names relative to the shop's folder. */
export function parseFiles(files: readonly OwnerFile[], stored: StoredServices | 'unread'): ReturnType<typeof parseCatalogue> {
  const named = files.map(({ file, text }) => ({ file: `shop/catalogue/${file}`, text, isCommon: file === COMMON_FILE }));
  const common = named.find(({ isCommon }) => isCommon) ?? { file: `shop/catalogue/${COMMON_FILE}`, text: '' };
  return parseCatalogue(
    common,
    named.filter(({ isCommon }) => !isCommon),
    stored,
  );
}
