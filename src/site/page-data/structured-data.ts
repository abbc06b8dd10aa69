// Structured data of a page as JSON-LD: organization, services with prices, FAQ and breadcrumbs. Server only.
// Pure.
// Contains nothing that the page does not show, and of a sample company only the name.

import { locales } from '#lib/locale.ts';
import { type CurrencyNumber, currencyCode, decimalMoney } from '#lib/money/money.ts';
import type { RenderRequest, Site } from '#lib/rendering.ts';
import { textIn } from '#lib/words/owner-texts.ts';
import { listSold } from '#modules/catalogue/rules.ts';
import type { Offer, ServiceText, Storefront } from '#modules/catalogue/shapes.ts';
import { splitLinks } from '#ui/display/linked-text.tsx';
import { href, type ScreenName } from '../../pages.ts';

type Thing = Readonly<Record<string, unknown>>;
type StructuredSource = { readonly storefront: Storefront; readonly request: RenderRequest; readonly site: Site; readonly title: string };

const trail = (source: StructuredSource): Thing[] => [breadcrumbs(source)];

/** Other pages have no structured data. */
const things: { readonly [Name in ScreenName]?: (source: StructuredSource) => Thing[] } = {
  home: (source) => [organization(source), website(source)],
  services: (source) => [...trail(source), ...services(source)],
  about: (source) => [...trail(source), ...aboutService(source)],
  samples: trail,
  faq: (source) => [...trail(source), questions(source)],
  contact: trail,
  cookiesPolicy: trail,
  privacyPolicy: trail,
  refundPolicy: trail,
  termsAndConditions: trail,
};

/** Empty for pages without structured data. */
export function structuredData(screen: ScreenName, source: StructuredSource): string {
  const graph = things[screen]?.(source) ?? [];
  return graph.length > 0 ? JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }) : '';
}

const sellerId = ({ shopUrl }: Site): string => `${shopUrl}/#organization`;
const seller = (site: Site): Thing => ({ '@id': sellerId(site) });

function organization({ request: { shop }, site }: StructuredSource): Thing {
  const { brand, company } = shop;
  const identity = {
    legalName: company.legalName,
    vatID: company.vatId,
    telephone: company.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: company.street,
      postalCode: company.postalCode,
      addressLocality: company.city,
      addressCountry: company.country,
    },
  };
  return {
    '@type': 'Organization',
    '@id': sellerId(site),
    name: brand.name,
    url: `${site.shopUrl}/`,
    logo: site.logo,
    email: brand.supportEmail,
    ...(brand.social.length > 0 ? { sameAs: brand.social.map(({ url }) => url) } : {}),
    ...(company.sample ? {} : identity),
  };
}

const website = ({ request: { shop, locale }, site }: StructuredSource): Thing => ({
  '@type': 'WebSite',
  '@id': `${site.shopUrl}/#website`,
  name: shop.brand.name,
  description: textIn(shop.brand.claim, locale),
  url: `${site.shopUrl}/`,
  inLanguage: Object.values(locales).map(({ html }) => html),
  publisher: seller(site),
});

const breadcrumbs = ({ request: { shop }, site, title }: StructuredSource): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: shop.brand.name, item: `${site.shopUrl}/` },
    { '@type': 'ListItem', position: 2, name: title, item: site.base },
  ],
});

/** The services refer to it, so it must be on their pages too. */
const provider = ({ request, site }: StructuredSource): Thing => ({
  '@type': 'Organization',
  '@id': sellerId(site),
  name: request.shop.brand.name,
  url: `${site.shopUrl}/`,
});

function services(source: StructuredSource): Thing[] {
  const { storefront, site } = source;
  return [
    provider(source),
    ...listSold(storefront).map((service) => serviceThing(service, storefront, site, site.shopUrl + href('services', `#${service.slug}`))),
  ];
}

function aboutService(source: StructuredSource): Thing[] {
  const { storefront, request, site } = source;
  const own = storefront.services.filter(({ slug }) => slug === request.params.id);
  return [provider(source), ...own.map((service) => serviceThing(service, storefront, site, site.base))];
}

function serviceThing(service: ServiceText, { prices }: Storefront, site: Site, url: string): Thing {
  const own = prices.offers.filter(({ serviceType }) => serviceType === service.serviceType);
  return {
    '@type': 'Service',
    name: service.name,
    description: service.summary,
    url,
    provider: seller(site),
    offers: own.map((offer) => ({
      '@type': 'Offer',
      sku: offer.id,
      name: offer.unit,
      ...priceThing(offer, prices.currency),
      ...delivery(offer),
    })),
  };
}

/** By the codes of UN/CEFACT. */
const unitCodes = { minutes: 'MIN', hours: 'HUR', days: 'DAY', businessDays: 'DAY' } as const;

/** What is instant takes a minute. */
function delivery({ turnaround, isInstant = false }: Offer): Thing {
  const { amount, unit } = isInstant ? ({ amount: 1, unit: 'minutes' } as const) : turnaround;
  const unitText = unit === 'businessDays' ? { unitText: 'business days' } : {};
  return { deliveryLeadTime: { '@type': 'QuantitativeValue', value: amount, unitCode: unitCodes[unit], ...unitText } };
}

/** Price as a decimal number with a point. */
function priceThing({ unitPrice: amount, interval }: Offer, currency: CurrencyNumber): Thing {
  const price = decimalMoney({ amount, currency });
  const priceCurrency = currencyCode(currency);
  if (interval === null) return { price, priceCurrency };
  const referenceQuantity = { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' };
  return { price, priceCurrency, priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency, referenceQuantity } };
}

const questions = ({ request: { shop, locale }, site }: StructuredSource): Thing => ({
  '@type': 'FAQPage',
  '@id': site.base,
  mainEntity: shop.questions.map(({ id, question, answer }) => ({
    '@type': 'Question',
    url: `${site.base}#${id}`,
    name: textIn(question, locale),
    acceptedAnswer: { '@type': 'Answer', text: plain(textIn(answer, locale)) },
  })),
});

/** The text without its links. */
const plain = (text: string): string =>
  splitLinks(text)
    .map(({ words }) => words)
    .join('');
