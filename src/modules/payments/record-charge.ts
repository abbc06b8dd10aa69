// Records charges, once each, and what banks take back of them. Both are announced in the same transaction.
// No provider is called inside a transaction.

import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import { countPayment } from './counters.ts';
import type { PaymentReactions, Settlement } from './events.ts';
import type { Charge, Provider } from './provider.ts';
import * as queries from './queries.ts';
import { type Dispute, getChargedSums, listDisputes, setDispute } from './queries-disputes.ts';
import { upsertMeans } from './queries-means.ts';
import { returnTarget, type SavedMeans } from './rules.ts';
import { insertCharge, insertChargeFromWebhook, type LoggedWebhook } from './webhooks/queries.ts';

/** The first provider takes new payments; the others finish open ones. */
export type Payments = {
  readonly ctx: AppContext;
  /** The owner may set another while the shop runs. */
  readonly providers: () => readonly Provider[];
  readonly reactions: PaymentReactions;
};

/** The columns of a payment that never change. */
export type PaymentTarget = Pick<queries.NewPayment, 'id' | 'purpose' | 'subjectId'>;

/** Locks what the payment is for, then the payment. */
export async function lockPaymentTarget(
  { reactions }: Payments,
  tx: DbClient,
  { id, purpose, subjectId }: PaymentTarget,
): Promise<queries.Payment | undefined> {
  await reactions['payments.lock'][purpose](tx, subjectId);
  return queries.lockPayment(tx, id);
}

/** Records a charge from a webhook or a poll. `webhook`: the log entry, if a webhook reported it. */
export async function recordCharge(
  payments: Payments,
  provider: Provider['name'],
  charge: Charge,
  chargedAt: Date,
  webhook?: LoggedWebhook,
): Promise<void> {
  const { ctx, reactions } = payments;
  const now = ctx.clock.now();
  const { paymentId, amount, currency, reference } = charge;
  // Counted after the commit: a transaction may run again.
  const outcome = await transaction(ctx.db, async (tx) => {
    const found = await queries.findPayment(tx, paymentId);
    const payment = found && (await lockPaymentTarget(payments, tx, found));
    // Our own insert may not be committed yet. The provider repeats a webhook that gets a 404.
    if (payment?.provider !== provider) throw new UserError(404);
    const id = newId(now);
    const { accountId, purpose, subjectId } = payment;
    const row = { id, provider, reference, paymentId, accountId, amount, currency, chargedAt, recordedAt: now, used: 'settled' } as const;
    if (!(await (webhook ? insertChargeFromWebhook(tx, row, webhook) : insertCharge(tx, row)))) return undefined;

    const settlement: Settlement = { chargeId: id, accountId, purpose, subjectId, amount, currency, at: now };
    const isExpected = payment.state === 'open' && payment.amount === amount && payment.currency === currency;
    const isBooked = isExpected && (await reactions['payments.settled'][purpose](ctx, tx, settlement));
    if (isBooked) {
      await queries.setPayment(tx, paymentId, { state: 'paid', settledAt: now, pollAt: null, ...(payment.meansId && { reference }) });
      if (payment.saveMeans && charge.means) await saveMeans(payments, tx, payment, charge.means);
    } else {
      await queries.setUsed(tx, id, 'credited');
      // Nothing was left to pay: its page is used, so another attempt needs another payment.
      if (isExpected) await queries.setPayment(tx, paymentId, { state: 'cancelled', pollAt: null });
      for (const react of reactions['payments.stray']) await react(ctx, tx, settlement);
    }
    // The news of a lost dispute may arrive before that of its charge.
    await bookReturns(payments, tx, payment, id, now);
    return isBooked ? 'booked' : 'credited';
  });
  if (outcome) countPayment({ outcome });
}

/** With the charge that it was saved with, in its transaction. */
async function saveMeans({ ctx, reactions }: Payments, tx: DbClient, payment: queries.Payment, saved: SavedMeans): Promise<void> {
  const at = ctx.clock.now();
  const { accountId, provider, subjectId } = payment;
  const means = await upsertMeans(tx, { id: newId(at), accountId, provider, ...saved, savedAt: at });
  if (!means) return;
  for (const react of reactions['payments.meansSaved']) await react(tx, { meansId: means.id, subjectId });
}

/**
 * Books the difference between what lost disputes have taken back and what is booked of that. `causeId`: the
 * dispute, late charge or failed refund that makes the difference. The caller has locked the payment.
 */
export async function bookReturns(payments: Payments, tx: DbClient, payment: queries.Payment, causeId: string, at: Date): Promise<void> {
  const disputes = await listDisputes(tx, payment.id);
  if (disputes.length === 0) return;
  const sum = (of: readonly Dispute[], name: 'amount' | 'returned') => of.reduce((all, each) => all + each[name], 0);
  const lostDisputes = disputes.filter(({ decision }) => decision === 'lost');
  const target = returnTarget({ ...(await getChargedSums(tx, payment.id)), lost: sum(lostDisputes, 'amount') });
  const amount = target - sum(disputes, 'returned');
  let rest = target;
  for (const dispute of disputes) {
    const returned = dispute.decision === 'lost' ? Math.min(rest, dispute.amount) : 0;
    rest -= returned;
    if (returned !== dispute.returned) await setDispute(tx, dispute.id, { returned });
  }
  if (amount === 0) return;
  const { accountId, purpose, subjectId, currency } = payment;
  const chargeId = await queries.findSettledCharge(tx, payment.id);
  for (const react of payments.reactions['payments.returned'])
    await react(tx, { causeId, chargeId, accountId, purpose, subjectId, amount, currency, at });
}
