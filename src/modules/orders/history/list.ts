// Orders and lists of orders for their customer. Concurrent requests for the same page share one response.

import type { Locale } from '#lib/locale.ts';
import { isoOrNull } from '#lib/time/date.ts';
import { listBriefFiles } from '#modules/files/queries.ts';
import { fileIdsIn } from '#modules/files/rules.ts';
import { viewOpenPayment } from '#modules/payments/shapes.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Clock } from '#platform/clock.ts';
import { batchReads } from '#platform/database/batch-reads.ts';
import type { Db } from '#platform/database/database.ts';
import { viewOrderedAddOns } from '../add-ons/rules.ts';
import { computeExpected, type Expected, expectedOrder, type OrderClock } from '../expected/rules.ts';
import { listPieces } from '../pieces/queries.ts';
import type { WholeOrder } from '../pieces/shapes.ts';
import { type Order, startOfPurchase } from '../queries.ts';
import { clockOfOrder, clockOfPiece, toClocks, unpaidPiece, viewExpected } from '../read-clock.ts';
import type { Answers, DeliverySummary, OrdersRequest, OrderView } from '../shapes.ts';
import { estimatedDelivery } from '../statuses.ts';
import { getStart, mayWithdrawUntil } from '../withdrawal-period/rules.ts';
import { type ListedOrder, type Listing, listOrders, toClock } from './queries.ts';

/** The deliveries of these orders, provided by the fulfilment module. */
export type DeliveriesOf = (orderIds: readonly string[]) => Promise<ReadonlyMap<string, readonly DeliverySummary[]>>;

type Page = {
  readonly rows: readonly ListedOrder[];
  readonly more: boolean;
  readonly delivered: Awaited<ReturnType<DeliveriesOf>>;
  readonly now: Date;
};
export function createOrderLists({
  db,
  clock,
  listDeliveries,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly listDeliveries: DeliveriesOf;
}) {
  const pages = (kind: 'all' | 'bought' | 'numbered') =>
    batchReads(
      async (listings: readonly Listing[]) => {
        const now = clock.now();
        const lists = await listOrders(db.pool, kind, listings, now);
        const delivered = await listDeliveries(
          lists.flatMap((rows) => rows.flatMap(({ id, started_at: startedAt }) => (startedAt ? [id] : []))),
        );
        return lists.map((rows, place) => {
          const limit = listings[place]?.limit ?? 0;
          return { place, row: { rows: rows.slice(0, limit), more: rows.length > limit, delivered, now } satisfies Page };
        });
      },
      ({ accountId, purchase, number, before, limit }) => [accountId, purchase, number, before, limit].join(),
    );
  const [all, bought, numbered] = [pages('all'), pages('bought'), pages('numbered')];

  async function pageOf(accountId: string, { limit, before, purchase, number }: OrdersRequest): Promise<Page> {
    const page = await (number ? numbered : purchase ? bought : all)({ accountId, before, purchase, number, limit });
    if (!page) throw new Error('batched read of orders returned no page');
    return page;
  }

  return {
    async list(accountId: string, request: OrdersRequest, locale: Locale): Promise<{ orders: OrderView[]; more: boolean }> {
      const { rows, more, delivered, now } = await pageOf(accountId, request);
      return { orders: rows.map((row) => viewOrder(row, { now, locale }, delivered.get(row.id))), more };
    },
  };
}

type Reading = { readonly now: Date; readonly locale: Locale };

const viewOrder = (row: ListedOrder, { now, locale }: Reading, deliveries: readonly DeliverySummary[] = []): OrderView => ({
  id: row.id,
  number: row.number,
  status: row.status,
  serviceType: row.service_type,
  offerId: row.offer_id,
  quantity: row.quantity,
  platform: row.platform,
  ...viewOrderedAddOns(row.add_ons, locale),
  price: row.price,
  currency: row.currency,
  purchaseId: row.purchase_id,
  purchasePrice: row.purchase_price,
  paidFrom: row.paid_from,
  subscriptionId: row.subscription_id,
  ...viewOpenPayment(openPaymentOf(row), now),
  dispute: row.dispute,
  createdAt: row.created_at.toISOString(),
  estimatedDeliveryAt: estimatedDelivery(row.created_at).toISOString(),
  dueAt: isoOrNull(row.due_at),
  ...viewExpected(expectedListed(row, now)),
  mayBeginAt: isoOrNull(row.may_begin_at),
  piecesWaiting: row.dispute === 'lost' ? 0 : row.pieces_waiting,
  acceptAt: isoOrNull(row.accept_at),
  inRevision: row.in_revision,
  renewsAt: isoOrNull(row.renews_at),
  linkExpiresAt: isoOrNull(row.link_expires_at),
  couponReleased: row.coupon_released,
  paidAt: isoOrNull(row.paid_at),
  startedAt: isoOrNull(row.started_at),
  deliveredAt: isoOrNull(row.delivered_at),
  cancelledAt: isoOrNull(row.cancelled_at),
  withdrawUntil: isoOrNull(withdrawListed(row, now)),
  withdrawn: row.charged === null ? null : { charged: row.charged },
  refund: row.refund_state && { amount: row.refund_amount ?? 0, state: row.refund_state },
  deliveries: [...deliveries],
  answers: JSON.parse(row.answers_short) as Answers,
});

const openPaymentOf = ({ payment_link: link, outcome, outcome_at: outcomeAt, silent_since: silentSince }: ListedOrder) => ({
  link,
  outcome,
  outcomeAt,
  silentSince,
});

const startListed = ({ start_now: startNow, has_right: hasRight }: ListedOrder) =>
  getStart({ startNow, ...(hasRight === null ? {} : { hasRight }) });

function expectedListed(row: ListedOrder, now: Date): Expected {
  const { status, created_at: createdAt, paid_at: paidAt, dispute } = row;
  const order: OrderClock = { status, createdAt, paidAt, isFrozen: dispute !== null, start: startListed(row) };
  return expectedOrder(paidAt ? (row.open_pieces ?? []).map(toClock) : [unpaidPiece(row.is_instant)], order, row.is_bundle, now);
}

function withdrawListed(row: ListedOrder, now: Date): Date | null {
  const { startNow, hasRight } = startListed(row);
  return mayWithdrawUntil({ status: row.status, paidAt: row.paid_at, hasRight, startNow: startNow === true }, now);
}

/** One order with the briefs of its pieces. */
export async function readDetails(
  { ctx, listDeliveries }: { readonly ctx: AppContext; readonly listDeliveries: DeliveriesOf },
  order: Order,
): Promise<WholeOrder> {
  const { orm } = ctx.db;
  const [pieces, start, delivered] = await Promise.all([
    listPieces(orm, order.id),
    startOfPurchase(orm, order.purchaseId),
    listDeliveries([order.id]),
  ]);
  const files = await listBriefFiles(orm, order.accountId, fileIdsIn([order.answers, ...pieces.map(({ brief }) => brief ?? {})]));
  const now = ctx.clock.now();
  const clock = clockOfOrder(order, start);
  const isBundle = pieces.length > 1;
  return {
    number: order.number,
    status: order.status,
    offerId: order.offerId,
    serviceType: order.serviceType,
    currency: order.currency,
    purchaseId: order.purchaseId,
    answers: order.answers,
    ...viewExpected(expectedOrder(toClocks(order, pieces), clock, isBundle, now)),
    pieces: pieces.map((piece) => ({
      id: piece.id,
      offerId: piece.offerId,
      serviceType: piece.serviceType,
      quantity: piece.quantity,
      state: piece.state,
      platform: piece.platform,
      brief: piece.brief,
      dueAt: isoOrNull(piece.dueAt),
      mayBeginAt: isoOrNull(piece.mayBeginAt),
      ...viewExpected(computeExpected(clockOfPiece(piece), clock, isBundle, now)),
      acceptAt: isoOrNull(piece.acceptAt),
      waits: piece.waitsSince !== null,
    })),
    deliveries: [...(delivered.get(order.id) ?? [])],
    ...(files.length > 0 ? { files: files.map(({ id, name }) => ({ id, name })) } : {}),
  };
}
