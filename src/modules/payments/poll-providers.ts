// What nobody has told of is asked for: each payment that stays open, ever more rarely, until its link is over.
import { transaction } from '../../infra/database/database.ts';
import { causeLine } from '../../infra/jobs/log.ts';
import { type Message, UserError } from '../../lib/user-error.ts';
import { makeLink, takerOf } from './links.ts';
import type { PaymentState, Provider } from './provider.ts';
import * as queries from './queries.ts';
import { lockWhole, type Payments, recordCharge } from './record-charge.ts';
import { askSoon, nextAsk } from './rules.ts';

const messages = {
  silent: /*i18n*/ { id: 'desk.payment.silent', message: 'The provider did not answer. It is asked again by itself; nothing is lost.' },
} as const satisfies Record<string, Message>;

const ASKED_AT_ONCE = 50;
/** A provider that is silent to one question must not keep the others waiting. */
const ASK_PATIENCE_MS = 10_000;

export async function pollOpenPayments(payments: Payments, signal: AbortSignal): Promise<void> {
  const { ctx } = payments;
  const now = ctx.clock.now();
  const due = await transaction(ctx.db, async (tx) => {
    const taken = await queries.takeToAsk(tx, now, ASKED_AT_ONCE);
    for (const { id, createdAt, linkExpiresAt } of taken)
      await queries.setPayment(tx, id, { pollAt: nextAsk(createdAt, linkExpiresAt, now) });
    return taken;
  });
  const ask = async (payment: queries.Payment) => {
    try {
      await askOne(payments, payment, now, AbortSignal.any([signal, AbortSignal.timeout(ASK_PATIENCE_MS)]));
    } catch (cause) {
      ctx.log.warn({ payment: payment.id, cause: causeLine(cause) }, 'a payment provider could not be asked');
      const soon = askSoon(payment.createdAt, now);
      if (soon) await queries.schedulePoll(ctx.db.orm, payment.id, soon);
    }
  };
  await Promise.all(due.map(ask));
  if (due.length === ASKED_AT_ONCE && !signal.aborted) await pollOpenPayments(payments, signal);
}

async function askOne(payments: Payments, payment: queries.Payment, now: Date, signal: AbortSignal): Promise<void> {
  const { id, provider: name, state, link, linkExpiresAt } = payment;
  const { ctx } = payments;
  const isOver = linkExpiresAt <= now;
  const provider = takerOf(payments, name);
  if (!provider) {
    // Nobody was ever asked to take this money; a provider that is only missing today may have taken it.
    if (name === 'none' && isOver) await expire(payments, payment);
    return;
  }
  // Whoever stopped between an order and its link has left it to us.
  if (state === 'open' && !link && !isOver) {
    await makeLink(payments, id, signal);
    return;
  }
  const answer = await stateNow(provider, payment, isOver, signal);
  if (answer.state === 'paid') {
    await recordCharge(payments, provider.name, answer.charge, answer.at);
    await queries.setPayment(ctx.db.orm, id, { pollAt: null });
  } else if (answer.state === 'declined' && !isOver) await queries.setOutcome(ctx.db.orm, id, 'declined', payment.outcomeAt ?? now);
  else if (over.includes(answer.state) || (isOver && answer.state !== 'open')) await expire(payments, payment);
}

/** A provider's own page may be open for longer than our link: it is closed with it. */
async function stateNow(
  provider: Provider,
  { id, reference }: queries.Payment,
  isOver: boolean,
  signal: AbortSignal,
): Promise<PaymentState> {
  const asked = { paymentId: id, reference };
  const answer = await provider.askState(asked, signal);
  return isOver && answer.state === 'open' ? provider.cancelLink(asked, signal) : answer;
}

/** By an operator who does not want to wait for its turn. What the provider says is kept as always; that it says nothing is told. */
export async function pollNow(payments: Payments, payment: queries.Payment): Promise<void> {
  const { ctx } = payments;
  try {
    await askOne(payments, payment, ctx.clock.now(), AbortSignal.timeout(ASK_PATIENCE_MS));
  } catch (cause) {
    ctx.log.warn({ payment: payment.id, cause: causeLine(cause) }, 'a payment provider could not be asked');
    throw new UserError(400, { '': [messages.silent] });
  }
}

/** Whatever our own clock says. */
const over: readonly PaymentState['state'][] = ['expired', 'cancelled'];

/** Nobody has paid by it, and nobody can any more. */
const expire = (payments: Payments, asked: queries.Payment): Promise<void> =>
  transaction(payments.ctx.db, async (tx) => {
    const payment = await lockWhole(payments, tx, asked);
    if (!payment) return;
    await queries.setPayment(tx, payment.id, { pollAt: null });
    if (payment.state !== 'open') return;
    await queries.setPayment(tx, payment.id, { state: 'expired' });
    await payments.reactions['payments.expired'][payment.purpose](payments.ctx, tx, payment.subjectId);
  });
