// What customers owe for purchases by invoice, and the money that settles it. Every change is made under the
// lock of the claim, so it is never paid twice and never below zero.

import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { Settlement as ChargedClaim } from '#modules/payments/events.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { newId } from '#platform/new-id.ts';
import type { RefundSubject } from './actions.ts';
import { fillWallet, insertTransfer, lockWallet } from './queries.ts';
import * as queries from './queries-claims.ts';
import { takeFromWallet } from './queries-refunds.ts';

const messages = {
  closed: /*i18n*/ { id: 'claim.closed', message: 'Nothing is open on this invoice.' },
  short: /*i18n*/ { id: 'claim.short', message: 'The balance is too low.' },
  notBank: /*i18n*/ { id: 'claim.notBank', message: 'Only money from the bank can be undone.' },
  undone: /*i18n*/ { id: 'claim.undone', message: 'This is undone already.' },
  spent: /*i18n*/ { id: 'claim.spent', message: 'The overpaid rest is no longer on the balance, so this can’t be undone.' },
} as const satisfies Record<string, Message>;

export type NewClaim = Pick<queries.Claim, 'purchaseId' | 'accountId' | 'currency' | 'amount' | 'reference' | 'dueOn' | 'asked'>;

/** The purchase is paid with it: the customer owes its price from now on. */
export async function openClaim(tx: DbClient, claim: NewClaim, at: Date): Promise<void> {
  await queries.insertClaim(tx, { ...claim, createdAt: at });
  const { purchaseId: subjectId, amount, currency } = claim;
  await insertTransfer(tx, { kind: 'invoiced', subjectId, amount, currency, at });
}

/** What is still owed. */
export const openAmount = ({ amount, settled, credited }: Pick<queries.Claim, 'amount' | 'settled' | 'credited'>): number =>
  amount - settled - credited;

/** What is to be paid by now; the rest of an advance is asked for later. */
export const computeDueAmount = ({
  amount,
  asked,
  settled,
  credited,
}: Pick<queries.Claim, 'amount' | 'asked' | 'settled' | 'credited'>): number => Math.max(0, (asked ?? amount) - settled - credited);

/** Nothing of an advance is left to wait for: it was refunded in part, or paid in full. */
export const isAdvanceOver = ({ amount, settled, credited }: Pick<queries.Claim, 'amount' | 'settled' | 'credited'>): boolean =>
  credited > 0 || settled >= amount;

/** What is owed for a purchase; 0 without a claim. To decide by it, lock it first. */
export async function findOpenAmount(from: DbClient, purchaseId: string, isLocked = false): Promise<number> {
  const found = await (isLocked ? queries.lockClaim : queries.findClaim)(from, purchaseId);
  return found ? openAmount(found) : 0;
}

type Lowering = {
  readonly purchaseId: string;
  readonly subject: RefundSubject;
  readonly amount: number;
  readonly currency: CurrencyNumber;
  readonly at: Date;
};

/** A refund takes from what is owed first. The caller has locked the claim and computed the amount by it. */
export async function lowerClaim(tx: DbClient, { purchaseId, subject, amount, currency, at }: Lowering): Promise<void> {
  await queries.addToClaim(tx, purchaseId, { credited: amount });
  const [kind, subjectId] =
    'order' in subject ? (['claimLowered', subject.order] as const) : (['claimLoweredInPart', subject.part] as const);
  await insertTransfer(tx, { kind, subjectId, amount, currency, at });
}

type Settling = {
  readonly purchaseId: string;
  readonly amount: number;
  readonly paidBy: 'bank' | 'balance';
};

export type Settled = { readonly id: string; readonly settled: number; readonly overpaid: number };

/**
 * Settles a claim, in full or in part. What a transfer has more goes to the balance; the balance pays no more
 * than is owed.
 */
export async function settleClaim(ctx: AppContext, tx: DbClient, by: Operator, request: Settling): Promise<Settled> {
  const { purchaseId, amount, paidBy } = request;
  const claim = await queries.lockClaim(tx, purchaseId);
  if (!claim) throw new UserError(404);
  const { accountId, currency } = claim;
  const settled = Math.min(amount, openAmount(claim));
  if (settled === 0) throw new UserError(400, { '': [messages.closed] });
  const overpaid = paidBy === 'bank' ? amount - settled : 0;
  const at = ctx.clock.now();
  const id = newId(at);
  await addSettlement(tx, claim, { id, paidBy, amount: settled, overpaid, operatorId: by.id, at });
  if (paidBy === 'bank') {
    await insertTransfer(tx, { kind: 'settled', subjectId: id, amount: settled, currency, at });
    if (overpaid > 0) await fillWallet(tx, accountId, { kind: 'overpaid', subjectId: id, amount: overpaid, currency, at });
  } else {
    const { cash } = await lockWallet(tx, accountId, currency);
    if (cash < settled) throw new UserError(400, { amount: [messages.short] });
    await takeFromWallet(tx, accountId, { kind: 'settledFromBalance', subjectId: id, amount: settled, currency, at });
  }
  return { id, settled, overpaid };
}

async function addSettlement(
  tx: DbClient,
  { purchaseId, accountId }: queries.Claim,
  row: Pick<queries.Settlement, 'id' | 'paidBy' | 'amount' | 'overpaid' | 'operatorId' | 'at'>,
): Promise<void> {
  await queries.addToClaim(tx, purchaseId, { settled: row.amount });
  await queries.insertSettlement(tx, { ...row, purchaseId, accountId });
  markClaimChanged(tx, accountId);
}

/** A charge by link settles what is open, and the rest goes to the balance. False if nothing is open. */
export async function settleByLink(_: AppContext, tx: DbClient, charge: ChargedClaim): Promise<boolean> {
  const { chargeId: id, subjectId, amount: charged, currency, at } = charge;
  const claim = await queries.lockClaim(tx, subjectId);
  const amount = claim?.currency === currency ? Math.min(charged, openAmount(claim)) : 0;
  if (!claim || amount === 0) return false;
  const overpaid = charged - amount;
  await addSettlement(tx, claim, { id, paidBy: 'provider', amount, overpaid, operatorId: null, at });
  await insertTransfer(tx, { kind: 'settledOnline', subjectId: id, amount, currency, at });
  if (overpaid > 0) await fillWallet(tx, claim.accountId, { kind: 'overpaidOnline', subjectId: id, amount: overpaid, currency, at });
  return true;
}

/** A transfer that was matched wrongly: the claim is open again, by an entry that undoes the first. */
export async function undoSettlement(ctx: AppContext, tx: DbClient, id: string): Promise<Settled & { readonly purchaseId: string }> {
  const found = await queries.findSettlement(tx, id);
  if (!found) throw new UserError(404);
  if (found.paidBy !== 'bank') throw new UserError(400, { '': [messages.notBank] });
  const claim = await queries.lockClaim(tx, found.purchaseId);
  if (!claim || !(await queries.setUndone(tx, id, ctx.clock.now()))) throw new UserError(400, { '': [messages.undone] });
  const { accountId, currency } = claim;
  const { amount: settled, overpaid, purchaseId } = found;
  const at = ctx.clock.now();
  await queries.addToClaim(tx, purchaseId, { settled: -settled });
  await insertTransfer(tx, { kind: 'settledUndone', subjectId: id, amount: settled, currency, at });
  if (overpaid > 0) {
    if ((await lockWallet(tx, accountId, currency)).cash < overpaid) throw new UserError(400, { '': [messages.spent] });
    await takeFromWallet(tx, accountId, { kind: 'overpaidUndone', subjectId: id, amount: overpaid, currency, at });
  }
  await queries.releaseEntry(tx, id);
  markClaimChanged(tx, accountId);
  return { id, settled, overpaid, purchaseId };
}

type Payout = { readonly id: string; readonly accountId: string; readonly currency: CurrencyNumber; readonly amount: number };

/** Cash that the shop has transferred back to the customer. False if this id was paid before. */
export async function payOut({ clock }: AppContext, tx: DbClient, by: Operator, request: Payout): Promise<boolean> {
  const { id, accountId, currency, amount } = request;
  const at = clock.now();
  if (!(await queries.insertPayout(tx, { ...request, operatorId: by.id, at }))) return false;
  if ((await lockWallet(tx, accountId, currency)).cash < amount) throw new UserError(400, { amount: [messages.short] });
  await takeFromWallet(tx, accountId, { kind: 'paidOut', subjectId: id, amount, currency, at });
  return true;
}

export function markClaimChanged(tx: DbClient, accountId: string): void {
  markChanged(tx, ofAccount(accountId), 'orders');
  markChanged(tx, ofDesk, 'orders');
}
