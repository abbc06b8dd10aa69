// TABLE 2: every page of the storefront: path, name, access, rendering. Pure data and its lookup, shared by
// server, browser and tests.
import { toOneLine } from '#lib/markdown/plain-text.ts';
import { getPath } from '#lib/url-path.ts';

export type PageRow = {
  /** `:id` matches one path segment. Letter case does not matter. */
  readonly path: string;
  /** open: public; token: logged-in visitors, guarded in the browser, which holds the token. */
  readonly who: 'open' | 'token';
  /**
   * true: rendered on the server with its data; false: the server renders the loading state, the same for all
   * visitors.
   */
  readonly server: boolean;
  /**
   * Query parameters that filter the page, with their known values; others are ignored. They do not change
   * the page's data.
   */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** Free-text query parameters, with their maximum length. A page with one is rendered for one request. */
  readonly typed?: Readonly<Record<string, number>>;
  /** Rendered on the server and never hydrated: src/site/enhance is its script. */
  readonly document?: true;
  /** Its path parameter has too many values to cache its pages. */
  readonly endless?: true;
  /** Useless with an empty cart; the visitor gets a notice instead. */
  readonly needs?: 'cart';
  /** Only reached by a mailed link or a redirect: not listed by search engines. */
  readonly unlisted?: true;
  /** For developers; does not exist in production. */
  readonly workshop?: true;
};

/** As many as a service may have: the calculator has a parameter for each, `addOn1` for the first. */
const CALCULATOR_ADD_ONS = 20;
const calculator = {
  offer: 80,
  platform: 5,
  quantity: 9,
  ...Object.fromEntries(Array.from({ length: CALCULATOR_ADD_ONS }, (_, index) => [`addOn${index + 1}`, 5])),
};

/** Why the visitor was logged out, as a query parameter. */
export const LOGGED_OUT = 'You were logged out';

export const pages = {
  home: { path: '/', who: 'open', server: true, document: true },
  services: {
    path: '/services',
    who: 'open',
    server: true,
    document: true,
    query: { kind: ['posts', 'texts', 'checks', 'bundle'] },
  },
  samples: { path: '/samples', who: 'open', server: true, document: true, typed: { whole: 80 } },
  service: { path: '/services/:id', who: 'token', server: false },
  about: { path: '/services/:id/about', who: 'open', server: true, document: true, typed: calculator },
  faq: { path: '/faq', who: 'open', server: true, document: true, typed: { q: 80 } },
  contact: { path: '/contact', who: 'open', server: true, typed: { sent: 9, order: 10 }, document: true },
  ticket: { path: '/contact/ticket', who: 'open', server: true, typed: { code: 26, sent: 6 }, unlisted: true, document: true },
  login: { path: '/account/login', who: 'open', server: true, typed: { redirect: 200 }, document: true },
  createAccount: { path: '/account/create-account', who: 'open', server: true, typed: { redirect: 200 }, document: true },
  recoveryPassword: { path: '/account/recovery-password', who: 'open', server: true, document: true },
  loginLink: { path: '/account/login-link', who: 'open', server: true, typed: { code: 32 }, unlisted: true, document: true },
  resetPassword: { path: '/account/reset', who: 'open', server: true, typed: { email: 254, code: 200 }, unlisted: true, document: true },
  invitation: { path: '/account/invitation', who: 'token', server: false, unlisted: true },
  cart: { path: '/cart', who: 'token', server: false, needs: 'cart' },
  cartLink: { path: '/cart/add', who: 'token', server: false },
  orderHistory: {
    path: '/cabinet/order-history',
    who: 'token',
    server: false,
    query: { show: ['unpaid', 'work', 'delivered', 'cancelled'] },
  },
  order: { path: '/cabinet/order-history/:number', who: 'token', server: false, endless: true },
  plans: { path: '/cabinet/plans', who: 'token', server: false },
  accountDetails: { path: '/cabinet/account-details', who: 'token', server: false },
  funds: { path: '/cabinet/funds', who: 'token', server: false, query: { kind: ['in', 'out'] } },
  support: { path: '/cabinet/support', who: 'token', server: false },
  changePassword: { path: '/cabinet/change-password', who: 'token', server: false },
  notLoggedIn: {
    path: '/account/not-logged-in',
    who: 'open',
    server: true,
    unlisted: true,
    query: { reason: [LOGGED_OUT] },
    document: true,
  },
  confirmEmail: {
    path: '/account/confirm',
    who: 'open',
    server: true,
    typed: { code: 32, side: 3, sent: 9 },
    unlisted: true,
    document: true,
  },
  pay: { path: '/pay', who: 'open', server: true, typed: { code: 65, sent: 3, back: 3 }, unlisted: true, document: true },
  means: { path: '/means', who: 'open', server: true, typed: { code: 65, sent: 3, back: 3 }, unlisted: true, document: true },
  invoice: { path: '/invoice', who: 'open', server: true, typed: { code: 65, sent: 3, back: 3 }, unlisted: true, document: true },
  quote: { path: '/quote', who: 'open', server: true, typed: { code: 65 }, unlisted: true, document: true },
  share: { path: '/share', who: 'open', server: true, typed: { code: 65, sent: 8 }, unlisted: true, document: true },
  myData: { path: '/account/my-data', who: 'open', server: true, typed: { code: 32 }, unlisted: true, document: true },
  withdrawal: { path: '/withdrawal', who: 'open', server: true, typed: { request: 36, sent: 3 }, document: true },
  cancel: { path: '/cancel', who: 'open', server: true, typed: { request: 36, sent: 3 }, document: true },
  cookiesPolicy: { path: '/cookies-policy', who: 'open', server: true, document: true },
  privacyPolicy: { path: '/privacy-policy', who: 'open', server: true, document: true },
  refundPolicy: { path: '/refund-and-chargeback-policy', who: 'open', server: true, document: true },
  termsAndConditions: { path: '/terms-and-conditions', who: 'open', server: true, document: true },
  accessibility: { path: '/accessibility', who: 'open', server: true, document: true },
  ui: { path: '/_ui', who: 'open', server: true, workshop: true },
} as const satisfies Record<string, PageRow>;

export type PageName = keyof typeof pages;
/** What can be rendered: a page of the table, or an error page. */
export type ScreenName = PageName | ErrorName;
type ErrorName = 'notFound' | 'error';
export type DocumentName =
  | ErrorName
  | { [Name in PageName]: (typeof pages)[Name] extends { readonly document: true } ? Name : never }[PageName];
export type Params = Readonly<Record<string, string>>;
export type Match = { readonly name: PageName; readonly params: Params };

/** Pages of the account's app, which the browser renders after the first. */
export type AppPageName = Exclude<PageName, DocumentName>;

export const pageNames = Object.keys(pages) as readonly PageName[];
export const getPageRow = (name: PageName): PageRow => pages[name];
export const isDocument = (screen: ScreenName): screen is DocumentName =>
  screen === 'notFound' || screen === 'error' || getPageRow(screen).document === true;
/**
 * Pages whose link in a mail contains a secret: sent without referrer, never cached. Not in the table,
 * because the browser has a copy of it.
 */
const mailedPages: readonly string[] = [
  'ticket',
  'loginLink',
  'resetPassword',
  'confirmEmail',
  'myData',
  'pay',
  'means',
  'invoice',
  'quote',
  'share',
] satisfies PageName[];
export const isMailed = (screen: string): boolean => mailedPages.includes(screen);
export const listServedPages = (production: boolean): readonly PageName[] =>
  pageNames.filter((name) => !(production && getPageRow(name).workshop));

/** A typed URL: an unknown page does not compile. */
export const href = (name: PageName, hash = ''): string => pages[name].path + hash;

/**
 * Finds the page of a path as the server's router does: any letter case, optional trailing slash, optional
 * percent-encoding.
 */
export function matchPage(path: string): Match | undefined {
  const steps = splitPath(path);
  if (!steps) return undefined;
  for (const [name, pattern] of patterns) {
    const params = matchSteps(pattern, steps);
    if (params) return { name, params };
  }
  return undefined;
}

/** Any other page of the shop is a document, which the browser loads. */
export function isAppPage(address: string): boolean {
  const match = matchPage(getPath(address));
  return match !== undefined && !isDocument(match.name);
}

function splitPath(path: string): string[] | undefined {
  try {
    return decodeURI(path).replace(/\/$/, '').split('/').slice(1);
  } catch {
    return undefined;
  }
}

/** Split once: every page matches the addresses of its links. */
const patterns = /* @__PURE__ */ pageNames.map((name) => [name, pages[name].path.replace(/\/$/, '').split('/').slice(1)] as const);

function matchSteps(pattern: readonly string[], steps: readonly string[]): Params | undefined {
  if (pattern.length !== steps.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const step = steps[index] ?? '';
    if (wanted.startsWith(':') && step !== '') params[wanted.slice(1)] = step;
    else if (wanted.toLowerCase() !== step.toLowerCase()) return undefined;
  }
  return params;
}

/**
 * The known part of a query in the table's order, so that each page has one spelling: '' or '?name=value'.
 */
export const normalizeQuery = (row: PageRow, query: PageQuery): string =>
  formatQuery([...listChosen(row, query), ...listTyped(row, query)]);

export type PageQuery = Readonly<Record<string, unknown>>;
type Pairs = readonly (readonly [name: string, value: string])[];

export const formatQuery = (pairs: Pairs): string =>
  pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : '';

/** From a query as the server parses it: a repeated parameter is an array and is ignored. */
export function parseQuery(address: string): PageQuery {
  if (!address.includes('?')) return {};
  const search = new URLSearchParams(address.split('#', 1)[0]?.split('?').slice(1).join('?'));
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => [name, search.getAll(name).length > 1 ? search.getAll(name) : search.get(name)]),
  );
}

/** The selected known values. */
export const listChosen = (row: PageRow, query: PageQuery): Pairs =>
  Object.entries(row.query ?? {}).flatMap(([name, values]) => {
    const value = query[name];
    return typeof value === 'string' && values.includes(value) ? [[name, value] as const] : [];
  });

/** Number of filter combinations of a page, besides the plain one. */
export const countChoices = (row: PageRow): number =>
  Object.values(row.query ?? {}).reduce((count, values) => count * (values.length + 1), 1) - 1;

/** Free-text input as one line of plain text; a repeated or empty parameter is ignored. */
export function listTyped(row: PageRow, query: PageQuery): Pairs {
  return Object.entries(row.typed ?? {}).flatMap(([name, most]) => {
    const value = query[name];
    const text = typeof value === 'string' ? [...toOneLine(value.normalize('NFKC')).trim()].slice(0, most).join('').trim() : '';
    return text ? [[name, text] as const] : [];
  });
}
