// Reads orders of an account or of any, by the functions that answer the customer's pages.
import type { Locale } from '#lib/locale.ts';
import { UserError } from '#lib/user-error.ts';
import type { OrdersModule } from '#modules/orders/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import * as queries from './queries.ts';

/** Concurrent ones are read by one statement. */
export async function getListed(orders: OrdersModule, { accountId, number }: queries.OrderOwner, locale: Locale) {
  const [view] = (await orders.list(accountId, { number, limit: 1 }, locale)).orders;
  if (!view) throw new UserError(404);
  return view;
}

/** Reads an order of the account; null: of any. */
export function orderReader({ ctx, orders }: { readonly ctx: AppContext; readonly orders: OrdersModule }) {
  return async (id: string, accountId: string | null, locale: Locale) => {
    const owner = await queries.findOrderOwner(ctx.db.orm, id, accountId);
    if (!owner) throw new UserError(404);
    const [view, details] = await Promise.all([getListed(orders, owner, locale), orders.whole(owner.accountId, id, locale)]);
    return { ...view, ...details };
  };
}
