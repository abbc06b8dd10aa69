// The catalogue's types, and its view in one language and currency. Pure.

import type { FileGroup } from '#lib/file-kind.ts';
import type { Locale, Words } from '#lib/locale.ts';
import { Currency, type CurrencyCode, type CurrencyNumber, getCurrencyCode } from '#lib/money/money.ts';
import type { PriceTier } from '#lib/money/price.ts';
import type { Turnaround } from '#lib/time/turnaround.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { type AddOnRow, viewAddOns } from './add-ons/rules.ts';
import type { AddOn } from './add-ons/shapes.ts';
import { getPromise, getTurnaround } from './promise/rules.ts';
import type {
  CatalogueField,
  Deliverable,
  Offer,
  OfferPiece,
  Ordered,
  Plan,
  PlatformType,
  PostLayout,
  Prices,
  ServiceNumber,
  ServiceText,
  Storefront,
} from './shapes.ts';
import type { Stage } from './stages/shapes.ts';

export type FieldSource = Omit<CatalogueField, 'label' | 'help' | 'options'> & {
  readonly label: Words;
  readonly help: Words;
  readonly options?: readonly { readonly value: string; readonly label: Words }[] | undefined;
};

export type ServiceWords = {
  readonly name: Words;
  readonly summary: Words;
  readonly description: Words;
  readonly contains: readonly Words[];
  readonly excludes: readonly Words[];
  readonly sample: { readonly caption: Words; readonly text: Words };
};

/** How a service is made and counted; visitors see only the tools. */
export type Production = {
  /** A plugin's; absent: content. */
  readonly kind?: string | undefined;
  /** One of `makerNames`, or a plugin's. */
  readonly maker?: string | undefined;
  /** What the file of a service of a plugin's kind says; absent: the kind decides. */
  readonly delivers?: Deliverable | undefined;
  /** What a language model is asked to write; "{count}" stands for what was ordered, such as "600 words". */
  readonly instructions?: string | undefined;
  readonly countedIn?: Ordered['of'] | undefined;
  /** What it is made with, as customers read it. */
  readonly tools?: readonly string[] | undefined;
  /** The question whose text determines the quantity. */
  readonly quantityFrom?: string | undefined;
  /** The kinds of files that a delivery may have; absent: all. */
  readonly deliveredFiles?: readonly FileGroup[] | undefined;
  /** Deliveries wait for a second person's approval. */
  readonly approval?: boolean | undefined;
  /** What its pieces go through; absent: none. */
  readonly stages?: readonly Stage[] | undefined;
};

/** What programs know of posting on a platform. */
export type PostRules = {
  /** The most that its readers accept; 3 if absent. */
  readonly hashtags?: number | undefined;
  readonly hashtagNote?: Words | undefined;
  /** Usual reading hours. */
  readonly hours?: readonly number[] | undefined;
};

/** `key`: its name in the owner's files. */
export type PlatformRow = Omit<PlatformType, 'layout'> & {
  readonly key: string | null;
  readonly layout: PostLayout | null;
  readonly posts: PostRules;
  /** Removed by the owner; orders refer to it. */
  readonly retired: boolean;
};

/** From this unit on, each one costs this, in each currency. */
export type TierRow = { readonly from: number; readonly prices: Readonly<Record<CurrencyCode, number>> };

export type OfferRow = {
  readonly id: string;
  readonly serviceType: ServiceNumber;
  readonly unit: Words;
  readonly note: Words;
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly pieces: readonly { readonly offer: string; readonly quantity: number }[];
  /** Null: the service's value. */
  readonly revisions: number | null;
  readonly omits: readonly string[];
  /** How much one has of the service's unit: 600 words. */
  readonly count: number | null;
  readonly isInstant: boolean;
  /** Null: 48 hours; a bundle takes as long as its longest piece. */
  readonly turnaround: Turnaround | null;
  readonly eachUnitIsPiece: boolean;
  readonly prices: ReadonlyMap<CurrencyNumber, number>;
  readonly tiers: readonly TierRow[];
  readonly plan: Plan | null;
  /** False if it was removed or its service is archived: orders refer to it. */
  readonly isSold: boolean;
};

export type ServiceRow = Omit<ServiceText, keyof ServiceWords> & {
  readonly type: ServiceNumber;
  readonly addOns: readonly AddOnRow[];
  readonly words: ServiceWords;
  readonly fields: readonly FieldSource[];
  readonly production: Production;
};

/** What a shop sells in that names no currencies: those of the contract. */
const usualCurrencies: readonly CurrencyNumber[] = Object.values(Currency);

export type CurrencyRow = { readonly currency: CurrencyNumber; readonly position: number | null };

/** `sold`: in the owner's order; new orders and deposits are in these. `all`: also those of before. */
export type Currencies = { readonly sold: readonly CurrencyNumber[]; readonly all: readonly CurrencyNumber[] };

export function toCurrencies(rows: readonly CurrencyRow[]): Currencies {
  const sold = rows
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map(({ currency }) => currency);
  const former = rows.flatMap(({ currency, position }) => (position === null ? [currency] : []));
  return sold.length > 0 ? { sold, all: [...sold, ...former.toSorted((a, b) => a - b)] } : { sold: usualCurrencies, all: usualCurrencies };
}

export type Catalogue = {
  readonly version: string;
  readonly currencies: Currencies;
  readonly services: readonly Omit<ServiceRow, 'serviceType'>[];
  readonly offers: readonly OfferRow[];
  readonly platforms: readonly PlatformRow[];
};

/** The catalogue for one visitor. Offers without a price in the currency are not sold, never free. */
export function viewCatalogue(catalogue: Catalogue, locale: Locale, currency: CurrencyNumber): Storefront {
  const allPrices = viewPrices(catalogue, locale, currency);
  const isPayable = catalogue.currencies.sold.includes(currency);
  const retired = new Set(catalogue.platforms.flatMap((each) => (each.retired ? [each.platform] : [])));
  const sold = new Set(catalogue.offers.flatMap(({ id, isSold, prices }) => (isPayable && isSold && prices.has(currency) ? [id] : [])));
  return {
    version: catalogue.version,
    currencies: catalogue.currencies.sold,
    services: catalogue.services.map((service) => viewService(service, locale)),
    prices: {
      ...allPrices,
      offers: allPrices.offers.filter(({ id }) => sold.has(id)),
      platformTypes: allPrices.platformTypes.filter(({ platform }) => !retired.has(platform)),
    },
    allPrices,
  };
}

/** Finds a service that is sold, by slug, in any case, or by number. */
export function findServiceBySpelling(
  { services }: Pick<Catalogue, 'services'>,
  { id = '' }: Readonly<Record<string, string>>,
): { id: string } | undefined {
  const service = services.find(({ slug, type, state }) => state !== 'archived' && (slug === id.toLowerCase() || String(type) === id));
  return service && { id: service.slug };
}

function viewPrices(catalogue: Catalogue, locale: Locale, currency: CurrencyNumber): Prices {
  const services = new Map(catalogue.services.map((service) => [service.type, service]));
  const offers = new Map(catalogue.offers.map((offer) => [offer.id, offer]));
  const fields = new Map(catalogue.services.map((service) => [service.type, service.fields.map((field) => viewField(field, locale))]));
  return {
    currency,
    offers: catalogue.offers.flatMap((offer): Offer[] => {
      const service = services.get(offer.serviceType);
      if (!service) return [];
      const { id, serviceType, minQuantity, maxQuantity } = offer;
      return [
        {
          id,
          serviceType,
          unit: localizeText(offer.unit, locale),
          note: localizeText(offer.note, locale),
          unitPrice: offer.prices.get(currency) ?? 0,
          ...listTiersInCurrency(offer, currency),
          ...addOnsIn(service, id, locale, currency),
          minQuantity,
          maxQuantity,
          interval: service.interval,
          ...(offer.plan ? { plan: offer.plan } : {}),
          platforms: offer.plan ? [] : [...service.platforms],
          fields: offer.plan ? [] : (fields.get(serviceType) ?? []).filter(({ name }) => !offer.omits.includes(name)),
          revisions: offer.revisions ?? service.revisions,
          turnaround: getTurnaround(offer, offers),
          eachUnitIsPiece: offer.eachUnitIsPiece,
          howMade: getPromise(service, offer),
          pieces: viewPieces(offer, offers, locale),
          ...(service.production.quantityFrom ? { quantityFrom: service.production.quantityFrom } : {}),
          ...(offer.isInstant ? { isInstant: true } : {}),
        },
      ];
    }),
    platformTypes: catalogue.platforms.map(({ key: _, posts: __, retired: ___, layout, ...platform }) => ({
      ...platform,
      ...(layout ? { layout } : {}),
    })),
  };
}

/** A tier without a price in the currency is left out: its units cost what those before cost. */
function listTiersInCurrency({ tiers }: Pick<OfferRow, 'tiers'>, currency: CurrencyNumber): { readonly tiers?: PriceTier[] } {
  const code = getCurrencyCode(currency);
  const priced = tiers.flatMap(({ from, prices }) => {
    const unitPrice = prices[code];
    return unitPrice === undefined ? [] : [{ from, unitPrice }];
  });
  return priced.length > 0 ? { tiers: priced } : {};
}

const addOnsIn = (
  { addOns }: Pick<ServiceRow, 'addOns'>,
  offerId: string,
  locale: Locale,
  currency: CurrencyNumber,
): { readonly addOns?: AddOn[] } => {
  const offered = viewAddOns(addOns, offerId, locale, getCurrencyCode(currency));
  return offered.length > 0 ? { addOns: offered } : {};
};

function viewPieces(offer: OfferRow, offers: ReadonlyMap<string, OfferRow>, locale: Locale): OfferPiece[] {
  if (offer.plan) return [];
  const parts = offer.pieces.length > 0 ? offer.pieces : [{ offer: offer.id, quantity: 1 }];
  return parts.flatMap(({ offer: offerId, quantity }) => {
    const part = offers.get(offerId);
    return part ? [{ offerId, serviceType: part.serviceType, quantity, unit: localizeText(part.unit, locale) }] : [];
  });
}

function viewService(
  { words, type, fields: _, production: __, addOns: ___, ...service }: Omit<ServiceRow, 'serviceType'>,
  locale: Locale,
): ServiceText {
  return {
    ...service,
    serviceType: type,
    name: localizeText(words.name, locale),
    summary: localizeText(words.summary, locale),
    description: localizeText(words.description, locale),
    contains: words.contains.map((line) => localizeText(line, locale)),
    excludes: words.excludes.map((line) => localizeText(line, locale)),
    sample: { caption: localizeText(words.sample.caption, locale), text: localizeText(words.sample.text, locale) },
  };
}

function viewField({ label, help, options, ...field }: FieldSource, locale: Locale): CatalogueField {
  return {
    ...field,
    label: localizeText(label, locale),
    help: localizeText(help, locale),
    ...(options ? { options: options.map((option) => ({ value: option.value, label: localizeText(option.label, locale) })) } : {}),
  };
}

/** What was ordered, in the unit of the service. Undefined if its file names none. */
export function sortRows(
  { offers, services }: Pick<Catalogue, 'offers' | 'services'>,
  { offerId, quantity }: { readonly offerId: string; readonly quantity: number },
): Ordered | undefined {
  const offer = offers.find(({ id }) => id === offerId);
  const of = services.find(({ type }) => type === offer?.serviceType)?.production.countedIn;
  return of && offer?.count ? { count: offer.count * quantity, of } : undefined;
}

export const isInstantOffer = ({ offers }: Pick<Catalogue, 'offers'>, offerId: string): boolean =>
  offers.some(({ id, isInstant }) => isInstant && id === offerId);

/** The quantity of a measured offer follows from a text. */
export const isMeasuredOffer = ({ offers, services }: Pick<Catalogue, 'offers' | 'services'>, offerId: string): boolean => {
  const offer = offers.find(({ id }) => id === offerId);
  return services.some(({ type, production }) => type === offer?.serviceType && production.quantityFrom !== undefined);
};

/** The services that lists show. */
export const listSold = ({ services }: Pick<Storefront, 'services'>): readonly ServiceText[] =>
  services.filter(({ state }) => state === 'sold');

/** Also of an archived service; empty if there is none. */
export const getServiceName = ({ services }: Pick<Catalogue, 'services'>, service: number, locale: Locale): string => {
  const found = services.find(({ type }) => type === service);
  return found ? localizeText(found.words.name, locale) : '';
};
