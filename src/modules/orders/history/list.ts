// Orders and lists of orders for their customer. Concurrent requests for the same page share one response.

import type { Locale } from '#lib/locale.ts';
import type { Calendar } from '#lib/time/calendar.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import { findMemberWhoOrdered } from '#modules/accounts/team/queries.ts';
import type { Catalogue } from '#modules/catalogue/rules.ts';
import { listBriefFiles } from '#modules/files/queries.ts';
import { listFileIds } from '#modules/files/rules.ts';
import { viewOpenPayment } from '#modules/payments/shapes.ts';
import { batchReads } from '#platform/database/batch-reads.ts';
import { ofAccount } from '#platform/live/changes.ts';
import { viewOrderedAddOns } from '../add-ons/rules.ts';
import type { CheckoutDeps } from '../checkout/place-order.ts';
import { computeExpected, computeExpectedOrder, type OrderClock } from '../expected/rules.ts';
import { listPieces } from '../pieces/queries.ts';
import { formatPieceTitle, viewStage } from '../pieces/rules.ts';
import type { WholeOrder } from '../pieces/shapes.ts';
import { type Order, startOfPurchase } from '../queries.ts';
import { listTeamActions } from '../queries-team.ts';
import { estimateStandard, toClocks, toOrderClock, toPieceClock, viewExpected } from '../read-clock.ts';
import { type Answers, type DeliverySummary, LISTED_PIECES, type OrdersRequest, type OrderView } from '../shapes.ts';
import { getStart, mayWithdrawUntil } from '../withdrawal-period/rules.ts';
import { type ListedOrder, type Listing, listOrders, readListed } from './queries.ts';

/** The deliveries of these orders, provided by the fulfilment module. */
export type ListDeliveries = (orderIds: readonly string[]) => Promise<ReadonlyMap<string, readonly DeliverySummary[]>>;

type Page = {
  readonly rows: readonly ListedOrder[];
  readonly more: boolean;
  readonly delivered: Awaited<ReturnType<ListDeliveries>>;
  readonly now: Date;
};
type ListDeps = Pick<CheckoutDeps, 'ctx' | 'catalogue'> & { readonly listDeliveries: ListDeliveries };

export function createOrderLists({ ctx, catalogue, listDeliveries }: ListDeps) {
  const { db, clock } = ctx;
  const pages = (kind: 'all' | 'bought' | 'numbered', pool = db.pool) =>
    batchReads(
      async (listings: readonly Listing[]) => {
        const now = clock.now();
        const lists = await listOrders(pool, kind, listings, now);
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
  const replicated = pages('all', db.readPool);

  /** A replica that is away, or that has cancelled the query, is no reason to fail. */
  const allFresh: typeof all = (listing) =>
    db.replica?.isFresh(ofAccount(listing.accountId)) ? replicated(listing).catch(() => all(listing)) : all(listing);

  async function findPage(accountId: string, { limit, before, purchase, number }: OrdersRequest): Promise<Page> {
    const page = await (number ? numbered : purchase ? bought : allFresh)({ accountId, before, purchase, number, limit });
    if (!page) throw new Error('batched read of orders returned no page');
    return page;
  }

  return {
    async list(accountId: string, request: OrdersRequest, locale: Locale): Promise<{ orders: OrderView[]; more: boolean }> {
      const { rows, more, delivered, now } = await findPage(accountId, request);
      const reading = { now, locale, calendar: ctx.calendar(), catalogue: catalogue.current() };
      return { orders: rows.map((row) => viewOrder(row, reading, delivered.get(row.id))), more };
    },
  };
}

type Reading = { readonly now: Date; readonly locale: Locale; readonly calendar: Calendar; readonly catalogue: Catalogue };

const viewOrder = (row: ListedOrder, reading: Reading, deliveries: readonly DeliverySummary[] = []): OrderView => ({
  id: row.id,
  number: row.number,
  status: row.status,
  serviceType: row.service_type,
  offerId: row.offer_id,
  ...(row.title === null ? {} : { title: row.title }),
  quantity: row.quantity,
  platform: row.platform,
  ...viewOrderedAddOns(row.add_ons, reading.locale),
  price: row.price,
  currency: row.currency,
  purchaseId: row.purchase_id,
  purchasePrice: row.purchase_price,
  paidFrom: row.paid_from,
  subscriptionId: row.subscription_id,
  ...(row.plan_subscription_id === null ? {} : { planSubscriptionId: row.plan_subscription_id }),
  ...(row.plan === null ? {} : { plan: row.plan }),
  ...viewOpenPayment(toOpenPayment(row), reading.now),
  dispute: row.dispute,
  createdAt: row.created_at.toISOString(),
  estimatedDeliveryAt: (row.estimated_at ?? estimateStandard(row.created_at)).toISOString(),
  dueAt: toIsoOrNull(row.due_at),
  ...viewPieces(row, reading),
  mayBeginAt: toIsoOrNull(row.may_begin_at),
  piecesWaiting: row.dispute === 'lost' ? 0 : row.pieces_waiting,
  acceptAt: toIsoOrNull(row.accept_at),
  inRevision: row.in_revision,
  renewsAt: toIsoOrNull(row.renews_at),
  linkExpiresAt: toIsoOrNull(row.link_expires_at),
  couponReleased: row.coupon_released,
  paidAt: toIsoOrNull(row.paid_at),
  startedAt: toIsoOrNull(row.started_at),
  deliveredAt: toIsoOrNull(row.delivered_at),
  cancelledAt: toIsoOrNull(row.cancelled_at),
  withdrawUntil: toIsoOrNull(withdrawListed(row, reading.now)),
  withdrawn: row.charged === null ? null : { charged: row.charged },
  refund: row.refund_state && { amount: row.refund_amount ?? 0, state: row.refund_state },
  deliveries: [...deliveries],
  answers: JSON.parse(row.answers_short) as Answers,
});

const toOpenPayment = ({ payment_link: link, outcome, outcome_at: outcomeAt, silent_since: silentSince }: ListedOrder) => ({
  link,
  outcome,
  outcomeAt,
  silentSince,
});

const startListed = ({ start_now: startNow, has_right: hasRight }: ListedOrder) =>
  getStart({ startNow, ...(hasRight === null ? {} : { hasRight }) });

function viewPieces(row: ListedOrder, { now, locale, calendar, catalogue }: Reading) {
  const { status, created_at: createdAt, paid_at: paidAt, dispute } = row;
  const order: OrderClock = { status, createdAt, paidAt, isFrozen: dispute !== null, start: startListed(row), calendar };
  const pieces = row.pieces.map(readListed).map((piece) => ({
    ...piece,
    // Before payment, the pieces of a bundle count as those that wait for a brief.
    clock: paidAt ? piece.clock : { ...piece.clock, isInstant: piece.clock.isInstant && row.pieces_total === 1 },
  }));
  const clocks = pieces.map(({ clock }) => clock);
  return {
    ...viewExpected(computeExpectedOrder(clocks, order, now)),
    turnaround: clocks[0]?.turnaround ?? standardTurnaround,
    pieces: pieces.slice(0, LISTED_PIECES).map(({ id, offerId, position, isUnit, serviceType, stage, state, deliveredAt, clock }) => ({
      id,
      title: formatPieceTitle(catalogue, { offerId, title: row.title, place: isUnit ? position + 1 : undefined }, locale),
      state,
      stage: viewStage(catalogue, { serviceType, stage, state, paidAt }, locale),
      expectedAt: viewExpected(computeExpected(clock, order, now)).expectedAt,
      deliveredAt: toIsoOrNull(deliveredAt),
    })),
    piecesTotal: row.pieces_total,
  };
}

function withdrawListed(row: ListedOrder, now: Date): Date | null {
  const { startNow, hasRight } = startListed(row);
  return mayWithdrawUntil({ status: row.status, paidAt: row.paid_at, hasRight, startNow: startNow === true }, now);
}

/** One order with the briefs of its pieces. */
export async function readDetails({ ctx, catalogue, listDeliveries }: ListDeps, order: Order, locale: Locale): Promise<WholeOrder> {
  const { orm } = ctx.db;
  const [pieces, start, delivered, actions, member] = await Promise.all([
    listPieces(orm, order.id),
    startOfPurchase(orm, order.purchaseId),
    listDeliveries([order.id]),
    listTeamActions(orm, order.id),
    findMemberWhoOrdered(orm, [order.purchaseId, order.id]),
  ]);
  const files = await listBriefFiles(orm, order.accountId, listFileIds([order.answers, ...pieces.map(({ brief }) => brief ?? {})]));
  const now = ctx.clock.now();
  const deliveries = delivered.get(order.id) ?? [];
  const clock = toOrderClock(order, start, ctx.calendar());
  return {
    number: order.number,
    status: order.status,
    offerId: order.offerId,
    ...(order.title === null ? {} : { title: order.title }),
    serviceType: order.serviceType,
    currency: order.currency,
    purchaseId: order.purchaseId,
    answers: order.answers,
    ...viewExpected(computeExpectedOrder(toClocks(order, pieces), clock, now)),
    pieces: pieces.map((piece) => ({
      id: piece.id,
      title: formatPieceTitle(
        catalogue.current(),
        { offerId: piece.offerId, title: order.title, place: piece.isUnit ? piece.position + 1 : undefined },
        locale,
      ),
      stage: viewStage(catalogue.current(), { ...piece, paidAt: order.paidAt }, locale),
      share: piece.isUnit ? piece.listValue : null,
      dueReason: piece.dueByHand?.isShown ? piece.dueByHand.reason : null,
      offerId: piece.offerId,
      serviceType: piece.serviceType,
      quantity: piece.quantity,
      state: piece.state,
      platform: piece.platform,
      brief: piece.brief,
      dueAt: toIsoOrNull(piece.dueAt),
      turnaround: piece.turnaround ?? standardTurnaround,
      deliveredAt: deliveries.findLast(({ pieceId }) => pieceId === piece.id)?.deliveredAt ?? null,
      mayBeginAt: toIsoOrNull(piece.mayBeginAt),
      ...viewExpected(computeExpected(toPieceClock(piece), clock, now)),
      acceptAt: toIsoOrNull(piece.acceptAt),
      waits: piece.waitsSince !== null,
    })),
    deliveries: [...deliveries],
    ...(member === undefined ? {} : { orderedBy: member }),
    ...(actions.length > 0 ? { teamActions: actions.map((action) => ({ ...action, at: action.at.toISOString() })) } : {}),
    ...(files.length > 0 ? { files: files.map(({ id, name }) => ({ id, name })) } : {}),
  };
}
