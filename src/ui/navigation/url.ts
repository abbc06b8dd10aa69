// Address functions shared by server and client. Pure.
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { getPath } from '#lib/url-path.ts';
import { matchPage } from '../../pages.ts';
import type { RouteRules } from './builds.ts';

/** Maximum length of an unknown path that is shown to the visitor. */
const SHOWN_PATH_CHARS = 200;

/** An unknown path as text: decoded if possible, and truncated. */
export function formatPath(address: string): string {
  const path = getPath(address);
  const letters = [...decodePath(path)];
  return letters.length > SHOWN_PATH_CHARS ? `${letters.slice(0, SHOWN_PATH_CHARS - 1).join('')}…` : letters.join('');
}

/** Decoded, or unchanged if it cannot be decoded. */
export function decodePath(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** The address without `?lang=`. */
export function withoutLanguage(address: string): string {
  const url = new URL(address, 'http://any');
  if (!url.searchParams.has('lang')) return address;
  url.searchParams.delete('lang');
  return `${url.pathname}${url.search}${url.hash}`;
}

export type PageDataRequest = { readonly path: string; readonly query: string; readonly locale: Locale; readonly currency: CurrencyNumber };

/** Where the data of a page are. */
export function getDataAddress({ path, query, locale, currency }: PageDataRequest): string {
  const search = new URLSearchParams(query);
  search.set('lang', locale);
  search.set('currency', String(currency));
  return `/data${path === '/' ? '' : path.replace(/\/$/, '')}?${search}`;
}

/**
 * The target of a navigation. Redirects are followed to our own known pages only, and never in a
 * circle.
 */
export function followRules(address: string, routes: RouteRules): string {
  let target = address;
  for (let hops = 0; hops < 5; hops++) {
    const to = routes[getPath(target)]?.redirect;
    if (typeof to !== 'string' || !to.startsWith('/') || to.startsWith('//') || to.includes('\\') || !matchPage(getPath(to))) return target;
    target = to;
  }
  return address;
}
