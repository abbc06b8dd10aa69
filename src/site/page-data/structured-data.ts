// Structured data of a page as JSON-LD: organization, services with prices, FAQ and breadcrumbs. Server only.
// Pure.
// Contains nothing that the page does not show, and of a sample company only the name.

import { locales } from '#lib/locale.ts';
import { type CurrencyNumber, formatDecimal, getCurrencyCode } from '#lib/money/money.ts';
import type { RenderRequest, Site } from '#lib/rendering.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { listSold } from '#modules/catalogue/rules.ts';
import type { Offer, ServiceText, Storefront } from '#modules/catalogue/shapes.ts';
import { splitLinks } from '#ui/display/linked-text.tsx';
import { href, type ScreenName } from '../../pages.ts';

type Thing = Readonly<Record<string, unknown>>;
type StructuredSource = { readonly storefront: Storefront; readonly request: RenderRequest; readonly site: Site; readonly title: string };

const listBreadcrumbs = (source: StructuredSource): Thing[] => [describeBreadcrumbs(source)];

/** Other pages have no structured data. */
const things: { readonly [Name in ScreenName]?: (source: StructuredSource) => Thing[] } = {
  home: (source) => [describeOrganization(source), describeWebsite(source)],
  services: (source) => [...listBreadcrumbs(source), ...describeServices(source)],
  about: (source) => [...listBreadcrumbs(source), ...describeOneService(source)],
  samples: listBreadcrumbs,
  faq: (source) => [...listBreadcrumbs(source), describeQuestions(source)],
  contact: listBreadcrumbs,
  cookiesPolicy: listBreadcrumbs,
  privacyPolicy: listBreadcrumbs,
  refundPolicy: listBreadcrumbs,
  termsAndConditions: listBreadcrumbs,
};

/** Empty for pages without structured data. */
export function formatStructuredData(screen: ScreenName, source: StructuredSource): string {
  const graph = things[screen]?.(source) ?? [];
  return graph.length > 0 ? JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }) : '';
}

const getSellerId = ({ shopUrl }: Site): string => `${shopUrl}/#organization`;
const describeSeller = (site: Site): Thing => ({ '@id': getSellerId(site) });

function describeOrganization({ request: { shop }, site }: StructuredSource): Thing {
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
    '@id': getSellerId(site),
    name: brand.name,
    url: `${site.shopUrl}/`,
    logo: site.logo,
    email: brand.supportEmail,
    ...(brand.social.length > 0 ? { sameAs: brand.social.map(({ url }) => url) } : {}),
    ...(company.sample ? {} : identity),
  };
}

const describeWebsite = ({ request: { shop, locale }, site }: StructuredSource): Thing => ({
  '@type': 'WebSite',
  '@id': `${site.shopUrl}/#website`,
  name: shop.brand.name,
  description: localizeText(shop.brand.claim, locale),
  url: `${site.shopUrl}/`,
  inLanguage: Object.values(locales).map(({ html }) => html),
  publisher: describeSeller(site),
});

const describeBreadcrumbs = ({ request: { shop }, site, title }: StructuredSource): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: shop.brand.name, item: `${site.shopUrl}/` },
    { '@type': 'ListItem', position: 2, name: title, item: site.base },
  ],
});

/** The services refer to it, so it must be on their pages too. */
const describeProvider = ({ request, site }: StructuredSource): Thing => ({
  '@type': 'Organization',
  '@id': getSellerId(site),
  name: request.shop.brand.name,
  url: `${site.shopUrl}/`,
});

function describeServices(source: StructuredSource): Thing[] {
  const { storefront, site } = source;
  return [
    describeProvider(source),
    ...listSold(storefront).map((service) =>
      describeService(service, storefront, site, site.shopUrl + href('services', `#${service.slug}`)),
    ),
  ];
}

function describeOneService(source: StructuredSource): Thing[] {
  const { storefront, request, site } = source;
  const own = storefront.services.filter(({ slug }) => slug === request.params.id);
  return [describeProvider(source), ...own.map((service) => describeService(service, storefront, site, site.base))];
}

function describeService(service: ServiceText, { prices }: Storefront, site: Site, url: string): Thing {
  const own = prices.offers.filter(({ serviceType }) => serviceType === service.serviceType);
  return {
    '@type': 'Service',
    name: service.name,
    description: service.summary,
    url,
    provider: describeSeller(site),
    offers: own.map((offer) => ({
      '@type': 'Offer',
      sku: offer.id,
      name: offer.unit,
      ...priceThing(offer, prices.currency),
      ...describeDelivery(offer),
    })),
  };
}

/** By the codes of UN/CEFACT. */
const unitCodes = { minutes: 'MIN', hours: 'HUR', days: 'DAY', businessDays: 'DAY' } as const;

/** What is instant takes a minute. */
function describeDelivery({ turnaround, isInstant = false }: Offer): Thing {
  const { amount, unit } = isInstant ? ({ amount: 1, unit: 'minutes' } as const) : turnaround;
  const unitText = unit === 'businessDays' ? { unitText: 'business days' } : {};
  return { deliveryLeadTime: { '@type': 'QuantitativeValue', value: amount, unitCode: unitCodes[unit], ...unitText } };
}

/** Price as a decimal number with a point. */
function priceThing({ unitPrice: amount, interval }: Offer, currency: CurrencyNumber): Thing {
  const price = formatDecimal({ amount, currency });
  const priceCurrency = getCurrencyCode(currency);
  if (interval === null) return { price, priceCurrency };
  const referenceQuantity = { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' };
  return { price, priceCurrency, priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency, referenceQuantity } };
}

const describeQuestions = ({ request: { shop, locale }, site }: StructuredSource): Thing => ({
  '@type': 'FAQPage',
  '@id': site.base,
  mainEntity: shop.questions.map(({ id, question, answer }) => ({
    '@type': 'Question',
    url: `${site.base}#${id}`,
    name: localizeText(question, locale),
    acceptedAnswer: { '@type': 'Answer', text: toPlainText(localizeText(answer, locale)) },
  })),
});

/** The text without its links. */
const toPlainText = (text: string): string =>
  splitLinks(text)
    .map(({ words }) => words)
    .join('');
