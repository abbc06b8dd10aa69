// The API of the withdrawals module for other modules. Withdrawal from an order's contract: a preview, then
// the confirmation of the same figures. Runs under the locks of the purchase and its pieces.

import type { Locale } from '#lib/locale.ts';
import { showMoney } from '#lib/money/money.ts';
import { formatFullName } from '#lib/people/postal-address.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient, hasAddress } from '#modules/accounts/actions.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { getServiceName } from '#modules/catalogue/rules.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import type { DeskOrder } from '#modules/orders/desk/shapes.ts';
import { announceCancelled } from '#modules/orders/events.ts';
import { listParts } from '#modules/orders/months/queries.ts';
import { cancelOpenPieces } from '#modules/orders/pieces/queries.ts';
import {
  findOrder,
  findOrderByNumber,
  findPurchase,
  listOrders,
  lockPurchase,
  moveOrders,
  type Order,
  type Purchase,
} from '#modules/orders/queries.ts';
import { getRefundedTotals } from '#modules/orders/refunds/queries.ts';
import { computeRefundSplit, refundOrder } from '#modules/orders/refunds/refund.ts';
import type { ValuedPiece } from '#modules/orders/refunds/rules.ts';
import { listOrdersPaidSince } from '#modules/orders/withdrawal-period/queries.ts';
import { getStart, MAX_DAYS, type WhyNot } from '#modules/orders/withdrawal-period/rules.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { mailWithdrawal } from './mails.ts';
import * as queries from './queries.ts';
import type { WithdrawalRight } from './right.ts';
import { type Contract, getWithdrawalTerms, type WithdrawalTerms } from './rules.ts';
import type { Withdraw, Withdrawable, WithdrawalView, Withdrawn } from './shapes.ts';

const messages = {
  unpaid: /*i18n*/ { id: 'withdrawal.unpaid', message: 'This order isn’t paid yet. Cancel it, and you owe nothing.' },
  over: /*i18n*/ { id: 'withdrawal.over', message: 'This order is already cancelled.' },
  none: /*i18n*/ {
    id: 'withdrawal.none',
    message: 'This order has no right of withdrawal. You can cancel it for a full refund until work starts.',
  },
  done: /*i18n*/ {
    id: 'withdrawal.done',
    message:
      'This order was fully delivered after you asked us to start right away, so there’s nothing left to withdraw from. If something is wrong with it, write to us.',
  },
  late: /*i18n*/ {
    id: 'withdrawal.late',
    message: 'The period to withdraw from this contract is over. If something is wrong with the order, write to us.',
  },
} as const satisfies Record<WhyNot, Message>;

const changedMessage: Message = /*i18n*/ {
  id: 'withdrawal.changed',
  message: 'Something was delivered in the meantime: the refund is now {back}. Review it and try again.',
};

export type WithdrawalsModule = ReturnType<typeof createWithdrawals>;

type NamedOrder = Pick<Order, 'serviceType' | 'title'>;
type WithdrawalsDeps = CheckoutDeps & { readonly catalogue: CatalogueModule; readonly withdrawalRight: WithdrawalRight };

export function createWithdrawals(deps: WithdrawalsDeps) {
  const { catalogue, withdrawalRight } = deps;
  const nameIn = (locale: Locale) => (order: NamedOrder) => order.title ?? getServiceName(catalogue.current(), order.serviceType, locale);
  return {
    right: async (accountId: string) => ({
      countries: withdrawalRight.countries(),
      business: await withdrawalRight.isBusiness(accountId),
    }),
    list: (accountId: string, locale: Locale) => listWithdrawable(deps, accountId, nameIn(locale)),
    preview: (accountId: string, orderId: string) => previewWithdrawal(deps, accountId, orderId),
    withdraw: (accountId: string, locale: Locale, request: Withdraw) => withdraw(deps, accountId, locale, request),
    declare: (tx: DbClient, declared: DeclaredWithdrawal) => withdrawAsDeclared(deps, tx, declared),
  };
}

/** The withdrawal from an order, for the desk. */
export async function findDeskWithdrawal(orm: DbClient, orderId: string): Promise<DeskOrder['withdrawal']> {
  const found = await queries.findWithdrawal(orm, orderId);
  if (!found) return null;
  const { at, charged, delivered, pieces, toSource, toCash, toPromo, toClaim, reason } = found;
  return { at: at.toISOString(), charged, delivered, pieces, toSource, toCash, toPromo, toClaim, reason };
}

async function toContract(
  of: DbClient,
  { consents }: Purchase,
  { id, status, paidAt, price }: Order,
  pieces: readonly ValuedPiece[],
): Promise<Contract> {
  const { startNow, hasRight } = getStart(consents);
  return { status, paidAt, price, pieces, hasRight, startNow: startNow === true, refunded: (await getRefundedTotals(of, id)).total };
}

function getTerms(contract: Contract, now: Date): WithdrawalTerms {
  const terms = getWithdrawalTerms(contract, now);
  if (typeof terms === 'string') throw new UserError(400, { '': [messages[terms]] });
  return terms;
}

const DAY_MS = 86_400_000;

/** All orders that the customer can withdraw from now. */
async function listWithdrawable({ ctx }: CheckoutDeps, accountId: string, getItemName: (order: NamedOrder) => string) {
  const now = ctx.clock.now();
  const paid = await listOrdersPaidSince(ctx.db.orm, accountId, new Date(now.getTime() - MAX_DAYS * DAY_MS));
  return paid.flatMap(
    ({ id: orderId, number, serviceType, title, price, currency, consents, pieces: states, ...contract }): Withdrawable[] => {
      const { startNow, hasRight } = getStart(consents);
      // The right does not depend on the pieces' values.
      const pieces = states.map((state) => ({ state, listValue: 0 }));
      const terms = getWithdrawalTerms({ ...contract, pieces, price, hasRight, startNow: startNow === true }, now);
      if (typeof terms === 'string') return [];
      return [{ orderId, number, name: getItemName({ serviceType, title }), price, currency, until: terms.until.toISOString() }];
    },
  );
}

/** First step: what a withdrawal would refund. */
async function previewWithdrawal({ ctx }: CheckoutDeps, accountId: string, orderId: string): Promise<WithdrawalView> {
  const { orm } = ctx.db;
  const order = await findOrder(orm, accountId, orderId);
  const purchase = order && (await findPurchase(orm, order.purchaseId));
  const person = await findMailRecipient(orm, accountId);
  if (!order || !purchase || !person) throw new UserError(404);
  const orders = await listOrders(orm, purchase.id);
  const now = ctx.clock.now();
  const parts = await listParts(orm, order, { now });
  const { until, ...terms } = getTerms(await toContract(orm, purchase, order, parts), now);
  const { price, number, currency, subscriptionId } = order;
  const paidFrom = purchase.paidFrom ?? 'nothing';
  const unbounded = { refundableAmount: async () => terms.back };
  const { toPromo } = await computeRefundSplit(unbounded, orm, { purchase, order, orders, back: terms.back, refundTo: 'source' });
  const { firstName, lastName } = purchase.billing;
  return {
    orderId,
    number,
    until: until.toISOString(),
    price,
    currency,
    startNow: purchase.consents.startNow === true,
    ...terms,
    credit: toPromo,
    paidFrom,
    endsBundle: subscriptionId !== null,
    name: formatFullName({ firstName, lastName }, person.locale),
    email: person.email,
  };
}

/** Second step: withdraws once, however often it is confirmed. */
async function withdraw(deps: CheckoutDeps, accountId: string, locale: Locale, request: Withdraw): Promise<Withdrawn> {
  const { ctx } = deps;
  await takePoints(ctx, [{ limit: 'withdraw.account', of: accountId }]);
  const order = await findOrder(ctx.db.orm, accountId, request.orderId);
  if (!order) throw new UserError(404);
  return transaction(ctx.db, async (tx) => {
    const found = await lockContract(deps, tx, order);
    if ('before' in found) return viewWithdrawn(found.before);
    const { terms, ...contract } = found;
    if (typeof terms === 'string') throw new UserError(400, { '': [messages[terms]] });
    if (terms.back !== request.back) {
      const back = showMoney({ amount: terms.back, currency: order.currency }, locale);
      throw new UserError(400, { back: [{ ...changedMessage, values: { back } }] });
    }
    return viewWithdrawn(await storeWithdrawal(deps, tx, { ...contract, terms, request }));
  });
}

/** `at`: when the declaration reached the shop, which decides whether it is in time. */
type DeclaredWithdrawal = { readonly number: string; readonly email: string; readonly at: Date };

/**
 * A declaration without log-in accepts the terms as they are. False if the address is not that of the order's
 * account, or the order cannot be withdrawn from; true if it already was.
 */
async function withdrawAsDeclared(deps: CheckoutDeps, tx: DbClient, { number, email, at }: DeclaredWithdrawal): Promise<boolean> {
  const order = await findOrderByNumber(tx, number);
  if (!order || !(await hasAddress(tx, order.accountId, email))) return false;
  const found = await lockContract(deps, tx, order, at);
  if ('before' in found) return true;
  const { terms, ...contract } = found;
  if (typeof terms === 'string') return false;
  await storeWithdrawal(deps, tx, { ...contract, terms, request: {} });
  return true;
}

/** Locks the purchase and the pieces of the order, and decides its terms at `declaredAt` or now. */
async function lockContract({ ctx }: CheckoutDeps, tx: DbClient, { id, purchaseId }: Order, declaredAt?: Date) {
  const purchase = await lockPurchase(tx, purchaseId);
  const before = await queries.findWithdrawal(tx, id);
  if (before) return { before };
  const orders = await listOrders(tx, purchaseId);
  const order = orders.find((each) => each.id === id);
  if (!purchase || !order) throw new UserError(404);
  const at = declaredAt ?? ctx.clock.now();
  const parts = await listParts(tx, order, { now: at, isLocked: true });
  return { purchase, order, orders, at, terms: getWithdrawalTerms(await toContract(tx, purchase, order, parts), at) };
}

type Decided = {
  readonly purchase: Purchase;
  readonly order: Order;
  readonly orders: readonly Order[];
  readonly terms: WithdrawalTerms;
  readonly request: Pick<Withdraw, 'refundTo' | 'reason'>;
  readonly at: Date;
};

async function storeWithdrawal(deps: CheckoutDeps, tx: DbClient, { purchase, order, orders, terms, request, at }: Decided) {
  const { back, ...counted } = terms;
  await moveOrders(tx, [order.id], 'withdraw', { cancelledAt: at });
  await cancelOpenPieces(tx, order.id);
  await announceCancelled(deps, tx, { orders: [order], why: 'withdrawn' });
  const { refundId: _, ...split } = await refundOrder(deps, tx, {
    purchase,
    order,
    orders,
    back,
    refundTo: request.refundTo ?? 'source',
    at,
  });
  const { accountId, consents } = purchase;
  const done = {
    orderId: order.id,
    accountId,
    at,
    startNow: consents.startNow === true,
    ...counted,
    ...split,
    reason: request.reason || null,
  };
  await queries.insertWithdrawal(tx, done);
  await mailWithdrawal(deps, tx, done, order);
  return done;
}

const viewWithdrawn = ({ orderId, at, charged, toSource, toCash, toPromo, toClaim }: queries.Withdrawal): Withdrawn => ({
  orderId,
  at: at.toISOString(),
  charged,
  back: toSource + toCash + toPromo + toClaim,
  toSource,
  toBalance: toCash + toPromo,
});
