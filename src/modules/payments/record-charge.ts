// Money that moved, kept once each, whoever tells of it; what it is for is told in the same transaction. No provider is called inside one.
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../infra/app-context.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { timeId } from '../../lib/time/time-id.ts';
import { UserError } from '../../lib/user-error.ts';
import type { PaymentReactions, Settlement } from './events.ts';
import type { Charge, Provider } from './provider.ts';
import * as queries from './queries.ts';
import { insertCharge, insertChargeTold, type LoggedWebhook } from './webhooks/queries.ts';

/** The first of the providers is asked for new payments; the others finish what is under way. */
export type Payments = { readonly ctx: AppContext; readonly providers: readonly Provider[]; readonly reactions: PaymentReactions };

/** What it pays for never changes. */
export type Kept = Pick<queries.NewPayment, 'id' | 'purpose' | 'subjectId'>;

/** With what it pays for, which comes first. */
export async function lockWhole(
  { reactions }: Payments,
  tx: DbClient,
  { id, purpose, subjectId }: Kept,
): Promise<queries.Payment | undefined> {
  await reactions['payments.lock'][purpose](tx, subjectId);
  return queries.lockPayment(tx, id);
}

/** Money that moved, however it came to be known. `told`: what is written down where its provider told of it by itself. */
export async function recordCharge(
  payments: Payments,
  provider: Provider['name'],
  charge: Charge,
  chargedAt: Date,
  told?: LoggedWebhook,
): Promise<void> {
  const { ctx, reactions } = payments;
  const now = ctx.clock.now();
  const { paymentId, amount, currency, reference } = charge;
  await transaction(ctx.db, async (tx) => {
    const found = await queries.findPayment(tx, paymentId);
    const payment = found && (await lockWhole(payments, tx, found));
    // Perhaps our own commit is still under way: the provider tells of it again.
    if (payment?.provider !== provider) throw new UserError(404);
    const id = timeId(now, randomBytes(8));
    const { accountId, purpose, subjectId } = payment;
    const row = { id, provider, reference, paymentId, accountId, amount, currency, chargedAt, recordedAt: now, used: 'settled' } as const;
    if (!(await (told ? insertChargeTold(tx, row, told) : insertCharge(tx, row)))) return;

    const settlement: Settlement = { chargeId: id, accountId, purpose, subjectId, amount, currency, at: now };
    const isAsked = payment.state === 'open' && payment.amount === amount && payment.currency === currency;
    if (isAsked && (await reactions['payments.settled'][purpose](ctx, tx, settlement))) {
      await queries.setPayment(tx, paymentId, { state: 'paid', settledAt: now, pollAt: null });
      return;
    }
    await queries.setUsed(tx, id, 'credited');
    for (const react of reactions['payments.stray']) await react(ctx, tx, settlement);
  });
}

/** It is the shop's bank that takes this money away for now; the row is there for whoever has to answer. */
export async function keepDispute({ ctx }: Payments, provider: Provider['name'], dispute: Charge, openedAt: Date): Promise<void> {
  const now = ctx.clock.now();
  const { paymentId, amount, currency, reference } = dispute;
  const payment = await queries.findPayment(ctx.db.orm, paymentId);
  if (payment?.provider !== provider) throw new UserError(404);
  const row = {
    id: timeId(now, randomBytes(8)),
    provider,
    reference,
    paymentId,
    accountId: payment.accountId,
    amount,
    currency,
    openedAt,
    recordedAt: now,
  };
  if (await queries.insertDispute(ctx.db.orm, row))
    ctx.log.warn({ payment: paymentId, dispute: reference }, 'a customer’s bank disputes a payment');
}
