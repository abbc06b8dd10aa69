// Converts the owner's source to rows, and rows to the catalogue. Pure, so that drafts can be previewed
// without saving.
import { type CurrencyCode, type CurrencyNumber, getCurrencyNumber } from '#lib/money/money.ts';
import { customOffer, customService } from './custom.ts';
import type { ServiceNumbers } from './keys.ts';
import { type Catalogue, type CurrencyRow, type OfferRow, type PlatformRow, type ServiceRow, toCurrencies } from './rules.ts';
import { isPluginPart, type Plan, type PlatformNumber, type ServiceNumber } from './shapes.ts';
import type { CatalogueSource, SourcePlan, SourceService } from './source/shapes.ts';

export type CatalogueRows = {
  readonly services: readonly (Omit<ServiceRow, 'serviceType'> & { readonly position: number })[];
  readonly offers: readonly (Omit<OfferRow, 'prices' | 'isSold'> & { readonly position: number; readonly retired: boolean })[];
  readonly prices: readonly { readonly offerId: string; readonly currency: CurrencyNumber; readonly unitPrice: number }[];
  readonly platforms: readonly (PlatformRow & { readonly position: number })[];
};
/** With what the shop sells in, which is not in the catalogue's files. */
export type StoredRows = CatalogueRows & { readonly currencies: readonly CurrencyRow[] };

export function toCatalogue({ services, offers, prices, platforms, currencies }: StoredRows, version: string): Catalogue {
  const archived = new Set(services.flatMap(({ type, state }) => (state === 'archived' ? [type] : [])));
  const pricesByOffer = new Map<string, Map<CurrencyNumber, number>>();
  for (const { offerId, currency, unitPrice } of prices) {
    const ofOffer = pricesByOffer.get(offerId) ?? new Map<CurrencyNumber, number>();
    pricesByOffer.set(offerId, ofOffer.set(currency, unitPrice));
  }
  return {
    version,
    currencies: toCurrencies(currencies),
    services: [...services.map(({ position: _, ...service }) => service), customService],
    offers: [
      ...offers.map(({ retired, ...offer }) => {
        const isSold = !retired && !archived.has(offer.serviceType);
        return { ...offer, isSold, prices: pricesByOffer.get(offer.id) ?? new Map() };
      }),
      customOffer,
    ],
    platforms: platforms.map(({ position: _, ...platform }) => platform),
  };
}

/** Files name services by key. */
const toPlan = ({ requests, active, services, rollover = null }: SourcePlan, numbers: ServiceNumbers): Plan => ({
  requests,
  active,
  services: Object.fromEntries(Object.entries(services).map(([key, credits]) => [String(numbers.get(key)), credits])),
  rollover,
});

/** In the owner's order. */
export const toCurrencyRows = (codes: readonly CurrencyCode[]) =>
  codes.map((code, position) => ({ currency: getCurrencyNumber(code), position }));

/** `numbers`: of every service of the source. */
export function toCatalogueRows({ common, services }: CatalogueSource, numbers: ServiceNumbers): CatalogueRows {
  const getType = ({ key }: Pick<SourceService, 'key'>) => numbers.get(key) as ServiceNumber;
  const platformNumbers = new Map(common.platforms.map(({ key, number }) => [key, number]));
  return {
    services: services.map((service) => toServiceRow(service, getType(service), { fields: common.fields, platformNumbers })),
    offers: services.flatMap((service) =>
      service.offers.map(
        ({ prices: _, asks, revisions = null, count = null, isInstant = false, tiers = [], plan, ...offer }, position) => ({
          ...offer,
          revisions,
          count,
          isInstant,
          turnaround: offer.turnaround ?? null,
          eachUnitIsPiece: offer.eachUnitIsPiece ?? false,
          tiers,
          plan: plan ? toPlan(plan, numbers) : null,
          omits: listOmittedQuestions(asks, common.fields),
          serviceType: getType(service),
          retired: false,
          position,
        }),
      ),
    ),
    prices: services.flatMap(({ offers }) => offers.flatMap(priceRows)),
    platforms: common.platforms.map(({ key, number, name, surchargePercent, hosts, layout = null, posts = {} }, position) => ({
      key,
      platform: number,
      name,
      position,
      surchargePercent,
      hosts,
      layout,
      posts,
      retired: false,
    })),
  };
}

/** The rows as they would be after the source was saved: what it does not have is archived. */
export function withRows(before: StoredRows, source: CatalogueRows): StoredRows {
  const types = new Set(source.services.map(({ type }) => type));
  const ids = new Set(source.offers.map(({ id }) => id));
  const platforms = new Set(source.platforms.map(({ platform }) => platform));
  const archived = before.services.flatMap((row) => (types.has(row.type) ? [] : [{ ...row, state: 'archived' as const }]));
  const retired = before.offers.flatMap((row) => (ids.has(row.id) ? [] : [{ ...row, retired: true }]));
  return {
    ...source,
    currencies: before.currencies,
    services: [...source.services, ...archived],
    offers: [...source.offers, ...retired],
    platforms: [
      ...source.platforms,
      ...before.platforms.flatMap((row) => (platforms.has(row.platform) ? [] : [{ ...row, retired: true }])),
    ],
    prices: [...source.prices, ...before.prices.filter(({ offerId }) => !ids.has(offerId))],
  };
}

/** Common questions that an offer omits. */
const listOmittedQuestions = (asks: readonly string[] | undefined, common: CatalogueSource['common']['fields']): string[] =>
  asks ? common.flatMap(({ name }) => (asks.includes(name) ? [] : [name])) : [];

type Shared = Pick<CatalogueSource['common'], 'fields'> & { readonly platformNumbers: ReadonlyMap<string, PlatformNumber> };

function toServiceRow(service: SourceService, type: ServiceNumber, { fields, platformNumbers }: Shared): CatalogueRows['services'][number] {
  const { slug, state = 'sold', position, madeBy, turnaround, delivers = 'article', interval, revisions } = service;
  const { icon = null, maker, instructions, countedIn, quantityFrom, tools, deliveredFiles, approval, stages } = service;
  const { name, summary, description, contains, excludes, sample } = service;
  return {
    type,
    slug,
    state,
    position,
    kind: service.kind === 'bundle' ? 'bundle' : 'service',
    madeBy,
    turnaround,
    delivers,
    interval,
    revisions,
    icon,
    platforms: service.platforms.flatMap((key) => platformNumbers.get(key) ?? []),
    production: {
      ...(isPluginPart(service.kind) ? { kind: service.kind, delivers: service.delivers } : {}),
      ...{ maker, instructions, countedIn, quantityFrom, tools, deliveredFiles, approval, stages },
    },
    words: { name, summary, description, contains, excludes, sample },
    fields: [...service.fields, ...fields],
    addOns: (service.addOns ?? []).map(({ description = null, offers = null, maxQuantity = 1, prices = {}, ...addOn }) => ({
      ...addOn,
      description,
      offers,
      maxQuantity,
      prices,
    })),
  };
}

const priceRows = ({ id, prices }: SourceService['offers'][number]): CatalogueRows['prices'] =>
  Object.entries(prices).flatMap(([code, unitPrice]) =>
    unitPrice === undefined ? [] : [{ offerId: id, currency: getCurrencyNumber(code), unitPrice }],
  );
