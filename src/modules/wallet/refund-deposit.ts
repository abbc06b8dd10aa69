// A deposit goes back to where it was paid from, because an operator says so: at most what it brought and has not gone back yet, and at most what is left of
// the customer's own money. Its part of a coupon's gift goes with it. Locked in the order of all money: the deposit, its charge, the wallet.

import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import { markChanged, ofDesk } from '../../infra/live/changes.ts';
import { type CurrencyNumber, showMoney } from '../../lib/money/money.ts';
import type { Operator } from '../../lib/people/operator.ts';
import { type Message, UserError } from '../../lib/user-error.ts';
import type { PaymentsRoom } from '../payments/actions.ts';
import { tellDepositBack } from './mails.ts';
import * as queries from './queries.ts';
import { anyDeposit, failDepositRefund, findDepositRefund, insertDepositRefund, takeFromWallet } from './queries-refunds.ts';
import { creditShare } from './rules.ts';

const messages = {
  otherAct: /*i18n*/ { id: 'desk.otherAct', message: 'This was sent before with something else in it. Please begin anew.' },
  unpaid: /*i18n*/ { id: 'desk.deposit.unpaid', message: 'Only a deposit that was paid for can go back.' },
  disputed: /*i18n*/ {
    id: 'desk.deposit.disputed',
    message: 'The payer’s bank has taken this payment back already, or is deciding about it. Nothing more goes back by it.',
  },
  tooMuch: /*i18n*/ {
    id: 'desk.deposit.tooMuch',
    message: 'At most {most} can go back: what this deposit brought and the balance still holds.',
  },
  changed: /*i18n*/ {
    id: 'desk.deposit.changed',
    message: 'Something has changed meanwhile: {given} went back so far, and {most} can go back. Please look at it once more.',
  },
} as const satisfies Record<string, Message>;

type Given = { readonly ctx: AppContext; readonly payments: Pick<PaymentsRoom, 'left' | 'lockLeft' | 'refund' | 'isDisputed'> };

/** How it stands: what it cost, what went back, what is left of the customer's own money, and how much can go back. */
export type DepositStanding = {
  readonly currency: CurrencyNumber;
  readonly price: number;
  readonly given: number;
  readonly cash: number;
  readonly most: number;
  /** Of the coupon's gift, what is taken back with the amount that is asked about. */
  readonly credit: number;
};

/** Before it is done. */
export async function previewDepositBack(
  given: Given,
  tx: DbClient,
  ask: { readonly id: string; readonly amount: number },
): Promise<DepositStanding> {
  const found = await anyDeposit(tx, ask.id);
  if (!found) throw new UserError(404);
  const standing = await standingOf(given, tx, found, { back: ask.amount, lock: false });
  if (ask.amount > standing.most) throw tooMuch(standing);
  return standing;
}

/** `lock`: its charge and the wallet stay as they are until the change that asks is over. A preview locks nothing. */
async function standingOf(
  { payments }: Given,
  tx: DbClient,
  found: queries.Deposit,
  { back, lock }: { readonly back: number; readonly lock: boolean },
): Promise<DepositStanding> {
  const { id, accountId, currency, price, amount, state } = found;
  if (state !== 'paid' || price === 0) throw new UserError(400, { '': [messages.unpaid] });
  if (await payments.isDisputed(tx, id)) throw new UserError(400, { '': [messages.disputed] });
  const left = lock ? await payments.lockLeft(tx, id) : await payments.left(tx, id);
  const { cash, promo } = await (lock ? queries.lockWallet : queries.findWallet)(tx, accountId, currency);
  const given = price - left;
  const most = Math.min(left, cash);
  // What is spent of the gift is spent.
  const credit = Math.min(creditShare({ price, amount, given }, Math.min(back, most)), promo);
  return { currency, price, given, cash, most, credit };
}

const shownIn = (currency: CurrencyNumber) => (amount: number) => showMoney({ amount, currency }, 'en');

const tooMuch = ({ currency, most }: DepositStanding): UserError =>
  new UserError(400, { amount: [{ ...messages.tooMuch, values: { most: shownIn(currency)(most) } }] });

function changedNow({ currency, given, most }: DepositStanding): UserError {
  const shown = shownIn(currency);
  return new UserError(400, { '': [{ ...messages.changed, values: { given: shown(given), most: shown(most) } }] });
}

/** `given` and `credit` are what was shown. */
export type DepositBackAsk = {
  readonly act: string;
  readonly id: string;
  readonly amount: number;
  readonly given: number;
  readonly credit: number;
};

/** Undefined where it was done before, by the same name. */
export async function depositBack(
  given: Given,
  tx: DbClient,
  by: Operator,
  { act, id, amount, ...shown }: DepositBackAsk,
): Promise<{ readonly before: object; readonly after: object } | undefined> {
  const { ctx, payments } = given;
  const found = await queries.lockDeposit(tx, id);
  if (!found) throw new UserError(404);
  const before = await findDepositRefund(tx, act);
  if (before && (before.depositId !== id || before.amount !== amount)) throw new UserError(400, { '': [messages.otherAct] });
  if (before) return undefined;
  const standing = await standingOf(given, tx, found, { back: amount, lock: true });
  // Two who looked at the same deposit mean the same money: the second is told of the first.
  if (standing.given !== shown.given || standing.credit !== shown.credit) throw changedNow(standing);
  if (amount > standing.most) throw tooMuch(standing);
  const at = ctx.clock.now();
  const { accountId, currency } = found;
  const { credit } = standing;
  const refundId = await payments.refund(tx, id, { amount, causeId: act });
  await takeFromWallet(tx, accountId, { kind: 'depositBack', subjectId: refundId, amount, currency, at });
  if (credit > 0) await takeFromWallet(tx, accountId, { kind: 'bonusBack', subjectId: refundId, amount: credit, currency, at });
  if (!(await insertDepositRefund(tx, { id: act, depositId: id, accountId, operatorId: by.id, at, amount, credit, refundId })))
    throw new UserError(400, { '': [messages.otherAct] });
  markChanged(tx, ofDesk, 'orders');
  await tellDepositBack(ctx, tx, { accountId, currency, amount, credit });
  return { before: { given: standing.given, cash: standing.cash }, after: { given: standing.given + amount, credit, refund: refundId } };
}

/** It was not taken where it was paid from: with the money, the gift is the customer's again. */
export async function restoreCredit(
  tx: DbClient,
  {
    refundId,
    accountId,
    currency,
    at,
  }: { readonly refundId: string; readonly accountId: string; readonly currency: CurrencyNumber; readonly at: Date },
): Promise<void> {
  const failed = await failDepositRefund(tx, refundId, at);
  if (!failed || failed.credit === 0) return;
  await queries.fillWallet(tx, accountId, { kind: 'bonusAgain', subjectId: refundId, amount: failed.credit, currency, at });
}
