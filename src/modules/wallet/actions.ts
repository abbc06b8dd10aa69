// The API of the wallet module for other modules. Each ledger transfer and its wallet update happen in one
// statement.

import type { Locale } from '#lib/locale.ts';
import { toBilling } from '#lib/money/billing.ts';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import { computeDepositDiscount } from '#lib/money/price.ts';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { expectNotBlocked } from '#modules/accounts/terms.ts';
import { type CatalogueModule, expectCurrency } from '#modules/catalogue/actions.ts';
import { type CouponRequester, type CouponsModule, findClaimError, hashHolderAddress } from '#modules/coupons/actions.ts';
import { keepUse, releaseCouponUse } from '#modules/coupons/queries.ts';
import { findStoredResponse, type PaymentsModule, toBrowserRow, toPaymentRow } from '#modules/payments/actions.ts';
import type { FailedRefund, Settlement } from '#modules/payments/events.ts';
import { viewOpenPayment } from '#modules/payments/shapes.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { toDbRow } from '#platform/database/to-db-row.ts';
import { createKeyReusedError, type IdempotencyKey } from '#platform/http/idempotency.ts';
import { translate } from '#platform/i18n.ts';
import { findHourlyLimitError, getHourlyLimit } from '#platform/limits/limits.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { newId } from '#platform/new-id.ts';
import { mailCreditGranted, mailDepositPaid, mailFailedRefund, mailStrayPayment } from './mails.ts';
import * as queries from './queries.ts';
import { restoreCredit } from './refund-deposit.ts';
import { computeFunds, type DepositLimit, type DepositRules, findDepositLimit, isIn, subjects, transfers } from './rules.ts';
import type { AttemptView, Deposited, DepositRequest, DepositView, Funds, Statement, StatementRequest } from './shapes.ts';
import { deposit } from './tables.ts';

const messages = {
  limits: /*i18n*/ { id: 'deposit.limits', message: 'Deposit between {least} and {most}.' },
  price: /*i18n*/ { id: 'deposit.price', message: 'This deposit now costs {price}. Review it and try again.' },
  otherGift: /*i18n*/ { id: 'desk.otherAct', message: 'This was already submitted with different details. Start over.' },
  short: /*i18n*/ { id: 'order.balanceShort', message: 'Your balance is too low for this order.' },
  what: /*i18n*/ { id: 'deposit.what', message: 'A deposit of {amount}' },
} as const satisfies Record<string, Message>;

export type WalletModule = ReturnType<typeof createWallet>;
export type Depositor = CouponRequester & { readonly locale: Locale; readonly blockedAt: Date | null };
type WalletDeps = {
  readonly ctx: AppContext;
  readonly coupons: CouponsModule;
  readonly payments: PaymentsModule;
  readonly catalogue: Pick<CatalogueModule, 'currencies'>;
  /** The owner's rules of deposits now. */
  readonly depositRules: () => DepositRules;
};

export function createWallet(deps: WalletDeps) {
  const { ctx, payments, catalogue } = deps;
  return {
    async balance(accountId: string, currency: CurrencyNumber) {
      expectCurrency(catalogue.currencies().all, currency);
      const { cash, promo } = await queries.findWallet(ctx.db.orm, accountId, currency);
      return { currency, balance: cash + promo };
    },

    async deposit(depositor: Depositor, request: DepositRequest, once: IdempotencyKey | undefined): Promise<Deposited> {
      try {
        return await makeDeposit(deps, depositor, request, once);
      } catch (cause) {
        const stored = cause instanceof UserError ? await payments.storedAnswer(depositor.accountId, once) : undefined;
        if (stored) return replayDeposit(payments, stored);
        throw cause;
      }
    },

    async funds(accountId: string): Promise<Funds> {
      const wallets = await queries.listWallets(ctx.db.orm, accountId);
      return { currencies: computeFunds(wallets, deps.depositRules().limits, catalogue.currencies()) };
    },

    async depositState(accountId: string, depositId: string): Promise<DepositView> {
      const found = await queries.findDeposit(ctx.db.orm, accountId, depositId);
      if (!found) throw new UserError(404);
      const { id, state, currency, price, amount } = found;
      const open = state === 'open' ? await payments.openLink(id) : undefined;
      return { id, state, currency, price, amount, ...viewOpenPayment(open, ctx.clock.now()) };
    },

    /** The purchase or deposit that a lost response created; null if there is none. */
    async attempt(accountId: string, key: string): Promise<AttemptView> {
      const { purchaseId, depositId } = ((await findStoredResponse(ctx, accountId, key)) ?? {}) as Partial<AttemptView>;
      return { purchaseId: purchaseId ?? null, depositId: depositId ?? null };
    },

    async statement(accountId: string, { currency, limit, before, kind }: StatementRequest): Promise<Statement> {
      expectCurrency(catalogue.currencies().all, currency);
      const { cash, promo } = await queries.findWallet(ctx.db.orm, accountId, currency);
      const rows = await queries.listTransfers(ctx.db.orm, { accountId, currency, before, kind, limit: limit + 1 });
      const lines = rows.slice(0, limit).map(({ id, kind, amount, balanceAfter, at, subjectId }) => ({
        ...{ id, kind, subjectId, amount: isIn(transfers[kind]) ? amount : -amount },
        ...{ balanceAfter: balanceAfter ?? 0, at: at.toISOString(), bought: [] },
      }));
      return { currency, balance: cash + promo, promo, lines, more: rows.length > limit };
    },
  };
}

/**
 * Rebuilds the stored response, because jsonb does not preserve key order, and adds a link that was created
 * later.
 */
async function replayDeposit(payments: PaymentsModule, stored: unknown): Promise<Deposited> {
  const { paymentLink, depositId } = stored as Deposited;
  return { paymentLink: paymentLink ?? (await payments.linkFor(depositId)) ?? null, depositId };
}

/** The deposit, purchase or order that a transfer of the customer's wallet belongs to. */
export async function getTransferDetails({ payments }: Pick<WalletDeps, 'payments'>, from: DbClient, accountId: string, id: number) {
  const found = await queries.findTransfer(from, accountId, id);
  if (!found) return undefined;
  const { kind, subjectId } = found;
  const what = subjects[kind];
  const paid = what === 'charge' || what === 'refund' ? await payments.findSubject(what, subjectId) : { purpose: what, subjectId };
  const paidDeposit = paid?.purpose === 'deposit' ? await queries.findDeposit(from, accountId, paid.subjectId) : undefined;
  return {
    ...{ kind, deposit: paidDeposit ? { price: paidDeposit.price, amount: paidDeposit.amount } : null, depositId: paidDeposit?.id },
    purchaseId: paid?.purpose === 'purchase' || paid?.purpose === 'claim' ? paid.subjectId : undefined,
    orderId: paid?.purpose === 'order' ? paid.subjectId : undefined,
    partId: paid?.purpose === 'part' ? paid.subjectId : undefined,
  };
}

async function makeDeposit(deps: WalletDeps, depositor: Depositor, request: DepositRequest, once: IdempotencyKey | undefined) {
  const { ctx, payments } = deps;
  const { accountId, locale } = depositor;
  const { currency, depositAmount: amount } = request;
  expectNotBlocked(depositor);
  const format = (money: number) => showMoney({ amount: money, currency }, locale);
  const { least, most } = getLimit(deps, currency);
  if (amount < least || amount > most)
    throw new UserError(400, { depositAmount: [{ ...messages.limits, values: { least: format(least), most: format(most) } }] });
  const couponPreview = request.couponCode ? await tryCoupon(deps, depositor, request, request.couponCode) : undefined;
  const price = amount - (couponPreview ? computeDepositDiscount(couponPreview.reduction, amount, deps.depositRules().couponShare) : 0);
  if (request.price !== price) throw new UserError(400, { price: [{ ...messages.price, values: { price: format(price) } }] });
  const couponId = couponPreview?.couponId ?? null;
  const now = ctx.clock.now();
  const id = newId(now);
  const what = translate({ ...messages.what, values: { amount: format(amount) } }, locale);
  const payment = payments.prepare({
    ...{ accountId, purpose: 'deposit', subjectId: id, amount: price, currency, locale, what },
    shortLink: couponPreview?.isLimited ?? false,
  });
  const row: typeof deposit.$inferInsert = {
    ...{ id, accountId, currency, price, amount, couponId, billing: toBilling(request), createdAt: now },
    ...{ state: 'open', settledAt: null },
  };
  const answer: Deposited = { paymentLink: payment.link ?? null, depositId: id };
  const heldFrom = couponPreview?.isLimited ? hashHolderAddress(ctx.config, depositor.address) : null;
  const document = {
    ...{ deposit: toDbRow(deposit, row), payment: toPaymentRow(payment), browser: toBrowserRow(payment, request), answer, heldFrom },
    ...{ key: once?.key ?? null, bodyHash: once?.bodyHash.toString('hex') ?? null },
  };
  const place = () =>
    queries.insertDeposit(ctx.db.pool, document, getHourlyLimit(ctx.config, 'deposit', ctx.config.perHour.deposits, accountId));
  const stored = await payments.placeEndingHolds({ couponId, accountId, heldFrom }, place).catch((cause: { code?: string }) => {
    throw findHourlyLimitError(cause) ?? findClaimError(cause) ?? (cause.code === 'FF001' ? createKeyReusedError() : cause);
  });
  if (stored) return replayDeposit(payments, stored);
  markChanged(ctx.db.orm, ofAccount(accountId), 'balance');
  return payment.link ? answer : { ...answer, paymentLink: (await payments.link(payment.id, payment)) ?? null };
}

function getLimit({ depositRules, catalogue }: WalletDeps, currency: CurrencyNumber): DepositLimit {
  const limit = findDepositLimit(depositRules().limits, catalogue.currencies(), currency);
  expectCurrency(limit ? [currency] : [], currency);
  return limit as DepositLimit;
}

const tryCoupon = ({ ctx, coupons }: WalletDeps, depositor: Depositor, { currency, depositAmount }: DepositRequest, code: string) =>
  coupons.guessOn(
    { ...depositor, code },
    {
      ...{ what: 'deposits', currency, lines: [{ serviceType: null, total: depositAmount }] },
      isFirstPurchase: async () => !(await queries.hasDeposited(ctx.db.orm, depositor.accountId)),
    },
  );

/** A ledger transfer that changes no wallet. */
export const bookTransfer = queries.insertTransfer;

/**
 * Returns how much of the amount was promotional credit. Throws if the balance is too low; the caller's
 * transaction must then roll back.
 */
export async function spendBalance(tx: DbClient, request: Parameters<typeof queries.spendFrom>[1]): Promise<number> {
  try {
    return await queries.spendFrom(tx, request);
  } catch (error) {
    throw isBalanceShort(error) ? createShortBalanceError() : error;
  }
}

/** Whether a query failed because the balance is too low. */
export const isBalanceShort = (error: unknown): boolean => (error as { cause?: { code?: string } }).cause?.code === 'FF004';

export const createShortBalanceError = (): UserError => new UserError(400, { payFromBalance: [messages.short] });

/** What is refunded: a whole order, once, or a part of one. */
export type RefundSubject = { readonly order: string } | { readonly part: string };

type GiveBack = {
  readonly accountId: string;
  readonly currency: CurrencyNumber;
  readonly subject: RefundSubject;
  readonly cash: number;
  /** What was paid with promotional credit is refunded as promotional credit. */
  readonly promo: number;
  readonly at: Date;
};

export async function creditWallet(tx: DbClient, { accountId, currency, subject, cash, promo, at }: GiveBack): Promise<void> {
  const [subjectId, cashKind, promoKind] =
    'order' in subject ? ([subject.order, 'giveBack', 'giveBackPromo'] as const) : ([subject.part, 'partBack', 'partBackPromo'] as const);
  if (cash > 0) await queries.fillWallet(tx, accountId, { kind: cashKind, subjectId, amount: cash, currency, at });
  if (promo > 0) await queries.fillWallet(tx, accountId, { kind: promoKind, subjectId, amount: promo, currency, at });
}

type Gift = { readonly id: string; readonly accountId: string; readonly currency: CurrencyNumber; readonly amount: number };

/** Grants promotional credit, which is spent last and never paid out. False if this id was granted before. */
export async function giveCredit(ctx: AppContext, tx: DbClient, by: Operator, gift: Gift): Promise<boolean> {
  const { id, accountId, currency, amount } = gift;
  const at = ctx.clock.now();
  if (!(await queries.insertGift(tx, { ...gift, operatorId: by.id, at }))) {
    const before = await queries.findGift(tx, id);
    if (before?.accountId !== accountId || before.currency !== currency || before.amount !== amount)
      throw new UserError(400, { '': [messages.otherGift] });
    return false;
  }
  await queries.fillWallet(tx, accountId, { kind: 'gift', subjectId: id, amount, currency, at });
  await mailCreditGranted(ctx, tx, { accountId, amount, currency });
  return true;
}

/** False if the deposit is no longer open. What a coupon adds is promotional credit. */
export async function settleDeposit(
  ctx: AppContext,
  tx: DbClient,
  { subjectId, chargeId, amount, currency, at }: Settlement,
): Promise<boolean> {
  const found = await queries.lockDeposit(tx, subjectId);
  if (found?.state !== 'open' || found.price !== amount || found.currency !== currency) return false;
  await queries.setDeposit(tx, found.id, { state: 'paid', settledAt: at });
  if (found.couponId) await keepUse(tx, found.id);
  await queries.fillWallet(tx, found.accountId, { kind: 'deposit', subjectId: chargeId, amount, currency, at });
  const bonus = found.amount - found.price;
  if (bonus > 0) await queries.fillWallet(tx, found.accountId, { kind: 'bonus', subjectId: found.id, amount: bonus, currency, at });
  await mailDepositPaid(ctx, tx, found);
  return true;
}

/** Its payment link has expired. A deposit gets no second link; the customer starts a new one. */
export async function expireDeposit({ clock }: AppContext, tx: DbClient, depositId: string): Promise<void> {
  const found = await queries.lockDeposit(tx, depositId);
  if (found?.state !== 'open') return;
  await queries.setDeposit(tx, depositId, { state: 'expired' });
  await releaseCouponUse(tx, depositId, clock.now());
  markChanged(tx, ofAccount(found.accountId), 'balance');
}

/** Credits a charge for which nothing was left to pay. */
export async function creditUnappliedPayment(
  ctx: AppContext,
  tx: DbClient,
  { accountId, chargeId, amount, currency, at }: Settlement,
): Promise<void> {
  await queries.fillWallet(tx, accountId, { kind: 'stray', subjectId: chargeId, amount, currency, at });
  await mailStrayPayment(ctx, tx, { accountId, amount, currency });
}

/** Credits a refund that the payment method did not accept. */
export async function returnRefund(
  ctx: AppContext,
  tx: DbClient,
  { accountId, refundId, amount, currency, at }: FailedRefund,
): Promise<void> {
  await queries.fillWallet(tx, accountId, { kind: 'refundFailed', subjectId: refundId, amount, currency, at });
  await restoreCredit(tx, { refundId, accountId, currency, at });
  await mailFailedRefund(ctx, tx, { accountId, amount, currency });
}
