// Public API of the catalogue module: an in-memory snapshot, reloaded when the database reports a change, and
// the policy gate for briefs.

import type { Locale } from '#lib/locale.ts';
import type { CurrencyCode, CurrencyNumber } from '#lib/money/money.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import { UserError } from '#lib/user-error.ts';
import { getSeenHash, lockFolder } from '#modules/content/queries.ts';
import { toSources } from '#modules/content/sources.ts';
import { getCurrentContent, getValues, type ImportChoice, importFiles } from '#modules/content/versions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { validationMessages } from '#platform/http/validation-errors.ts';
import { createSerialRunner } from '#platform/in-turn.ts';
import type { ServiceNumbers } from './keys.ts';
import { openKinds } from './kinds/open-kinds.ts';
import { withKinds, withMakers } from './kinds/rules.ts';
import type { JudgeRequest, PluginKind, ShopKind } from './kinds/shapes.ts';
import { getStoredCatalogue, loadCatalogue, saveCurrencies, saveSource, selectNumbers } from './queries.ts';
import { type Catalogue, type Currencies, viewCatalogue } from './rules.ts';
import type { ServiceNumber, Storefront } from './shapes.ts';
import { matchesStored, type StoredCatalogue } from './source/checks.ts';

export type CatalogueModule = {
  version(): string;
  current(): Catalogue;
  currencies(): Currencies;
  storefront(locale: Locale, currency: CurrencyNumber): Storefront;
  /** Of a service, also of one that is not sold any more. */
  getKind(service: ServiceNumber): ShopKind;
  /** Those of plugins. */
  readonly kinds: readonly PluginKind[];
  /** Reloads the catalogue; the old snapshot is served until then. */
  reload(): Promise<void>;
};

/**
 * `currentGate`: undefined if the shop has no gate. `instantMakers`: of plugins, those
 * that deliver without a person.
 */
export async function openCatalogue(
  { db }: Pick<AppContext, 'db'>,
  currentGate: () => Promise<JudgeRequest | undefined>,
  { kinds, instantMakers }: { readonly kinds: readonly PluginKind[]; readonly instantMakers: readonly string[] },
): Promise<CatalogueModule> {
  const kindNamed = openKinds(async (text, platform) => {
    const judge = await currentGate();
    return judge?.(platform === null ? { text } : { text, platform });
  }, kinds);
  const load = async () => withMakers(withKinds(await loadCatalogue(db), kinds), instantMakers);
  let catalogue = await load();
  const views = new Map<string, Storefront>();
  return {
    version: () => catalogue.version,
    current: () => catalogue,
    currencies: () => catalogue.currencies,
    storefront(locale, currency) {
      const key = `${locale}${currency}`;
      const view = views.get(key) ?? viewCatalogue(catalogue, locale, currency);
      views.set(key, view);
      return view;
    },
    getKind: (service) => kindNamed(catalogue.services.find(({ type }) => type === service)?.production.kind),
    kinds,
    reload: createSerialRunner(async () => {
      catalogue = await load();
      views.clear();
    }),
  };
}

/** Services that an import has changed: their names and numbers, for the person who started it. */
export type CatalogueImport = {
  readonly [what in 'added' | 'archived' | 'restored']: readonly { readonly name: string; readonly number: number }[];
} & {
  /** What the shop sells in now and did not before, and the other way round; absent: unchanged. */
  readonly currencies?: { readonly added: readonly CurrencyCode[]; readonly removed: readonly CurrencyCode[] };
};

/**
 * Prepares an import of the owner's files, and of the currencies of money.yaml beside their folder; undefined
 * if they have not changed. Desk versions of unchanged files stay.
 */
export async function prepareCatalogue(
  db: Pick<AppContext['db'], 'orm'>,
  folder: string,
): Promise<(tx: DbClient, choice?: ImportChoice) => Promise<CatalogueImport | undefined>> {
  const { hashCatalogue, readCatalogueFiles, readCatalogueSource } = await import('./source/files.ts');
  const hash = await hashCatalogue(folder);
  if ((await getSeenHash(db.orm, 'catalogue')) === hash) return async () => undefined;
  const { files, currencies, source } = await readCatalogueFiles(folder);
  return async (tx, choice) => {
    if ((await lockFolder(tx, 'catalogue')) === hash) return undefined;
    await importFiles(tx, { folder: 'catalogue', files, hash }, choice);
    const now = await getCurrentContent(tx, 'catalogue');
    // The desk may have edited and added files.
    const isAsFiles = now.size === files.size && [...now.values()].every(({ origin }) => origin === 'file');
    const stored = await getStoredCatalogue(tx);
    await saveCurrencies(tx, currencies);
    const isChecked = isAsFiles && matchesStored(source, stored);
    const against = { ...stored, currencies, priced: [...files.keys()] };
    await saveSource(tx, isChecked ? source : readCatalogueSource(toSources('catalogue', getValues(now)), against));
    return compareCatalogues(stored, await getStoredCatalogue(tx), await selectNumbers(tx));
  };
}

export async function importCatalogue(db: AppContext['db'], folder: string, choice?: ImportChoice): Promise<CatalogueImport | undefined> {
  const run = await prepareCatalogue(db, folder);
  return transaction(db, (tx) => run(tx, choice));
}

function compareCatalogues(before: StoredCatalogue, after: StoredCatalogue, numbers: ServiceNumbers): CatalogueImport {
  const was = new Map(before.services.map(({ key, state }) => [key, state !== 'archived']));
  const pick = (wasSold: boolean | undefined, isSold: boolean) =>
    after.services.flatMap(({ key, name, state }) =>
      was.get(key) === wasSold && (state !== 'archived') === isSold ? [{ name, number: numbers.get(key) ?? 0 }] : [],
    );
  const currencies = {
    added: after.currencies.filter((code) => !before.currencies.includes(code)),
    removed: before.currencies.filter((code) => !after.currencies.includes(code)),
  };
  const changed = currencies.added.length + currencies.removed.length > 0 ? { currencies } : {};
  return { added: pick(undefined, true), archived: pick(true, false), restored: pick(false, true), ...changed };
}

/** What the names of offers are read from. */
export type Offers = { readonly catalogue: CatalogueModule };

/** "Logo design, 3 drafts". An unknown offer is shown by its id. */
export function formatOfferName({ catalogue }: Offers, offerId: string): string {
  const { offers, services } = catalogue.current();
  const offer = offers.find(({ id }) => id === offerId);
  const service = services.find(({ type }) => type === offer?.serviceType);
  return offer && service ? formatOfferTitle(service.words.name.en, [offer.unit.en], 'en') : offerId;
}

type OrderLine = { readonly quantity: number; readonly offerId: string; readonly title?: string | null };

export function describeOrderLine(offers: Offers, { quantity, offerId, title }: OrderLine): string {
  const name = title ?? formatOfferName(offers, offerId);
  return quantity === 1 ? name : `${quantity} × ${name}`;
}

export const listServices = ({ catalogue }: Offers) =>
  catalogue.current().services.map(({ type, words }) => ({ type, name: words.name.en }));

/** Refuses an input that names a currency outside of these. */
export function expectCurrency(currencies: readonly CurrencyNumber[], currency: CurrencyNumber): void {
  if (!currencies.includes(currency)) throw new UserError(400, { currency: [validationMessages.choice] });
}

/** Loaded lazily: only editing needs it. */
export const editCatalogue = () => import('./edit.ts');
