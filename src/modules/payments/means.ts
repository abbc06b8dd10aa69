// Saved means of payment: kept if their customer has agreed, charged while the customer is away, and removed.
// Each charge is a payment of its own, and its id the idempotency key. One that fails is followed by a
// payment with a link, in the same transaction.

import { type Message, UserError } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { PermanentJobError } from '../../jobs.ts';
import { countPayment } from './counters.ts';
import { enqueueLink, findProvider, preparePayment } from './links.ts';
import * as queries from './queries.ts';
import { setSilent } from './queries-attempts.ts';
import * as means from './queries-means.ts';
import { lockPaymentTarget, type Payments, type PaymentTarget, recordCharge } from './record-charge.ts';
import type { MeansError } from './rules.ts';
import type { MeansView } from './shapes.ts';

const messages = {
  charging: /*i18n*/ {
    id: 'means.charging',
    message: 'A payment from it is in progress. Try again once it is done.',
  },
} as const satisfies Record<string, Message>;

const enqueueCharge = (tx: DbClient, id: string): Promise<void> => enqueue(tx, 'payments.charge', { id }, { key: `charge ${id}` });

/** Inserts a payment that is charged after the commit. */
export async function insertMeansPayment(tx: DbClient, row: queries.NewPayment): Promise<void> {
  await queries.insertPayment(tx, row);
  await enqueueCharge(tx, row.id);
}

/**
 * Charges the means of a payment, or asks how its charge ended. Safe to repeat: the provider charges once for
 * one payment.
 */
export async function chargeMeans(payments: Payments, paymentId: string, signal: AbortSignal): Promise<void> {
  const { ctx } = payments;
  const { orm } = ctx.db;
  const payment = await queries.findPayment(orm, paymentId);
  if (payment?.state !== 'open' || payment.meansId === null) return;
  const { id, amount, currency, description: what, reference, meansId } = payment;
  const [found, provider] = [await means.findMeans(orm, meansId), findProvider(payments, payment.provider)];
  if (!found || !provider?.chargeMeans) throw new PermanentJobError(`payment ${id} has no means that can be charged`);
  const asking =
    reference === null
      ? provider.chargeMeans({ paymentId: id, amount, currency, what, means: found }, signal)
      : provider.askState({ paymentId: id, reference }, signal).then((answer) => ({ answer, reference }));
  const { answer, reference: assigned } = await asking.catch(async (cause: unknown) => {
    await setSilent(orm, id, ctx.clock.now());
    throw cause;
  });
  if (assigned !== undefined && assigned !== reference) await queries.setPayment(orm, id, { reference: assigned });
  if (answer.state === 'paid') await recordCharge(payments, provider.name, answer.charge, answer.at);
  else if (answer.state === 'processing') await setSilent(orm, id, null);
  else await failCharge(payments, payment, (answer.state === 'declined' && answer.why) || 'declined');
}

/** Once; the bank has refused. The customer can pay by a link from now on. */
export async function failCharge(payments: Payments, target: PaymentTarget, why: MeansError): Promise<void> {
  const { ctx, reactions } = payments;
  const isNew = await transaction(ctx.db, async (tx) => {
    const payment = await lockPaymentTarget(payments, tx, target);
    if (payment?.state !== 'open' || payment.meansId === null) return false;
    const at = ctx.clock.now();
    await queries.setPayment(tx, payment.id, { state: 'cancelled', outcome: 'declined', outcomeAt: at, meansError: why, pollAt: null });
    const { accountId, purpose, subjectId, amount, currency, description: what } = payment;
    const locale = (await findMailRecipient(tx, accountId))?.locale ?? 'en';
    const next = preparePayment(payments, { accountId, purpose, subjectId, amount, currency, what, locale, shortLink: false });
    await queries.insertPayment(tx, next);
    if (!next.link) await enqueueLink(tx, next.id);
    for (const react of reactions['payments.meansFailed']) await react(ctx, tx, { subjectId, why });
    return true;
  });
  if (!isNew) return;
  countPayment({ outcome: 'declined' });
  ctx.log.info({ payment: target.id, why }, 'payment.means.declined');
}

export const createMeansActions = (payments: Payments) => ({
  /** Undefined if it is removed, or if its provider is not connected. Locked until the commit. */
  async lockMeans(tx: DbClient, id: string) {
    const found = await means.lockMeans(tx, id);
    return found && findProvider(payments, found.provider)?.chargeMeans ? found : undefined;
  },

  async listMeans(accountId: string): Promise<MeansView[]> {
    const rows = await means.listMeans(payments.ctx.db.orm, accountId);
    return rows.map(({ id, kind, brand, last4, expires, savedAt }) => ({
      id,
      kind,
      brand,
      last4,
      expires,
      createdAt: savedAt.toISOString(),
    }));
  },

  /** What was paid from it goes on by link. */
  removeMeans: (accountId: string, id: string): Promise<void> =>
    transaction(payments.ctx.db, async (tx) => {
      const found = await means.lockMeans(tx, id);
      if (found?.accountId !== accountId) throw new UserError(404);
      if (await means.isBeingCharged(tx, id)) throw new UserError(400, { '': [messages.charging] });
      await means.setRemoved(tx, id, payments.ctx.clock.now());
      await enqueue(tx, 'payments.forgetMeans', { id });
    }),
});

/** The provider forgets it too. */
export async function forgetMeans(payments: Payments, id: string, signal: AbortSignal): Promise<void> {
  const found = await means.findMeans(payments.ctx.db.orm, id);
  // Its customer may have saved it again.
  if (!found?.removedAt) return;
  await findProvider(payments, found.provider)?.removeMeans?.(found, signal);
}
