// The desk's GET calls as queries. A query's key is the call and what is sent with it, so that pages can
// prefetch and invalidate by call.
import { infiniteQueryOptions, keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import type { DeskCall, DeskOutput, DeskSent } from '../../../desk-api.ts';
import type { PageNews } from '../../../live-topics.ts';
import { callDesk, changeListeners, type DeskApiError } from './client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: DeskApiError;
  }
}

export type GetCall = Extract<DeskCall, `GET ${string}`>;
type QueryInput<C extends DeskCall> = DeskSent<C> | Record<string, never>;

export const deskQuery = <C extends GetCall>(call: C, input?: DeskSent<C>) =>
  queryOptions({
    queryKey: [call, (input ?? {}) as QueryInput<C>] as const,
    queryFn: (): Promise<DeskOutput<C>> => callDesk(call, input),
  });

/** A list: after a change of its filter it shows the rows from before until the new ones arrive. */
export const deskListQuery = <C extends GetCall>(call: C, input?: DeskSent<C>) => ({
  ...deskQuery(call, input),
  placeholderData: keepPreviousData,
});

/** The parameters of the next page, without those that all pages share. */
type PageSent<C extends GetCall> = Partial<NonNullable<DeskSent<C>>> & object;

/**
 * A list that is loaded page by page. `next`: what to send for the page after this one; undefined after the
 * last.
 */
export const deskPagesQuery = <C extends GetCall>(call: C, input: DeskSent<C>, next: (page: DeskOutput<C>) => PageSent<C> | undefined) =>
  infiniteQueryOptions({
    queryKey: [call, input, 'pages'] as const,
    queryFn: ({ pageParam }): Promise<DeskOutput<C>> => callDesk(call, { ...(input as object), ...(pageParam as object) } as DeskSent<C>),
    initialPageParam: {} as PageSent<C>,
    getNextPageParam: next,
  });

/**
 * Prefetched data is shown without another request for this long, unless a live topic or a write invalidates
 * it.
 */
const STALE_MS = 10_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    // Live topics cover the return to the window and to the network; see live.ts.
    queries: { staleTime: STALE_MS, retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { networkMode: 'always' },
  },
});

// The page that wrote refetches what it shows; everything else is refetched when it is shown next.
changeListeners.add(() => void queryClient.invalidateQueries({ refetchType: 'none' }));

/** `all`: events may have been missed. */
export type QueryTopic = PageNews | 'all';

/** Autosaved drafts change nothing but these; every other topic may change anything. */
const draftCalls: readonly unknown[] = ['GET /api/piece'] satisfies GetCall[];

/** Refetches what is on the screen and marks the rest as stale. */
export const invalidateTopics = (topics: ReadonlySet<QueryTopic>): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) => draftCalls.includes(call) || [...topics].some((topic) => topic !== 'drafts'),
  });

/** Refetches a call wherever it is on the screen. */
export const refetchCall = (call: GetCall): Promise<void> => queryClient.invalidateQueries({ queryKey: [call] });
