// Wallet data in an account's export, and what closing the account means for it.

import type { Message } from '#lib/user-error.ts';
import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import { listDepositRefunds } from './queries-refunds.ts';

const messages = {
  balance: /*i18n*/ {
    id: 'closing.balance',
    message: 'You still have a balance. Spend it, or ask us to pay it out, before you delete your account.',
  },
} as const satisfies Record<string, Message>;

export const exportWallets = (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> =>
  queries.listWallets(from, accountId);

export const exportDeposits = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.listDeposits(from, accountId, limit);

export const exportDepositRefunds = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listDepositRefunds(from, accountId, limit);

/** Promotional credit expires with the account. Money that was paid in prevents closing it. */
export const closingBlockedByBalance = async (tx: DbClient, { accountId }: AccountOwner): Promise<Message | undefined> =>
  (await queries.listWallets(tx, accountId)).some(({ cash }) => cash > 0) ? messages.balance : undefined;
