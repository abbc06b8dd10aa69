// All SQL of the catalogue.
import { eq, inArray, notInArray } from 'drizzle-orm';
import type { Queries } from '../../infra/db.ts';
import type { Words } from '../../lib/locale.ts';
import { Currency, type CurrencyCode, type CurrencyNumber } from '../../lib/money.ts';
import { platformOf, serviceTypeOf } from './keys.ts';
import type { Catalogue } from './rules.ts';
import type { PlatformNumber, ServiceNumber } from './shapes.ts';
import type { CatalogueSource, SourceService } from './source.ts';
import { catalogueOffer, cataloguePlatform, cataloguePrice, catalogueService, catalogueState } from './tables.ts';

export async function loadCatalogue(queries: Queries): Promise<Catalogue> {
  const [state, services, offers, prices, platforms] = await Promise.all([
    queries.select().from(catalogueState),
    queries.select().from(catalogueService).orderBy(catalogueService.position),
    queries
      .select()
      .from(catalogueOffer)
      .where(eq(catalogueOffer.retired, false))
      .orderBy(catalogueOffer.serviceType, catalogueOffer.position),
    queries.select().from(cataloguePrice),
    queries.select().from(cataloguePlatform).orderBy(cataloguePlatform.position),
  ]);
  const pricesOf = new Map<string, Map<CurrencyNumber, number>>();
  for (const { offerId, currency, unitPrice } of prices) {
    const ofOffer = pricesOf.get(offerId) ?? new Map<CurrencyNumber, number>();
    pricesOf.set(offerId, ofOffer.set(currency, unitPrice));
  }
  return {
    version: String(state[0]?.version ?? 0),
    services: services.map(({ position: _, ...service }) => service),
    offers: offers.map((offer) => ({ ...offer, prices: pricesOf.get(offer.id) ?? new Map() })),
    platforms,
  };
}

/** What the service of an offer is called, also of one that is not sold any more. */
export async function nameOfOffer(queries: Queries, offerId: string): Promise<Words | undefined> {
  const [row] = await queries
    .select({ words: catalogueService.words })
    .from(catalogueOffer)
    .innerJoin(catalogueService, eq(catalogueService.type, catalogueOffer.serviceType))
    .where(eq(catalogueOffer.id, offerId));
  return row?.words.name;
}

/** What offers are called and consist of, also those that are not sold any more; and the names of the platforms. */
export async function wordsOfOffers(queries: Queries, offerIds: readonly string[]) {
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

/** The hash of the files that were last taken over; the row is locked, so that two nodes that start together take them over once. */
export async function lockSourceHash(tx: Queries): Promise<string> {
  await tx.insert(catalogueState).values({}).onConflictDoNothing();
  const [state] = await tx.select({ hash: catalogueState.sourceHash }).from(catalogueState).for('update');
  return state?.hash ?? '';
}

export async function saveSource(tx: Queries, source: CatalogueSource, hash: string): Promise<void> {
  for (const [position, platform] of source.common.platforms.entries()) {
    const row = {
      platform: platformOf.get(platform.key) as PlatformNumber,
      name: platform.name,
      position,
      surchargePercent: platform.surchargePercent,
      hosts: platform.hosts,
    };
    await tx.insert(cataloguePlatform).values(row).onConflictDoUpdate({ target: cataloguePlatform.platform, set: row });
  }
  const platforms = source.common.platforms.map(({ key }) => platformOf.get(key) as PlatformNumber);
  await tx.delete(cataloguePlatform).where(notInArray(cataloguePlatform.platform, platforms));
  for (const service of source.services) await saveService(tx, service, source);
  const ids = source.services.flatMap(({ offers }) => offers.map(({ id }) => id));
  await tx.update(catalogueOffer).set({ retired: true }).where(notInArray(catalogueOffer.id, ids));
  await tx.update(catalogueState).set({ sourceHash: hash });
}

async function saveService(tx: Queries, service: SourceService, { common }: CatalogueSource): Promise<void> {
  const type = serviceTypeOf.get(service.key) as ServiceNumber;
  const { name, summary, description, contains, excludes, sample } = service;
  const row = {
    type,
    slug: service.slug,
    position: service.position,
    kind: service.kind,
    madeBy: service.madeBy,
    turnaround: service.turnaround,
    interval: service.interval,
    revisions: service.revisions,
    platforms: service.platforms.map((key) => platformOf.get(key) as PlatformNumber),
    words: { name, summary, description, contains, excludes, sample },
    fields: [...service.fields, ...common.fields],
  };
  await tx.insert(catalogueService).values(row).onConflictDoUpdate({ target: catalogueService.type, set: row });
  for (const [position, { prices, id, ...offer }] of service.offers.entries()) {
    const kept = { ...offer, serviceType: type, position, retired: false };
    await tx
      .insert(catalogueOffer)
      .values({ id, ...kept })
      .onConflictDoUpdate({ target: catalogueOffer.id, set: kept });
    await tx.delete(cataloguePrice).where(eq(cataloguePrice.offerId, id));
    const rows = Object.entries(prices).flatMap(([code, unitPrice]) =>
      unitPrice === undefined ? [] : [{ offerId: id, currency: Currency[code as CurrencyCode], unitPrice }],
    );
    await tx.insert(cataloguePrice).values(rows);
  }
}
