// Order data in an account's export, and what closing and erasing an account means for orders.

import type { Message } from '#lib/user-error.ts';
import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listBriefedPieces } from './pieces/queries.ts';
import * as queries from './queries.ts';
import { eraseTeamActions, listAccountTeamActions } from './queries-team.ts';
import { listAccountRefunds } from './refunds/queries.ts';

const messages = {
  open: /*i18n*/ {
    id: 'closing.orders',
    message: 'You have an open order. Cancel it, or wait for its delivery, before you delete your account.',
  },
} as const satisfies Record<string, Message>;

export const exportPurchases = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.listPurchases(from, accountId, limit);

export const exportOrders = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.listAccountOrders(from, accountId, limit);

export const exportPieces = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listBriefedPieces(from, accountId, limit);

export const findOrderClosingBlock = async (tx: DbClient, { accountId }: AccountOwner): Promise<Message | undefined> =>
  (await queries.hasOpen(tx, accountId)) ? messages.open : undefined;

export const exportRefunds = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listAccountRefunds(from, accountId, limit);

export const exportTeamActions = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listAccountTeamActions(from, accountId, limit);

export async function anonymiseOrders(tx: DbClient, { accountId }: AccountOwner): Promise<void> {
  await queries.eraseOrderContents(tx, accountId);
  await eraseTeamActions(tx, accountId);
}
