// Converts the owner's source to rows, and rows to the catalogue. Pure, so that drafts can be previewed without saving.
import { Currency, type CurrencyCode, type CurrencyNumber } from '../../lib/money/money.ts';
import { platformOf, serviceTypeOf } from './keys.ts';
import type { Catalogue, OfferRow, ServiceRow } from './rules.ts';
import type { PlatformNumber, PlatformType, ServiceNumber } from './shapes.ts';
import type { CatalogueSource, SourceService } from './source.ts';

type Rows = {
  readonly services: readonly (Omit<ServiceRow, 'serviceType'> & { readonly position: number })[];
  readonly offers: readonly (Omit<OfferRow, 'prices'> & { readonly position: number })[];
  readonly prices: readonly { readonly offerId: string; readonly currency: CurrencyNumber; readonly unitPrice: number }[];
  readonly platforms: readonly (PlatformType & { readonly position: number })[];
};

export function catalogueOf({ services, offers, prices, platforms }: Rows, version: string): Catalogue {
  const pricesOf = new Map<string, Map<CurrencyNumber, number>>();
  for (const { offerId, currency, unitPrice } of prices) {
    const ofOffer = pricesOf.get(offerId) ?? new Map<CurrencyNumber, number>();
    pricesOf.set(offerId, ofOffer.set(currency, unitPrice));
  }
  return {
    version,
    services: services.map(({ position: _, ...service }) => service),
    offers: offers.map((offer) => ({ ...offer, prices: pricesOf.get(offer.id) ?? new Map() })),
    platforms,
  };
}

export function catalogueRows({ common, services }: CatalogueSource): Rows {
  return {
    services: services.map((service) => serviceRow(service, common.fields)),
    offers: services.flatMap(({ key, offers }) =>
      offers.map(({ prices: _, asks, revisions = null, ...offer }, position) => ({
        ...offer,
        revisions,
        omits: omittedBy(asks, common.fields),
        serviceType: typeOf(key),
        position,
      })),
    ),
    prices: services.flatMap(({ offers }) => offers.flatMap(pricesOf)),
    platforms: common.platforms.map(({ key, name, surchargePercent, hosts }, position) => ({
      platform: numberOf(key),
      name,
      position,
      surchargePercent,
      hosts,
    })),
  };
}

/** Common questions that an offer omits. */
export const omittedBy = (asks: readonly string[] | undefined, common: CatalogueSource['common']['fields']): string[] =>
  asks ? common.flatMap(({ name }) => (asks.includes(name) ? [] : [name])) : [];

const typeOf = (key: SourceService['key']): ServiceNumber => serviceTypeOf.get(key) as ServiceNumber;
const numberOf = (key: SourceService['platforms'][number]): PlatformNumber => platformOf.get(key) as PlatformNumber;

function serviceRow(service: SourceService, common: CatalogueSource['common']['fields']): Rows['services'][number] {
  const { slug, position, kind, madeBy, turnaround, interval, revisions } = service;
  const { name, summary, description, contains, excludes, sample } = service;
  return {
    type: typeOf(service.key),
    slug,
    position,
    kind,
    madeBy,
    turnaround,
    interval,
    revisions,
    platforms: service.platforms.map(numberOf),
    words: { name, summary, description, contains, excludes, sample },
    fields: [...service.fields, ...common],
  };
}

const pricesOf = ({ id, prices }: SourceService['offers'][number]): Rows['prices'] =>
  Object.entries(prices).flatMap(([code, unitPrice]) =>
    unitPrice === undefined ? [] : [{ offerId: id, currency: Currency[code as CurrencyCode], unitPrice }],
  );
