// What orders know of a person who takes their data along, wants to go, or is gone.
import type { Queries } from '../../infra/db.ts';
import type { Message } from '../../lib/refusal.ts';
import type { Whose } from '../accounts/actions.ts';
import * as queries from './queries.ts';

const messages = {
  open: /*i18n*/ {
    id: 'closing.orders',
    message: 'An order is still open. Cancel it, or wait for its delivery, before you delete your account.',
  },
} as const satisfies Record<string, Message>;

export const purchasesTaken = (from: Queries, { accountId }: Whose, limit: number): Promise<readonly object[]> =>
  queries.purchasesOf(from, accountId, limit);

export const ordersTaken = (from: Queries, { accountId }: Whose, limit: number): Promise<readonly object[]> =>
  queries.ordersOfAccount(from, accountId, limit);

export const openOrdersHold = async (tx: Queries, { accountId }: Whose): Promise<Message | undefined> =>
  (await queries.hasOpen(tx, accountId)) ? messages.open : undefined;

export const blankOrdersOf = (tx: Queries, { accountId }: Whose): Promise<void> => queries.blankOrders(tx, accountId);
