// The storefront from the owner's files without a database, for measurements and page tests.
import { join } from 'node:path';
import type { Locale } from '../src/lib/locale.ts';
import { Currency, type CurrencyNumber, currencyCodes } from '../src/lib/money/money.ts';
import { platformOf, serviceTypeOf } from '../src/modules/catalogue/keys.ts';
import { omittedBy } from '../src/modules/catalogue/rows.ts';
import { type Catalogue, viewCatalogue } from '../src/modules/catalogue/rules.ts';
import type { PlatformNumber, ServiceNumber, Storefront } from '../src/modules/catalogue/shapes.ts';
import type { CatalogueSource, SourceService } from '../src/modules/catalogue/source.ts';
import { readCatalogueFiles } from '../src/modules/catalogue/source-files.ts';

export type StorefrontOf = (locale: Locale, currency: CurrencyNumber) => Storefront;

export async function storefrontOfFiles(): Promise<StorefrontOf> {
  const { source } = await readCatalogueFiles(join(import.meta.dirname, '../shop/catalogue'));
  const catalogue = catalogueOf(source);
  return (locale, currency) => viewCatalogue(catalogue, locale, currency);
}

function catalogueOf({ common, services }: CatalogueSource): Catalogue {
  return {
    version: 'files',
    services: services.map((service) => serviceOf(service, common)),
    offers: services.flatMap(({ key, offers }) => offers.map((offer) => offerOf(offer, key, common))),
    platforms: common.platforms.map(({ key, name, surchargePercent, hosts }) => ({
      platform: numberOf(key),
      name,
      surchargePercent,
      hosts,
    })),
  };
}

function serviceOf(service: SourceService, common: CatalogueSource['common']): Catalogue['services'][number] {
  const { slug, kind, madeBy, turnaround, interval, revisions, name, summary, description, contains, excludes, sample } = service;
  return {
    type: typeOf(service.key),
    slug,
    kind,
    madeBy,
    turnaround,
    interval,
    revisions,
    platforms: service.platforms.map(numberOf),
    words: { name, summary, description, contains, excludes, sample },
    fields: [...common.fields, ...service.fields],
  } as Catalogue['services'][number];
}

const offerOf = (offer: SourceService['offers'][number], key: string, common: CatalogueSource['common']): Catalogue['offers'][number] => ({
  ...offer,
  serviceType: typeOf(key),
  prices: pricesOf(offer),
  revisions: offer.revisions ?? null,
  omits: omittedBy(offer.asks, common.fields),
});

const typeOf = (key: string): ServiceNumber => serviceTypeOf.get(key as never) as ServiceNumber;
const numberOf = (key: string): PlatformNumber => platformOf.get(key as never) as PlatformNumber;

const pricesOf = ({ prices }: SourceService['offers'][number]): ReadonlyMap<CurrencyNumber, number> =>
  new Map(currencyCodes.flatMap((code) => (prices[code] === undefined ? [] : [[Currency[code], prices[code]] as const])));
