// Company, questions, home page, menus and samples: their files in the folder of a shop, and the versions in
// force.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sources } from '#lib/yaml/source.ts';
import type { AppContext } from '#platform/app-context.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { type LiveText, openLiveText } from './live-text.ts';
import type { Stamps } from './queries.ts';
import { MENUS_FILE } from './source/menus.ts';
import { readContent, type ShopContent } from './source/pages.ts';
import { type FileKind, getCurrentSources } from './versions.ts';

export const openContent = ({ db }: Pick<AppContext, 'db'>, stamps: Stamps): Promise<LiveText<ShopContent>> =>
  openLiveText('content', stamps, async () => readContent(await withMenus(await getCurrentSources(db.orm, 'content'))));

export const contentKind: FileKind = {
  folder: 'content',
  hash: (shopFolder) => hashInputs(shopFolder, ['company.yaml', 'faq.yaml', 'home.yaml', MENUS_FILE, 'samples/*.yaml']),
  async read(shopFolder) {
    const { readSources } = await import('./source/read-files.ts');
    return readSources('content', await readContentFiles(shopFolder));
  },
  check: async (files) => readContent(await withMenus(files)),
};

/** A shop without menus of its own has those of the default shop. */
export async function withMenus(files: Sources): Promise<Sources> {
  if (files.has(MENUS_FILE)) return files;
  const { readDefault } = await import('./source/read-files.ts');
  return new Map([...files, [MENUS_FILE, await readDefault('content', MENUS_FILE)]]);
}

/** By name: "faq.yaml", "samples/logo-design.yaml". A shop may have no samples and no menus of its own. */
async function readContentFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const samples = (await readdir(join(folder, 'samples')).catch(() => [] as string[])).filter((name) => name.endsWith('.yaml')).sort();
  const menus = existsSync(join(folder, MENUS_FILE)) ? [MENUS_FILE] : [];
  const names = ['company.yaml', 'faq.yaml', 'home.yaml', ...menus, ...samples.map((name) => `samples/${name}`)];
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)));
}
