// Wallet data in an account's export, and what closing the account means for it.

import type { Message } from '#lib/user-error.ts';
import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import { hasOpenClaim, listAccountClaims, listAccountPayouts, listSettlements } from './queries-claims.ts';
import { listDepositRefunds } from './queries-refunds.ts';

const messages = {
  balance: /*i18n*/ {
    id: 'closing.balance',
    message: 'You still have a balance. Spend it, or ask us to pay it out, before you delete your account.',
  },
  claim: /*i18n*/ { id: 'closing.claim', message: 'You still have an open invoice. Pay it before you delete your account.' },
} as const satisfies Record<string, Message>;

export const exportWallets = (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> =>
  queries.listWallets(from, accountId);

export const exportDeposits = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.listDeposits(from, accountId, limit);

export const exportDepositRefunds = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listDepositRefunds(from, accountId, limit);

/** What the customer owes and owed by invoice, with what settled it. */
export const exportClaims = async (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> => {
  const claims = await listAccountClaims(from, accountId, limit);
  const settlements = await listSettlements(
    from,
    claims.map(({ purchaseId }) => purchaseId),
  );
  return claims.map((claim) => ({
    ...claim,
    settlements: settlements
      .filter(({ purchaseId }) => purchaseId === claim.purchaseId)
      .map(({ at, amount, overpaid, paidBy, undoneAt, returned }) => ({ at, amount, overpaid, paidBy, undoneAt, returned })),
  }));
};

export const exportPayouts = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listAccountPayouts(from, accountId, limit);

export const findClaimClosingBlock = async (tx: DbClient, { accountId }: AccountOwner): Promise<Message | undefined> =>
  (await hasOpenClaim(tx, accountId)) ? messages.claim : undefined;

/** Promotional credit expires with the account. Money that was paid in prevents closing it. */
export const findBalanceClosingBlock = async (tx: DbClient, { accountId }: AccountOwner): Promise<Message | undefined> =>
  (await queries.listWallets(tx, accountId)).some(({ cash }) => cash > 0) ? messages.balance : undefined;
