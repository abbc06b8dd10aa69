// Queries for orders within the withdrawal period.
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { OrderStatus, type PieceState } from '../statuses.ts';
import { orderPiece, purchase, shopOrder } from '../tables.ts';

/** More than any account buys within the withdrawal period. */
const MAX_LISTED = 200;

/** Orders paid since then with the inputs of the refund calculation, newest first. */
export const listOrdersPaidSince = (queries: DbClient, accountId: string, since: Date) =>
  queries
    .select({
      id: shopOrder.id,
      number: shopOrder.number,
      serviceType: shopOrder.serviceType,
      title: shopOrder.title,
      status: shopOrder.status,
      price: shopOrder.price,
      currency: shopOrder.currency,
      paidAt: shopOrder.paidAt,
      consents: purchase.consents,
      pieces: sql<
        PieceState[]
      >`array(select piece.state from ${orderPiece} as piece where piece.order_id = ${shopOrder.id} order by piece.position)`,
    })
    .from(shopOrder)
    .innerJoin(purchase, eq(purchase.id, shopOrder.purchaseId))
    .where(
      and(
        eq(shopOrder.accountId, accountId),
        inArray(shopOrder.status, [OrderStatus.Paid, OrderStatus.InProgress, OrderStatus.Delivered]),
        gt(shopOrder.paidAt, since),
      ),
    )
    .orderBy(desc(shopOrder.id))
    .limit(MAX_LISTED);
