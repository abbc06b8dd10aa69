// Loads page data by address, locale and currency; prefetched data stay fresh for a while.
import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { ApiError } from '#ui/api/api-error.ts';
import { throwNetworkError } from '#ui/api/client.ts';
import { noteServedBuild } from '#ui/navigation/builds.ts';
import { getDataAddress, type PageDataRequest } from '#ui/navigation/url.ts';
import type { CartData, HistoryData, Loaded } from '#ui/page/data.ts';
import { href } from '../../pages.ts';
import { queryClient } from '../api/queries.ts';

const STALE_MS = 30_000;

/** No such page, no data or no code for it, usually because its build was replaced: a full load helps. */
export class NoData extends Error {
  override readonly name = 'NoData';
}

/** Temporary server error. A full load would fail too, and lose the current page. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}
const notNow = [429, 502, 503, 504];

const pageQuery = (request: PageDataRequest) => {
  const address = getDataAddress(request);
  return { queryKey: [address], queryFn: async () => (await fetchData(address)).json() as Promise<Loaded>, staleTime: STALE_MS };
};

export const loadPage = (request: PageDataRequest): Promise<Loaded> => queryClient.fetchQuery(pageQuery(request));

/** As the server has put it into the document. */
export const rememberPage = (request: PageDataRequest, loaded: Loaded): void =>
  void queryClient.setQueryData(pageQuery(request).queryKey, loaded);

/** A part of another page's data. If it cannot be loaded, it fails as a call does. */
function partQuery<T>(request: PageDataRequest, select: (loaded: Loaded) => T) {
  const query = pageQuery(request);
  return queryOptions<Loaded, ApiError, T, readonly unknown[]>({
    ...query,
    queryFn: () => query.queryFn().catch(throwNetworkError),
    select,
  });
}

/** The names of services, which the API does not return. */
export const servicesQuery = (locale: Locale, currency: CurrencyNumber) =>
  partQuery({ path: href('cart'), query: '', locale, currency }, ({ data }) => (data as CartData).services);

/** The names of services, offers and platforms in the page's language. */
export const namesQuery = (locale: Locale, currency: CurrencyNumber) =>
  partQuery({ path: href('orderHistory'), query: '', locale, currency }, ({ data }) => data as HistoryData);

async function fetchData(address: string): Promise<Response> {
  const answer = await fetch(address);
  noteServedBuild(answer.headers.get('x-build'));
  if (notNow.includes(answer.status)) throw new NotNow(`${address}: HTTP ${answer.status}`);
  if (!answer.ok) throw new NoData(`${address}: HTTP ${answer.status}`);
  return answer;
}
