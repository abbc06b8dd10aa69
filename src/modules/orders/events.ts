// The order events that later modules handle. The handlers are listed in src/event-handlers.ts.
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Order } from './queries.ts';

/** Orders that became paid after they were placed. */
export type PaidOrders = { readonly orders: readonly Order[]; readonly at: Date };

/** `cancelled`: by the customer or an operator. `unpaid`: not paid in time. */
export type CancelledOrders = { readonly orders: readonly Order[]; readonly why: 'cancelled' | 'withdrawn' | 'unpaid' };

/** Announced in the transaction of the change. The purchase is locked. */
export type OrderEvents = {
  readonly 'orders.paid': readonly ((tx: DbClient, paid: PaidOrders) => Promise<void>)[];
  readonly 'orders.cancelled': readonly ((ctx: AppContext, tx: DbClient, cancelled: CancelledOrders) => Promise<void>)[];
};

export async function announcePaid(reactions: OrderEvents, tx: DbClient, paid: PaidOrders): Promise<void> {
  for (const react of reactions['orders.paid']) await react(tx, paid);
}

type Announcing = { readonly ctx: AppContext; readonly reactions: OrderEvents };

export async function announceCancelled({ ctx, reactions }: Announcing, tx: DbClient, cancelled: CancelledOrders): Promise<void> {
  for (const react of reactions['orders.cancelled']) await react(ctx, tx, cancelled);
}
