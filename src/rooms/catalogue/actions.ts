// The catalogue as other rooms and the pages use it: one snapshot in memory, replaced when the database says that it changed.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFaults } from '../../infra/config.ts';
import { change } from '../../infra/db.ts';
import type { Ground } from '../../infra/ground.ts';
import type { Locale } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money.ts';
import { faultLine, isFaults } from '../../lib/yaml-source.ts';
import { loadCatalogue, lockSourceHash, saveSource } from './queries.ts';
import { type Catalogue, viewCatalogue } from './rules.ts';
import type { Storefront } from './shapes.ts';
import { type CatalogueSource, parseCatalogue } from './source.ts';

export type CatalogueRoom = {
  version(): string;
  current(): Catalogue;
  storefront(locale: Locale, currency: CurrencyNumber): Storefront;
  /** Reads the catalogue anew; the old snapshot serves until the new one is whole. */
  reload(): Promise<void>;
};

export async function openCatalogue({ db }: Pick<Ground, 'db'>): Promise<CatalogueRoom> {
  let catalogue = await loadCatalogue(db.orm);
  const views = new Map<string, Storefront>();
  let reading = Promise.resolve();
  return {
    version: () => catalogue.version,
    current: () => catalogue,
    storefront(locale, currency) {
      const key = `${locale}${currency}`;
      const view = views.get(key) ?? viewCatalogue(catalogue, locale, currency);
      views.set(key, view);
      return view;
    },
    reload() {
      // One after the other: an older reading must never replace a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          catalogue = await loadCatalogue(db.orm);
          views.clear();
        });
      return reading;
    },
  };
}

/** Reads and checks the owner's files; refuses to go on while one of them is wrong. */
export async function readCatalogueFiles(folder: string): Promise<{ source: CatalogueSource; hash: string }> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ file: join('shop/catalogue', name), text: await readFile(join(folder, name), 'utf8') })),
  );
  const common = files.find(({ file }) => file.endsWith('common.yaml'));
  if (!common) throw new StartFaults([`${folder} has no common.yaml.`]);
  const source = parseCatalogue(
    common,
    files.filter((file) => file !== common),
  );
  if (isFaults(source)) throw new StartFaults(source.map(faultLine));
  const hash = createHash('sha256');
  for (const { file, text } of files) hash.update(`${file}\0${text}\0`);
  return { source, hash: hash.digest('hex') };
}

/** Takes the owner's files over where they changed since the last time; true when they had. */
export async function takeOverCatalogue(db: Ground['db'], folder: string): Promise<boolean> {
  const { source, hash } = await readCatalogueFiles(folder);
  return change(db, async (tx) => {
    if ((await lockSourceHash(tx)) === hash) return false;
    await saveSource(tx, source, hash);
    return true;
  });
}
