// The data of a page, for a browser that is alive: asked for by address, language and currency, and kept for a moment, so that pointing at a link
// is a head start and Back needs no wait.
import type { Locale } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import { noteServed } from './build-watch.ts';
import type { Loaded } from './page-data.ts';

const KEPT_MS = 30_000;
const KEPT_PAGES = 20;

export type PageDataRequest = { readonly path: string; readonly query: string; readonly locale: Locale; readonly currency: CurrencyNumber };

/** The server has no such page, or no data for it: a full load tells what is so. */
class NoData extends Error {
  override readonly name = 'NoData';
}

/** The server cannot just now; a full load would be answered the same, and lose the page that is here. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}
const notNow = [429, 502, 503, 504];

const kept = new Map<string, { readonly at: number; readonly page: Promise<Loaded> }>();

export function loadPage(wish: PageDataRequest): Promise<Loaded> {
  const address = dataAddress(wish);
  const known = kept.get(address);
  if (known && Date.now() - known.at < KEPT_MS) return known.page;
  const page = ask(address).then((answer) => answer.json() as Promise<Loaded>);
  page.catch(() => kept.delete(address));
  kept.delete(address);
  kept.set(address, { at: Date.now(), page });
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_PAGES) break;
    kept.delete(oldest);
  }
  return page;
}

export function dataAddress({ path, query, locale, currency }: PageDataRequest): string {
  const search = new URLSearchParams(query);
  search.set('lang', locale);
  search.set('currency', String(currency));
  return `/data${path === '/' ? '' : path.replace(/\/$/, '')}?${search}`;
}

/** The data of the page that the server made. Something may have changed since; then it is `other` than what the page was made of. */
export async function loadFirst(address: string, hash: string): Promise<{ loaded: Loaded; other: boolean }> {
  const answer = await ask(address);
  const tag = answer.headers.get('etag');
  return { loaded: (await answer.json()) as Loaded, other: tag !== null && !tag.includes(hash) };
}

async function ask(address: string): Promise<Response> {
  const answer = await fetch(address);
  noteServed(answer.headers.get('x-build'));
  if (notNow.includes(answer.status)) throw new NotNow(`${address} was answered with ${answer.status}`);
  if (!answer.ok) throw new NoData(`${address} was answered with ${answer.status}`);
  return answer;
}
