// The API of the subscriptions module for other modules: list, pause, resume, end, and what starts and ends
// subscriptions.
import * as z from 'zod/mini';
import type { Locale } from '#lib/locale.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { hasAddress } from '#modules/accounts/actions.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import { type Catalogue, getServiceName } from '#modules/catalogue/rules.ts';
import { viewOrderedAddOns } from '#modules/orders/add-ons/rules.ts';
import type { CheckoutDeps, NewSubscription } from '#modules/orders/checkout/place-order.ts';
import { dropPurchase } from '#modules/orders/checkout/void-purchase.ts';
import type { CancelledOrders, PaidOrders } from '#modules/orders/events.ts';
import { findNewestMonth, findUnpaidMonth, lockFreePurchase } from '#modules/orders/months/queries.ts';
import { findOrderByNumber, type Order } from '#modules/orders/queries.ts';
import { OrderStatus } from '#modules/orders/statuses.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { type DbRow, toDbRow } from '#platform/database/to-db-row.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { mailSubscriptionEnded, type WhyEnded } from './mails.ts';
import * as queries from './queries.ts';
import { clearFailures, setRetryNow } from './queries-failures.ts';
import {
  addPause,
  continuesAfter,
  getFirstMonths,
  postponeForNotice,
  type SubscriptionAct,
  type SubscriptionState,
  subscriptionMoves,
} from './rules.ts';
import type { DeskSubscriptionActRequest, SubscriptionRequest, SubscriptionView } from './shapes.ts';
import { subscription } from './tables.ts';

const messages = {
  not: /*i18n*/ {
    id: 'subscription.not',
    message: 'The bundle has changed. Review it and try again.',
  },
  unstarted: /*i18n*/ {
    id: 'subscription.unstarted',
    message: 'It has not started yet. Cancel its unpaid order instead.',
  },
  paying: /*i18n*/ {
    id: 'subscription.paying',
    message: 'A payment for this bundle is in progress. Try again in a moment.',
  },
} as const satisfies Record<string, Message>;

export type SubscriptionsModule = ReturnType<typeof createSubscriptions>;

export function createSubscriptions(deps: CheckoutDeps & { readonly catalogue: CatalogueModule }) {
  const viewIn = (locale: Locale) => (row: queries.ListedSubscription) => view(row, deps.catalogue.current(), locale);
  return {
    list: (accountId: string, locale: Locale) => listSubscriptions(deps, accountId, viewIn(locale)),
    act: (accountId: string, locale: Locale, request: SubscriptionRequest) => actOnSubscription(deps, accountId, request, viewIn(locale)),
    actAtDesk: (tx: DbClient, request: DeskSubscriptionActRequest) => actAtDesk(deps, tx, request),
    declareEnd: (tx: DbClient, declared: DeclaredEnd) => endAsDeclared(deps, tx, declared),
  };
}

/** In the reader's language. */
type ToView = (row: queries.ListedSubscription) => SubscriptionView;

const view = (row: queries.ListedSubscription, catalogue: Catalogue, locale: Locale): SubscriptionView => ({
  name: getServiceName(catalogue, row.service_type, locale),
  id: row.id,
  state: row.state,
  offerId: row.offer_id,
  serviceType: row.service_type,
  quantity: row.quantity,
  platform: row.platform,
  ...viewOrderedAddOns(row.add_ons, locale),
  isPlan: row.is_plan,
  price: row.price,
  currency: row.currency,
  createdAt: row.created_at.toISOString(),
  renewsAt: row.state === 'active' ? toIsoOrNull(row.renews_at) : null,
  paidUntil: row.unpaid_order ? null : toIsoOrNull(row.renews_at),
  meansId: row.means_id,
  unpaid:
    row.unpaid_order && row.unpaid_purchase
      ? { orderId: row.unpaid_order, purchaseId: row.unpaid_purchase, isBeingConfirmed: row.is_confirming }
      : null,
});

const listSubscriptions = async ({ ctx }: CheckoutDeps, accountId: string, toView: ToView): Promise<SubscriptionView[]> =>
  (await queries.listRunning(ctx.db.orm, accountId)).map(toView);

async function actOnSubscription(
  deps: CheckoutDeps,
  accountId: string,
  request: SubscriptionRequest,
  toView: ToView,
): Promise<SubscriptionView> {
  const { db } = deps.ctx;
  await transaction(db, async (tx) => {
    const [found] = await queries.lockSubscriptions(tx, [request.subscriptionId]);
    if (found?.accountId !== accountId) throw new UserError(404);
    await moveOnce(deps, tx, found, request.do);
  });
  const row = await queries.findListed(db.orm, request.subscriptionId);
  if (!row) throw new UserError(404);
  return toView(row);
}

/** Returns what the audit log says of it; undefined if it was done before. */
async function actAtDesk(deps: CheckoutDeps, tx: DbClient, { id, do: act }: DeskSubscriptionActRequest) {
  const [found] = await queries.lockSubscriptions(tx, [id]);
  if (!found) throw new UserError(404);
  if (act === 'cancel') await cancelNow(deps, tx, found);
  else await moveOnce(deps, tx, found, act);
  const [now] = await queries.lockSubscriptions(tx, [id]);
  if (!now || now.state === found.state) return undefined;
  return { accountId: found.accountId, before: { state: found.state }, after: { state: now.state, act, offer: found.offerId } };
}

/** What was paid is not given back: the order of the month may be refunded. */
async function cancelNow(deps: CheckoutDeps, tx: DbClient, { id, state }: queries.Subscription): Promise<void> {
  if (state === 'pending') throw new UserError(400, { '': [messages.unstarted] });
  await dropUnpaid(deps, tx, id);
  await closeSubscriptions(deps.ctx, tx, [id], 'endedByShop');
}

/** A repeated request finds it done. The caller holds the subscription's lock. */
async function moveOnce(deps: CheckoutDeps, tx: DbClient, found: queries.Subscription, act: SubscriptionAct): Promise<void> {
  const { from, to } = subscriptionMoves[act];
  if (found.state === to || (act === 'end' && found.state === 'ended')) return;
  if (!(from as readonly SubscriptionState[]).includes(found.state)) throw new UserError(400, { '': [messages.not] });
  await acts[act](deps, tx, found);
}

/**
 * `number`: of one of its orders, or its own id. `by`: the day on which it should end, if the customer named
 * one.
 */
type DeclaredEnd = { readonly number: string; readonly email: string; readonly by: string | undefined };

/**
 * A declaration without log-in ends the subscription with its paid period, as the button in the account does.
 * False if the address is not that of its account, it should go on longer, or the button would refuse.
 */
async function endAsDeclared(deps: CheckoutDeps, tx: DbClient, { number, email, by }: DeclaredEnd): Promise<boolean> {
  const id = isUuid(number) ? number : (await findOrderByNumber(tx, number))?.subscriptionId;
  const [found] = id ? await queries.lockSubscriptions(tx, [id]) : [];
  if (!found || !(await hasAddress(tx, found.accountId, email)) || continuesAfter(found, by)) return false;
  try {
    await moveOnce(deps, tx, found, 'end');
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

const isUuid = (text: string): boolean => z.uuid().safeParse(text).success;

type Act = (deps: CheckoutDeps, tx: DbClient, found: queries.Subscription) => Promise<void>;

/**
 * Nothing is charged for the pause. If the paid month is over, the next one starts after the notice period.
 */
const createResumeAct =
  (act: 'resume' | 'keep'): Act =>
  async ({ ctx }, tx, { id, renewsAt, anchorDay, reminded, pausedAt }) => {
    if (!renewsAt) throw new Error(`subscription ${id} has no renewal date`);
    const now = ctx.clock.now();
    const months = postponeForNotice(addPause({ renewsAt, anchorDay }, pausedAt, now), now);
    const isSame = months.renewsAt === renewsAt;
    await queries.moveSubscriptions(tx, [id], act, { ...months, pausedAt: null, reminded: isSame && reminded });
  };

const acts: Readonly<Record<SubscriptionAct, Act>> = {
  async pause(deps, tx, { id }) {
    const plan = (await findNewestMonth(tx, id))?.order.plan;
    const dropped = await dropUnpaid(deps, tx, id);
    // The paid period ends where the dropped month would have started.
    const set = dropped ? { renewsAt: dropped.period } : {};
    await queries.moveSubscriptions(tx, [id], 'pause', { ...set, pausedAt: plan ? deps.ctx.clock.now() : null });
  },
  async end(deps, tx, { id, renewsAt, anchorDay, pausedAt }) {
    const { ctx } = deps;
    const now = ctx.clock.now();
    const dropped = await dropUnpaid(deps, tx, id);
    const months = renewsAt && addPause({ renewsAt, anchorDay }, pausedAt, now);
    if (dropped || !months || months.renewsAt <= now) return closeSubscriptions(ctx, tx, [id], 'asked');
    await queries.moveSubscriptions(tx, [id], 'end', { ...months, pausedAt: null });
  },
  resume: createResumeAct('resume'),
  keep: createResumeAct('keep'),
};

/** Cancels a month that is not paid yet. */
async function dropUnpaid(deps: CheckoutDeps, tx: DbClient, subscriptionId: string): Promise<Order | undefined> {
  const unpaid = await findUnpaidMonth(tx, subscriptionId);
  if (!unpaid) return undefined;
  const purchase = await lockFreePurchase(tx, unpaid.purchaseId);
  if (!purchase) throw new UserError(400, { '': [messages.paying] });
  if (purchase.state !== 'open') return undefined;
  await deps.payments.expectSettled(tx, purchase.id);
  await dropPurchase(deps, tx, purchase.id);
  await clearFailures(tx, [subscriptionId]);
  return unpaid;
}

/** Closes each once. One that never started gets no email. */
export async function closeSubscriptions(ctx: AppContext, tx: DbClient, ids: readonly string[], why: WhyEnded): Promise<void> {
  const open = (await queries.lockSubscriptions(tx, ids)).filter(({ state }) => state !== 'ended');
  await queries.moveSubscriptions(
    tx,
    open.map(({ id }) => id),
    'close',
    { renewsAt: null, pausedAt: null, endedAt: ctx.clock.now() },
  );
  for (const each of open) if (each.state !== 'pending') await mailSubscriptionEnded(ctx, tx, each, why);
}

/** Closes the subscriptions whose newest month was cancelled; an older month does not affect them. */
export async function closeWithOrders(ctx: AppContext, tx: DbClient, { orders, why }: CancelledOrders): Promise<void> {
  const idsBySubscription = new Map(orders.flatMap(({ id, subscriptionId }) => (subscriptionId ? [[subscriptionId, id] as const] : [])));
  await queries.lockSubscriptions(tx, [...idsBySubscription.keys()]);
  const ended: string[] = [];
  for (const [subscriptionId, orderId] of idsBySubscription)
    if ((await findNewestMonth(tx, subscriptionId))?.order.id === orderId) ended.push(subscriptionId);
  await closeSubscriptions(ctx, tx, ended, why);
}

/** A renewal finds its subscription active, so its dates do not change, even if it is paid late. */
export async function startSubscriptions(tx: DbClient, { orders, at }: PaidOrders): Promise<void> {
  const listIds = (isRenewal: boolean) =>
    orders.flatMap(({ subscriptionId, status }) =>
      subscriptionId && (status === OrderStatus.AwaitingRecurringPayment) === isRenewal ? [subscriptionId] : [],
    );
  await queries.moveSubscriptions(tx, listIds(false), 'start', getFirstMonths(at));
  await clearFailures(tx, listIds(true));
}

/** An operator lets a saved means be charged again now. Returns the ids of the subscriptions. */
export async function retryRenewals(tx: DbClient, id: string | undefined, now: Date): Promise<readonly string[]> {
  const ids = await setRetryNow(tx, id, now);
  if (ids.length > 0) await enqueue(tx, 'subscriptions.renew', {}, { key: 'subscriptions.renew:retry' });
  return ids;
}

/** The next months are charged from it. */
export const useSavedMeans = (tx: DbClient, { meansId, subjectId }: { meansId: string; subjectId: string }): Promise<void> =>
  queries.setMeans(tx, subjectId, meansId);

/**
 * The row of a subscription that starts with its first order. It is inserted with the order, in one
 * statement.
 */
export const toSubscriptionRow = ({ paidAt, ...begun }: NewSubscription): DbRow =>
  toDbRow(subscription, {
    ...begun,
    anchorDay: begun.createdAt.getUTCDate(),
    reminded: false,
    ...(paidAt ? { state: 'active', ...getFirstMonths(paidAt) } : { state: 'pending', renewsAt: null }),
  });
