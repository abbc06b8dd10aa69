// What a move brought, in an account's export, and what is left of it when the account is erased.
import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import * as queries from './queries-history.ts';

export const exportPastOrders = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.listPastOrders(from, accountId, limit);

export const exportPastInvoices = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.listPastInvoices(from, accountId, limit);

export const exportBroughtBalances = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.listBroughtBalances(from, accountId, limit);

export const exportMovedClient = (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> =>
  queries.listMovedClients(from, accountId);

export const eraseMoved = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => queries.eraseMoved(tx, accountId);
