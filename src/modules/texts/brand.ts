// The current brand: from the files in shop/, or the later desk version. Loaded at start-up and reloaded when it changes.
import type { AppContext } from '../../infra/app-context.ts';
import { StartFaults } from '../../infra/config/config.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { brandFiles, parseBrand, readBrandFiles } from '../../infra/shop-source/brand-source.ts';
import { hashInputs } from '../../infra/web/builds/build-inputs.ts';
import type { ShopTexts } from '../../lib/rendering.ts';
import { faultLine, isFaults } from '../../lib/yaml/source.ts';
import { lockFolder, newestNumbers, seenHash } from './queries.ts';
import { currentTexts, importFiles } from './versions.ts';

type Brand = ShopTexts['brand'];

export type BrandModule = {
  current(): Brand;
  /** Changes with every new version. */
  version(): string;
  reload(): Promise<void>;
};

/** `brand`: as the files of the shop folder have it. */
export async function openBrand({ db }: Pick<AppContext, 'db'>, brand: Brand, shopFolder: string): Promise<BrandModule> {
  await importBrand(db, shopFolder);
  let version = await versionOf(db.orm);
  // Without desk versions, the files already read are current.
  let current = version.includes(' desk ') ? await readBrand(db.orm) : brand;
  let reading = Promise.resolve();
  return {
    current: () => current,
    version: () => version,
    reload() {
      // Sequential, so that an older read never replaces a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          const newest = await versionOf(db.orm);
          if (newest === version) return;
          current = await readBrand(db.orm);
          version = newest;
        });
      return reading;
    },
  };
}

/** Imports the files if they changed since the last import; says whether they did. */
export async function importBrand(db: AppContext['db'], shopFolder: string): Promise<boolean> {
  const hash = await hashInputs(shopFolder, ['brand.yaml', 'brand/*.{svg,png}']);
  if ((await seenHash(db.orm, 'brand')) === hash) return false;
  const files = await readBrandFiles(shopFolder);
  const faults = await parseBrand(files);
  if (isFaults(faults)) throw new StartFaults(faults.map(faultLine));
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'brand')) === hash) return false;
    const texts = [...files].map(([file, text]) => ({ file, text }));
    await importFiles(tx, { folder: 'brand', files: texts, hash, names: brandFiles, together: () => 'brand' });
    return true;
  });
}

const versionOf = async (of: DbClient): Promise<string> =>
  (await newestNumbers(of, 'brand')).map(({ file, number, origin }) => `${file} ${origin} ${number}`).join(', ');

async function readBrand(of: DbClient): Promise<Brand> {
  const brand = await parseBrand(new Map([...(await currentTexts(of, 'brand')).values()].map(({ file, text }) => [file, text])));
  if (isFaults(brand)) throw new StartFaults(brand.map(faultLine));
  return brand;
}
