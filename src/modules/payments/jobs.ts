// Payment jobs: all provider calls outside requests, and deletion of old rows.
import { createPartitions, dropPartitions } from '#platform/database/partitions.ts';
import type { JobHandlers } from '../../jobs.ts';
import { makeLink } from './links.ts';
import { chargeMeans, forgetMeans } from './means.ts';
import { pollOpenPayments } from './poll-providers.ts';
import * as queries from './queries.ts';
import { reconcilePayments } from './reconcile/reconcile.ts';
import { type Payments, recordCharge } from './record-charge.ts';
import { requeueStuckRefunds, startRefund } from './refunds.ts';
import { deleteWebhooksBefore, webhookPartitions } from './webhooks/queries.ts';

const DAY_MS = 86_400_000;
const BROWSERS_KEPT_DAYS = 90;
const WEBHOOKS_KEPT_DAYS = 90;

type PaymentJob =
  | 'payments.createLink'
  | 'payments.cancelLink'
  | 'payments.charge'
  | 'payments.forgetMeans'
  | 'payments.refund'
  | 'payments.sweep'
  | 'payments.poll'
  | 'payments.reconcile'
  | 'payments.deleteExpired';

export const paymentJobs = (payments: Payments): Pick<JobHandlers, PaymentJob> => ({
  'payments.createLink': async ({ id }, signal) => void (await makeLink(payments, id, signal)),
  'payments.cancelLink': ({ id }, signal) => cancelLink(payments, id, signal),
  'payments.charge': ({ id }, signal) => chargeMeans(payments, id, signal),
  'payments.forgetMeans': ({ id }, signal) => forgetMeans(payments, id, signal),
  'payments.refund': ({ id }, signal) => startRefund(payments, id, signal),
  'payments.sweep': () => requeueStuckRefunds(payments),
  'payments.poll': (_, signal) => pollOpenPayments(payments, signal),
  'payments.reconcile': async (_, signal) => void (await reconcilePayments(payments, signal)),
  'payments.deleteExpired': () => forget(payments),
});

/** The payment may have been paid just now; then the charge is recorded. */
async function cancelLink(payments: Payments, id: string, signal: AbortSignal): Promise<void> {
  const { ctx, providers } = payments;
  const payment = await queries.findPayment(ctx.db.orm, id);
  const provider = providers().find(({ name }) => name === payment?.provider);
  if (!payment || !provider) return;
  const answer = await provider.cancelLink({ paymentId: id, reference: payment.reference }, signal);
  if (answer.state === 'paid') await recordCharge(payments, provider.name, answer.charge, answer.at);
  // A payment method may take days, so polling continues.
  if (answer.state !== 'open' && answer.state !== 'processing') await queries.setPayment(ctx.db.orm, id, { pollAt: null });
}

async function forget({ ctx }: Payments): Promise<void> {
  const now = ctx.clock.now().getTime();
  const webhooksBefore = new Date(now - WEBHOOKS_KEPT_DAYS * DAY_MS);
  await createPartitions(ctx.db, webhookPartitions, new Date(now));
  await dropPartitions(ctx.db, webhookPartitions, webhooksBefore);
  await deleteWebhooksBefore(ctx.db.orm, webhooksBefore);
  await queries.deleteKeysBefore(ctx.db.orm, new Date(now - DAY_MS));
  await queries.deleteBrowsersBefore(ctx.db.orm, new Date(now - BROWSERS_KEPT_DAYS * DAY_MS));
}
