// The brand: its files in the folder of a shop, and the version in force.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_LOGO_BYTES, PNG_PREFIX } from '#lib/look/look.ts';
import { BRAND_FILE, type ShopTexts } from '#lib/rendering.ts';
import type { AppContext } from '#platform/app-context.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { type LiveText, openLiveText } from './live-text.ts';
import type { Stamps } from './queries.ts';
import { brandFiles, readBrand } from './source/brand.ts';
import { type FileKind, getCurrentSources } from './versions.ts';

export const openBrand = ({ db }: Pick<AppContext, 'db'>, stamps: Stamps): Promise<LiveText<ShopTexts['brand']>> =>
  openLiveText('brand', stamps, async () => readBrand(await getCurrentSources(db.orm, 'brand')));

export const brandKind: FileKind = {
  folder: 'brand',
  hash: (shopFolder) => hashInputs(shopFolder, ['brand.yaml', 'brand/*.{svg,png}']),
  names: brandFiles,
  together: () => 'brand',
  async read(shopFolder) {
    const { readSources } = await import('./source/read-files.ts');
    return readSources('brand', await readBrandFiles(shopFolder));
  },
  check: readBrand,
};

/** brand.yaml and the logo files that exist, by name. */
async function readBrandFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map([[BRAND_FILE, await readFile(join(folder, BRAND_FILE), 'utf8')]]);
  for (const name of brandFiles.slice(1)) {
    const bytes = await readFile(join(folder, 'brand', name)).catch(() => undefined);
    if (!bytes) continue;
    // A larger file is refused for its size, whatever else is in it.
    const read = bytes.subarray(0, MAX_LOGO_BYTES + 1024);
    files.set(name, name.endsWith('.png') ? PNG_PREFIX + read.toString('base64') : read.toString('utf8'));
  }
  return files;
}
