// What the account's pages read, as queries. A query's key is the call and what is sent with it.
import { QueryClient, queryOptions, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Prices } from '#modules/catalogue/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { getAccessToken } from '#ui/api/session.ts';
import type { Call, Output, Sent } from '../../api.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      enabled: () => getAccessToken() !== undefined,
      // A failure is shown with a button, and tried again when the connection is back.
      retry: false,
      networkMode: 'always',
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
      refetchOnWindowFocus: false,
      // Programming errors belong to the error boundary.
      throwOnError: (error) => !(error instanceof ApiError),
    },
  },
});

/** A log-in in another tab may be that of another customer. */
export function followSession(): void {
  addEventListener('storage', ({ key }) => {
    // The pages show another account now.
    if (key === 'actingFor') return location.reload();
    if (key !== 'accessToken' && key !== null) return;
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.invalidateQueries();
  });
}

export const apiQuery = <C extends Call>(name: C, input: Sent<C>) =>
  queryOptions<Output<C>, ApiError, Output<C>, readonly unknown[]>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
  });

/** Shared by the switch and by pages that depend on the role. */
export const teamAccountsQuery = { ...apiQuery('GET /api/team/accounts', undefined), staleTime: 10_000 };

export const plansQuery = apiQuery('GET /api/plans', undefined);
export const brandKitsQuery = apiQuery('GET /api/Accounts/brand-kits', undefined);

/** Also of offers that are not sold any more. Without a currency it waits. */
export const archivedPricesQuery = (currency: CurrencyNumber | undefined) =>
  queryOptions<Prices, ApiError, Prices, readonly unknown[]>({
    queryKey: ['POST /api/prices', currency, 'withArchived'],
    queryFn: currency === undefined ? skipToken : ({ signal }) => call('POST /api/prices', { currency, withArchived: true }, { signal }),
  });

const STALE_MS = 10_000;

/** Several parts of a page need it, one after the other. */
export const profileQuery = { ...apiQuery('GET /api/Accounts/profile', undefined), staleTime: STALE_MS };

/** What a page loads with more than one call. */
export const loadedQuery = <T>(key: readonly unknown[], load: (signal: AbortSignal) => Promise<T>) =>
  queryOptions<T, ApiError, T, readonly unknown[]>({ queryKey: key, queryFn: ({ signal }) => load(signal) });

export type ApiQueryResult<T> = Pick<UseQueryResult<T, ApiError>, 'error' | 'isFetching'> & {
  readonly data: T | undefined;
  readonly refetch: () => Promise<unknown>;
};

type FreshQuery<T> = Parameters<typeof useQuery<T, ApiError, T, readonly unknown[]>>[0];

/** For what is edited or paid: a state that was loaded for an earlier page is not shown. */
export function useFreshQuery<T>(query: FreshQuery<T>): ApiQueryResult<T> {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({ ...query, staleTime: 0 });
  return { data: isFetchedAfterMount ? data : undefined, error, isFetching, refetch };
}

/** Has data when both have. */
export const joinQueries = <A, B>(a: ApiQueryResult<A>, b: ApiQueryResult<B>): ApiQueryResult<readonly [A, B]> => ({
  data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
  error: a.error ?? b.error,
  isFetching: a.isFetching || b.isFetching,
  refetch: () => Promise.all([a.refetch(), b.refetch()]),
});
