// Handles due subscriptions: reminds, renews, closes. Each has its own transaction under the subscription's
// lock, so that concurrent runs act once, an aborted run changes nothing, and a failure does not stop the
// others.

import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import { placeMonth } from '#modules/orders/months/place-month.ts';
import type { DbClient } from '#platform/database/database.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import { closeSubscriptions } from './actions.ts';
import { mailRenewalDue, mailRenewalReminder } from './mails.ts';
import * as queries from './queries.ts';
import { dueAction, monthAfter, postponeForNotice } from './rules.ts';

export const renewDue = (deps: CheckoutDeps, signal: AbortSignal): Promise<void> =>
  forEachRow(deps.ctx, signal, 'subscriptions.renew', [
    {
      due: (limit) => queries.listDue(deps.ctx.db.orm, deps.ctx.clock.now(), limit),
      handle: (tx, { id }) => carryOut(deps, tx, id),
    },
  ]);

async function carryOut(deps: CheckoutDeps, tx: DbClient, id: string): Promise<void> {
  const { ctx } = deps;
  const now = ctx.clock.now();
  const due = await queries.lockDue(tx, id, now);
  const duty = due && dueAction(due, now);
  if (!due?.renewsAt || !duty) return;
  if (duty === 'close') return closeSubscriptions(ctx, tx, [id], 'asked');
  const months = { renewsAt: due.renewsAt, anchorDay: due.anchorDay };
  if (duty === 'renew') return renew(deps, tx, due, months.renewsAt);
  const announced = postponeForNotice(months, now);
  await queries.setSubscription(tx, id, { ...announced, reminded: true });
  await mailRenewalReminder(ctx, tx, { ...due, ...announced });
}

/** If the balance does not cover the new month, its customer gets an email with the payment link. */
async function renew(deps: CheckoutDeps, tx: DbClient, due: queries.Subscription, period: Date): Promise<void> {
  const month = await placeMonth(deps, tx, due, period);
  await queries.setSubscription(tx, due.id, { renewsAt: monthAfter(period, due.anchorDay), reminded: false });
  if (!month.isPaid) await mailRenewalDue(deps.ctx, tx, { ...due, ...month });
}
