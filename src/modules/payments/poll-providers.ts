// Polls providers for open payments without a webhook, less and less often, until there is a result.

import { type Message, UserError } from '#lib/user-error.ts';
import { listEndableHolds } from '#modules/coupons/actions.ts';
import type { CouponHolder } from '#modules/coupons/queries.ts';
import { transaction } from '#platform/database/database.ts';
import { formatCause } from '#platform/logging/log.ts';
import { countPayment } from './counters.ts';
import { findProvider, makeLink } from './links.ts';
import { chargeMeans } from './means.ts';
import type { Provider, ProviderPaymentState } from './provider.ts';
import * as queries from './queries.ts';
import * as attempts from './queries-attempts.ts';
import { lockPaymentTarget, type Payments, recordCharge } from './record-charge.ts';
import { findNextRetry, getAttemptState, getNextPoll, isBeingConfirmed } from './rules.ts';

const messages = {
  silent: /*i18n*/ { id: 'desk.payment.silent', message: 'The provider didn’t answer. The shop will ask again; nothing is lost.' },
} as const satisfies Record<string, Message>;

const POLL_BATCH = 50;
/** Per payment, so that one slow call does not delay the others. */
const ASK_PATIENCE_MS = 10_000;
/** A customer waits no longer than for a link. */
const CUSTOMER_PATIENCE_MS = 5_000;

export async function pollOpenPayments(payments: Payments, signal: AbortSignal): Promise<void> {
  const { ctx } = payments;
  const now = ctx.clock.now();
  const due = await transaction(ctx.db, async (tx) => {
    const duePayments = await queries.claimDuePolls(tx, now, POLL_BATCH);
    for (const { id, createdAt, linkExpiresAt } of duePayments)
      await queries.setPayment(tx, id, { pollAt: getNextPoll(createdAt, linkExpiresAt, now) });
    return duePayments;
  });
  const request = async (payment: queries.Payment) => {
    try {
      await askOne(payments, payment, now, AbortSignal.any([signal, AbortSignal.timeout(ASK_PATIENCE_MS)]));
    } catch (cause) {
      ctx.log.warn({ payment: payment.id, cause: formatCause(cause) }, 'payment.poll.failed');
      const next = findNextRetry((isBeingConfirmed(payment) && payment.outcomeAt) || payment.createdAt, now);
      if (next) await queries.schedulePoll(ctx.db.orm, payment.id, next);
    }
  };
  await Promise.all(due.map(request));
  if (due.length === POLL_BATCH && !signal.aborted) await pollOpenPayments(payments, signal);
}

/**
 * Asks how the last attempt ended. `ends`: also ends a link that can still be paid, so that another one may
 * be made.
 */
async function askOne(payments: Payments, payment: queries.Payment, now: Date, signal: AbortSignal, ends = payment.linkExpiresAt <= now) {
  const { id, provider: name, state, link } = payment;
  const { ctx } = payments;
  const provider = findProvider(payments, name);
  if (!provider) {
    // This payment never had a provider. Any other may have been paid, so it does not expire while its
    // provider is not configured.
    if (name === 'none' && ends) await expire(payments, payment);
    return;
  }
  if (state === 'open' && payment.meansId !== null) return chargeMeans(payments, id, signal);
  // The process stopped between the insert and the link.
  if (state === 'open' && !link && !ends) {
    await makeLink(payments, id, signal);
    return;
  }
  const answer = await askStateNow(provider, payment, ends, signal).catch(async (cause: unknown) => {
    await attempts.setSilent(ctx.db.orm, id, now);
    throw cause;
  });
  await recordAnswer(payments, provider, payment, answer, { now, ends });
}

type Asked = { readonly now: Date; readonly ends: boolean };

async function recordAnswer(
  payments: Payments,
  provider: Provider,
  payment: queries.Payment,
  answer: ProviderPaymentState,
  { now, ends }: Asked,
) {
  const { orm } = payments.ctx.db;
  const { id, outcomeAt } = payment;
  if (answer.state === 'paid') {
    await recordCharge(payments, provider.name, answer.charge, answer.at);
    await queries.setPayment(orm, id, { pollAt: null });
  } else if (answer.state === 'processing') {
    await (isBeingConfirmed(payment) ? attempts.setSilent(orm, id, null) : attempts.beginAttempt(orm, id, now));
  } else if (over.includes(answer.state) || (ends && answer.state !== 'open')) await expire(payments, payment);
  // An attempt that has begun since the question was asked is later than this.
  else if (answer.state === 'declined') await attempts.setOutcome(orm, id, 'declined', outcomeAt ?? now);
  else await attempts.endAttempt(orm, payment);
}

/** A provider's page may stay open longer than our link, so it is closed when the link expires. */
async function askStateNow(provider: Provider, { id, reference }: queries.Payment, ends: boolean, signal: AbortSignal) {
  const query = { paymentId: id, reference };
  const answer = await provider.askState(query, signal);
  return ends && (answer.state === 'open' || answer.state === 'declined') ? provider.cancelLink(query, signal) : answer;
}

/**
 * Asks the provider for a customer. `look`: the customer has opened the purchase. `replace`: the customer
 * wants to pay in another way, so a link whose attempt has been without an answer for too long is ended
 * first. False: the provider did not answer in time.
 */
export async function askForCustomer(payments: Payments, payment: queries.Payment, purpose: 'look' | 'replace'): Promise<boolean> {
  const { ctx } = payments;
  const now = ctx.clock.now();
  const isLost = getAttemptState(payment, now) === 'unreachable';
  try {
    await askOne(
      payments,
      payment,
      now,
      AbortSignal.timeout(CUSTOMER_PATIENCE_MS),
      payment.linkExpiresAt <= now || (purpose === 'replace' && isLost),
    );
    return true;
  } catch (cause) {
    ctx.log.warn({ payment: payment.id, cause: formatCause(cause) }, 'payment.poll.failed');
    return false;
  }
}

/**
 * Places a purchase or deposit. If unpaid uses of coupons are all that is in its way, the links of the oldest
 * ones are ended, one after the other, and it is tried again. A use is free only when the provider has said
 * that its link is over and unpaid.
 */
export async function placeEndingHolds<Stored>(payments: Payments, holder: CouponHolder, place: () => Promise<Stored>): Promise<Stored> {
  const { ctx } = payments;
  try {
    return await place();
  } catch (cause) {
    const signal = AbortSignal.timeout(CUSTOMER_PATIENCE_MS);
    for (const subjectId of await listEndableHolds(ctx, holder, cause)) {
      if (signal.aborted || !(await endLink(payments, subjectId, signal))) continue;
      try {
        return await place();
      } catch (again) {
        // Another customer was faster.
        if ((again as { code?: string }).code !== (cause as { code?: string }).code) throw again;
      }
    }
    throw cause;
  }
}

/**
 * Ends the link of an unpaid purchase or deposit before its time. True if the provider says that it is over
 * and unpaid.
 */
export async function endLink(payments: Payments, subjectId: string, signal: AbortSignal): Promise<boolean> {
  const { ctx } = payments;
  const payment = await queries.findOpen(ctx.db.orm, subjectId);
  const provider = payment && findProvider(payments, payment.provider);
  if (!provider) return false;
  try {
    const answer = await provider.cancelLink({ paymentId: payment.id, reference: payment.reference }, signal);
    await recordAnswer(payments, provider, payment, answer, { now: ctx.clock.now(), ends: false });
    return over.includes(answer.state);
  } catch (cause) {
    ctx.log.warn({ payment: payment.id, cause: formatCause(cause) }, 'payment.poll.failed');
    return false;
  }
}

/** Polls immediately, for an operator. Reports an error if the provider does not answer. */
export async function pollNow(payments: Payments, payment: queries.Payment): Promise<void> {
  const { ctx } = payments;
  try {
    await askOne(payments, payment, ctx.clock.now(), AbortSignal.timeout(ASK_PATIENCE_MS));
  } catch (cause) {
    ctx.log.warn({ payment: payment.id, cause: formatCause(cause) }, 'payment.poll.failed');
    throw new UserError(400, { '': [messages.silent] });
  }
}

/** Final states, independent of our clock. */
const over: readonly ProviderPaymentState['state'][] = ['expired', 'cancelled'];

/** Marks the payment as expired and announces it. */
async function expire(payments: Payments, { id, purpose, subjectId, reference }: queries.Payment): Promise<void> {
  const isExpired = await transaction(payments.ctx.db, async (tx) => {
    const payment = await lockPaymentTarget(payments, tx, { id, purpose, subjectId });
    // A link that was created since the question is another one.
    if (!payment || payment.reference !== reference) return false;
    await queries.setPayment(tx, payment.id, { pollAt: null });
    if (payment.state !== 'open') return false;
    await queries.setPayment(tx, payment.id, { state: 'expired' });
    await payments.reactions['payments.expired'][payment.purpose](payments.ctx, tx, payment.subjectId);
    return true;
  });
  if (isExpired) countPayment({ outcome: 'expired' });
}
