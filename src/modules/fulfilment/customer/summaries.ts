// Summaries of deliveries for the list of orders, without their texts.
import type { DbClient } from '../../../infra/database/database.ts';
import type { DeliverySummary } from '../../orders/shapes.ts';
import { summaryRows } from '../queries.ts';

export async function summariesOf(queries: DbClient, orderIds: readonly string[]): Promise<ReadonlyMap<string, DeliverySummary[]>> {
  const byOrder = new Map<string, DeliverySummary[]>();
  if (orderIds.length === 0) return byOrder;
  for (const { orderId, position, deliveredAt, files, ...row } of await summaryRows(queries, orderIds)) {
    const summary = {
      ...row,
      piece: position + 1,
      deliveredAt: deliveredAt.toISOString(),
      files: files ?? [],
    };
    byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), summary]);
  }
  return byOrder;
}
