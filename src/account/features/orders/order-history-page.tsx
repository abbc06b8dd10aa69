// Order history: state, payment and actions of each order. Newest first, in pages;
// the search covers the loaded orders.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { OrderView } from '#modules/orders/shapes.ts';
import { call } from '#ui/api/client.ts';
import { accessToken } from '#ui/api/session.ts';
import { LazyPart } from '#ui/display/lazy.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import field from '#ui/forms/field.module.css';
import { useFocusAfter } from '#ui/hooks/use-focus.ts';
import { usePage } from '#ui/page/context.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { href } from '../../../pages.ts';
import { useQuery } from '../../api/use-query.ts';
import { ClientArea, FormPlaceholder, QueryState } from '../../layout/client-area/client-area.tsx';
import { UnansweredPlace } from '../../shared/pending-requests-slot.tsx';
import css from './order-history-page.module.css';
import {
  type Choice,
  choiceOf,
  countIn,
  historyAddress,
  type ListedOrders,
  mergeOrders,
  type Show,
  shows,
  siftOrders,
  WANTED_CHARS,
} from './order-list.ts';
import { OrderListRow } from './row/order-row.tsx';
import { useWithNames } from './use-names.ts';
import '#ui/styles/search-field.css';

const PAGE = 50;
const SETTLES_MS = 300;

type OrderHistory = ListedOrders & { readonly names: HistoryData };

/** One more than is shown, to know if there are more. */
async function loadOrders(signal?: AbortSignal, before?: string): Promise<ListedOrders> {
  const orders = await call('GET /api/orders', { limit: PAGE + 1, before }, signal ? { signal } : {});
  return { orders: orders.slice(0, PAGE), more: orders.length > PAGE };
}
/** The list as it was left, so that Back shows it at once and at its place. Only for the same session. */
let left: { readonly token: string | undefined; readonly listed: ListedOrders } | undefined;

async function loadFirst(signal: AbortSignal): Promise<ListedOrders> {
  const listed = await loadOrders(signal);
  const before = leftList();
  return before ? { orders: mergeOrders(before.orders, listed.orders), more: before.more } : listed;
}

const leftList = (): ListedOrders | undefined => (left?.token === accessToken() ? left?.listed : undefined);
const loadAnew = (signal: AbortSignal) => loadOrders(signal).then(({ orders }) => orders);
const loadSubscriptions = () => import('./subscriptions.tsx').then(({ Subscriptions }) => Subscriptions);
const loadPieces = () => import('./pieces/piece-list.tsx').then(({ BriefPieces }) => BriefPieces);
const loadOlder = () => import('./older-orders.tsx').then(({ OlderOrders }) => OlderOrders);
const loadLive = () => import('./live-orders.tsx').then(({ HistoryLive }) => HistoryLive);
const loadNothing = () => import('./no-orders.tsx').then(({ NoOrders }) => NoOrders);
const loadNoMatch = () => import('./no-orders.tsx').then(({ NoMatch }) => NoMatch);
const loadReturn = () => import('./payment/payment-return.tsx').then(({ Return }) => Return);

function OrderHistoryPage() {
  const { address, setQuery } = usePage();
  const { purchase, brief } = choiceOf(address);
  const [remembered] = useState(leftList);
  const listed = useQuery(loadFirst, remembered);
  useEffect(() => {
    if (listed.data) left = { token: accessToken(), listed: listed.data };
  }, [listed.data]);
  const { change } = listed;
  const take = useCallback(
    (fresh: readonly OrderView[]) => change((data) => ({ ...data, orders: mergeOrders(data.orders, fresh) })),
    [change],
  );
  const showPurchase = (id: string) => setQuery(historyAddress({ purchase: id }), { replace: true });
  const history = useWithNames(listed);
  const briefed = history.data?.orders.find(({ id }) => id === brief);
  const title = briefed && history.data?.names.titles[briefed.offerId];
  return (
    <ClientArea title={title === undefined ? <Trans>Order history</Trans> : <Trans>Briefs for {title}</Trans>}>
      {purchase ? null : <UnansweredPlace kind="order" take={showPurchase} />}
      {purchase ? (
        <div className={css.returned}>
          {/* Updates are newer than the list, so the list is loaded first. */}
          {history.data ? (
            <LazyPart key={purchase} load={loadReturn} props={{ purchase, names: history.data.names, take }} failed={nothing} />
          ) : null}
        </div>
      ) : null}
      <div className={css.place}>
        <QueryState wide of={history} waiting={<OrderHistorySkeleton />}>
          {(known) =>
            brief ? (
              <LazyPart key={brief} load={loadPieces} props={{ orderId: brief, names: known.names, take }} failed={nothing} />
            ) : (
              <History {...known} take={take} add={(older) => change((data) => appended(data, older))} />
            )
          }
        </QueryState>
      </div>
      {brief ? null : <LazyPart load={loadSubscriptions} props={{}} failed={nothing} />}
      {listed.data && !brief ? (
        <LazyPart load={loadLive} props={{ orders: listed.data.orders, load: loadAnew, take, saidElsewhere: purchase }} failed={nothing} />
      ) : null}
    </ClientArea>
  );
}

const appended = (data: ListedOrders, { orders, more }: ListedOrders): ListedOrders => ({ orders: mergeOrders(data.orders, orders), more });

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
          choose={nothing}
          isInteractive
          beside={<Search wanted="" look={nothing} found={0} />}
        >
          <div className={css.waited}>
            <Skeleton shape="card" count={5} />
          </div>
        </Tabs>
      </div>
    </FormPlaceholder>
  );
}

const nothing = () => undefined;

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

type Props = OrderHistory & { readonly take: (fresh: readonly OrderView[]) => void; readonly add: (older: ListedOrders) => void };

function History({ orders, more, names, take, add }: Props) {
  const { t } = useLingui();
  const { address, setQuery } = usePage();
  const choice = choiceOf(address);
  const [wanted, setWanted] = useWanted(choice);
  const focusAfter = useFocusAfter();
  const addOlder = (older: ListedOrders) => {
    const [first] = older.orders;
    // The button may be gone.
    if (first) focusAfter(() => document.getElementById(`order-${first.id}`));
    add(older);
  };
  const { show } = choice;
  const found = useMemo(() => siftOrders(orders, { show, wanted }, names), [orders, show, wanted, names]);
  const labels = useLabels();
  const showAll = () => {
    setWanted('');
    setQuery(historyAddress({}));
  };
  if (orders.length === 0) return <LazyPart load={loadNothing} props={{}} failed={nothing} />;
  const tabs = shows.map((id) => ({ id, label: more ? labels[id] : `${labels[id]} ${countIn(orders, id)}` }));
  return (
    <div className={css.list}>
      <Tabs
        label={t`Filter`}
        tabs={tabs}
        chosen={show}
        choose={(id) => setQuery(historyAddress({ show: id, wanted }))}
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
          <LazyPart load={loadNoMatch} props={{ more, showAll }} failed={nothing} />
        )}
      </Tabs>
      {more ? (
        <LazyPart load={loadOlder} props={{ load: () => loadOrders(undefined, orders.at(-1)?.id), add: addOlder }} failed={nothing} />
      ) : null}
    </div>
  );
}

/** Filters immediately and writes the address a moment later: browsers limit how often it may change. */
function useWanted(choice: Choice): [string, (wanted: string) => void] {
  const { setQuery } = usePage();
  const [typed, setTyped] = useState<string>();
  const { show, wanted: addressed } = choice;
  useEffect(() => {
    if (typed === undefined) return undefined;
    const settle = setTimeout(() => {
      // A click may have changed the address that is not rendered yet.
      const now = choiceOf(location.search);
      if (typed.trim() === now.wanted || location.pathname !== href('orderHistory')) return;
      setQuery(historyAddress({ ...now, wanted: typed }), { replace: true });
    }, SETTLES_MS);
    return () => clearTimeout(settle);
  }, [typed, setQuery]);
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
        maxLength={WANTED_CHARS}
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

export { OrderHistoryPage as Screen };
