// Books what a lost dispute took back.

import type { Returned } from '#modules/payments/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import { takeFromWallet } from './queries-refunds.ts';

/**
 * The customer owes what the bank took back. What is left of a deposit on the balance pays for that:
 * otherwise the customer would have the money twice. If the bank reverses its decision, it is on the balance
 * again.
 */
export async function bookReturn(tx: DbClient, { causeId: subjectId, accountId, purpose, amount, currency, at }: Returned): Promise<void> {
  const isLost = amount > 0;
  await queries.insertTransfer(tx, { kind: isLost ? 'returned' : 'reinstated', subjectId, amount: Math.abs(amount), currency, at });
  if (purpose !== 'deposit') return;
  if (isLost) {
    const { cash } = await queries.lockWallet(tx, accountId, currency);
    const taken = Math.min(cash, amount);
    if (taken > 0) await takeFromWallet(tx, accountId, { kind: 'fundsTaken', subjectId, amount: taken, currency, at });
  } else {
    const taken = await queries.findTransferAmount(tx, 'fundsTaken', subjectId);
    if (taken > 0) await queries.fillWallet(tx, accountId, { kind: 'fundsRestored', subjectId, amount: taken, currency, at });
  }
}
