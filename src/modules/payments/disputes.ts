// Disputes of charges: opened and decided by the payer's bank, reported any number of times and in any order.
// A lost one is booked as money that the customer has back and the shop may claim. Lock order: purchase or
// deposit, payment, charge.

import { UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { newId } from '#platform/new-id.ts';
import { countPayment } from './counters.ts';
import type { Charge, Provider } from './provider.ts';
import { findPayment, type Payment } from './queries.ts';
import * as queries from './queries-disputes.ts';
import { bookReturns, lockPaymentTarget, type Payments } from './record-charge.ts';
import { recordRefund } from './refunds.ts';
import { type DisputeDecision, isDecisionNew } from './rules.ts';

/**
 * Recorded for the operator, who has to answer the dispute. True if anything is new. `decision`: the bank has
 * decided, and for whom.
 */
export async function recordDispute(
  payments: Payments,
  provider: Provider['name'],
  dispute: Charge,
  at: Date,
  decision?: DisputeDecision,
): Promise<boolean> {
  const { ctx, reactions } = payments;
  const { paymentId, amount, currency, reference } = dispute;
  const { isOpened, isDecided } = await transaction(ctx.db, async (tx) => {
    const found = await findPayment(tx, paymentId);
    const payment = found && (await lockPaymentTarget(payments, tx, found));
    if (payment?.provider !== provider) throw new UserError(404);
    const now = ctx.clock.now();
    const { accountId } = payment;
    const row = { id: newId(now), provider, reference, paymentId, accountId, amount, currency, openedAt: at, recordedAt: now };
    const isOpened = await queries.insertDispute(tx, row);
    const isDecided = decision !== undefined && (await recordDecision(payments, tx, payment, { reference, decision, now }));
    if (isOpened || isDecided) await reactions['payments.disputed'][payment.purpose](tx, payment.subjectId);
    return { isOpened, isDecided };
  });
  // After the commit: a transaction may run again.
  if (isOpened) {
    countPayment({ outcome: 'disputed' });
    ctx.log.warn({ payment: paymentId, dispute: reference }, 'payment.dispute.opened');
  }
  if (isDecided) ctx.log.warn({ payment: paymentId, dispute: reference, decision }, 'payment.dispute.decided');
  return isOpened || isDecided;
}

type Decided = { readonly reference: string; readonly decision: DisputeDecision; readonly now: Date };

/** False if the same or a final decision is known. */
async function recordDecision(payments: Payments, tx: DbClient, payment: Payment, { reference, decision, now }: Decided): Promise<boolean> {
  const dispute = await queries.findDispute(tx, payment.provider, reference);
  if (!dispute || !isDecisionNew(dispute.decision, decision)) return false;
  await queries.setDispute(tx, dispute.id, { decision, decidedAt: now });
  await bookReturns(payments, tx, payment, dispute.id, now);
  await resumeRefunds(payments, tx, payment.id, decision === 'lost' ? dispute : undefined);
  return true;
}

/**
 * Refunds rest while a dispute is undecided. What a lost one has given to the customer in full is done with
 * it; the others go to the provider.
 */
async function resumeRefunds(payments: Payments, tx: DbClient, paymentId: string, lost: queries.Dispute | undefined): Promise<void> {
  if ((await queries.getDisputedSums(tx, paymentId)).undecided > 0) return;
  let rest = lost?.amount ?? 0;
  for (const { id, amount } of await queries.openRefunds(tx, paymentId)) {
    if (lost && amount <= rest) {
      rest -= amount;
      await recordRefund(payments, tx, id, lost.reference);
    } else await enqueue(tx, 'payments.refund', { id }, { key: `payments.refund:${id}` });
  }
}
