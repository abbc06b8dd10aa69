// Compares a provider's books with ours and mends what is missing, through the functions that a webhook uses.
// What only a person can settle is listed at the desk. Webhooks that were answered and then lost, for example
// with a database restored from a backup, are never sent again.

import { UserError } from '#lib/user-error.ts';
import { newId } from '#platform/new-id.ts';
import { recordDispute } from '../disputes.ts';
import { type Provider, type ProviderRecord, type RecordKind, recordKinds } from '../provider.ts';
import { findPayment, findRefund } from '../queries.ts';
import { type Payments, recordCharge } from '../record-charge.ts';
import { failRefund, finishRefund } from '../refunds.ts';
import type { MismatchKind } from '../rules.ts';
import * as queries from './queries.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The first run looks this far back. */
const FIRST_RUN_DAYS = 35;
/**
 * Each run repeats this much: a record may change after it was created, and a link is paid up to a day after
 * it.
 */
const OVERLAP_DAYS: Readonly<Record<RecordKind, number>> = {
  charge: 3,
  refund: 3,
  payout: 3,
  // A bank decides months after a dispute was opened. They are few.
  dispute: 180,
};
/** Younger charges may be missing in a list that was read before them. */
const MIN_CHARGE_AGE_MS = 15 * MINUTE_MS;
const CALL_PATIENCE_MS = 30_000;

export type Reconciled = { compared: number; mended: number; found: number };

/**
 * `days`: how far back, instead of from the last run. Safe to repeat and to interrupt: it goes on with the
 * next page.
 */
export async function reconcilePayments(payments: Payments, signal: AbortSignal, days?: number): Promise<Reconciled> {
  const sum: Reconciled = { compared: 0, mended: 0, found: 0 };
  for (const provider of payments.providers())
    for (const kind of recordKinds) await reconcileKind({ payments, provider, signal, sum }, kind, days);
  const { ctx } = payments;
  if (sum.found > 0) await queries.analyzeMismatches(ctx.db.orm);
  if (sum.mended + sum.found > 0) ctx.log.warn({ ...sum }, 'payment.reconciliation.differed');
  else ctx.log.debug({ ...sum }, 'payment.reconciliation.done');
  return sum;
}

type Comparison = { readonly payments: Payments; readonly provider: Provider; readonly signal: AbortSignal; readonly sum: Reconciled };

async function reconcileKind(run: Comparison, kind: RecordKind, days: number | undefined): Promise<void> {
  const { payments, provider, signal, sum } = run;
  const { db, clock } = payments.ctx;
  const now = clock.now();
  const before = await queries.findRun(db.orm, provider.name, kind);
  const isResumed = before !== undefined && before.completedAt === null && days === undefined;
  const { since, startedAt, cursor } = isResumed
    ? before
    : { since: getStart(kind, before?.startedAt, now, days), startedAt: now, cursor: null };
  const row = { provider: provider.name, kind, since, startedAt };
  const seen = new Set<string>();
  for (let after: string | undefined = cursor ?? undefined; ; ) {
    if (signal.aborted) return;
    const page = await provider.listRecords({ kind, since, after }, AbortSignal.any([signal, AbortSignal.timeout(CALL_PATIENCE_MS)]));
    for (const record of page.records) {
      seen.add(record.reference);
      sum.compared++;
      if (await compare[record.kind](run, record as never)) sum.mended++;
    }
    after = page.next;
    await queries.putRun(db.orm, { ...row, cursor: after ?? null, completedAt: after === undefined ? clock.now() : null });
    if (after === undefined) break;
  }
  if (kind === 'charge' && !isResumed)
    await findUnbacked(run, { from: since, to: new Date(startedAt.getTime() - MIN_CHARGE_AGE_MS) }, seen);
}

const getStart = (kind: RecordKind, last: Date | undefined, now: Date, days: number | undefined): Date =>
  new Date(days !== undefined || !last ? now.getTime() - (days ?? FIRST_RUN_DAYS) * DAY_MS : last.getTime() - OVERLAP_DAYS[kind] * DAY_MS);

type Of<Kind extends RecordKind> = Extract<ProviderRecord, { kind: Kind }>;

/** Each resolves with true if it has mended the books. */
const compare: { readonly [Kind in RecordKind]: (run: Comparison, record: Of<Kind>) => Promise<boolean> } = {
  async charge(run, record) {
    const { payments, provider } = run;
    const { orm } = payments.ctx.db;
    const booked = await queries.findChargeByReference(orm, provider.name, record.reference);
    if (booked) {
      const isSame = booked.amount === record.amount && booked.currency === record.currency;
      if (isSame) await settle(run, record, ['unknownPayment', 'otherAmount', 'notAtProvider']);
      else await list(run, record, 'otherAmount');
      return false;
    }
    const isBooked = await isPaymentKnown(
      recordCharge(payments, provider.name, record, record.at, logEntry(run, record, record.paymentId)),
    );
    // What was refunded in full needs nobody any more.
    if (isBooked || record.isRefunded) await settle(run, record, ['unknownPayment']);
    else await list(run, record, 'unknownPayment');
    return isBooked;
  },

  async refund(run, record) {
    const { payments, provider } = run;
    const { orm } = payments.ctx.db;
    if (record.refundId === undefined) {
      if (await queries.findChargeByReference(orm, provider.name, record.charge)) await list(run, record, 'refundAtProvider');
      return false;
    }
    const booked = (await findRefund(orm, record.refundId))?.refund;
    if (!booked) {
      if (!record.isFailed) await list(run, record, 'unknownRefund');
      return false;
    }
    await settle(run, record, ['unknownRefund']);
    if (record.isFailed) {
      if (booked.state === 'failed') return false;
      await failRefund(payments, booked.id);
      return true;
    }
    // The customer has the money twice: at the bank and on the balance.
    if (booked.state === 'failed') await list(run, record, 'refundedTwice');
    if (booked.state !== 'asked') return false;
    await finishRefund(payments, booked.id, record.reference);
    return true;
  },

  async dispute(run, record) {
    const { payments, provider } = run;
    let isNew = false;
    const isKnown = await isPaymentKnown(
      recordDispute(payments, provider.name, record, record.at, record.decision ?? undefined).then((made) => {
        isNew = made;
      }),
    );
    if (isKnown) await settle(run, record, ['unknownDispute']);
    else await list(run, record, 'unknownDispute');
    return isNew;
  },

  async payout(run, record) {
    if (record.isFailed) await list(run, record, 'payoutFailed');
    return false;
  },
};

/** False if our books do not have the payment. */
async function isPaymentKnown(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (cause) {
    if (cause instanceof UserError && cause.status === 404) return false;
    throw cause;
  }
}

/** A mended charge is in the log of webhooks like any other; its key says where it comes from. */
function logEntry({ payments, provider }: Comparison, { reference }: ProviderRecord, paymentId: string) {
  const at = payments.ctx.clock.now();
  return {
    id: newId(at),
    provider: provider.name,
    key: `reconciled ${reference}`,
    kind: 'paid' as const,
    paymentId,
    lastReceivedAt: at,
  };
}

async function list(
  { payments, provider, sum }: Comparison,
  { reference, amount, currency, at }: Omit<ProviderRecord, 'kind'>,
  kind: MismatchKind,
): Promise<void> {
  const { db, clock, log } = payments.ctx;
  const foundAt = clock.now();
  const row = { id: newId(foundAt), provider: provider.name, kind, reference, amount, currency, happenedAt: at, foundAt };
  if (!(await queries.insertMismatch(db.orm, row))) return;
  sum.found++;
  log.warn({ kind, reference }, 'payment.reconciliation.found');
}

const settle = ({ payments, provider }: Comparison, { reference }: ProviderRecord, kinds: readonly MismatchKind[]): Promise<void> =>
  queries.settleMismatches(payments.ctx.db.orm, { provider: provider.name, reference, kinds }, payments.ctx.clock.now());

/**
 * Charges that the list did not have are asked for one by one: the provider may list them by another date.
 */
async function findUnbacked(run: Comparison, span: { readonly from: Date; readonly to: Date }, seen: ReadonlySet<string>): Promise<void> {
  const { payments, provider, signal } = run;
  const { orm } = payments.ctx.db;
  for (const charge of await queries.listChargesBetween(orm, provider.name, span)) {
    if (seen.has(charge.reference) || signal.aborted) continue;
    const state = await provider.askState(
      { paymentId: charge.paymentId, reference: (await findPayment(orm, charge.paymentId))?.reference ?? null },
      signal,
    );
    if (state.state !== 'paid' || state.charge.reference !== charge.reference)
      await list(run, { ...charge, at: charge.chargedAt }, 'notAtProvider');
  }
}
