// What programs read of the catalogue: services with their offers, the price of a line, and llms.txt. Pure.
import type { Locale } from '#lib/locale.ts';
import { type CurrencyNumber, formatDecimal, getCurrencyCode, showMoney } from '#lib/money/money.ts';
import { priceLines } from '#lib/money/price.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { fillPath } from '#lib/url-path.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { listSold } from '#modules/catalogue/rules.ts';
import type { Offer, ServiceText, Storefront } from '#modules/catalogue/shapes.ts';
import { type CheckedLine, checkLine, type LineError } from '#modules/orders/rules.ts';
import { href, type PageName } from '../../pages.ts';

/** `shopUrl`: the beginning of every address. */
export type Shown = { readonly storefront: Storefront; readonly shopUrl: string; readonly locale: Locale };

const toMoney = (amount: number, currency: CurrencyNumber, locale: Locale) => ({
  amount,
  currency: getCurrencyCode(currency),
  decimal: formatDecimal({ amount, currency }),
  text: showMoney({ amount, currency }, locale),
});

const listOffers = ({ prices }: Storefront, { serviceType }: Pick<ServiceText, 'serviceType'>): readonly Offer[] =>
  prices.offers.filter((offer) => offer.serviceType === serviceType);

const getAboutUrl = (shopUrl: string, slug: string): string => shopUrl + fillPath(href('about'), { id: slug });

/** Those that the shop lists and has a price for. */
export function listServices({ storefront, shopUrl, locale }: Shown) {
  const { currency } = storefront.prices;
  return listSold(storefront).flatMap((service) => {
    const prices = listOffers(storefront, service).map(({ unitPrice }) => unitPrice);
    const { slug, name, summary } = service;
    return prices.length === 0
      ? []
      : [{ slug, name, summary, from: toMoney(Math.min(...prices), currency, locale), url: getAboutUrl(shopUrl, slug) }];
  });
}

/** Undefined if the shop does not list it. */
export function viewService({ storefront, shopUrl, locale }: Shown, slug: string) {
  const service = listSold(storefront).find((each) => each.slug === slug.toLowerCase());
  if (!service) return undefined;
  const { name, summary, description, contains, excludes } = service;
  const offers = listOffers(storefront, service).map((offer) => viewOffer({ storefront, shopUrl, locale }, offer));
  return { slug: service.slug, name, summary, description, contains, excludes, url: getAboutUrl(shopUrl, service.slug), offers };
}

function viewOffer({ storefront: { prices }, shopUrl, locale }: Shown, offer: Offer) {
  const {
    id,
    unit,
    note,
    unitPrice,
    tiers = [],
    minQuantity,
    maxQuantity,
    interval,
    revisions,
    turnaround,
    platforms,
    addOns = [],
    fields,
  } = offer;
  const { currency, platformTypes } = prices;
  return {
    ...{ id, unit, note, price: toMoney(unitPrice, currency, locale), minQuantity, maxQuantity, interval, revisions, turnaround },
    volumePrices: tiers.map(({ from, unitPrice: each }) => ({ from, price: toMoney(each, currency, locale) })),
    platforms: platformTypes.flatMap(({ platform, name, surchargePercent }) =>
      platforms.includes(platform) ? [{ platform, name, surchargePercent }] : [],
    ),
    addOns: addOns.map((addOn) => ({ id: addOn.id, name: addOn.name })),
    questions: fields.map(({ name, label, kind, required }) => ({ name, label, kind, required })),
    cartLink: getCartLink(shopUrl, { offerId: id, quantity: minQuantity, platform: null }),
  };
}

type Linked = Pick<CheckedLine, 'quantity' | 'platform'> & { readonly offerId: string };

const getCartLink = (shopUrl: string, { offerId, quantity, platform }: Linked): string =>
  `${shopUrl}${href('cartLink')}?offer=${offerId}&quantity=${quantity}${platform === null ? '' : `&platform=${platform}`}`;

export type PriceRequest = Linked & { readonly addOns: readonly { readonly id: string; readonly quantity: number }[] };

/** By the rules of the cart, without a brief. */
export function priceLine({ storefront: { prices }, shopUrl, locale }: Shown, request: PriceRequest) {
  const checked = checkLine(prices, { ...request, addOns: [...request.addOns], answers: {} }, 'all');
  if ('errors' in checked) return checked as { readonly errors: readonly LineError[] };
  const { price } = priceLines([{ ...checked.line, takes: false }]);
  const { offer, quantity, platform } = checked.line;
  const total = toMoney(price, prices.currency, locale);
  return {
    offer: offer.id,
    quantity,
    platform,
    interval: offer.interval,
    total,
    cartLink: getCartLink(shopUrl, { offerId: offer.id, quantity, platform }),
  };
}

const openPages = {
  samples: 'Samples',
  faq: 'Questions and answers',
  contact: 'Contact',
  termsAndConditions: 'Terms',
  refundPolicy: 'Refunds',
  privacyPolicy: 'Privacy',
} as const satisfies Partial<Record<PageName, string>>;

/** By llmstxt.org. */
export function writeLlmsTxt(shown: Shown, { name, claim }: ShopTexts['brand']): string {
  const { shopUrl, locale } = shown;
  const services = listServices(shown).map(
    ({ name: service, url, summary, from }) => `- [${service}](${url}): ${summary} From ${from.text}.`,
  );
  const pages = Object.entries(openPages).map(([page, title]) => `- [${title}](${shopUrl}${href(page as keyof typeof openPages)})`);
  return [
    `# ${name}`,
    `> ${localizeText(claim, locale)}`,
    'People order here; programs may read. Every service has a page with what it contains, its prices, its delivery time and a sample.',
    `## Services\n\n${services.join('\n')}`,
    `## Pages\n\n${pages.join('\n')}`,
    [
      '## For programs\n',
      `- [MCP server](${shopUrl}/api/mcp): Streamable HTTP without a session, open and read-only. Tools: list_services, get_service, price.`,
      `- Links that fill a cart: ${shopUrl}${href('cartLink')}?offer=ID&quantity=1, and &platform=NUMBER where an offer has platforms. Nothing is bought: the visitor logs in, answers the brief and pays.`,
      `- [API reference](${shopUrl}/developers): with a key, programs order and follow orders.`,
    ].join('\n'),
    '',
  ].join('\n\n');
}
