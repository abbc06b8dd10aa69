// Picks what a screen shows out of all there is. Runs on the server only, so that the browser gets the little it needs. Pure.
import { showDay } from '../lib/date.ts';
import { countryName, type Locale } from '../lib/locale.ts';
import type { PageAsk, PolicyName, Question, ShopTexts } from '../lib/rendering.ts';
import type { ScreenName } from '../pages.ts';
import type { Offer, ServiceText, Storefront } from '../rooms/catalogue/shapes.ts';
import { isTicketNumber } from '../rooms/support/rules.ts';
import { MESSAGE_MAX_CHARS } from '../rooms/support/shapes.ts';
import { shownPath } from './addresses.ts';
import type {
  ContactData,
  FaqData,
  Head,
  HomeData,
  Loaded,
  PolicyData,
  ScreenData,
  ServiceCard,
  ServiceSheet,
  ServicesData,
  ShellData,
} from './page-data.ts';

type Source = { readonly storefront: Storefront; readonly ask: PageAsk };

/** The offer of the example order on the home page. */
const EXAMPLE_OFFER = 'brand-stories-900';
/** How much of a sample stands in the example. */
const EXAMPLE_SENTENCES = 1;

export const pickData: { readonly [Name in ScreenName]: (source: Source) => ScreenData[Name] } = {
  home: ({ storefront, ask }) => pickHome(storefront, ask),
  services: ({ storefront }) => pickServices(storefront),
  faq: ({ ask }) => pickFaq(ask),
  contact: ({ ask }) => pickContact(ask),
  login: () => ({}),
  createAccount: () => ({}),
  recoveryPassword: () => ({}),
  resetPassword: () => ({}),
  cookiesPolicy: ({ ask }) => pickPolicy(policyOf.cookiesPolicy, ask),
  privacyPolicy: ({ ask }) => pickPolicy(policyOf.privacyPolicy, ask),
  refundPolicy: ({ ask }) => pickPolicy(policyOf.refundPolicy, ask),
  termsAndConditions: ({ ask }) => pickPolicy(policyOf.termsAndConditions, ask),
  ui: () => ({}),
  notFound: ({ ask }) => ({ path: shownPath(ask.path) }),
  fault: ({ ask }) => (ask.requestId === undefined ? {} : { requestId: ask.requestId }),
};

/** Which of the owner's texts a page is. */
const policyOf = {
  cookiesPolicy: 'cookies',
  privacyPolicy: 'privacy',
  refundPolicy: 'refunds',
  termsAndConditions: 'terms',
} as const satisfies Partial<Record<ScreenName, PolicyName>>;

export function pickHead(screen: ScreenName, { shop, locale }: PageAsk): Head | undefined {
  const policy = (policyOf as Partial<Record<ScreenName, PolicyName>>)[screen];
  if (!policy) return undefined;
  const { title, description: about } = shop.policies[policy][locale];
  return { title, about };
}

/** What goes along in the document: a policy's text stands there already, and twice would be twice the weight. */
export const withoutText = (loaded: Loaded): Loaded => ('html' in loaded.data ? { ...loaded, data: lean(loaded.data) } : loaded);

const lean = ({ html: _, ...rest }: PolicyData): PolicyData => rest;

export function pickShell({ brand, company }: ShopTexts, { locale }: Pick<PageAsk, 'locale'>): ShellData {
  return {
    brand: brand.name,
    tagline: brand.tagline[locale],
    claim: brand.claim[locale],
    supportEmail: brand.supportEmail,
    seller: [
      company.legalName,
      company.representative[locale],
      `${company.street}, ${company.postalCode} ${company.city}, ${countryName(company.country, locale)}`,
      `${company.registrationNumber} · ${company.vatId}`,
      company.email,
      company.phone,
    ],
  };
}

function pickHome(storefront: Storefront, { shop, locale }: PageAsk): HomeData {
  const cards = storefront.services.map((service) => ({ kind: service.kind, card: cardOf(service, storefront.prices.offers) }));
  const of = (kind: ServiceText['kind']) => cards.filter((each) => each.kind === kind).map(({ card }) => card);
  return {
    services: of('service'),
    bundles: of('bundle'),
    example: pickExample(storefront),
    questions: shop.questions.filter(({ home }) => home).map((each) => questionIn(each, locale)),
  };
}

/** The path is the server's own spelling of the address, so that what was asked reads the same on both sides. */
function pickFaq({ shop, locale, path }: PageAsk): FaqData {
  return {
    asked: new URLSearchParams(path.split('?')[1]).get('q') ?? '',
    groups: shop.questionGroups.map(({ id, title }) => ({
      id,
      title: title[locale],
      questions: shop.questions.filter(({ group }) => group === id).map((each) => questionIn(each, locale)),
    })),
  };
}

/** A number is only repeated where it is one: the address bar is anybody's. */
function pickContact({ path, posted }: PageAsk): ContactData {
  const sent = new URLSearchParams(path.split('?')[1]).get('sent') ?? '';
  return { ...(isTicketNumber(sent) ? { sent } : {}), ...(posted ? { posted } : {}), messageMaxChars: MESSAGE_MAX_CHARS };
}

const questionIn = ({ id, question, answer }: Question, locale: Locale) => ({ id, question: question[locale], answer: answer[locale] });

function pickPolicy(name: PolicyName, { shop, locale }: PageAsk): PolicyData {
  const { title, version, updated, sections, html } = shop.policies[name][locale];
  return { title, version, updated: showDay(updated, shop.brand.dateLocale, locale), sections, html };
}

function cardOf(service: ServiceText, offers: readonly Offer[]): ServiceCard {
  const prices = offers.filter(({ serviceType }) => serviceType === service.serviceType).map(({ unitPrice }) => unitPrice);
  const { slug, name, summary, turnaround, interval } = service;
  return { slug, name, summary, turnaround, interval, from: prices.length > 0 ? Math.min(...prices) : undefined };
}

function pickExample({ services, prices }: Storefront): HomeData['example'] {
  const offer = prices.offers.find(({ id }) => id === EXAMPLE_OFFER) ?? prices.offers[0];
  const service = services.find(({ serviceType }) => serviceType === offer?.serviceType);
  if (!offer || !service) return undefined;
  const sentences = service.sample.text.match(/[^.!?。！？]+[.!?。！？]+[”»」]?/gu) ?? [service.sample.text];
  const text = sentences.slice(0, EXAMPLE_SENTENCES).join('').trim();
  return { service: service.name, unit: offer.unit, caption: service.sample.caption, text };
}

function pickServices({ services, prices }: Storefront): ServicesData {
  const priceOf = new Map(prices.offers.map((offer) => [offer.id, offer.unitPrice]));
  const sheets = services.map((service) => ({ kind: service.kind, sheet: sheetOf(service, prices.offers, priceOf) }));
  const of = (kind: ServiceText['kind']) => sheets.filter((each) => each.kind === kind).map(({ sheet }) => sheet);
  return { services: of('service'), bundles: of('bundle'), platforms: prices.platformTypes };
}

function sheetOf(service: ServiceText, offers: readonly Offer[], priceOf: ReadonlyMap<string, number>): ServiceSheet {
  const { slug, name, description, contains, excludes, sample, turnaround, interval, madeBy, revisions, platforms } = service;
  const own = offers.filter(({ serviceType }) => serviceType === service.serviceType);
  return {
    ...{ slug, name, description, contains, excludes, sample, turnaround, interval, madeBy, revisions, platforms },
    prices: own.map(({ id, unit, note, unitPrice }) => ({ id, unit, note, unitPrice })),
    partsPrice: service.kind === 'bundle' ? partsPriceOf(own[0], priceOf) : undefined,
  };
}

/** Nothing is claimed where a part has no price in this currency. */
function partsPriceOf(offer: Offer | undefined, priceOf: ReadonlyMap<string, number>): number | undefined {
  const costs = offer?.pieces.map(({ offerId, quantity }) => (priceOf.get(offerId) ?? Number.NaN) * quantity) ?? [];
  const sum = costs.reduce((total, cost) => total + cost, 0);
  return costs.length > 0 && Number.isFinite(sum) ? sum : undefined;
}
