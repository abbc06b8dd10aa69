// What payments leave to the queue: everything that calls a provider, and forgetting what is over.
import { change, type Queries } from '../../infra/db.ts';
import { GiveUp, type JobHandlers } from '../../jobs.ts';
import { askProviders, keepCharge, makeLink, type Payments } from './actions.ts';
import type { Charge } from './provider.ts';
import type { Refund } from './queries.ts';
import * as queries from './queries.ts';

const DAY_MS = 86_400_000;
const BROWSERS_KEPT_DAYS = 90;

type PaymentJob = 'payments.link' | 'payments.cancel' | 'payments.refund' | 'payments.ask' | 'payments.forget';

export const paymentJobs = (payments: Payments): Pick<JobHandlers, PaymentJob> => ({
  'payments.link': async ({ id }, signal) => void (await makeLink(payments, id, signal)),
  'payments.cancel': ({ id }, signal) => cancelLink(payments, id, signal),
  'payments.refund': ({ id }, signal) => giveBack(payments, id, signal),
  'payments.ask': (_, signal) => askProviders(payments, signal),
  'payments.forget': () => forget(payments),
});

/** It may have been paid in this very moment: then the money is kept as what it is. */
async function cancelLink(payments: Payments, id: string, signal: AbortSignal): Promise<void> {
  const { ground, providers } = payments;
  const payment = await queries.findPayment(ground.db.orm, id);
  const provider = providers.find(({ name }) => name === payment?.provider);
  if (!payment || !provider) return;
  const answer = await provider.cancelLink(id, signal);
  if (answer.state === 'paid') await keepCharge(payments, provider.name, answer.charge, answer.at);
  await queries.setPayment(ground.db.orm, id, { askAt: null });
}

async function giveBack(payments: Payments, id: string, signal: AbortSignal): Promise<void> {
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
  if (!answer) return change(ground.db, (tx) => failRefund(payments, tx, refund, { currency, paymentId }));
  await change(ground.db, (tx) => queries.endRefund(tx, id, { state: 'done', reference: answer.reference, doneAt: ground.clock.now() }));
}

async function forget({ ground }: Payments): Promise<void> {
  const now = ground.clock.now().getTime();
  await queries.forgetBefore(ground.db.orm, { keys: new Date(now - DAY_MS), browsers: new Date(now - BROWSERS_KEPT_DAYS * DAY_MS) });
}

async function failRefund(
  { ground, reactions }: Payments,
  tx: Queries,
  refund: Refund,
  { currency, paymentId }: Pick<Charge, 'currency' | 'paymentId'>,
) {
  const at = ground.clock.now();
  if (!(await queries.endRefund(tx, refund.id, { state: 'failed', reference: null, doneAt: at }))) return;
  const payment = await queries.findPayment(tx, paymentId);
  if (!payment) throw new Error(`the refund ${refund.id} has no payment`);
  const { accountId, purpose, subjectId } = payment;
  for (const react of reactions['payments.refundFailed'])
    await react(ground, tx, { refundId: refund.id, accountId, purpose, subjectId, amount: refund.amount, currency, at });
}
