// Refunds to the payment method, or to the balance if the provider refuses.
import { type DbClient, transaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { newId } from '#platform/new-id.ts';
import { PermanentJobError } from '../../jobs.ts';
import type { CompletedRefund } from './events.ts';
import * as queries from './queries.ts';
import { getDisputedSums } from './queries-disputes.ts';
import { bookReturns, lockPaymentTarget, type Payments } from './record-charge.ts';

/**
 * Requests a refund of at most what is left of the charge; a job carries it out after the commit. Returns the
 * refund's id.
 */
export async function requestRefund(
  { ctx }: Payments,
  tx: DbClient,
  subjectId: string,
  { amount, causeId }: { readonly amount: number; readonly causeId: string },
): Promise<string> {
  const found = await queries.lockCharge(tx, subjectId);
  if (!found || amount > found.refundable) throw new Error(`refund for ${subjectId} exceeds its charge`);
  const requestedAt = ctx.clock.now();
  const id = newId(requestedAt);
  const { charge, payment } = found;
  await queries.insertRefund(tx, { id, chargeId: charge.id, accountId: payment.accountId, causeId, amount, state: 'asked', requestedAt });
  await enqueue(tx, 'payments.refund', { id });
  return id;
}

export async function startRefund(payments: Payments, id: string, signal: AbortSignal): Promise<void> {
  const { ctx, providers } = payments;
  const found = await queries.findRefund(ctx.db.orm, id);
  if (found?.refund.state !== 'asked') return;
  const { refund, charge } = found;
  // While a dispute is undecided, the bank holds the money. Its decision lets the refund go on, or does what
  // it was to do.
  if ((await getDisputedSums(ctx.db.orm, charge.paymentId)).undecided > 0) return;
  const provider = providers().find(({ name }) => name === charge.provider);
  if (!provider) throw new Error(`refund ${id} has no configured provider`);
  const { amount } = refund;
  const { currency, paymentId, reference } = charge;
  const answer = await provider.refund({ amount, currency, paymentId, reference, refundId: id }, signal).catch((cause: unknown) => {
    // The provider refuses permanently, so the money goes to the balance.
    if (cause instanceof PermanentJobError) return undefined;
    throw cause;
  });
  return answer ? finishRefund(payments, id, answer.reference) : failRefund(payments, id);
}

/** Once; the provider has taken it on. */
export const finishRefund = (payments: Payments, id: string, reference: string): Promise<void> =>
  transaction(payments.ctx.db, (tx) => recordRefund(payments, tx, id, reference));

export async function recordRefund({ ctx, reactions }: Payments, tx: DbClient, id: string, reference: string): Promise<void> {
  const completedAt = ctx.clock.now();
  if (!(await queries.completeRefund(tx, id, { state: 'done', reference, completedAt }))) return;
  const refunded = await getCompletedRefund(tx, id, completedAt);
  for (const react of reactions['payments.refunded']) await react(ctx, tx, refunded);
}

/** Refused by the provider immediately, or returned days later by the customer's bank. */
export const failRefund = (payments: Payments, id: string): Promise<void> =>
  transaction(payments.ctx.db, async (tx) => {
    const { ctx, reactions } = payments;
    const at = ctx.clock.now();
    const found = await queries.findRefund(tx, id);
    const target = found && (await queries.findPayment(tx, found.charge.paymentId));
    const payment = target && (await lockPaymentTarget(payments, tx, target));
    if (!payment) return;
    const { undecided, lost, returned } = await getDisputedSums(tx, payment.id);
    // The bank holds the money, and its decision says what becomes of the refund.
    if (undecided > 0) return queries.reopenRefund(tx, id);
    // A lost dispute has given the customer the same money, so nothing is missing.
    if (found.refund.amount <= lost - returned) return recordRefund(payments, tx, id, found.refund.reference ?? 'dispute');
    if (!(await queries.completeRefund(tx, id, { state: 'failed', reference: found.refund.reference, completedAt: at }))) return;
    const failed = await getCompletedRefund(tx, id, at);
    for (const react of reactions['payments.refundFailed']) await react(ctx, tx, failed);
    await bookReturns(payments, tx, payment, id, at);
  });

async function getCompletedRefund(tx: DbClient, id: string, at: Date): Promise<CompletedRefund> {
  const found = await queries.findRefund(tx, id);
  const payment = found && (await queries.findPayment(tx, found.charge.paymentId));
  if (!payment) throw new Error(`refund ${id} has no payment`);
  const { accountId, purpose, subjectId } = payment;
  const { amount, causeId } = found.refund;
  return { refundId: id, causeId, accountId, purpose, subjectId, amount, currency: found.charge.currency, at };
}

/** By this age, the job of a refund has used up its retries. */
const STALE_AFTER_DAYS = 3;
const STALE_BATCH = 200;
const DAY_MS = 86_400_000;

/** Enqueues stuck refunds again. Safe to repeat: the provider refunds once per refund id. */
export async function requeueStuckRefunds({ ctx }: Payments): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - STALE_AFTER_DAYS * DAY_MS);
  const staleRefunds = await queries.listRefundsRequestedBefore(ctx.db.orm, before, STALE_BATCH);
  await transaction(ctx.db, async (tx) => {
    for (const id of staleRefunds) await enqueue(tx, 'payments.refund', { id }, { key: `payments.refund:${id}` });
  });
  if (staleRefunds.length > 0) ctx.log.warn({ refunds: staleRefunds.length }, 'payment.refund.requeued');
}

const MAX_REQUEUED = 1_000;

/**
 * Enqueues one refund, or all that were requested before a time, again for an operator. Returns their ids.
 */
export async function requeueRefunds(
  tx: DbClient,
  { before, id }: { readonly before: Date; readonly id?: string },
): Promise<readonly string[]> {
  const waiting = await queries.listRefundsRequestedBefore(tx, before, MAX_REQUEUED);
  const chosen = id === undefined ? waiting : waiting.filter((each) => each === id);
  for (const each of chosen) await enqueue(tx, 'payments.refund', { id: each }, { key: `payments.refund:${each}` });
  return chosen;
}
