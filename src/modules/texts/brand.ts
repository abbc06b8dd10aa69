// The current brand: from the files in shop/, or the later desk version. Loaded at start-up and reloaded when
// it changes.

import type { ShopTexts } from '#lib/rendering.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { folderVersion, type LiveText, liveText, parsedTexts } from './live-text.ts';
import { seenHash } from './queries.ts';
import { type Import, type ImportChoice, type ImportedText, importFiles, keepDesk } from './versions.ts';

type Brand = ShopTexts['brand'];

/** `brand`: as the files of the shop folder have it. */
export async function openBrand({ db, log }: Pick<AppContext, 'db' | 'log'>, brand: Brand, shopFolder: string): Promise<LiveText<Brand>> {
  await importBrand(db, shopFolder, keepDesk(log));
  const versionNow = () => folderVersion(db.orm, 'brand');
  const read = () => parsedTexts(db.orm, 'brand', async (files) => (await import('./source/brand.ts')).readBrand(files));
  const version = await versionNow();
  // Without desk versions, the files already read are current.
  return liveText({ version, value: version.includes(' desk ') ? await read() : brand }, { versionNow, read });
}

/** Throws the faults of the files. */
export async function prepareBrand(db: AppContext['db'], shopFolder: string): Promise<Import> {
  const hash = await hashInputs(shopFolder, ['brand.yaml', 'brand/*.{svg,png}']);
  if ((await seenHash(db.orm, 'brand')) === hash) return async () => [];
  const { brandFiles, readBrand, readBrandFiles } = await import('./source/brand.ts');
  const found = await readBrandFiles(shopFolder);
  await readBrand(found);
  const files = [...found].map(([file, text]) => ({ file, text }));
  return (tx, choice) => importFiles(tx, { folder: 'brand', files, hash, names: brandFiles, together: () => 'brand' }, choice);
}

export async function importBrand(db: AppContext['db'], shopFolder: string, choice?: ImportChoice): Promise<readonly ImportedText[]> {
  const run = await prepareBrand(db, shopFolder);
  return transaction(db, (tx) => run(tx, choice));
}
