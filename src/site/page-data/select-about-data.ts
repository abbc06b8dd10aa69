// Selects what a service's own page shows: description, sample, questions, delivery times, and the price of
// what its calculator was asked. Pure.

import type { Locale } from '#lib/locale.ts';
import { groupUnitsByPrice, priceOfAddOns } from '#lib/money/price.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import type { RenderRequest } from '#lib/rendering.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import type { AddOn } from '#modules/catalogue/add-ons/shapes.ts';
import type { Offer, Prices, ServiceText, Storefront } from '#modules/catalogue/shapes.ts';
import { toPlanSheet } from '#ui/catalogue/plan-sheet.ts';
import { formatPlatform } from '#ui/catalogue/platform-label.ts';
import type { AboutData, CalculatorData, SamplePartData } from '#ui/page/data.ts';
import { addOnKey, computeCost, parseWholeNumber } from '../../account/features/brief/brief.ts';
import { parseQuery } from '../../pages.ts';
import { createStyleSheet, selectSamples } from './select-catalogue-data.ts';

/** What stands beside the name of the service; the whole sample is on the page of samples. */
const SAMPLE_PARAGRAPHS = 3;
const SAMPLE_DAYS = 7;

export function pickAbout(storefront: Storefront, service: ServiceText, { shop, locale, path }: RenderRequest): AboutData {
  const { services, prices, deliveryTimes } = storefront;
  const sample = selectSamples(storefront, { shop, locale }).find(({ slug }) => slug === service.slug);
  const offers = prices.offers.filter(({ serviceType }) => serviceType === service.serviceType);
  const fields = new Map(offers.flatMap((offer) => offer.fields).map((field) => [field.name, field]));
  const required = [...fields.values()].filter((field) => field.required);
  const times = deliveryTimes?.[service.serviceType];
  return {
    sheet: { ...createStyleSheet(service, { services, prices, locale }), hasSample: sample !== undefined, preview: undefined },
    ...(sample ? { sample: { brand: sample.brand, parts: sample.parts.slice(0, 1).map(getBeginning) } } : {}),
    asks: { required: required.map(({ label }) => label), optional: fields.size - required.length },
    questions: shop.questions
      .filter(({ home }) => home)
      .map(({ id, question, answer }) => ({ id, question: localizeText(question, locale), answer: localizeText(answer, locale) })),
    ...(offers[0] ? { calculator: calculate(service, [offers[0], ...offers.slice(1)], prices, { locale, path, services }) } : {}),
    ...(times ? { times } : {}),
  };
}

function getBeginning(part: SamplePartData): SamplePartData {
  if (part.kind === 'month') return { ...part, entries: part.entries.slice(0, SAMPLE_DAYS) };
  if (part.kind !== 'text') return part;
  return {
    ...part,
    text: part.text
      .trim()
      .split(/\n\s*\n/)
      .slice(0, SAMPLE_PARAGRAPHS)
      .join('\n\n'),
  };
}

type Asked = Pick<RenderRequest, 'path'> & Pick<Storefront, 'services'> & { readonly locale: Locale };

function calculate(
  { name, kind }: Pick<ServiceText, 'name' | 'kind'>,
  offers: readonly [Offer, ...Offer[]],
  prices: Pick<Prices, 'platformTypes'>,
  { locale, path, services }: Asked,
): CalculatorData {
  const query = parseQuery(path);
  const read = (parameter: string): string => String(query[parameter] ?? '');
  const offer = offers.find(({ id }) => id === read('offer')) ?? offers[0];
  const quantity = read('quantity') || String(offer.minQuantity);
  const platforms = prices.platformTypes.filter(({ platform }) => offer.platforms.includes(platform));
  const platform = platforms.find((each) => String(each.platform) === read('platform')) ?? platforms[0];
  const addOns = listAddOns(offers).map((addOn, index) => {
    const parameter = `addOn${index + 1}`;
    const typed = read(parameter);
    const isOffered = offer.addOns?.some(({ id }) => id === addOn.id) === true;
    return { ...addOn, parameter, typed, isOffered, hasError: isOffered && !isBetween(typed || '0', 0, addOn.maxQuantity) };
  });
  const hasError = !isBetween(quantity, offer.minQuantity, offer.maxQuantity);
  const given = Object.fromEntries(addOns.map(({ id, typed }) => [addOnKey(id), typed]));
  const chosen = { offerId: offer.id, quantity, platform: String(platform?.platform ?? ''), given };
  const { id, unitPrice, interval, minQuantity, maxQuantity } = offer;
  return {
    offers: offers.map(({ id, unit, note, unitPrice, tiers, interval, plan }) => ({
      ...{ id, unit, note, unitPrice, tiers, interval },
      ...(plan ? { plan: toPlanSheet(plan, services) } : {}),
    })),
    offer: {
      id,
      unitPrice,
      interval,
      minQuantity,
      maxQuantity,
      title: formatOfferTitle(name, kind === 'bundle' ? [] : [offer.unit], locale),
    },
    isMeasured: offer.quantityFrom !== undefined,
    quantity: { typed: quantity, hasError },
    platforms: platforms.map((each) => ({
      value: String(each.platform),
      name: formatPlatform(each, locale),
      isChosen: each === platform,
    })),
    addOns,
    ...(hasError || addOns.some((each) => each.hasError) ? {} : { cost: getCost(chosen, offer, prices) }),
  };
}

function getCost(
  chosen: Parameters<typeof computeCost>[0],
  offer: Offer,
  prices: Pick<Prices, 'platformTypes'>,
): NonNullable<CalculatorData['cost']> {
  const { quantity, platform, surcharge, addOns, total } = computeCost(chosen, offer, prices);
  return {
    units: groupUnitsByPrice({ ...offer, quantity }),
    ...(platform ? { platform: { name: platform.name, surchargePercent: platform.surchargePercent } } : {}),
    surcharge,
    addOns: addOns.map((addOn) => ({ id: addOn.id, name: formatNameWithQuantity(addOn), price: priceOfAddOns([addOn]) })),
    total,
  };
}

/** Each once, although several offers may have it; in the same order whatever is chosen. */
const listAddOns = (offers: readonly Offer[]): readonly AddOn[] => [
  ...new Map(offers.flatMap(({ addOns = [] }) => addOns.map((addOn) => [addOn.id, addOn]))).values(),
];

function isBetween(typed: string, least: number, most: number): boolean {
  const count = parseWholeNumber(typed);
  return typeof count === 'number' && count >= least && count <= most;
}
