// The objects of events, for snapshots in webhooks: as API v1 returns them, in English.
import type { ShopEvent } from '#modules/events/queries.ts';
import type { InvoicingModule } from '#modules/invoicing/actions.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { orderReader } from './read-order.ts';

type ObjectDeps = { readonly ctx: AppContext; readonly orders: OrdersModule; readonly papers: InvoicingModule };

/** An order, an invoice, or what is known of the event. */
export async function findEventObject({ ctx, orders, papers }: ObjectDeps, event: ShopEvent): Promise<object> {
  const { type, orderId, accountId, subjectId, fields } = event;
  if (orderId !== null && /^(order|piece|message)\./.test(type)) return orderReader({ ctx, orders })(orderId, accountId, 'en');
  if (type.startsWith('invoice.') && accountId !== null) return papers.one(accountId, subjectId);
  return { id: subjectId, ...fields };
}
