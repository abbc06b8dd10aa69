// Loads page data by address, locale and currency, with a short cache for prefetched links and Back.
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { noteServed } from '#ui/navigation/builds.ts';
import type { Loaded } from '#ui/page/data.ts';

const CACHE_MS = 30_000;
const MAX_CACHED_PAGES = 20;

export type PageDataRequest = { readonly path: string; readonly query: string; readonly locale: Locale; readonly currency: CurrencyNumber };

/** The server has no such page or no data for it: a full load shows the right page. */
class NoData extends Error {
  override readonly name = 'NoData';
}

/** Temporary server error. A full load would fail too, and lose the current page. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}
const notNow = [429, 502, 503, 504];

const cache = new Map<string, { readonly at: number; readonly page: Promise<Loaded> }>();

export function loadPage(wish: PageDataRequest): Promise<Loaded> {
  const address = dataAddress(wish);
  const cached = cache.get(address);
  if (cached && Date.now() - cached.at < CACHE_MS) return cached.page;
  const page = ask(address).then((answer) => answer.json() as Promise<Loaded>);
  page.catch(() => cache.delete(address));
  // Deleted first, so that it becomes the newest entry.
  cache.delete(address);
  cache.set(address, { at: Date.now(), page });
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED_PAGES) break;
    cache.delete(oldest);
  }
  return page;
}

export function dataAddress({ path, query, locale, currency }: PageDataRequest): string {
  const search = new URLSearchParams(query);
  search.set('lang', locale);
  search.set('currency', String(currency));
  return `/data${path === '/' ? '' : path.replace(/\/$/, '')}?${search}`;
}

async function ask(address: string): Promise<Response> {
  const answer = await fetch(address);
  noteServed(answer.headers.get('x-build'));
  if (notNow.includes(answer.status)) throw new NotNow(`${address}: HTTP ${answer.status}`);
  if (!answer.ok) throw new NoData(`${address}: HTTP ${answer.status}`);
  return answer;
}
