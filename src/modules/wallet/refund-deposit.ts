// Refunds a deposit to the payment method, for an operator: at most what is not refunded yet, and at most the
// customer's cash.
// Withdraws a share of the coupon credit. Lock order: deposit, charge, wallet.

import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { PaymentsModule } from '#modules/payments/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofDesk } from '#platform/live/changes.ts';
import { mailDepositRefund } from './mails.ts';
import * as queries from './queries.ts';
import { failDepositRefund, findAnyDeposit, findDepositRefund, insertDepositRefund, takeFromWallet } from './queries-refunds.ts';
import { creditShare } from './rules.ts';

const messages = {
  otherAct: /*i18n*/ { id: 'desk.otherAct', message: 'This was already submitted with different details. Start over.' },
  unpaid: /*i18n*/ { id: 'desk.deposit.unpaid', message: 'Only a paid deposit can be refunded.' },
  disputed: /*i18n*/ {
    id: 'desk.deposit.disputed',
    message: 'This payment is disputed or was reversed by the bank, so it can’t be refunded.',
  },
  tooMuch: /*i18n*/ {
    id: 'desk.deposit.tooMuch',
    message: 'You can refund at most {most}: what’s left of this deposit on the balance.',
  },
  changed: /*i18n*/ {
    id: 'desk.deposit.changed',
    message: 'The deposit has changed: {given} is refunded so far, {most} can be refunded. Check it and try again.',
  },
} as const satisfies Record<string, Message>;

export type DepositRefundDeps = {
  readonly ctx: AppContext;
  readonly payments: Pick<PaymentsModule, 'refundableAmount' | 'lockRefundableAmount' | 'refund' | 'isDisputed'>;
};

/** The price of the deposit, what is refunded, the customer's cash, and the maximum refund. */
export type DepositRefundLimits = {
  readonly currency: CurrencyNumber;
  readonly price: number;
  readonly given: number;
  readonly cash: number;
  readonly most: number;
  /** The coupon credit that is withdrawn with the requested amount. */
  readonly credit: number;
};

/** What a refund would do. */
export async function previewDepositBack(
  deps: DepositRefundDeps,
  tx: DbClient,
  request: { readonly id: string; readonly amount: number },
): Promise<DepositRefundLimits> {
  const found = await findAnyDeposit(tx, request.id);
  if (!found) throw new UserError(404);
  const limits = await getRefundLimits(deps, tx, found, { back: request.amount, lock: false });
  if (request.amount > limits.most) throw createTooMuchError(limits);
  return limits;
}

/** `lock`: locks the charge and the wallet until the transaction ends. A preview takes no lock. */
async function getRefundLimits(
  { payments }: DepositRefundDeps,
  tx: DbClient,
  found: queries.Deposit,
  { back, lock }: { readonly back: number; readonly lock: boolean },
): Promise<DepositRefundLimits> {
  const { id, accountId, currency, price, amount, state } = found;
  if (state !== 'paid' || price === 0) throw new UserError(400, { '': [messages.unpaid] });
  if (await payments.isDisputed(tx, id)) throw new UserError(400, { '': [messages.disputed] });
  const refundable = lock ? await payments.lockRefundableAmount(tx, id) : await payments.refundableAmount(tx, id);
  const { cash, promo } = await (lock ? queries.lockWallet : queries.findWallet)(tx, accountId, currency);
  const refunded = price - refundable;
  const maxRefund = Math.min(refundable, cash);
  // Credit that is spent already is not withdrawn.
  const credit = Math.min(creditShare({ price, amount, refunded }, Math.min(back, maxRefund)), promo);
  return { currency, price, given: refunded, cash, most: maxRefund, credit };
}

const formatIn = (currency: CurrencyNumber) => (amount: number) => showMoney({ amount, currency }, 'en');

const createTooMuchError = ({ currency, most: maxRefund }: DepositRefundLimits): UserError =>
  new UserError(400, { amount: [{ ...messages.tooMuch, values: { most: formatIn(currency)(maxRefund) } }] });

function createChangedError({ currency, given: refunded, most: maxRefund }: DepositRefundLimits): UserError {
  const formatAmount = formatIn(currency);
  return new UserError(400, { '': [{ ...messages.changed, values: { given: formatAmount(refunded), most: formatAmount(maxRefund) } }] });
}

/** `given` and `credit` are the values that the operator saw. */
export type DepositBackRequest = {
  readonly act: string;
  readonly id: string;
  readonly amount: number;
  readonly given: number;
  readonly credit: number;
};

/** Undefined if this id was done before. */
export async function refundDeposit(
  deps: DepositRefundDeps,
  tx: DbClient,
  by: Operator,
  { act, id, amount, ...shown }: DepositBackRequest,
): Promise<{ readonly before: object; readonly after: object } | undefined> {
  const { ctx, payments } = deps;
  const found = await queries.lockDeposit(tx, id);
  if (!found) throw new UserError(404);
  const before = await findDepositRefund(tx, act);
  if (before && (before.depositId !== id || before.amount !== amount)) throw new UserError(400, { '': [messages.otherAct] });
  if (before) return undefined;
  const limits = await getRefundLimits(deps, tx, found, { back: amount, lock: true });
  // Two operators may refund the same deposit at once: the second one gets an error with the new figures.
  if (limits.given !== shown.given || limits.credit !== shown.credit) throw createChangedError(limits);
  if (amount > limits.most) throw createTooMuchError(limits);
  const at = ctx.clock.now();
  const { accountId, currency } = found;
  const { credit } = limits;
  const refundId = await payments.refund(tx, id, { amount, causeId: act });
  await takeFromWallet(tx, accountId, { kind: 'depositBack', subjectId: refundId, amount, currency, at });
  if (credit > 0) await takeFromWallet(tx, accountId, { kind: 'bonusBack', subjectId: refundId, amount: credit, currency, at });
  if (!(await insertDepositRefund(tx, { id: act, depositId: id, accountId, operatorId: by.id, at, amount, credit, refundId })))
    throw new UserError(400, { '': [messages.otherAct] });
  markChanged(tx, ofDesk, 'orders');
  await mailDepositRefund(ctx, tx, { accountId, currency, amount, credit });
  return { before: { given: limits.given, cash: limits.cash }, after: { given: limits.given + amount, credit, refund: refundId } };
}

/** The refund has failed and the money is back, so the withdrawn coupon credit is returned too. */
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
