// SQL of the catalogue.
import { eq, inArray, notInArray, sql } from 'drizzle-orm';
import { type Db, type DbClient, transaction } from '../../infra/database/database.ts';
import type { Words } from '../../lib/locale.ts';
import { catalogueOf, catalogueRows } from './rows.ts';
import type { Catalogue } from './rules.ts';
import type { CatalogueSource } from './source.ts';
import { catalogueOffer, cataloguePlatform, cataloguePrice, catalogueService, catalogueState } from './tables.ts';

/** In one snapshot: responses are cached by version, so a new version with an old row would be served until the next change. */
export const loadCatalogue = (db: Db): Promise<Catalogue> =>
  transaction(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`);
    const [state] = await tx.select().from(catalogueState);
    const services = await tx.select().from(catalogueService).orderBy(catalogueService.position);
    const offers = await tx
      .select()
      .from(catalogueOffer)
      .where(eq(catalogueOffer.retired, false))
      .orderBy(catalogueOffer.serviceType, catalogueOffer.position);
    const prices = await tx.select().from(cataloguePrice);
    const platforms = await tx.select().from(cataloguePlatform).orderBy(cataloguePlatform.position);
    return catalogueOf({ services, offers, prices, platforms }, String(state?.version ?? 0));
  });

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
export async function wordsOfOffers(queries: DbClient, offerIds: readonly string[]) {
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

export async function saveSource(tx: DbClient, source: CatalogueSource): Promise<void> {
  const { services, offers, prices, platforms } = catalogueRows(source);
  for (const row of platforms)
    await tx.insert(cataloguePlatform).values(row).onConflictDoUpdate({ target: cataloguePlatform.platform, set: row });
  const platformNumbers = platforms.map(({ platform }) => platform);
  await tx.delete(cataloguePlatform).where(notInArray(cataloguePlatform.platform, platformNumbers));
  for (const row of services) await tx.insert(catalogueService).values(row).onConflictDoUpdate({ target: catalogueService.type, set: row });
  for (const { id, ...row } of offers) {
    const set = { ...row, retired: false };
    await tx
      .insert(catalogueOffer)
      .values({ id, ...set })
      .onConflictDoUpdate({ target: catalogueOffer.id, set });
  }
  const ids = offers.map(({ id }) => id);
  await tx.delete(cataloguePrice).where(inArray(cataloguePrice.offerId, ids));
  await tx.insert(cataloguePrice).values([...prices]);
  await tx.update(catalogueOffer).set({ retired: true }).where(notInArray(catalogueOffer.id, ids));
}
