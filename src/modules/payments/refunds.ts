// Money that goes back to where it came from, or to the balance where it cannot.
import { randomBytes } from 'node:crypto';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import { GiveUp } from '../../jobs.ts';
import { timeId } from '../../lib/time/time-id.ts';
import type { Refunded } from './events.ts';
import * as queries from './queries.ts';
import type { Payments } from './record-charge.ts';

/** Never more than is left of what came; it is carried out after the commit. Gives its id. */
export async function askRefund(
  { ctx }: Payments,
  tx: DbClient,
  subjectId: string,
  { amount, causeId }: { readonly amount: number; readonly causeId: string },
): Promise<string> {
  const found = await queries.lockCharge(tx, subjectId);
  if (!found || amount > found.left) throw new Error(`more was to go back for ${subjectId} than came`);
  const requestedAt = ctx.clock.now();
  const id = timeId(requestedAt, randomBytes(8));
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
  const provider = providers.find(({ name }) => name === charge.provider);
  if (!provider) throw new Error(`there is no provider for the refund ${id}`);
  const { amount } = refund;
  const { currency, paymentId, reference } = charge;
  const answer = await provider.refund({ amount, currency, paymentId, reference, refundId: id }, signal).catch((cause: unknown) => {
    // The provider has understood and says no: the money goes to the balance instead.
    if (cause instanceof GiveUp) return undefined;
    throw cause;
  });
  return answer ? finishRefund(payments, id, answer.reference) : failRefund(payments, id);
}

const finishRefund = ({ ctx, reactions }: Payments, id: string, reference: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const completedAt = ctx.clock.now();
    if (!(await queries.endRefund(tx, id, { state: 'done', reference, completedAt }))) return;
    const refunded = await refundOf(tx, id, completedAt);
    for (const react of reactions['payments.refunded']) await react(ctx, tx, refunded);
  });

/** Said by the provider in answer to us, or days later when the customer's bank did not take it. */
export const failRefund = ({ ctx, reactions }: Payments, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const found = await queries.findRefund(tx, id);
    if (!found || !(await queries.endRefund(tx, id, { state: 'failed', reference: found.refund.reference, completedAt: at }))) return;
    const failed = await refundOf(tx, id, at);
    for (const react of reactions['payments.refundFailed']) await react(ctx, tx, failed);
  });

async function refundOf(tx: DbClient, id: string, at: Date): Promise<Refunded> {
  const found = await queries.findRefund(tx, id);
  const payment = found && (await queries.findPayment(tx, found.charge.paymentId));
  if (!payment) throw new Error(`the refund ${id} has no payment`);
  const { accountId, purpose, subjectId } = payment;
  const { amount, causeId } = found.refund;
  return { refundId: id, causeId, accountId, purpose, subjectId, amount, currency: found.charge.currency, at };
}

/** By then its job has used up its tries: money that somebody waits for is never left lying. */
const SWEPT_AFTER_DAYS = 3;
const SWEPT_AT_ONCE = 200;
const DAY_MS = 86_400_000;

/** What nobody works on any more is begun anew; the provider gives back once, however often it is asked. */
export async function sweepRefunds({ ctx }: Payments): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - SWEPT_AFTER_DAYS * DAY_MS);
  const lost = await queries.refundsAskedBefore(ctx.db.orm, before, SWEPT_AT_ONCE);
  await transaction(ctx.db, async (tx) => {
    for (const id of lost) await enqueue(tx, 'payments.refund', { id }, { key: `payments.refund:${id}` });
  });
  if (lost.length > 0) ctx.log.warn({ refunds: lost.length }, 'refunds wait for days; they are asked for again');
}

const MAX_AGAIN = 1_000;

/** Asked for once more, as somebody at the desk wants it: one, or all that wait since before then. Gives which. */
export async function refundAgain(
  tx: DbClient,
  { before, id }: { readonly before: Date; readonly id?: string },
): Promise<readonly string[]> {
  const waiting = await queries.refundsAskedBefore(tx, before, MAX_AGAIN);
  const chosen = id === undefined ? waiting : waiting.filter((each) => each === id);
  for (const each of chosen) await enqueue(tx, 'payments.refund', { id: each }, { key: `payments.refund:${each}` });
  return chosen;
}
