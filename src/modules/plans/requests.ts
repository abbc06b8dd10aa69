// Requests within a plan: each is an order that costs nothing. It spends credits, and begins, or waits for
// its turn. Every decision is made under the subscription's lock.
import type { Locale } from '#lib/locale.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { judgeAnswers } from '#modules/orders/brief-pieces.ts';
import { type Bought, type Buyer, buildOrders, type CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { insertCredits, insertOrder, lockFreePurchase } from '#modules/orders/months/queries.ts';
import { type Lot, spendLots } from '#modules/orders/months/rules.ts';
import { findPurchase, moveOrders, type Purchase } from '#modules/orders/queries.ts';
import { type CheckedLine, checkLine, listBriefFiles } from '#modules/orders/rules.ts';
import { type Hold, OrderStatus } from '#modules/orders/statuses.ts';
import { getStart, workStartTimes } from '#modules/orders/withdrawal-period/rules.ts';
import { doOnce } from '#modules/payments/actions.ts';
import { findSubscription, lockSubscriptions, type Subscription } from '#modules/subscriptions/queries.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { IdempotencyKey } from '#platform/http/idempotency.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { newId } from '#platform/new-id.ts';
import * as queries from './queries.ts';
import { MAX_WAITING, type NewRequest, type Reorder, type Requested } from './shapes.ts';
import { countLeft, type PlanState, readPlan } from './state.ts';

const messages = {
  noPlan: /*i18n*/ { id: 'plan.noPlan', message: 'This subscription is no plan.' },
  notSold: /*i18n*/ { id: 'plan.notSold', message: 'Your plan doesn’t include this. Choose one of its services.' },
  short: /*i18n*/ {
    id: 'plan.short',
    message: 'This takes {needed, number} of your plan’s requests, and {left, number} are left in this period.',
  },
  paused: /*i18n*/ { id: 'plan.paused', message: 'Your plan is paused. Resume it to send requests.' },
  ended: /*i18n*/ { id: 'plan.ended', message: 'This plan has ended.' },
  pending: /*i18n*/ { id: 'plan.pending', message: 'This plan begins with its first payment.' },
  pastDue: /*i18n*/ { id: 'plan.pastDue', message: 'A month of your plan isn’t paid yet. Pay it to send requests.' },
  many: /*i18n*/ { id: 'plan.many', message: 'At most {maximum, number} requests can wait. Wait until some are delivered.' },
  order: /*i18n*/ { id: 'plan.order', message: 'Your requests have changed meanwhile. Reload the page and sort them again.' },
  busy: /*i18n*/ { id: 'plan.busy', message: 'Your plan is being changed right now. Try again in a moment.' },
} as const satisfies Record<string, Message>;

export type PlanDeps = CheckoutDeps & { readonly catalogue: CatalogueModule };

type CheckedRequest = { readonly line: CheckedLine; readonly hold: Hold | null };

export async function createRequest(
  deps: PlanDeps,
  buyer: Buyer,
  request: NewRequest,
  once: IdempotencyKey | undefined,
): Promise<Requested> {
  const { ctx } = deps;
  const { accountId } = buyer;
  const found = await findSubscription(ctx.db.orm, accountId, request.subscriptionId);
  if (!found) throw new UserError(404);
  // Checking long texts takes time, so it is done before any lock.
  const checked = await checkRequest(deps, buyer, found, request);
  return transaction(ctx.db, (tx) =>
    doOnce(tx, { ownerId: accountId, once, now: ctx.clock.now() }, () => placeRequest(deps, tx, buyer.locale, { id: found.id, checked })),
  );
}

async function checkRequest(
  { ctx, catalogue }: PlanDeps,
  buyer: Buyer,
  found: Subscription,
  { offerId, quantity, platform, answers }: NewRequest,
): Promise<CheckedRequest> {
  const state = await readPlan(ctx.db.orm, found);
  if (!state) throw new UserError(400, { '': [messages.noPlan] });
  const { prices } = catalogue.storefront(buyer.locale, found.currency);
  const offer = prices.offers.find(({ id }) => id === offerId);
  if (!offer || findCost(state, offer.serviceType) === undefined) throw new UserError(400, { offerId: [messages.notSold] });
  const sent = { offerId, quantity, platform: platform ?? null, answers };
  const fitting = checkLine(prices, sent);
  if (!('line' in fitting)) throw createValidationError(fitting.errors, sent);
  const { stops, hold } = await judgeAnswers(catalogue, buyer, fitting.line);
  if (Object.keys(stops).length > 0) throw new UserError(400, stops);
  return { line: fitting.line, hold };
}

/** Credits for one unit of an offer of the service. */
const findCost = ({ month }: Pick<PlanState, 'month'>, serviceType: number): number | undefined => month.plan.services[String(serviceType)];

type Placing = { readonly id: string; readonly checked: CheckedRequest };

async function placeRequest(deps: PlanDeps, tx: DbClient, locale: Locale, { id, checked }: Placing): Promise<Requested> {
  const [found] = await lockSubscriptions(tx, [id]);
  const state = found && (await readPlan(tx, found));
  if (!found || !state) throw new UserError(404);
  expectOpen(found, state);
  const { line, hold } = checked;
  const credits = (findCost(state, line.offer.serviceType) ?? 0) * line.quantity;
  const spent = state.month.plan.requests === null ? [{ monthId: state.month.id, credits }] : spendLots(state.lots, credits);
  if (credits === 0) throw new UserError(400, { offerId: [messages.notSold] });
  if (!spent) throw new UserError(400, { quantity: [{ ...messages.short, values: { needed: credits, left: countLeft(state) ?? 0 } }] });
  const purchase = await beginMonth(deps, tx, state, spent);
  const now = deps.ctx.clock.now();
  const mayBegin = workStartTimes(state.month.paidAt ?? now, getStart(purchase.consents)).usual <= now;
  const begins = mayBegin && state.waiting.length === 0 && state.active.length < state.month.plan.active;
  if (!begins && state.waiting.length >= MAX_WAITING)
    throw new UserError(400, { '': [{ ...messages.many, values: { maximum: MAX_WAITING } }] });
  const orderId = await insertRequestOrder(deps, tx, { purchase, line, hold, locale, begins, subscriptionId: id });
  const { accountId } = found;
  const position = (await queries.getLastPosition(tx, id)) + 1;
  await queries.insertRequest(tx, { orderId, accountId, subscriptionId: id, position, credits, begunAt: begins ? now : null });
  await insertCredits(
    tx,
    spent.map((lot, index) => ({ id: newId(now, index), accountId, subscriptionId: id, orderId, ...lot, at: now })),
  );
  return { orderId, position: begins ? 0 : state.waiting.length + 1 };
}

function expectOpen({ state }: Subscription, { isPastDue, month }: PlanState): void {
  const refuse = (message: Message) => new UserError(400, { '': [message] });
  if (state === 'paused') throw refuse(messages.paused);
  if (state === 'pending') throw refuse(messages.pending);
  if (state === 'ended' || month.status === OrderStatus.Cancelled) throw refuse(messages.ended);
  if (isPastDue) throw refuse(messages.pastDue);
}

/**
 * The first request of a month begins it, so that it can no longer be cancelled for a full refund. Skips a
 * locked purchase: waiting for it while holding the subscription's lock could deadlock.
 */
async function beginMonth({ ctx }: PlanDeps, tx: DbClient, { month }: PlanState, spent: readonly Lot[]): Promise<Purchase> {
  const isFirst = month.status === OrderStatus.Paid && spent.some(({ monthId }) => monthId === month.id);
  const purchase = isFirst ? await lockFreePurchase(tx, month.purchaseId) : await findPurchase(tx, month.purchaseId);
  if (!purchase) throw new UserError(400, { '': [messages.busy] });
  if (isFirst) await moveOrders(tx, [month.id], 'begin', { startedAt: ctx.clock.now() });
  return purchase;
}

type NewOrder = CheckedRequest & {
  /** Of the month: the buyer's details are those of its purchase. */
  readonly purchase: Purchase;
  readonly locale: Locale;
  readonly begins: boolean;
  readonly subscriptionId: string;
};

/** It has no invoice and no confirmation, and no right of withdrawal of its own. */
async function insertRequestOrder(deps: PlanDeps, tx: DbClient, request: NewOrder): Promise<string> {
  const { purchase: month, line, hold, locale, begins, subscriptionId } = request;
  const now = deps.ctx.clock.now();
  const nothing = { subtotal: 0, discount: 0, price: 0 };
  const { accountId, currency, billing } = month;
  const purchase: Bought = {
    ...{ id: newId(now), accountId, currency, billing, locale, couponId: null, ...nothing, promo: 0 },
    consents: { ...month.consents, startNow: null, hasRight: false },
    ...{ state: 'paid', paidFrom: 'nothing', createdAt: now, paidAt: now, confirmationSentAt: now, invoicedAt: now },
    planSubscriptionId: subscriptionId,
  };
  const pricing = { ...nothing, lines: [{ total: 0, discount: 0 }] };
  const rows = buildOrders(deps, purchase, { lines: [line], pricing, listPrices: new Map(), holds: [hold] }, OrderStatus.Paid);
  const [order] = rows.orders;
  if (!order) throw new Error('a request has no order');
  const pieces = begins ? rows.pieces : rows.pieces.map((piece) => ({ ...piece, mayBeginAt: null, dueAt: null }));
  await insertOrder(tx, { purchaseRow: purchase, order, pieces });
  const files = listBriefFiles([line]).map(({ id, field }) => ({ id, field: field.replace(/^orderFormData\[0\]\./, '') }));
  await deps.files.claim(tx, {
    accountId,
    purchaseId: purchase.id,
    fileIds: [...new Set(files.map(({ id }) => id))],
    getField: (file) => files.find(({ id }) => id === file)?.field ?? 'answers',
  });
  return order.id;
}

export async function reorderRequests({ ctx }: PlanDeps, accountId: string, { subscriptionId, orderIds }: Reorder): Promise<void> {
  const sent = new Set(orderIds.map((id) => id.toLowerCase()));
  if (sent.size < orderIds.length) throw new UserError(400, { orderIds: [messages.order] });
  await transaction(ctx.db, async (tx) => {
    const [found] = await lockSubscriptions(tx, [subscriptionId]);
    if (found?.accountId !== accountId) throw new UserError(404);
    const known = (await queries.findRequests(tx, [...sent])).filter((request) => request.subscriptionId === found.id);
    if (known.length < sent.size) throw new UserError(404);
    const waiting = (await queries.listOpen(tx, subscriptionId)).filter(({ hasBegun }) => !hasBegun);
    const isWhole = sent.size === waiting.length && waiting.every(({ id }) => sent.has(id));
    if (!isWhole) throw new UserError(400, { '': [messages.order] });
    for (const [index, id] of [...sent].entries()) await queries.setRequest(tx, id, { position: waiting[index]?.position ?? index });
    queries.markPlanChanged(tx, accountId);
  });
}
