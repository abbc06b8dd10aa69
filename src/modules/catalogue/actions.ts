// Public API of the catalogue module: an in-memory snapshot, reloaded when the database reports a change, and the policy gate for briefs.

import type { AppContext } from '../../infra/app-context.ts';
import { transaction } from '../../infra/database/database.ts';
import { cachedSource } from '../../infra/source-cache.ts';
import type { Locale } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import { importFiles, lockFolder } from '../texts/actions.ts';
import type { ServiceNumbers } from './keys.ts';
import type { PolicyGate } from './policy/gate.ts';
import { type Judgement, judge } from './policy/judge.ts';
import { loadCatalogue, saveSource, selectNumbers, storedServices } from './queries.ts';
import { type Catalogue, viewCatalogue } from './rules.ts';
import type { Storefront } from './shapes.ts';
import { fitsStored, type StoredServices } from './source/faults.ts';

export type { Judgement } from './policy/judge.ts';
export { briefPolicyMessage } from './policy/messages.ts';
export { filesBySlug, nameOfOffer, wordsOfOffers } from './queries.ts';
export { ownAndSampleServices, type ServiceSummary } from './samples.ts';

export type CatalogueModule = {
  version(): string;
  current(): Catalogue;
  storefront(locale: Locale, currency: CurrencyNumber): Storefront;
  /** Checks a text against the platform's rules, or all platforms' rules. Undefined: allowed. */
  judgeBrief(text: string, platform: number | null): Judgement | undefined;
  /** Reloads the catalogue; the old snapshot is served until then. */
  reload(): Promise<void>;
};

/** `currentGate`: undefined if the shop has no list of forbidden requests. */
export async function openCatalogue({ db }: Pick<AppContext, 'db'>, currentGate: () => PolicyGate | undefined): Promise<CatalogueModule> {
  let catalogue = await loadCatalogue(db);
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
    judgeBrief(text, platform) {
      const key = catalogue.platforms.find((each) => each.platform === platform)?.key ?? undefined;
      const gate = currentGate();
      return gate && judge(gate, key === undefined ? { text } : { text, platform: key });
    },
    reload() {
      // Sequential, so that an older read never replaces a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          catalogue = await loadCatalogue(db);
          views.clear();
        });
      return reading;
    },
  };
}

/** Services that an import has changed: their names and numbers, for the person who started it. */
export type CatalogueImport = {
  readonly [what in 'added' | 'archived' | 'restored']: readonly { readonly name: string; readonly number: number }[];
};

/** Imports the owner's files if they have changed; undefined if not. Desk versions of unchanged files stay. */
export async function importCatalogue(db: AppContext['db'], folder: string): Promise<CatalogueImport | undefined> {
  const cached = await cachedSource({ name: 'catalogue', folder, files: ['*.yaml'] }, async () => {
    const { readCatalogueFiles } = await import('./source/files.ts');
    return readCatalogueFiles(folder);
  });
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'catalogue')) === cached.hash) return undefined;
    const { catalogueFiles, sourceOf } = await import('./source/files.ts');
    const files = await catalogueFiles(folder);
    const texts = await importFiles(tx, { folder: 'catalogue', files, hash: cached.hash });
    // The desk may have edited and added files.
    const isAsFiles = texts.size === files.length && files.every(({ file, text }) => texts.get(file)?.text === text);
    const stored = await storedServices(tx);
    const isChecked = isAsFiles && fitsStored(cached.source, stored);
    await saveSource(tx, isChecked ? cached.source : sourceOf([...texts.values()], stored));
    return importOf(stored, await storedServices(tx), await selectNumbers(tx));
  });
}

function importOf(before: StoredServices, after: StoredServices, numbers: ServiceNumbers): CatalogueImport {
  const was = new Map(before.map(({ key, state }) => [key, state !== 'archived']));
  const pick = (wasSold: boolean | undefined, isSold: boolean) =>
    after.flatMap(({ key, name, state }) =>
      was.get(key) === wasSold && (state !== 'archived') === isSold ? [{ name, number: numbers.get(key) ?? 0 }] : [],
    );
  return { added: pick(undefined, true), archived: pick(true, false), restored: pick(false, true) };
}

/** Loaded lazily: only editing needs it. */
export const editCatalogue = () => import('./edit.ts');

/** The same. */
export const editSpreadsheet = () => import('./spreadsheet/spreadsheet.ts');
