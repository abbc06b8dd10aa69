// SQL of the catalogue.
import { and, asc, eq, inArray, ne, notInArray, sql } from 'drizzle-orm';
import type { Words } from '#lib/locale.ts';
import { type CurrencyCode, getCurrencyCode } from '#lib/money/money.ts';
import { listNewestContent } from '#modules/content/queries.ts';
import { type Db, type DbClient, transaction } from '#platform/database/database.ts';
import { assignNumbers, type ServiceNumbers } from './keys.ts';
import { type CatalogueRows, type StoredRows, toCatalogue, toCatalogueRows, toCurrencyRows } from './rows.ts';
import { type Catalogue, toCurrencies } from './rules.ts';
import type { StoredCatalogue, StoredPlatforms, StoredServices } from './source/checks.ts';
import type { CatalogueSource } from './source/shapes.ts';
import {
  catalogueCurrency,
  catalogueNumber,
  catalogueOffer,
  cataloguePlatform,
  cataloguePrice,
  catalogueService,
  catalogueState,
} from './tables.ts';

/**
 * In one snapshot: responses are cached by version, so a new version with an old row would be served until
 * the next change.
 */
export const loadCatalogue = (db: Db): Promise<Catalogue> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const [state] = await tx.select().from(catalogueState);
    return toCatalogue(await selectRows(tx), String(state?.version ?? 0));
  });

/** All rows, also what is archived. */
export async function selectRows(queries: DbClient): Promise<StoredRows> {
  const services = await queries.select().from(catalogueService).orderBy(catalogueService.position, catalogueService.type);
  const offers = await queries
    .select()
    .from(catalogueOffer)
    .orderBy(catalogueOffer.serviceType, asc(catalogueOffer.retired), catalogueOffer.position, catalogueOffer.id);
  const prices = await queries.select().from(cataloguePrice);
  const platforms = await queries.select().from(cataloguePlatform).orderBy(asc(cataloguePlatform.retired), cataloguePlatform.position);
  const currencies = await queries.select().from(catalogueCurrency);
  return { services, offers, prices, platforms, currencies };
}

/** Service name of an offer, also of a retired one. */
export async function nameOfOffer(queries: DbClient, offerId: string): Promise<Words | undefined> {
  const [row] = await queries
    .select({ words: catalogueService.words })
    .from(catalogueOffer)
    .innerJoin(catalogueService, eq(catalogueService.type, catalogueOffer.serviceType))
    .where(eq(catalogueOffer.id, offerId));
  return row?.words.name;
}

/** Names and pieces of offers, also of retired ones, and platform names. */
export async function getOfferWords(queries: DbClient, offerIds: readonly string[]) {
  const offers = await queries
    .select({ id: catalogueOffer.id, words: catalogueService.words, unit: catalogueOffer.unit })
    .from(catalogueOffer)
    .innerJoin(catalogueService, eq(catalogueService.type, catalogueOffer.serviceType))
    .where(inArray(catalogueOffer.id, [...offerIds]));
  const platforms = await queries.select({ platform: cataloguePlatform.platform, name: cataloguePlatform.name }).from(cataloguePlatform);
  return {
    offers: new Map(offers.map(({ id, words, unit }) => [id, { name: words.name, unit }])),
    platforms: new Map<number | null, string>(platforms.map(({ platform, name }) => [platform, name])),
  };
}

/** Numbers by key. */
export async function selectNumbers(queries: DbClient): Promise<ServiceNumbers> {
  const rows = await queries.select().from(catalogueNumber);
  return new Map(rows.map(({ key, number }) => [key, number]));
}

export async function getStoredCatalogue(queries: DbClient): Promise<StoredCatalogue> {
  const { sold } = toCurrencies(await queries.select().from(catalogueCurrency));
  return {
    services: await listStoredServices(queries),
    platforms: await listStoredPlatforms(queries),
    currencies: sold.map(getCurrencyCode),
  };
}

const listStoredPlatforms = async (queries: DbClient): Promise<StoredPlatforms> =>
  (await queries.select().from(cataloguePlatform)).flatMap(({ platform, key, name }) =>
    key === null ? [] : [{ number: platform, key, name }],
  );

/** What the database knows of services, with the keys of their files. */
async function listStoredServices(queries: DbClient): Promise<StoredServices> {
  const keys = new Map([...(await selectNumbers(queries))].map(([key, type]) => [type, key]));
  const services = await queries.select().from(catalogueService);
  const offers = await queries.select({ id: catalogueOffer.id, serviceType: catalogueOffer.serviceType }).from(catalogueOffer);
  return services.map(({ type, slug, kind, state, words }) => ({
    key: keys.get(type) ?? '',
    number: type,
    name: words.name.en,
    slug,
    kind,
    state,
    offers: offers.flatMap(({ id, serviceType }) => (serviceType === type ? [id] : [])),
  }));
}

/** Services that have a file, with its name. */
export async function listCurrentServices(queries: DbClient) {
  const stored = await queries.select().from(catalogueService).orderBy(catalogueService.position, catalogueService.type);
  const files = await getFilesBySlug(queries);
  return stored.flatMap(({ type, slug, state, words }) => {
    const file = files.get(slug);
    return file ? [{ file, slug, name: words.name.en, number: type, state }] : [];
  });
}

/** File name by service slug; owners choose the names. */
export async function getFilesBySlug(of: DbClient): Promise<ReadonlyMap<string, string>> {
  const rows = await listNewestContent(of, 'catalogue');
  return new Map(rows.flatMap(({ file, value }) => (value === null ? [] : [[String(value.slug ?? ''), file]])));
}

/** The caller holds the folder's lock (lockFolder), so a key gets one number however many nodes start. */
async function assignStoredNumbers(tx: DbClient, { common, services }: CatalogueSource): Promise<ServiceNumbers> {
  const known = await selectNumbers(tx);
  const fresh = assignNumbers(
    services.map(({ key }) => key),
    known,
    common.numbers,
  );
  if (fresh.size > 0) await tx.insert(catalogueNumber).values([...fresh].map(([key, number]) => ({ key, number })));
  return new Map([...known, ...fresh]);
}

/** Currencies that the list does not have stay for what was paid in them. */
export async function saveCurrencies(tx: DbClient, codes: readonly CurrencyCode[]): Promise<void> {
  const rows = toCurrencyRows(codes);
  const sold = rows.map(({ currency }) => currency);
  for (const row of rows)
    await tx.insert(catalogueCurrency).values(row).onConflictDoUpdate({ target: catalogueCurrency.currency, set: row });
  await tx.update(catalogueCurrency).set({ position: null }).where(notInArray(catalogueCurrency.currency, sold));
}

/**
 * Services, offers and platforms that the source does not have stay for orders that were placed with them.
 */
export async function saveSource(tx: DbClient, source: CatalogueSource): Promise<void> {
  const { services, offers, prices, platforms } = toCatalogueRows(source, await assignStoredNumbers(tx, source));
  for (const row of platforms)
    await tx.insert(cataloguePlatform).values(row).onConflictDoUpdate({ target: cataloguePlatform.platform, set: row });
  const platformNumbers = platforms.map(({ platform }) => platform);
  await tx.update(cataloguePlatform).set({ retired: true }).where(notInArray(cataloguePlatform.platform, platformNumbers));
  await saveServices(tx, services);
  for (const { id, ...row } of offers)
    await tx
      .insert(catalogueOffer)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: catalogueOffer.id, set: row });
  const ids = offers.map(({ id }) => id);
  await tx.delete(cataloguePrice).where(inArray(cataloguePrice.offerId, ids));
  await tx.insert(cataloguePrice).values([...prices]);
  await tx.update(catalogueOffer).set({ retired: true }).where(notInArray(catalogueOffer.id, ids));
}

async function saveServices(tx: DbClient, services: CatalogueRows['services']): Promise<void> {
  const types = services.map(({ type }) => type);
  // Two services may swap their slugs, and each slug is there once.
  for (const { type, slug } of services)
    await tx
      .update(catalogueService)
      .set({ slug: sql`'~' || ${catalogueService.type}` })
      .where(and(eq(catalogueService.type, type), ne(catalogueService.slug, slug)));
  for (const row of services) await tx.insert(catalogueService).values(row).onConflictDoUpdate({ target: catalogueService.type, set: row });
  await tx.update(catalogueService).set({ state: 'archived' }).where(notInArray(catalogueService.type, types));
}
