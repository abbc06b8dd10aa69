// Selects what pages show of the catalogue: cards, the list of services, samples and the blocks of the home
// page. Pure.

import { getLanguage, type Locale } from '#lib/locale.ts';
import { priceOfUnits } from '#lib/money/price.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import type { HomeBlock, RenderRequest, SamplePart } from '#lib/rendering.ts';
import { findLongest } from '#lib/time/turnaround.ts';
import { localizeText, localizeValue } from '#lib/words/owner-texts.ts';
import { listSold } from '#modules/catalogue/rules.ts';
import type { Offer, ServiceText, Storefront } from '#modules/catalogue/shapes.ts';
import { toPlanSheet } from '#ui/catalogue/plan-sheet.ts';
import { formatPlatform } from '#ui/catalogue/platform-label.ts';
import type {
  HomeBlockData,
  HomeData,
  SamplePartData,
  ServiceCard,
  ServiceGroup,
  ServiceSample,
  ServiceSheet,
  ServicesData,
  SheetPiece,
} from '#ui/page/data.ts';

/** Sentences of the sample in the example. */
const EXAMPLE_SENTENCES = 1;

type TextSource = Pick<RenderRequest, 'shop' | 'locale'>;

export function toHomeBlock(block: HomeBlock, storefront: Storefront, source: TextSource): HomeBlockData {
  const { locale } = source;
  if (block.kind === 'points')
    return {
      kind: block.kind,
      title: localizeText(block.title, locale),
      points: block.points.map(({ title, text }) => ({ title: localizeText(title, locale), text: localizeText(text, locale) })),
    };
  if (block.kind === 'hero') {
    const { kind, eyebrow, lead, facts } = block;
    return {
      kind,
      eyebrow: localizeText(eyebrow, locale),
      lead: localizeText(lead, locale),
      facts: facts.map((fact) => localizeText(fact, locale)),
    };
  }
  if (block.kind === 'services') return { kind: block.kind, title: localizeText(block.title, locale) };
  if (block.kind !== 'samples') return block;
  const samples = selectSamples(storefront, source).filter(({ slug }) => block.services.includes(slug));
  return { kind: block.kind, samples: samples.map((sample, index) => ({ ...sample, parts: selectHeadParts(sample.parts, index === 0) })) };
}

/**
 * The first part and, of a service with a calendar, the calendar. The first sample is the tallest: without a
 * picture it has two parts.
 */
const selectHeadParts = (parts: readonly SamplePartData[], isFirst: boolean): SamplePartData[] =>
  parts.filter((part, index) => index === 0 || part.kind === 'month' || (isFirst && index === 1 && parts[0]?.kind !== 'post'));

/** In the order of the services. */
export const selectSamples = (storefront: Storefront, { shop, locale }: TextSource): ServiceSample[] =>
  listSold(storefront).flatMap(({ slug, icon, name }) => {
    const texts = shop.samples[slug];
    const sample = texts && localizeValue(texts, locale);
    return sample ? [{ slug, icon, name, brand: sample.brand, parts: sample.parts.map((part) => toPart(part, storefront, locale)) }] : [];
  });

function toPart(part: SamplePart, { services, allPrices }: Storefront, locale: Locale): SamplePartData {
  if (part.kind !== 'month') return part;
  const entries = part.entries.map(({ service: named, count, ...entry }) => {
    const { serviceType, icon = null, name = '' } = services.find(({ slug }) => slug === named) ?? {};
    // A measured service is counted in words, which the texts' own table says.
    const isMeasured = allPrices.offers.some((offer) => offer.serviceType === serviceType && offer.quantityFrom);
    return { ...entry, icon, name, ...(count === undefined || isMeasured ? {} : { count }) };
  });
  return { ...part, weekdays: listWeekdays(locale), entries };
}

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Once, because a formatter takes longer to make than the rest of a page's data. */
const weekdays = new Map<Locale, readonly string[]>();

function listWeekdays(locale: Locale): readonly string[] {
  const known = weekdays.get(locale);
  if (known) return known;
  const { format } = new Intl.DateTimeFormat(getLanguage(locale).intl, { weekday: 'short', timeZone: 'UTC' });
  const names = Array.from({ length: 7 }, (_, day) => format(MONDAY + day * DAY_MS));
  weekdays.set(locale, names);
  return names;
}

export function toCard(service: ServiceText, offers: readonly Offer[]): ServiceCard {
  const own = offers.filter(({ serviceType }) => serviceType === service.serviceType);
  const prices = own.map(({ unitPrice }) => unitPrice);
  const { slug, icon, name, summary, interval } = service;
  return {
    slug,
    icon,
    name,
    summary,
    ...readTurnaround(service, own),
    interval,
    isOnlyPrice: prices.length === 1,
    from: prices.length > 0 ? Math.min(...prices) : undefined,
  };
}

const readTurnaround = ({ turnaround }: ServiceText, offers: readonly Offer[]) => ({
  isInstant: turnaround === 'minute',
  turnaround: findLongest(offers.map((offer) => offer.turnaround)),
});

/** `wanted`: the id of the offer; the first if it is not sold. */
export function pickExample(storefront: Storefront, locale: Locale, wanted: string | undefined): HomeData['example'] {
  const services = listSold(storefront);
  const offers = storefront.prices.offers.filter((offer) => services.some(({ serviceType }) => serviceType === offer.serviceType));
  const offer = offers.find(({ id }) => id === wanted) ?? offers[0];
  const service = services.find(({ serviceType }) => serviceType === offer?.serviceType);
  if (!offer || !service) return undefined;
  const sentences = service.sample.text.match(/[^.!?。！？]+[.!?。！？]+[”»」]?/gu) ?? [service.sample.text];
  const text = sentences.slice(0, EXAMPLE_SENTENCES).join('').trim();
  return {
    slug: service.slug,
    title: formatOfferTitle(service.name, [offer.unit], locale),
    caption: service.sample.caption,
    text,
    turnaround: offer.turnaround,
  };
}

/** Texts and tables are read on the page of samples. */
const drawnKinds: readonly SamplePart['kind'][] = ['post', 'board', 'tags', 'change', 'month'];

export function pickServices(storefront: Storefront, { shop, locale }: RenderRequest): ServicesData {
  const { services, prices } = storefront;
  const samples = new Map(selectSamples(storefront, { shop, locale }).map(({ slug, parts }) => [slug, parts]));
  const sheets = listSold(storefront).map((service) => {
    const parts = samples.get(service.slug);
    return {
      ...createStyleSheet(service, { services, prices, locale }),
      hasSample: parts !== undefined,
      preview: parts?.slice(0, 1).find(({ kind }) => drawnKinds.includes(kind)),
    };
  });
  return { services: sheets.filter(({ kind }) => kind !== 'bundle'), bundles: sheets.filter(({ kind }) => kind === 'bundle') };
}

function getGroup({ kind, platforms, turnaround }: ServiceText): ServiceGroup {
  if (kind === 'bundle') return 'bundle';
  if (platforms.length > 0) return 'posts';
  return turnaround === 'minute' ? 'checks' : 'texts';
}

export function createStyleSheet(
  service: ServiceText,
  { services, prices, locale }: Catalogue & { readonly locale: Locale },
): Omit<ServiceSheet, 'hasSample' | 'preview'> {
  const { offers, platformTypes } = prices;
  const { slug, icon, name, summary, description, contains, excludes, sample, interval } = service;
  const own = offers.filter(({ serviceType }) => serviceType === service.serviceType);
  const pieces = service.kind === 'bundle' ? listPieces(own[0], { services, offers }) : [];
  const costs = pieces.map(({ price }) => price ?? Number.NaN).reduce((total, cost) => total + cost, 0);
  return {
    slug,
    icon,
    name,
    summary,
    description,
    contains,
    excludes,
    sample,
    ...readTurnaround(service, own),
    interval,
    madeKinds: [...new Set(own.map(({ howMade }) => howMade.kind))],
    tools: own[0]?.howMade.tools ?? [],
    kind: getGroup(service),
    platforms: platformTypes.filter(({ platform }) => service.platforms.includes(platform)).map((each) => formatPlatform(each, locale)),
    from: toCard(service, offers).from,
    isOnlyPrice: own.length === 1,
    pieces,
    revisions: Math.max(0, ...own.map((offer) => offer.revisions)),
    isAllRevised: own.every((offer) => offer.revisions > 0),
    prices: own.map(({ id, unit, note, unitPrice, tiers, plan }) => ({
      ...{ id, unit, note, unitPrice, tiers },
      ...(plan ? { plan: toPlanSheet(plan, services) } : {}),
    })),
    ...listAddOns(own),
    // Undefined if a piece has no price in this currency.
    partsPrice: pieces.length > 0 && Number.isFinite(costs) ? costs : undefined,
  };
}

/** Each once, although several offers may have it. */
function listAddOns(offers: readonly Offer[]): Pick<ServiceSheet, 'addOns'> {
  const all = new Map(offers.flatMap(({ addOns = [] }) => addOns.map((addOn) => [addOn.id, addOn])));
  const addOns = [...all.values()].map(({ id, name, unitPrice, percent, charged }) => ({ id, name, unitPrice, percent, charged }));
  return addOns.length > 0 ? { addOns } : {};
}

type Catalogue = Pick<Storefront, 'services' | 'prices'>;

function listPieces(
  bundle: Offer | undefined,
  { services, offers }: Pick<Catalogue, 'services'> & Pick<Catalogue['prices'], 'offers'>,
): SheetPiece[] {
  const ids = [...new Set(bundle?.pieces.map(({ offerId }) => offerId))];
  return ids.flatMap((offerId) => {
    const same = bundle?.pieces.filter((piece) => piece.offerId === offerId) ?? [];
    const quantity = same.reduce((count, piece) => count + piece.quantity, 0);
    const service = services.find(({ serviceType }) => serviceType === same[0]?.serviceType);
    const offer = offers.find(({ id }) => id === offerId);
    if (!same[0] || !service) return [];
    const slug = service.state === 'sold' ? { slug: service.slug } : {};
    return [{ offerId, ...slug, name: service.name, unit: same[0].unit, quantity, price: offer && priceOfUnits({ ...offer, quantity }) }];
  });
}
