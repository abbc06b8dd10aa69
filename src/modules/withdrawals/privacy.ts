// Withdrawals in an account's export, and what erasing an account means for them.

import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { eraseReasons, listWithdrawals } from './queries.ts';

export const exportWithdrawals = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listWithdrawals(from, accountId, limit);

export const anonymiseWithdrawals = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => eraseReasons(tx, accountId);
