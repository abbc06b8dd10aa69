// Records charges and disputes, once each, and announces charges in the same transaction. No provider is called inside a transaction.
import type { AppContext } from '../../infra/app-context.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { increment } from '../../infra/logging/counters.ts';
import { newId } from '../../infra/new-id.ts';
import { UserError } from '../../lib/user-error.ts';
import type { PaymentReactions, Settlement } from './events.ts';
import type { Charge, Provider } from './provider.ts';
import * as queries from './queries.ts';
import { insertCharge, insertChargeFromWebhook, type LoggedWebhook } from './webhooks/queries.ts';

/** The first provider takes new payments; the others finish open ones. */
export type Payments = { readonly ctx: AppContext; readonly providers: readonly Provider[]; readonly reactions: PaymentReactions };

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
    if (isExpected && (await reactions['payments.settled'][purpose](ctx, tx, settlement))) {
      await queries.setPayment(tx, paymentId, { state: 'paid', settledAt: now, pollAt: null });
      return 'booked';
    }
    await queries.setUsed(tx, id, 'credited');
    for (const react of reactions['payments.stray']) await react(ctx, tx, settlement);
    return 'credited';
  });
  if (outcome) increment('fanfare_payments_total', { outcome });
}

/** Recorded for the operator, who has to answer the dispute. The bank withholds the money until then. False if it is recorded already. */
export async function recordDispute({ ctx }: Payments, provider: Provider['name'], dispute: Charge, openedAt: Date): Promise<boolean> {
  const now = ctx.clock.now();
  const { paymentId, amount, currency, reference } = dispute;
  const payment = await queries.findPayment(ctx.db.orm, paymentId);
  if (payment?.provider !== provider) throw new UserError(404);
  const row = {
    id: newId(now),
    provider,
    reference,
    paymentId,
    accountId: payment.accountId,
    amount,
    currency,
    openedAt,
    recordedAt: now,
  };
  if (!(await queries.insertDispute(ctx.db.orm, row))) return false;
  increment('fanfare_payments_total', { outcome: 'disputed' });
  ctx.log.warn({ payment: paymentId, dispute: reference }, 'payment.dispute.opened');
  return true;
}
