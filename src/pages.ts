// TABLE 2: every page of the storefront: path, name, who may see it, where it is rendered. Pure data and the reading of it: the server, the
// browser and the tests use the same.
import { oneLine } from './lib/markdown/plain-text.ts';

export type PageRow = {
  /** As the address bar shows it; `:id` takes one part of a path. Letter case does not matter. */
  readonly path: string;
  /** open: anyone; token: a logged-in visitor, guarded in the browser, where the token is. */
  readonly who: 'open' | 'token';
  /** true: rendered on the server, data and all; false: the server writes the page as it stands while its data is waited for, the same for everybody. */
  readonly server: boolean;
  /** The query parameters that choose what is shown, with the values they know; all others are ignored. The page's data is the same with each. */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** Query parameters that people type, with the most of their characters that count. A page that is asked for with one is made for one answer. */
  readonly typed?: Readonly<Record<string, number>>;
  /** Its data is long: the document goes without it, and the browser asks for it together with the scripts. */
  readonly apart?: true;
  /** There is nothing to do on it with an empty cart; whoever goes there is told. */
  readonly needs?: 'cart';
  /** Only a mailed link or a redirect makes sense of it: search engines are not to list it. */
  readonly unlisted?: true;
  /** For those who build the shop; in production there is no such page. */
  readonly workshop?: true;
};

/** Why somebody is not logged in any more, as the address says it. */
export const LOGGED_OUT = 'You were logged out';

export const pages = {
  home: { path: '/', who: 'open', server: true },
  services: {
    path: '/services',
    who: 'open',
    server: true,
    apart: true,
    query: { kind: ['service', 'bundle'], platform: ['x', 'telegram', 'instagram', 'discord', 'facebook', 'linkedin'] },
  },
  service: { path: '/services/:id', who: 'token', server: false },
  faq: { path: '/faq', who: 'open', server: true, apart: true, typed: { q: 80 } },
  contact: { path: '/contact', who: 'open', server: true, typed: { sent: 9, order: 10 } },
  ticket: { path: '/contact/ticket', who: 'open', server: true, typed: { code: 26, sent: 6 }, unlisted: true },
  login: { path: '/account/login', who: 'open', server: true },
  createAccount: { path: '/account/create-account', who: 'open', server: true },
  recoveryPassword: { path: '/account/recovery-password', who: 'open', server: true },
  resetPassword: { path: '/account/reset', who: 'open', server: true, unlisted: true },
  cart: { path: '/cart', who: 'token', server: false, needs: 'cart' },
  orderHistory: {
    path: '/cabinet/order-history',
    who: 'token',
    server: false,
    query: { show: ['unpaid', 'work', 'delivered', 'cancelled'] },
  },
  accountDetails: { path: '/cabinet/account-details', who: 'token', server: false },
  funds: { path: '/cabinet/funds', who: 'token', server: false, query: { kind: ['in', 'out'] } },
  support: { path: '/cabinet/support', who: 'token', server: false },
  changePassword: { path: '/cabinet/change-password', who: 'token', server: false },
  notLoggedIn: { path: '/account/not-logged-in', who: 'open', server: true, unlisted: true, query: { reason: [LOGGED_OUT] } },
  confirmEmail: { path: '/account/confirm', who: 'open', server: true, typed: { code: 32, side: 3, sent: 9 }, unlisted: true },
  myData: { path: '/account/my-data', who: 'open', server: true, typed: { code: 32 }, unlisted: true },
  cookiesPolicy: { path: '/cookies-policy', who: 'open', server: true },
  privacyPolicy: { path: '/privacy-policy', who: 'open', server: true },
  refundPolicy: { path: '/refund-and-chargeback-policy', who: 'open', server: true },
  termsAndConditions: { path: '/terms-and-conditions', who: 'open', server: true },
  ui: { path: '/_ui', who: 'open', server: true, workshop: true },
} as const satisfies Record<string, PageRow>;

export type PageName = keyof typeof pages;
/** What can be shown: a page of the table, or a word why there is none. */
export type ScreenName = PageName | 'notFound' | 'fault';
export type Params = Readonly<Record<string, string>>;
export type Match = { readonly name: PageName; readonly params: Params };

export const pageNames = Object.keys(pages) as readonly PageName[];
export const pageRow = (name: PageName): PageRow => pages[name];
/** To which a mail's link leads with a secret: they send no referrer, and what one reader is shown nobody keeps. Not in the table, of which the browser has a copy. */
const mailedPages: readonly string[] = ['ticket', 'resetPassword', 'confirmEmail', 'myData'] satisfies PageName[];
export const isMailed = (screen: string): boolean => mailedPages.includes(screen);
export const pagesServed = (production: boolean): readonly PageName[] =>
  pageNames.filter((name) => !(production && pageRow(name).workshop));

/** A typed address: a page that is not in the table does not compile. */
export const href = (name: PageName, hash = ''): string => pages[name].path + hash;

/** The page of a path, as the router of the server finds it: in any letter case, with or without a slash at the end, percent-encoded or not. */
export function matchPage(path: string): Match | undefined {
  const steps = stepsOf(path);
  for (const name of steps ? pageNames : []) {
    const params = steps && matchSteps(stepsOf(pages[name].path) ?? [], steps);
    if (params) return { name, params };
  }
  return undefined;
}

function stepsOf(path: string): string[] | undefined {
  try {
    return decodeURI(path).replace(/\/$/, '').split('/').slice(1);
  } catch {
    return undefined;
  }
}

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

/** What a page knows of a query, in the table's order, so that one page has one spelling: '' or '?name=value'. */
export const knownQuery = (row: PageRow, query: Query): string => spellQuery([...chosenQuery(row, query), ...typedQuery(row, query)]);

export type Query = Readonly<Record<string, unknown>>;
type Pairs = readonly (readonly [name: string, value: string])[];

export const spellQuery = (pairs: Pairs): string =>
  pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : '';

/** Of an address, as the server's parser reads it: what comes twice is a list, and so nothing that a page knows. */
export function queryOf(address: string): Query {
  const search = new URLSearchParams(address.split('#', 1)[0]?.split('?').slice(1).join('?'));
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => [name, search.getAll(name).length > 1 ? search.getAll(name) : search.get(name)]),
  );
}

/** What was chosen of the values that the table knows. */
export const chosenQuery = (row: PageRow, query: Query): Pairs =>
  Object.entries(row.query ?? {}).flatMap(([name, values]) => {
    const value = query[name];
    return typeof value === 'string' && values.includes(value) ? [[name, value] as const] : [];
  });

/** How many pages the choices of a row make, besides the plain one. */
export const countChoices = (row: PageRow): number =>
  Object.values(row.query ?? {}).reduce((count, values) => count * (values.length + 1), 1) - 1;

/** What somebody typed, as plain text of one line; a parameter that comes twice, or with nothing in it, is none. */
export function typedQuery(row: PageRow, query: Query): Pairs {
  return Object.entries(row.typed ?? {}).flatMap(([name, most]) => {
    const value = query[name];
    const text = typeof value === 'string' ? [...oneLine(value.normalize('NFKC')).trim()].slice(0, most).join('').trim() : '';
    return text ? [[name, text] as const] : [];
  });
}
