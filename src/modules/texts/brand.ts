// The current brand: from the files in shop/, or the later desk version. Loaded at start-up and reloaded when
// it changes.

import type { ShopTexts } from '#lib/rendering.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { folderVersion, type LiveText, liveText, parsedTexts } from './live-text.ts';
import { lockFolder, seenHash } from './queries.ts';
import { importFiles } from './versions.ts';

type Brand = ShopTexts['brand'];

/** `brand`: as the files of the shop folder have it. */
export async function openBrand({ db }: Pick<AppContext, 'db'>, brand: Brand, shopFolder: string): Promise<LiveText<Brand>> {
  await importBrand(db, shopFolder);
  const versionNow = () => folderVersion(db.orm, 'brand');
  const read = () => parsedTexts(db.orm, 'brand', async (files) => (await import('./source/brand.ts')).readBrand(files));
  const version = await versionNow();
  // Without desk versions, the files already read are current.
  return liveText({ version, value: version.includes(' desk ') ? await read() : brand }, { versionNow, read });
}

/** Imports the files if they changed since the last import; says whether they did. */
export async function importBrand(db: AppContext['db'], shopFolder: string): Promise<boolean> {
  const hash = await hashInputs(shopFolder, ['brand.yaml', 'brand/*.{svg,png}']);
  if ((await seenHash(db.orm, 'brand')) === hash) return false;
  const { brandFiles, readBrand, readBrandFiles } = await import('./source/brand.ts');
  const files = await readBrandFiles(shopFolder);
  await readBrand(files);
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'brand')) === hash) return false;
    const texts = [...files].map(([file, text]) => ({ file, text }));
    await importFiles(tx, { folder: 'brand', files: texts, hash, names: brandFiles, together: () => 'brand' });
    return true;
  });
}
