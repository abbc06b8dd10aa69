// Queries of the payments module.
import { and, asc, between, eq, inArray, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import { getIdTime } from '#lib/time/time-id.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { IdempotencyKey } from '#platform/http/idempotency.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import type { Browser } from './provider.ts';
import { getDisputedSums } from './queries-disputes.ts';
import { idempotencyKey, payment, paymentBrowser, paymentCharge, paymentRefund } from './tables.ts';

export type NewPayment = typeof payment.$inferInsert;
export type Payment = typeof payment.$inferSelect;
export type NewCharge = typeof paymentCharge.$inferInsert;
export type Refund = typeof paymentRefund.$inferSelect;

const DAY = sql`interval '24 hours'`;
const HOUR_MS = 3_600_000;

/** The response to an idempotency key that was used within the last 24 hours. */
export async function findIdempotentResponse(queries: DbClient, accountId: string, { key, bodyHash }: IdempotencyKey, now: Date) {
  const [row] = await queries
    .select({ answer: idempotencyKey.response, isSame: sql<boolean>`${idempotencyKey.bodyHash} = ${bodyHash}` })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.accountId, accountId), eq(idempotencyKey.key, key), isYoung(now)));
  return row;
}

export async function findAnswer(queries: DbClient, accountId: string, key: string, now: Date): Promise<unknown> {
  const [row] = await queries
    .select({ answer: idempotencyKey.response })
    .from(idempotencyKey)
    .where(and(eq(idempotencyKey.accountId, accountId), eq(idempotencyKey.key, key), isYoung(now)));
  return row?.answer;
}

/**
 * Null if the key is new or more than a day old; it is then claimed until the commit. Concurrent requests
 * with it wait. Throws FF001 for another request with the same key.
 */
export async function claimKey(tx: DbClient, ownerId: string, { key, bodyHash }: IdempotencyKey, now: Date): Promise<unknown> {
  const { rows } = await tx.execute<{ stored: unknown }>(
    sql`select claim_idempotency_key(${ownerId}::uuid, ${key}, ${bodyHash}, '{}'::jsonb, ${now.toISOString()}::timestamptz) as stored`,
  );
  return rows[0]?.stored ?? null;
}

export async function storeResponse(tx: DbClient, ownerId: string, { key }: IdempotencyKey, response: object): Promise<void> {
  await tx
    .update(idempotencyKey)
    .set({ response })
    .where(and(eq(idempotencyKey.accountId, ownerId), eq(idempotencyKey.key, key)));
}

const isYoung = (now: Date) => sql`${idempotencyKey.recordedAt} > ${now.toISOString()}::timestamptz - ${DAY}`;

/** What was bought and its response have the same time. */
const TOLERANCE_MS = 1_000;

/**
 * Adds a link that was created later to the stored response. By its time, so that the statement does not read
 * all responses of an account or a day.
 */
export async function attachLinkToResponse(tx: DbClient, { accountId, subjectId }: Payment, paymentLink: string): Promise<void> {
  const { response } = idempotencyKey;
  const madeAtMs = getIdTime(subjectId).getTime();
  await tx
    .update(idempotencyKey)
    .set({ response: sql`${response} || ${JSON.stringify({ paymentLink })}::jsonb` })
    .where(
      and(
        eq(idempotencyKey.accountId, accountId),
        between(idempotencyKey.recordedAt, new Date(madeAtMs - TOLERANCE_MS), new Date(madeAtMs + TOLERANCE_MS)),
        sql`${subjectId} in (${response} ->> 'purchaseId', ${response} ->> 'depositId') and ${response} ->> 'paymentLink' is null`,
      ),
    );
}

export async function findBrowser(queries: DbClient, paymentId: string): Promise<Browser | undefined> {
  const [row] = await queries.select({ data: paymentBrowser.data }).from(paymentBrowser).where(eq(paymentBrowser.paymentId, paymentId));
  return row?.data;
}

export async function insertPayment(tx: DbClient, row: NewPayment): Promise<void> {
  await tx.insert(payment).values(row);
  markChanged(tx, ofAccount(row.accountId), changedTopic[row.purpose]);
}

/** The live topic of what the payment is for. */
export const changedTopic = { purchase: 'orders', deposit: 'balance', claim: 'orders' } as const;

/** Locks the row, so that concurrent reports of the same payment run one after the other. */
export async function lockPayment(tx: DbClient, id: string): Promise<Payment | undefined> {
  const [row] = await tx.select().from(payment).where(eq(payment.id, id)).for('update');
  return row;
}

export async function findPayment(queries: DbClient, id: string): Promise<Payment | undefined> {
  const [row] = await queries.select().from(payment).where(eq(payment.id, id));
  return row;
}

/** The purchase or deposit of a charge, or of a refund's charge. */
export async function findSubject(queries: DbClient, what: 'charge' | 'refund', id: string) {
  const charges = queries
    .select({ purpose: payment.purpose, subjectId: payment.subjectId })
    .from(payment)
    .innerJoin(paymentCharge, eq(paymentCharge.paymentId, payment.id));
  const [row] =
    what === 'charge'
      ? await charges.where(eq(paymentCharge.id, id))
      : await charges.innerJoin(paymentRefund, eq(paymentRefund.chargeId, paymentCharge.id)).where(eq(paymentRefund.id, id));
  return row;
}

/** The open payment, without a lock. */
export async function findOpen(queries: DbClient, subjectId: string): Promise<Payment | undefined> {
  const [row] = await queries
    .select()
    .from(payment)
    .where(and(eq(payment.subjectId, subjectId), eq(payment.state, 'open')));
  return row;
}

/** The open payment, locked. */
export async function lockOpen(tx: DbClient, subjectId: string): Promise<Payment | undefined> {
  const [row] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.subjectId, subjectId), eq(payment.state, 'open')))
    .for('update');
  return row;
}

export async function setPayment(tx: DbClient, id: string, set: Partial<NewPayment>): Promise<void> {
  await tx.update(payment).set(set).where(eq(payment.id, id));
}

export async function setUsed(tx: DbClient, chargeId: string, used: NewCharge['used']): Promise<void> {
  await tx.update(paymentCharge).set({ used }).where(eq(paymentCharge.id, chargeId));
}

/**
 * Skips rows that another process polls, the longest waiting first. The caller must set the next poll time in
 * the same transaction.
 */
export async function claimDuePolls(tx: DbClient, now: Date, limit: number): Promise<Payment[]> {
  return tx
    .select()
    .from(payment)
    .where(and(isNotNull(payment.pollAt), lte(payment.pollAt, now)))
    .orderBy(asc(payment.pollAt))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/** Only if polling has not ended. */
export async function schedulePoll(queries: DbClient, id: string, at: Date): Promise<void> {
  await queries
    .update(payment)
    .set({ pollAt: at })
    .where(and(eq(payment.id, id), isNotNull(payment.pollAt)));
}

/** What settled a claim is refunded to the balance, so it is no charge of the purchase. */
const selectSettledCharge = (queries: DbClient, subjectId: string) =>
  queries
    .select({ charge: paymentCharge, payment })
    .from(paymentCharge)
    .innerJoin(payment, eq(payment.id, paymentCharge.paymentId))
    .where(and(eq(payment.subjectId, subjectId), ne(payment.purpose, 'claim'), eq(paymentCharge.used, 'settled')));

/** Of this payment. */
export async function findSettledCharge(queries: DbClient, paymentId: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: paymentCharge.id })
    .from(paymentCharge)
    .where(and(eq(paymentCharge.paymentId, paymentId), eq(paymentCharge.used, 'settled')));
  return row?.id;
}

type ChargeRow = { readonly charge: typeof paymentCharge.$inferSelect; readonly payment: Payment };

async function withRefundable(queries: DbClient, row: ChargeRow | undefined) {
  if (!row) return undefined;
  const [refunded] = await queries
    .select({ amount: sql<number>`coalesce(sum(${paymentRefund.amount}), 0)::int` })
    .from(paymentRefund)
    .where(and(eq(paymentRefund.chargeId, row.charge.id), sql`${paymentRefund.state} <> 'failed'`));
  const { returned } = await getDisputedSums(queries, row.payment.id);
  return { ...row, refundable: Math.max(0, row.charge.amount - (refunded?.amount ?? 0) - returned) };
}

/** The charge with the amount that is not refunded yet. */
export async function findCharge(queries: DbClient, subjectId: string) {
  const [row] = await selectSettledCharge(queries, subjectId);
  return withRefundable(queries, row);
}

/** The same, with the charge locked, so that refunds never exceed it. */
export async function lockCharge(tx: DbClient, subjectId: string) {
  const [row] = await selectSettledCharge(tx, subjectId).for('update', { of: paymentCharge });
  return withRefundable(tx, row);
}

export async function insertRefund(tx: DbClient, row: typeof paymentRefund.$inferInsert): Promise<void> {
  await tx.insert(paymentRefund).values(row);
}

export async function findRefund(queries: DbClient, id: string) {
  const [row] = await queries
    .select({ refund: paymentRefund, charge: paymentCharge })
    .from(paymentRefund)
    .innerJoin(paymentCharge, eq(paymentCharge.id, paymentRefund.chargeId))
    .where(eq(paymentRefund.id, id));
  return row;
}

/** Refunds that are not completed, the longest waiting first. */
export async function listRefundsRequestedBefore(queries: DbClient, before: Date, limit: number): Promise<string[]> {
  const rows = await queries
    .select({ id: paymentRefund.id })
    .from(paymentRefund)
    .where(and(eq(paymentRefund.state, 'asked'), lt(paymentRefund.requestedAt, before)))
    .orderBy(asc(paymentRefund.requestedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** False if another process has completed it. A completed refund may fail later; a failed one is final. */
export async function completeRefund(tx: DbClient, id: string, set: Pick<Refund, 'state' | 'reference' | 'completedAt'>): Promise<boolean> {
  const from = set.state === 'failed' ? (['asked', 'done'] as const) : (['asked'] as const);
  const ended = await tx
    .update(paymentRefund)
    .set(set)
    .where(and(eq(paymentRefund.id, id), inArray(paymentRefund.state, [...from])))
    .returning({ id: paymentRefund.id });
  return ended.length > 0;
}

/** Its money is held by a dispute: it waits again. */
export async function reopenRefund(tx: DbClient, id: string): Promise<void> {
  await tx
    .update(paymentRefund)
    .set({ state: 'asked', completedAt: null })
    .where(and(eq(paymentRefund.id, id), eq(paymentRefund.state, 'done')));
}

/**
 * Deletes one hour of keys per statement, so that none reaches the statement timeout. The table is not
 * partitioned by time, because keys must be unique over any 24 hours.
 */
export async function deleteKeysBefore(queries: DbClient, moment: Date): Promise<void> {
  const { recordedAt } = idempotencyKey;
  for (;;) {
    const [oldest] = await queries.select({ recordedAt }).from(idempotencyKey).where(lt(recordedAt, moment)).orderBy(recordedAt).limit(1);
    if (!oldest) return;
    const until = new Date(Math.min(oldest.recordedAt.getTime() + HOUR_MS, moment.getTime()));
    await queries.delete(idempotencyKey).where(lt(recordedAt, until));
  }
}

export async function deleteBrowsersBefore(queries: DbClient, moment: Date): Promise<void> {
  await queries.delete(paymentBrowser).where(lt(paymentBrowser.recordedAt, moment));
}

/** Amounts and charges stay. */
export async function forgetPerson(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(idempotencyKey).where(eq(idempotencyKey.accountId, accountId));
  await tx.delete(paymentBrowser).where(eq(paymentBrowser.accountId, accountId));
}
