// Money that goes back to where it came from, or to the balance where it cannot.
import { change } from '../../infra/db.ts';
import { GiveUp } from '../../jobs.ts';
import type { Payments } from './charges.ts';
import * as queries from './queries.ts';

export async function giveBack(payments: Payments, id: string, signal: AbortSignal): Promise<void> {
  const { ground, providers } = payments;
  const found = await queries.findRefund(ground.db.orm, id);
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
  if (!answer) return failRefund(payments, id);
  await change(ground.db, (tx) => queries.endRefund(tx, id, { state: 'done', reference: answer.reference, doneAt: ground.clock.now() }));
}

/** Said by the provider in answer to us, or days later when the customer's bank did not take it. */
export async function failRefund({ ground, reactions }: Payments, id: string): Promise<void> {
  const at = ground.clock.now();
  await change(ground.db, async (tx) => {
    const found = await queries.findRefund(tx, id);
    if (!found || !(await queries.endRefund(tx, id, { state: 'failed', reference: found.refund.reference, doneAt: at }))) return;
    const { refund, charge } = found;
    const payment = await queries.findPayment(tx, charge.paymentId);
    if (!payment) throw new Error(`the refund ${id} has no payment`);
    const { accountId, purpose, subjectId } = payment;
    for (const react of reactions['payments.refundFailed'])
      await react(ground, tx, { refundId: id, accountId, purpose, subjectId, amount: refund.amount, currency: charge.currency, at });
  });
}
