// Order history: state, payment and actions of each order. Newest first, in pages;
// the search covers the loaded orders.

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { OrderView } from '#modules/orders/shapes.ts';
import type { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import field from '#ui/forms/field.module.css';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { usePage } from '#ui/page/context.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import { joinQueries, queryClient } from '../../api/queries.ts';
import { namesQuery } from '../../app/data-cache.ts';
import { ClientArea, FormPlaceholder, QueryState } from '../../layout/client-area/client-area.tsx';
import { UnansweredPlace } from '../../shared/pending-requests-slot.tsx';
import css from './order-history-page.module.css';
import {
  type Choice,
  countIn,
  filterOrders,
  getHistoryAddress,
  type ListedOrders,
  MAX_SEARCH_CHARS,
  mergeOrders,
  parseChoice,
  type Show,
  shows,
} from './order-list.ts';
import { OrderListRow } from './row/order-row.tsx';
import '#ui/styles/search-field.css';

const PAGE = 50;
const DEBOUNCE_MS = 300;

/** One more than is shown, to know if there are more. */
async function loadOrders(signal: AbortSignal, before?: string): Promise<ListedOrders> {
  const orders = await call('GET /api/orders', { limit: PAGE + 1, before }, { signal });
  return { orders: orders.slice(0, PAGE), more: orders.length > PAGE };
}

const ordersQuery = infiniteQueryOptions<ListedOrders, ApiError, InfiniteData<ListedOrders>, readonly unknown[], string | undefined>({
  queryKey: ['GET /api/orders', 'pages'],
  queryFn: ({ pageParam, signal }) => loadOrders(signal, pageParam),
  initialPageParam: undefined,
  getNextPageParam: ({ orders, more }) => (more ? orders.at(-1)?.id : undefined),
});

/** Updates the orders of each page; a new one belongs to the first page. */
function take(fresh: readonly OrderView[]): void {
  queryClient.setQueryData(ordersQuery.queryKey, (data) => {
    if (!data) return data;
    const places = new Map(data.pages.flatMap(({ orders }, index) => orders.map(({ id }) => [id, index] as const)));
    const pages = data.pages.map((page, index) => ({
      ...page,
      orders: mergeOrders(
        page.orders,
        fresh.filter(({ id }) => (places.get(id) ?? 0) === index),
      ),
    }));
    return { ...data, pages };
  });
}

const loadFirst = async (signal: AbortSignal) => (await loadOrders(signal)).orders;
const Subscriptions = createLazyPart(() => import('./subscriptions.tsx').then(({ Subscriptions }) => Subscriptions));
const PastHistory = createLazyPart(() => import('./past-history.tsx').then(({ PastHistory }) => PastHistory));
const BriefPieces = createLazyPart(() => import('./pieces/piece-list.tsx').then(({ BriefPieces }) => BriefPieces));
const OlderOrders = createLazyPart(() => import('./older-orders.tsx').then(({ OlderOrders }) => OlderOrders));
const HistoryLive = createLazyPart(() => import('./live-orders.tsx').then(({ HistoryLive }) => HistoryLive));
const NoOrders = createLazyPart(() => import('./no-orders.tsx').then(({ NoOrders }) => NoOrders));
const NoMatch = createLazyPart(() => import('./no-orders.tsx').then(({ NoMatch }) => NoMatch));
const Return = createLazyPart(() => import('./payment/payment-return.tsx').then(({ Return }) => Return));

export function OrderHistoryPage() {
  const { address, locale, currency } = usePage();
  const { navigate } = useRouter();
  const { purchase, brief } = parseChoice(address);
  const listed = useInfiniteQuery(ordersQuery);
  const orders = useMemo(() => listed.data?.pages.flatMap((page) => page.orders), [listed.data]);
  const showPurchase = (id: string) => void navigate({ href: getHistoryAddress({ purchase: id }), replace: true, resetScroll: false });
  const history = joinQueries({ ...listed, data: orders }, useQuery(namesQuery(locale, currency)));
  const [, names] = history.data ?? [];
  const briefed = orders?.find(({ id }) => id === brief);
  const title = briefed && names?.titles[briefed.offerId];
  return (
    <ClientArea title={title === undefined ? <Trans>Order history</Trans> : <Trans>Briefs for {title}</Trans>}>
      {purchase ? null : <UnansweredPlace kind="order" take={showPurchase} />}
      {purchase ? (
        <div className={css.returned}>
          {/* Updates are newer than the list, so the list is loaded first. */}
          {names ? <Return key={purchase} purchase={purchase} names={names} take={take} /> : null}
        </div>
      ) : null}
      <div className={css.place}>
        <QueryState wide query={history} waiting={<OrderHistorySkeleton />}>
          {([list, known]) =>
            brief ? (
              <BriefPieces key={brief} orderId={brief} names={known} take={take} />
            ) : (
              <History orders={list} names={known} more={listed.hasNextPage} fetchNextPage={listed.fetchNextPage} />
            )
          }
        </QueryState>
      </div>
      {brief ? null : <Subscriptions />}
      {brief ? null : <PastHistory />}
      {orders && !brief ? <HistoryLive orders={orders} load={loadFirst} take={take} saidElsewhere={purchase} /> : null}
    </ClientArea>
  );
}

function OrderHistorySkeleton() {
  const { t } = useLingui();
  const labels = useLabels();
  const tabs = shows.map((id) => ({ id, label: `${labels[id]} 0` }));
  return (
    <FormPlaceholder>
      <div className={css.list}>
        <Tabs
          label={t`Filter`}
          tabs={tabs}
          chosen="all"
          choose={getNothing}
          isInteractive
          beside={<Search wanted="" look={getNothing} found={0} />}
        >
          <div className={css.waited}>
            <Skeleton shape="card" count={5} />
          </div>
        </Tabs>
      </div>
    </FormPlaceholder>
  );
}

const getNothing = () => undefined;

function useLabels(): Readonly<Record<Show, string>> {
  const { t } = useLingui();
  return {
    all: t({ message: 'All', context: 'several orders' }),
    unpaid: t`To pay`,
    work: t`In progress`,
    delivered: t({ message: 'Delivered', context: 'several orders' }),
    cancelled: t({ message: 'Cancelled', context: 'several orders' }),
  };
}

type Props = Pick<UseInfiniteQueryResult<InfiniteData<ListedOrders>, ApiError>, 'fetchNextPage'> & {
  readonly orders: readonly OrderView[];
  readonly more: boolean;
  readonly names: HistoryData;
};

function History({ orders, more, names, fetchNextPage }: Props) {
  const { t } = useLingui();
  const { address } = usePage();
  const { navigate } = useRouter();
  const showChoice = (choice: Partial<Choice>) => void navigate({ href: getHistoryAddress(choice), resetScroll: false });
  const choice = parseChoice(address);
  const [wanted, setWanted] = useWanted(choice);
  const focusAfter = useFocusAfter();
  const loadOlder = async () => {
    const { data } = await fetchNextPage({ throwOnError: true });
    const first = data?.pages.at(-1)?.orders[0];
    // The button may be gone.
    if (first) focusAfter(() => document.getElementById(`order-${first.id}`));
  };
  const { show } = choice;
  const found = useMemo(() => filterOrders(orders, { show, wanted }, names), [orders, show, wanted, names]);
  const labels = useLabels();
  const showAll = () => {
    setWanted('');
    showChoice({});
  };
  if (orders.length === 0) return <NoOrders />;
  const tabs = shows.map((id) => ({ id, label: more ? labels[id] : `${labels[id]} ${countIn(orders, id)}` }));
  return (
    <div className={css.list}>
      <Tabs
        label={t`Filter`}
        tabs={tabs}
        chosen={show}
        choose={(id) => showChoice({ show: id, wanted })}
        isInteractive
        beside={<Search wanted={wanted} look={setWanted} found={found.length} />}
      >
        {found.length > 0 ? (
          <ul className={css.orders}>
            {found.map((order) => (
              <OrderListRow key={order.id} order={order} names={names} take={take} />
            ))}
          </ul>
        ) : (
          <NoMatch more={more} showAll={showAll} />
        )}
      </Tabs>
      {more ? <OlderOrders load={loadOlder} /> : null}
    </div>
  );
}

/** Filters immediately and writes the address a moment later: browsers limit how often it may change. */
function useWanted(choice: Choice): [string, (wanted: string) => void] {
  const { navigate } = useRouter();
  const [typed, setTyped] = useState<string>();
  const { show, wanted: addressed } = choice;
  useEffect(() => {
    if (typed === undefined) return undefined;
    const settle = setTimeout(() => {
      // A click may have changed the address that is not rendered yet.
      const now = parseChoice(location.search);
      if (typed.trim() === now.wanted || location.pathname !== href('orderHistory')) return;
      void navigate({ href: getHistoryAddress({ ...now, wanted: typed }), replace: true, resetScroll: false });
    }, DEBOUNCE_MS);
    return () => clearTimeout(settle);
  }, [typed, navigate]);
  const [seen, setSeen] = useState({ addressed, show });
  if (seen.addressed !== addressed || seen.show !== show) {
    setSeen({ addressed, show });
    // The address was changed by something else, such as Back.
    if (typed?.trim() !== addressed) setTyped(undefined);
  }
  return [typed ?? addressed, setTyped];
}

type OrderSearchProps = { readonly wanted: string; readonly look: (wanted: string) => void; readonly found: number };

function Search({ wanted, look, found }: OrderSearchProps) {
  const { t } = useLingui();
  return (
    <search className={css.search}>
      <input
        aria-label={t`Search by number, service or brief`}
        placeholder={t`Number, service or brief`}
        type="search"
        className={field.input}
        value={wanted}
        maxLength={MAX_SEARCH_CHARS}
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => look(target.value)}
      />
      <p role="status" className="unseen">
        {wanted.trim() ? <Plural value={found} one="# order found" other="# orders found" /> : null}
      </p>
    </search>
  );
}
