// Handles due subscriptions: reminds, renews, closes. Each has its own transaction under the subscription's
// lock, so that concurrent runs act once, an aborted run changes nothing, and a failure does not stop the
// others.

import type { LinksModule } from '#modules/links/actions.ts';
import { type CheckoutDeps, toPayable } from '#modules/orders/checkout/place-order.ts';
import { placeMonth } from '#modules/orders/months/place-month.ts';
import { findMonth, findUnpaidMonth, lockFreePurchase } from '#modules/orders/months/queries.ts';
import type { FailedMeans } from '#modules/payments/events.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { closeSubscriptions } from './actions.ts';
import { mailRenewalDue, mailRenewalFailed, mailRenewalReminder } from './mails.ts';
import { decidePrice } from './prices.ts';
import * as queries from './queries.ts';
import * as failures from './queries-failures.ts';
import { findDueAction, findNextCharge, getMonthAfter, postponeForNotice } from './rules.ts';

export type RenewalDeps = CheckoutDeps & { readonly links: LinksModule };

export async function renewDue(deps: RenewalDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps.ctx;
  await endLinks(deps, signal);
  await forEachRow(deps.ctx, signal, 'subscriptions.renew', [
    { due: (limit) => queries.listDue(db.orm, clock.now(), limit), handle: (tx, { id }) => performDueAction(deps, tx, id) },
    { due: (limit) => failures.listRetries(db.orm, clock.now(), limit), handle: (tx, { id }) => chargeAgain(deps, tx, id) },
    { due: (limit) => failures.listUntold(db.orm, clock.now(), limit), handle: (tx, { id }) => tellFailure(deps, tx, id) },
  ]);
}

async function performDueAction(deps: CheckoutDeps, tx: DbClient, id: string): Promise<void> {
  const { ctx } = deps;
  const now = ctx.clock.now();
  const due = await queries.lockDue(tx, id, now);
  const duty = due && findDueAction(due, now);
  if (!due?.renewsAt || !duty) return;
  if (duty === 'close') return closeSubscriptions(ctx, tx, [id], 'asked');
  const months = { renewsAt: due.renewsAt, anchorDay: due.anchorDay };
  if (duty === 'renew') return renew(deps, tx, due, months.renewsAt);
  const announced = postponeForNotice(months, now);
  const price = await decidePrice(tx, due, announced.renewsAt, now);
  if (price === undefined) return queries.moveSubscriptions(tx, [id], 'end');
  await queries.setSubscription(tx, id, { ...announced, reminded: true });
  await mailRenewalReminder(ctx, tx, { ...due, ...announced, price });
}

/**
 * If neither the balance nor a saved means pays for the new month, its customer gets an email with the
 * payment link.
 */
async function renew(deps: CheckoutDeps, tx: DbClient, due: queries.Subscription, period: Date): Promise<void> {
  const month = await placeMonth(deps, tx, due, { period, means: await lockMeans(deps, tx, due) });
  await queries.setSubscription(tx, due.id, { renewsAt: getMonthAfter(period, due.anchorDay), reminded: false });
  if (!month.isPaid && !month.isCharged) await mailRenewalDue(deps.ctx, tx, { ...due, ...month });
}

/** Never for more than its customer has agreed to. */
const lockMeans = ({ payments }: CheckoutDeps, tx: DbClient, { meansId, price, agreedPrice }: queries.Subscription) =>
  meansId !== null && agreedPrice !== null && price <= agreedPrice ? payments.lockMeans(tx, meansId) : undefined;

const RETRY_BATCH = 100;

/** Before a means is charged again, nobody may pay by the link any more. The providers are asked first. */
async function endLinks({ ctx, payments }: CheckoutDeps, signal: AbortSignal): Promise<void> {
  for (const { purchaseId } of await failures.listRetries(ctx.db.orm, ctx.clock.now(), RETRY_BATCH))
    if (purchaseId && !signal.aborted) await payments.endLink(purchaseId, signal);
}

/** Lock order: purchase, subscription, means. */
async function chargeAgain(deps: CheckoutDeps, tx: DbClient, id: string): Promise<void> {
  const { ctx, payments } = deps;
  const month = await findUnpaidMonth(tx, id);
  const purchase = month && (await lockFreePurchase(tx, month.purchaseId));
  const due = await failures.lockRetry(tx, id, ctx.clock.now());
  if (!due || (month && !purchase)) return;
  const means = purchase?.state === 'open' && due.state === 'active' ? await lockMeans(deps, tx, due) : undefined;
  const open = purchase && (await payments.lockOpen(tx, purchase.id));
  // Its customer may be paying by it, or its provider has not answered. The next run asks again.
  if (means && (open?.link || open?.meansId)) return;
  await queries.setSubscription(tx, id, { retryAt: null });
  if (!means || !month || !purchase) return;
  await payments.end(tx, purchase.id);
  await payments.insert(tx, payments.prepare({ ...toPayable(deps, purchase, [month.offerId]), means }));
}

/** The bank has refused a charge. Its customer gets a link, and the charge is tried again some days later. */
export async function recordFailure(_: AppContext, tx: DbClient, { subjectId, why }: FailedMeans): Promise<void> {
  const month = await findMonth(tx, subjectId);
  const [found] = month?.subscriptionId ? await queries.lockSubscriptions(tx, [month.subscriptionId]) : [];
  if (!month || !found) return;
  const count = found.failures + 1;
  const retryAt = findNextCharge(month.createdAt, count) ?? null;
  await queries.setSubscription(tx, found.id, { failures: count, failedBy: why, retryAt });
  await enqueue(tx, 'subscriptions.renew', {}, { key: 'subscriptions.renew:failed charge' });
}

async function tellFailure({ ctx, links }: RenewalDeps, tx: DbClient, id: string): Promise<void> {
  const found = await failures.lockUntold(tx, id);
  if (!found) return;
  await queries.setSubscription(tx, id, { failuresTold: found.failures });
  const month = await findUnpaidMonth(tx, id);
  if (!month || !found.failedBy) return;
  const link = await links.ensure(tx, { purpose: 'means', subjectId: id, accountId: found.accountId });
  await mailRenewalFailed(ctx, tx, { ...found, why: found.failedBy, number: month.number, link });
}
