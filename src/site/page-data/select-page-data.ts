// Selects the data that each page needs. Server only, so that the browser gets no more than that. Pure.

import { fallbackLocale, getCountryName, getLanguage, type Locale } from '#lib/locale.ts';
import { markShapes, markSize } from '#lib/logo.ts';
import { html, type Markup } from '#lib/markdown/html.ts';
import { getCurrencyName } from '#lib/money/currencies.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import type { LogoFile, PolicyName, Question, RenderRequest, ShopTexts } from '#lib/rendering.ts';
import { showDay } from '#lib/time/date.ts';
import { findLongest } from '#lib/time/turnaround.ts';
import { getPath } from '#lib/url-path.ts';
import { localizeFile, localizeText } from '#lib/words/owner-texts.ts';
import { listSold } from '#modules/catalogue/rules.ts';
import type { Offer, ServiceText, Storefront } from '#modules/catalogue/shapes.ts';
import { isOrderNumber } from '#modules/orders/rules.ts';
import type { Declaration, DeclarationKind } from '#modules/support/declarations/shapes.ts';
import type { AnswerPromise } from '#modules/support/hours/shapes.ts';
import { isTicketNumber } from '#modules/support/rules.ts';
import { MESSAGE_MAX_CHARS } from '#modules/support/shapes-sizes.ts';
import type { Thread } from '#modules/support/shapes-threads.ts';
import { formatPath } from '#ui/navigation/url.ts';
import {
  type ConfirmData,
  type ContactData,
  confirmDone,
  type DeclarationData,
  type FaqData,
  type Head,
  type HistoryData,
  type HomeData,
  type LoginData,
  type MyDataData,
  type PolicyData,
  type ScreenData,
  type ServiceData,
  type TicketData,
} from '#ui/page/data.ts';
import type { ShellData } from '#ui/page/shell.ts';
import { matchPage, type ScreenName } from '../../pages.ts';
import { pickAbout } from './select-about-data.ts';
import { pickExample, pickServices, selectSamples, toCard, toHomeBlock } from './select-catalogue-data.ts';
import { pickInvoice, pickLink, pickMeans, pickPay, pickQuote, pickShare } from './select-link-data.ts';

type PageSource = { readonly storefront: Storefront; readonly request: RenderRequest };

export const selectPageData: { readonly [Name in ScreenName]: (source: PageSource) => ScreenData[Name] } = {
  home: ({ storefront, request }) => pickHome(storefront, request),
  services: ({ storefront, request }) => pickServices(storefront, request),
  samples: ({ storefront, request }) => ({ samples: selectSamples(storefront, request) }),
  service: ({ storefront, request }) => pickService(storefront, request),
  about: ({ storefront, request }) => pickAbout(storefront, getService(storefront, request), request),
  faq: ({ request }) => pickFaq(request),
  contact: ({ request }) => pickContact(request),
  ticket: ({ request }) => pickTicket(request),
  login: ({ storefront, request }) => pickLogin(storefront, request),
  createAccount: ({ storefront, request }) => pickLogin(storefront, request),
  recoveryPassword: () => ({}),
  loginLink: ({ request }) => Object.fromEntries(parseSearchParams(request.path)),
  resetPassword: ({ request }) => Object.fromEntries(parseSearchParams(request.path)),
  cart: ({ storefront }) => ({
    services: storefront.services.map(({ serviceType, slug, icon, name }) => ({ serviceType, slug, icon, name })),
  }),
  orderHistory: ({ storefront, request }) => pickHistory(storefront, request.locale),
  order: () => ({}),
  invitation: () => ({}),
  accountDetails: () => ({}),
  funds: () => ({}),
  cartLink: () => ({}),
  plans: () => ({}),
  support: () => ({}),
  changePassword: () => ({}),
  notLoggedIn: () => ({}),
  withdrawal: ({ request }) => pickDeclaration('withdrawal', request),
  cancel: ({ request }) => pickDeclaration('cancel', request),
  confirmEmail: ({ request }) => pickConfirm(request),
  myData: ({ request }) => pickMyData(request),
  pay: ({ request }) => pickPay(request),
  means: ({ request }) => pickMeans(request),
  invoice: ({ request }) => pickInvoice(request),
  quote: ({ request }) => pickQuote(request),
  share: ({ request }) => pickShare(request),
  cookiesPolicy: ({ request }) => pickPolicy(policyByPage.cookiesPolicy, request),
  privacyPolicy: ({ request }) => pickPolicy(policyByPage.privacyPolicy, request),
  refundPolicy: ({ request }) => pickPolicy(policyByPage.refundPolicy, request),
  termsAndConditions: ({ request }) => pickPolicy(policyByPage.termsAndConditions, request),
  accessibility: ({ request }) => pickPolicy(policyByPage.accessibility, request),
  ui: () => ({}),
  notFound: ({ request }) => ({ path: formatPath(request.path) }),
  error: ({ request }) => (request.requestId === undefined ? {} : { requestId: request.requestId }),
};

/** The owner's text of each policy page. */
const policyByPage = {
  cookiesPolicy: 'cookies',
  privacyPolicy: 'privacy',
  refundPolicy: 'refunds',
  termsAndConditions: 'terms',
  accessibility: 'accessibility',
} as const satisfies Partial<Record<ScreenName, PolicyName>>;

export function selectPageHead(screen: ScreenName, request: RenderRequest): Head | undefined {
  const { shop, locale, storefront } = request;
  if (screen === 'service' || screen === 'about') {
    // The catalogue module builds it; lib/rendering.ts does not know its type.
    const { name: title, summary: about } = getService(storefront as Storefront, request);
    return { title, about };
  }
  if (screen === 'home') return { title: localizeText(shop.home.title, locale), about: localizeText(shop.home.description, locale) };
  const policy = (policyByPage as Partial<Record<ScreenName, PolicyName>>)[screen];
  if (!policy) return undefined;
  const { title, description: about } = localizeFile(shop.policies[policy], locale);
  return { title, about };
}

/** The default mark as HTML: mouth, bell and sound, coloured by src/site/frame/logo.module.css. */
const mark = html`<svg viewBox="0 0 ${markSize} ${markSize}" aria-hidden="true"><path d="${markShapes.mouth}"/><path d="${markShapes.bell}"/><path d="${markShapes.sound}"/></svg>`;

/** Its style is in src/site/theme.ts. */
const renderImage = ({ address, width, height }: LogoFile, alt: string): Markup =>
  html`<img class="logo" src="${address}" alt="${alt}" width="${width}" height="${height}">`;

/** The owner's logo or the default mark, and the name of the shop, as HTML. */
function renderLogo({ name, logo }: Pick<ShopTexts['brand'], 'name' | 'logo'>): string {
  if (!logo) return html`${mark}${name}`.text;
  const alt = logo.includesName ? name : '';
  return html`${renderImage(logo.light, alt)}${logo.dark && renderImage(logo.dark, alt)}${!logo.includesName && html`<span>${name}</span>`}`
    .text;
}

export function selectLayoutData(
  { brand, company, menus, calendar }: ShopTexts,
  { currencies }: Pick<Storefront, 'currencies'>,
  locale: Locale,
): ShellData {
  return {
    brand: brand.name,
    logo: renderLogo(brand),
    tagline: localizeText(brand.tagline, locale),
    claim: localizeText(brand.claim, locale),
    supportEmail: brand.supportEmail,
    ...(brand.social.length > 0 ? { social: brand.social } : {}),
    dateLocale: brand.dateLocale,
    // Names of holidays are not needed there.
    calendar: { ...calendar, holidays: calendar.holidays.map(({ day, until }) => ({ day, until })) },
    menus: selectMenus(menus, locale),
    seller: [
      company.legalName,
      localizeText(company.representative, locale),
      `${company.street}, ${company.postalCode} ${company.city}, ${getCountryName(company.country, locale)}`,
      `${company.registrationNumber} · ${company.vatId}`,
      company.email,
      company.phone,
    ],
    currencies: currencies.map((currency) => [currency, getCurrencyName(currency, locale)]),
  };
}

function selectMenus({ header, columns, note }: ShopTexts['menus'], locale: Locale): ShellData['menus'] {
  const selectLinks = (links: typeof header) =>
    links.filter((row) => row.languages?.includes(locale) ?? true).map(({ to, label }) => ({ to, label: localizeText(label, locale) }));
  return {
    header: selectLinks(header),
    columns: columns.map(({ title, links }) => ({ title: localizeText(title, locale), links: selectLinks(links) })),
    ...(note ? { note: localizeText(note, locale) } : {}),
  };
}

function pickHome(storefront: Storefront, { shop, locale }: RenderRequest): HomeData {
  const cards = listSold(storefront).map((service) => ({ kind: service.kind, card: toCard(service, storefront.prices.offers) }));
  const of = (kind: ServiceText['kind']) => cards.filter((each) => each.kind === kind).map(({ card }) => card);
  return {
    services: of('service'),
    turnaround: findLongest(cards.flatMap(({ card }) => (card.isInstant ? [] : [card.turnaround]))),
    bundles: of('bundle'),
    monthSample: selectSamples(storefront, { shop, locale }).find(({ parts }) => parts.some(({ kind }) => kind === 'month'))?.slug,
    example: pickExample(storefront, locale, shop.home.blocks.find((block) => block.kind === 'hero')?.example),
    blocks: shop.home.blocks.map((block) => toHomeBlock(block, storefront, { shop, locale })),
    questions: shop.questions.filter(({ home }) => home).map((each) => selectQuestion(each, locale)),
  };
}

const parseSearchParams = (path: string) => new URLSearchParams(path.split('?')[1]);

/** Uses the path as parsed by the server, so that the search text is the same on server and client. */
function pickFaq({ shop, locale, path }: RenderRequest): FaqData {
  return {
    asked: parseSearchParams(path).get('q') ?? '',
    groups: shop.questionGroups.map(({ id, title }) => ({
      id,
      title: localizeText(title, locale),
      questions: shop.questions.filter(({ group }) => group === id).map((each) => selectQuestion(each, locale)),
    })),
  };
}

/** Only valid numbers are shown, because parameters are untrusted. */
function pickContact({ path, posted, own }: RenderRequest): ContactData {
  const searchParams = parseSearchParams(path);
  const [sent, order] = [searchParams.get('sent') ?? '', searchParams.get('order') ?? ''];
  return {
    ...(isTicketNumber(sent) ? { sent } : {}),
    ...(isOrderNumber(order) ? { order } : {}),
    ...(posted ? { posted } : {}),
    messageMaxChars: MESSAGE_MAX_CHARS,
    // Built by the support module.
    ...(own ? { promise: own as AnswerPromise } : {}),
  };
}

/** `own` is built by the support module. */
function pickDeclaration(kind: DeclarationKind, { path, posted, own, shop, locale }: RenderRequest): DeclarationData {
  const searchParams = parseSearchParams(path);
  const id = searchParams.get('request') ?? posted?.values.request;
  const declaration = own as Declaration | undefined;
  const date = declaration?.kind === 'cancel' ? declaration.endsOn : '';
  const endsOn = date ? showDay(date, shop.brand.dateLocale, locale) : undefined;
  return {
    kind,
    supportEmail: shop.brand.supportEmail,
    ...(searchParams.get('sent') === 'yes' ? { sent: true } : {}),
    ...(id && declaration ? { toConfirm: { id, declaration, ...(endsOn ? { endsOn } : {}) } } : {}),
    ...(id && !declaration ? { expired: true } : {}),
    ...(posted ? { posted } : {}),
  };
}

function pickConfirm(request: RenderRequest): ConfirmData {
  const { searchParams, link } = pickLink(request);
  const done = confirmDone.find((each) => each === searchParams.get('sent'));
  const side = searchParams.get('side') ?? request.posted?.values.side;
  return { ...link, ...(side === 'old' ? { side } : {}), ...(done ? { done } : {}) };
}

const pickMyData = (request: RenderRequest): MyDataData => ({
  ...pickLink(request).link,
  ...(request.own === true ? { ready: true } : {}),
});

/** `own` is built by the support module. */
function pickTicket(request: RenderRequest): TicketData {
  const { own } = request;
  const { searchParams, link } = pickLink(request);
  const sent = searchParams.get('sent');
  return {
    ...link,
    ...(sent === 'answer' || sent === 'link' ? { sent } : {}),
    ...(own ? { thread: own as Thread } : {}),
    messageMaxChars: MESSAGE_MAX_CHARS,
  };
}

const listTitles = (services: readonly ServiceText[], offers: readonly Offer[], locale: Locale): Readonly<Record<string, string>> =>
  Object.fromEntries(
    offers.flatMap(({ id, serviceType, unit }) =>
      services
        .filter((each) => each.serviceType === serviceType)
        // A bundle has one size.
        .map(({ name, kind }) => [id, formatOfferTitle(name, kind === 'bundle' ? [] : [unit], locale)]),
    ),
  );

const pickHistory = ({ services, allPrices: { offers, platformTypes } }: Storefront, locale: Locale): HistoryData => ({
  services: services.map(({ serviceType, slug, name, kind, state, delivers }) => ({ serviceType, slug, name, kind, state, delivers })),
  titles: listTitles(services, offers, locale),
  platforms: platformTypes.map(({ platform, name, layout }) => ({ platform, name, layout })),
});

const selectQuestion = ({ id, question, answer }: Question, locale: Locale) => ({
  id,
  question: localizeText(question, locale),
  answer: localizeText(answer, locale),
});

function pickPolicy(name: PolicyName, { shop, locale }: RenderRequest): PolicyData {
  const { title, version, updated, sections, html } = localizeFile(shop.policies[name], locale);
  const lang = shop.policies[name][locale] ? undefined : getLanguage(fallbackLocale).html;
  return { title, version, updated: showDay(updated, shop.brand.dateLocale, locale), sections, html, ...(lang ? { lang } : {}) };
}

/** The service of the page that the log-in leads to. */
function pickLogin({ services, prices }: Storefront, { path }: RenderRequest): LoginData {
  const match = matchPage(getPath(parseSearchParams(path).get('redirect') ?? ''));
  const service =
    match?.name === 'service' ? services.find(({ slug, state }) => slug === match.params.id && state !== 'archived') : undefined;
  return service ? { order: toCard(service, prices.offers) } : {};
}

function pickService(storefront: Storefront, request: RenderRequest): ServiceData {
  const service = getService(storefront, request);
  const { slug, serviceType, kind, name, description, contains, turnaround } = service;
  const titles = listTitles([service], storefront.prices.offers, request.locale);
  return { slug, serviceType, kind, name, description, contains, turnaround, titles };
}

/** The service exists: the server answers 404 before rendering otherwise. */
function getService({ services }: Storefront, { params }: RenderRequest): ServiceText {
  const service = services.find(({ slug }) => slug === params.id);
  if (!service) throw new Error(`service page has no service ${params.id}`);
  return service;
}
