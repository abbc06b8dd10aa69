// The current brand: from the files in shop/, or the later desk version. Loaded at start-up and reloaded when it changes.
import { createHash } from 'node:crypto';
import type { AppContext } from '../../infra/app-context.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { cachedSource } from '../../infra/source-cache.ts';
import { hashInputs } from '../../infra/web/builds/build-inputs.ts';
import type { ShopTexts } from '../../lib/rendering.ts';
import { type LiveText, liveText } from './live-text.ts';
import { lockFolder, newestNumbers, seenHash } from './queries.ts';
import { currentTexts, importFiles } from './versions.ts';

type Brand = ShopTexts['brand'];

/** `brand`: as the files of the shop folder have it. */
export async function openBrand({ db }: Pick<AppContext, 'db'>, brand: Brand, shopFolder: string): Promise<LiveText<Brand>> {
  await importBrand(db, shopFolder);
  const versionNow = () => versionOf(db.orm);
  const read = () => readCached(db.orm, shopFolder);
  const version = await versionNow();
  // Without desk versions, the files already read are current.
  return liveText({ version, value: version.includes(' desk ') ? await read() : brand }, { versionNow, read });
}

/** Imports the files if they changed since the last import; says whether they did. */
export async function importBrand(db: AppContext['db'], shopFolder: string): Promise<boolean> {
  const hash = await hashInputs(shopFolder, ['brand.yaml', 'brand/*.{svg,png}']);
  if ((await seenHash(db.orm, 'brand')) === hash) return false;
  const { brandFiles, brandOf, readBrandFiles } = await import('../../infra/shop-source/brand-source.ts');
  const files = await readBrandFiles(shopFolder);
  await brandOf(files);
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'brand')) === hash) return false;
    const texts = [...files].map(([file, text]) => ({ file, text }));
    await importFiles(tx, { folder: 'brand', files: texts, hash, names: brandFiles, together: () => 'brand' });
    return true;
  });
}

const versionOf = async (of: DbClient): Promise<string> =>
  (await newestNumbers(of, 'brand')).map(({ file, number, origin }) => `${file} ${origin} ${number}`).join(', ');

/** Caches the parsed brand, so that desk versions do not slow down start-up. */
async function readCached(of: DbClient, folder: string): Promise<Brand> {
  const files = new Map([...(await currentTexts(of, 'brand')).values()].map(({ file, text }) => [file, text]));
  const also = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex');
  return cachedSource({ name: 'brand', folder, files: [], also }, async () => {
    const { brandOf } = await import('../../infra/shop-source/brand-source.ts');
    return brandOf(files);
  });
}
