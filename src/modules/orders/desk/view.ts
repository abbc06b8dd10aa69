// Builds the desk's view of one order. The withdrawals module adds its part.

import { getCountryName } from '#lib/locale.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { UserError } from '#lib/user-error.ts';
import { viewOrderedAddOns } from '../add-ons/rules.ts';
import type { CheckoutDeps } from '../checkout/place-order.ts';
import { computeExpected, computeExpectedOrder } from '../expected/rules.ts';
import { listPieces } from '../pieces/queries.ts';
import { viewDeskStage } from '../pieces/rules.ts';
import * as queries from '../queries.ts';
import { estimateStandard, toClocks, toOrderClock, toPieceClock, viewExpected } from '../read-clock.ts';
import { listRefunds } from '../refunds/queries.ts';
import { getStart } from '../withdrawal-period/rules.ts';
import { findAnyOrder } from './queries.ts';
import type { DeskOrder, DeskOrderRow } from './shapes.ts';

export async function orderAtDesk(
  { ctx, catalogue }: Pick<CheckoutDeps, 'ctx' | 'catalogue'>,
  id: string,
): Promise<Omit<DeskOrder, 'withdrawal'>> {
  const { orm } = ctx.db;
  const now = ctx.clock.now();
  const order = await findAnyOrder(orm, id);
  const purchase = order && (await queries.findPurchase(orm, order.purchaseId));
  if (!order || !purchase) throw new UserError(404);
  const [ordersOfPurchase, pieces, refunds, start] = await Promise.all([
    queries.listOrders(orm, purchase.id),
    listPieces(orm, id),
    listRefunds(orm, id),
    queries.startOfPurchase(orm, purchase.id),
  ]);
  const refunded = refunds.reduce((sum, { toSource, toCash, toPromo, toClaim }) => sum + toSource + toCash + toPromo + toClaim, 0);
  const { number, status, serviceType, offerId, quantity, price, currency, accountId, platform, total, discount, answers } = order;
  const clock = toOrderClock(order, start, ctx.calendar());
  const row: DeskOrderRow = {
    id,
    number,
    createdAt: order.createdAt.toISOString(),
    status,
    serviceType,
    offerId,
    title: order.title,
    quantity,
    ...viewOrderedAddOns(order.addOns, 'en'),
    price,
    currency,
    accountId,
    inRevision: pieces.some(({ state }) => state === 'revisionAsked'),
  };
  return {
    ...row,
    platform,
    total,
    discount,
    answers,
    purchaseId: purchase.id,
    purchasePrice: purchase.price,
    purchaseState: purchase.state,
    paidFrom: purchase.paidFrom,
    locale: purchase.locale,
    billing: formatBillingLine(purchase),
    ...getStart(purchase.consents),
    subscriptionId: order.subscriptionId,
    isRequest: purchase.planSubscriptionId !== null,
    estimatedDeliveryAt: (order.estimatedAt ?? estimateStandard(order.createdAt)).toISOString(),
    ...viewExpected(computeExpectedOrder(toClocks(order, pieces), clock, now)),
    paidAt: toIsoOrNull(order.paidAt),
    startedAt: toIsoOrNull(order.startedAt),
    deliveredAt: toIsoOrNull(order.deliveredAt),
    cancelledAt: toIsoOrNull(order.cancelledAt),
    together: ordersOfPurchase.filter((each) => each.id !== id).map(({ id, number, status, price }) => ({ id, number, status, price })),
    pieces: pieces.map((piece) => ({
      id: piece.id,
      offerId: piece.offerId,
      quantity: piece.quantity,
      state: piece.state,
      stage: viewDeskStage(catalogue.current(), { ...piece, paidAt: order.paidAt }),
      platform: piece.platform,
      dueAt: toIsoOrNull(piece.dueAt),
      ...viewExpected(computeExpected(toPieceClock(piece), clock, now)),
      isForWork: piece.mayBeginAt !== null,
      maker: piece.makerName,
      share: piece.isUnit ? piece.listValue : null,
      dueByHand: piece.dueByHand && { reason: piece.dueByHand.reason, isShown: piece.dueByHand.isShown },
      // A single piece uses the order's brief.
      brief: piece.brief,
    })),
    back: refunds.map(viewRefund),
    given: refunded,
    left: order.paidAt && status !== -1 ? price - refunded : 0,
  };
}

type Refund = Awaited<ReturnType<typeof listRefunds>>[number];

const viewRefund = ({ at, cancelsOrder, retained, ...refund }: Refund): DeskOrder['back'][number] => ({
  id: refund.id,
  at: at.toISOString(),
  operatorId: refund.operatorId,
  pieceId: refund.pieceId,
  ends: cancelsOrder,
  kept: retained,
  toSource: refund.toSource,
  toCash: refund.toCash,
  toPromo: refund.toPromo,
  toClaim: refund.toClaim,
});

function formatBillingLine({ billing }: queries.Purchase): string {
  const { firstName, lastName, address, zipCode, city, state, country } = billing;
  return [`${firstName} ${lastName}`, address, `${zipCode} ${city}`, state, country && getCountryName(country, 'en')]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}
