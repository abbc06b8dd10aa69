// Balances that a move brings over from another system, cash and credit apart. They are undone by entries of
// their own, and only while nothing has left the wallet since.
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { DbClient } from '#platform/database/database.ts';
import { fillWallet, hasSpentSince, lockWallet } from './queries.ts';
import { takeFromWallet } from './queries-refunds.ts';

export type BroughtBalance = {
  readonly id: string;
  readonly accountId: string;
  readonly currency: CurrencyNumber;
  readonly cash: number;
  /** Spent last, never paid out. */
  readonly credit: number;
  readonly at: Date;
};

export async function bringBalanceOver(
  tx: DbClient,
  { id: subjectId, accountId, currency, cash, credit, at }: BroughtBalance,
): Promise<void> {
  if (cash > 0) await fillWallet(tx, accountId, { kind: 'broughtOver', subjectId, amount: cash, currency, at });
  if (credit > 0) await fillWallet(tx, accountId, { kind: 'broughtOverCredit', subjectId, amount: credit, currency, at });
}

/** False if something was spent since: what came first is spent first. */
export async function takeBroughtBack(
  tx: DbClient,
  { id: subjectId, accountId, currency, cash, credit, at }: BroughtBalance,
): Promise<boolean> {
  // Whoever spends takes the same lock, so the next statement sees what was spent.
  await lockWallet(tx, accountId, currency);
  if (await hasSpentSince(tx, { accountId, currency, subjectId })) return false;
  if (cash > 0) await takeFromWallet(tx, accountId, { kind: 'broughtOverUndone', subjectId, amount: cash, currency, at });
  if (credit > 0) await takeFromWallet(tx, accountId, { kind: 'broughtOverCreditUndone', subjectId, amount: credit, currency, at });
  return true;
}
