// Explains a wallet transfer to its customer: the orders that it paid or refunded, or its deposit.
import type { AppContext } from '../../../infra/app-context.ts';
import { UserError } from '../../../lib/user-error.ts';
import type { PaymentsRoom } from '../../payments/actions.ts';
import { movementOf } from '../../wallet/actions.ts';
import type { Movement } from '../../wallet/shapes.ts';
import * as queries from '../queries.ts';
import { findPart } from '../queries-refunds.ts';

type Above = { readonly ctx: AppContext; readonly payments: PaymentsRoom };

export async function explainMovement(above: Above, accountId: string, id: number): Promise<Movement> {
  const { orm } = above.ctx.db;
  const found = await movementOf(above, orm, accountId, id);
  if (!found) throw new UserError(404);
  const { kind, deposit, purchaseId, partId } = found;
  const orderId = partId === undefined ? found.orderId : (await findPart(orm, partId))?.orderId;
  const order = orderId === undefined ? undefined : await queries.findOrder(orm, accountId, orderId);
  const orders = purchaseId === undefined ? (order ? [order] : []) : await queries.ordersOf(orm, purchaseId);
  return { kind, deposit, orders: orders.map(({ number, serviceType, price }) => ({ number, serviceType, price })) };
}
