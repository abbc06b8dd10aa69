// Books what a lost dispute or a returned debit took back.

import type { Returned } from '#modules/payments/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { markClaimChanged, openAmount } from './claims.ts';
import * as queries from './queries.ts';
import { addToClaim, findSettlement, lockClaim, setReturned } from './queries-claims.ts';
import { takeFromWallet } from './queries-refunds.ts';

/**
 * The customer owes what the bank took back. A claim that was settled with it is open again. What is left of
 * a deposit on the balance pays for that, or what was more than the claim: otherwise the customer would have
 * the money twice. If the bank reverses its decision, all this is undone.
 */
export async function bookReturn(tx: DbClient, returned: Returned): Promise<void> {
  const { causeId: subjectId, accountId, purpose, amount, currency, at } = returned;
  const isLost = amount > 0;
  await queries.insertTransfer(tx, { kind: isLost ? 'returned' : 'reinstated', subjectId, amount: Math.abs(amount), currency, at });
  if (purpose === 'purchase') return;
  if (isLost) {
    const rest = amount - (purpose === 'claim' ? await reopenClaim(tx, returned) : 0);
    const { cash } = await queries.lockWallet(tx, accountId, currency);
    const taken = Math.min(cash, rest);
    if (taken > 0) await takeFromWallet(tx, accountId, { kind: 'fundsTaken', subjectId, amount: taken, currency, at });
  } else {
    if (purpose === 'claim') await settleAgain(tx, returned);
    const taken = await queries.findTransferAmount(tx, 'fundsTaken', subjectId);
    if (taken > 0) await queries.fillWallet(tx, accountId, { kind: 'fundsRestored', subjectId, amount: taken, currency, at });
  }
}

/** Returns how much of the claim is open again. */
async function reopenClaim(tx: DbClient, { chargeId, subjectId, accountId, amount }: Returned): Promise<number> {
  if ((await lockClaim(tx, subjectId)) === undefined) return 0;
  const found = chargeId === undefined ? undefined : await findSettlement(tx, chargeId);
  if (!found) return 0;
  const reopened = Math.min(amount, found.amount - found.returned);
  await addToClaim(tx, subjectId, { settled: -reopened });
  await setReturned(tx, found.id, found.returned + reopened);
  markClaimChanged(tx, accountId);
  return reopened;
}

/** The claim may be settled in another way by now: what is more than is open goes to the balance. */
async function settleAgain(tx: DbClient, { causeId, chargeId, subjectId, accountId, amount, currency, at }: Returned): Promise<void> {
  const claim = await lockClaim(tx, subjectId);
  const found = chargeId === undefined ? undefined : await findSettlement(tx, chargeId);
  if (!claim || !found) return;
  const back = Math.min(-amount, found.returned);
  const settled = Math.min(back, openAmount(claim));
  await addToClaim(tx, subjectId, { settled });
  await setReturned(tx, found.id, found.returned - back);
  if (back > settled)
    await queries.fillWallet(tx, accountId, {
      ...{ kind: 'reinstatedToBalance', subjectId: causeId, amount: back - settled, currency, at },
    });
  markClaimChanged(tx, accountId);
}
