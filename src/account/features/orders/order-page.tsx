// One order: its next step, delivery, brief, messages, invoice and timeline.

import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { getPath } from '#lib/url-path.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { Tabs } from '#ui/display/tabs.tsx';
import { NotFound } from '#ui/feedback/not-found.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import { href, matchPage, parseQuery } from '../../../pages.ts';
import { apiQuery, joinQueries, queryClient } from '../../api/queries.ts';
import { namesQuery } from '../../app/data-cache.ts';
import { QueryState, RequireLogin } from '../../layout/client-area/client-area.tsx';
import { DeletionNotice } from '../../layout/client-area/deletion-state.tsx';
import { OrderActions } from './actions/order-actions.tsx';
import css from './order/order.module.css';
import { PrintedOrder } from './order/printed-order.tsx';
import { isUnpaid, type OrderPart, type OrderProps, orderAddress, orderParts } from './order-list.ts';
import { orderNames } from './order-names.ts';
import { usePaymentChecks } from './payment/use-payment-checks.ts';
import { OrderMeta } from './row/order-row.tsx';
import { OrderBadge } from './row/order-state.tsx';

const HistoryLive = createLazyPart(() => import('./live-orders.tsx').then(({ HistoryLive }) => HistoryLive));
const Next = createLazyPart(() => import('./order/next-step.tsx').then(({ Next }) => Next));
const Timeline = createLazyPart(() => import('./order/timeline.tsx').then(({ Timeline }) => Timeline));
const OrderWork = createLazyPart(() => import('./order/deliveries.tsx').then(({ OrderWork }) => OrderWork));
const WholeBrief = createLazyPart(() => import('./order/brief.tsx').then(({ WholeBrief }) => WholeBrief));
const ShareDialog = createLazyPart(() => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog));
const CustomerInvoices = createLazyPart(() => import('../billing/invoices.tsx').then(({ CustomerInvoices }) => CustomerInvoices));

export function OrderPage() {
  const { t } = useLingui();
  const { address, locale, currency } = usePage();
  const number = matchPage(getPath(address))?.params.number?.toUpperCase() ?? '';
  const query = useMemo(() => apiQuery('GET /api/orders', { number }), [number]);
  const orders = useQuery(query);
  const load = (signal: AbortSignal) => call('GET /api/orders', { number }, { signal });
  const heading = useRef<HTMLHeadingElement>(null);
  const take = useCallback(
    (fresh: readonly OrderView[]) =>
      queryClient.setQueryData(query.queryKey, (known) => known?.map((order) => fresh.find(({ id }) => id === order.id) ?? order)),
    [query],
  );
  const order = orders.data?.[0];
  // The provider knows how the last attempt ended, also if its notice is late or lost.
  usePaymentChecks(orders.data ?? noOrders, take, order && isUnpaid(order) ? order.purchaseId : undefined);
  const shown = joinQueries({ ...orders, data: order }, useQuery(namesQuery(locale, currency)));
  if (orders.data && !order) return <NoOrder path={getPath(address)} />;
  return (
    <div className={`page ${css.page}`}>
      <p className={css.back}>
        <a href={href('orderHistory')}>{t`← Order history`}</a>
      </p>
      <div className={css.head}>
        <h1 ref={heading} tabIndex={-1}>
          {shown.data ? orderNames(...shown.data).title : t`Order ${number}`}
        </h1>
        {order ? <OrderBadge order={order} /> : null}
      </div>
      <RequireLogin>
        <DeletionNotice>
          <div className={css.tall}>
            <QueryState wide query={shown} waiting={<Waiting />}>
              {([known, names]) => <Order order={known} names={names} take={take} heading={heading} />}
            </QueryState>
          </div>
          {orders.data ? <HistoryLive orders={orders.data} load={load} take={take} saidElsewhere={undefined} /> : null}
        </DeletionNotice>
      </RequireLogin>
    </div>
  );
}

const noOrders: readonly OrderView[] = [];

const Waiting = () => (
  <div className={css.waiting}>
    <Skeleton shape="lines" count={6} />
  </div>
);

/** An order of another account looks like one that does not exist. */
function NoOrder({ path }: { readonly path: string }) {
  const { t } = useLingui();
  const title = t`Page Not Found`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={css.tall}>
      <NotFound path={path} />
    </div>
  );
}

function Order({ order, names, take, heading }: OrderProps & { readonly heading: React.RefObject<HTMLHeadingElement | null> }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const { price, currency, planSubscriptionId } = order;
  return (
    <>
      <div className={css.meta}>
        <OrderMeta
          order={order}
          names={names}
          more={planSubscriptionId ? t`In your plan` : showMoney({ amount: price, currency }, locale)}
        />
      </div>
      <div className={css.now}>
        <div className={css.next}>
          <Next order={order} names={names} />
        </div>
        <OrderActions {...{ order, names, take, heading }} isOwnPage />
      </div>
      <Parts order={order} names={names} />
    </>
  );
}

/** One part at a time; on paper all of them. */
function Parts({ order, names }: Pick<OrderProps, 'order' | 'names'>) {
  const { t } = useLingui();
  const { address } = usePage();
  const { navigate } = useRouter();
  const [isPrinting, setPrinting] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const endPrinting = useCallback(() => setPrinting(false), []);
  const labels: Readonly<Record<OrderPart, string>> = {
    delivery: t({ message: 'Delivery', context: 'the delivered work' }),
    brief: t`Brief`,
    messages: t`Messages`,
    invoice: t({ message: 'Invoice', context: 'a tab' }),
    timeline: t`Timeline`,
  };
  const parts = toParts(order);
  const wanted = parseQuery(address).part;
  const chosen = parts.find((part) => part === wanted) ?? (parts.includes('delivery') ? 'delivery' : 'timeline');
  const renderPart = (part: OrderPart) => <Part key={part} part={part} order={order} names={names} />;
  return (
    <>
      {isPrinting ? (
        <PrintedOrder parts={parts.map((part) => ({ title: labels[part], content: renderPart(part) }))} onDone={endPrinting} />
      ) : (
        <Tabs
          label={t`Parts of the order`}
          tabs={parts.map((id) => ({ id, label: labels[id] }))}
          chosen={chosen}
          choose={(part) => void navigate({ href: orderAddress(order.number, part), replace: true, resetScroll: false })}
          look="line"
          isInteractive={chosen !== 'timeline'}
        >
          {renderPart(chosen)}
        </Tabs>
      )}
      <p className={css.print}>
        <Button text={t`Print order`} look="link" onClick={() => setPrinting(true)} />
        <Button text={t`Share order`} look="link" onClick={() => setSharing(true)} />
      </p>
      {isSharing ? <ShareDialog orderId={order.id} onClose={() => setSharing(false)} /> : null}
    </>
  );
}

/** A month of a plan has no work of its own, and a request no invoice. */
function toParts({ startedAt, deliveries, paidAt, plan, planSubscriptionId }: OrderView): readonly OrderPart[] {
  const isThere: Readonly<Record<OrderPart, boolean>> = {
    delivery: !plan && (startedAt !== null || deliveries.length > 0),
    brief: !plan,
    messages: !plan && startedAt !== null,
    invoice: paidAt !== null && !planSubscriptionId,
    timeline: true,
  };
  return orderParts.filter((part) => isThere[part]);
}

function Part({ part, order, names }: Pick<OrderProps, 'order' | 'names'> & { readonly part: OrderPart }): ReactNode {
  switch (part) {
    case 'delivery':
    case 'messages':
      return <OrderWork order={order} names={names} part={part} />;
    case 'brief':
      return <WholeBrief order={order} names={names} />;
    case 'invoice':
      return <CustomerInvoices request={`subject ${order.purchaseId}` as const} />;
    case 'timeline':
      return <Timeline order={order} />;
  }
}
