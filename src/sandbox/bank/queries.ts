// All SQL of the sandbox bank.
import { and, asc, desc, eq, gt, gte, isNotNull, like, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { bankCharge, bankMeans, bankPayment, bankRefund, bankWebhook } from '../tables.ts';

export type BankPaymentRow = typeof bankPayment.$inferSelect;
export type ChargeRow = typeof bankCharge.$inferSelect;
export type BankMeansRow = typeof bankMeans.$inferSelect;
export type RefundRow = typeof bankRefund.$inferSelect;
export type WebhookRow = typeof bankWebhook.$inferSelect;

/**
 * An upsert, so that the row is locked inside a transaction whether or not it existed. A fresh link may
 * extend the expiry.
 */
export async function openPayment(queries: DbClient, row: BankPaymentRow): Promise<BankPaymentRow> {
  const [opened] = await queries
    .insert(bankPayment)
    .values(row)
    .onConflictDoUpdate({
      target: bankPayment.paymentId,
      set: { expiresAt: sql`greatest(${bankPayment.expiresAt}, excluded.expires_at)` },
    })
    .returning();
  if (!opened) throw new Error('sandbox bank: payment was not stored');
  return opened;
}

export async function findBankPayment(queries: DbClient, paymentId: string): Promise<BankPaymentRow | undefined> {
  const [found] = await queries.select().from(bankPayment).where(eq(bankPayment.paymentId, paymentId));
  return found;
}

export async function setState(
  tx: DbClient,
  paymentId: string,
  state: BankPaymentRow['state'],
  reason: BankPaymentRow['reason'] = null,
): Promise<void> {
  await tx.update(bankPayment).set({ state, reason }).where(eq(bankPayment.paymentId, paymentId));
}

export async function insertBankMeans(tx: DbClient, row: BankMeansRow): Promise<void> {
  await tx.insert(bankMeans).values(row);
}

export async function findBankMeans(queries: DbClient, reference: string): Promise<BankMeansRow | undefined> {
  const [found] = await queries.select().from(bankMeans).where(eq(bankMeans.reference, reference));
  return found;
}

export async function findMeansOfPayment(queries: DbClient, paymentId: string): Promise<BankMeansRow | undefined> {
  const [found] = await queries.select().from(bankMeans).where(eq(bankMeans.paymentId, paymentId));
  return found;
}

export async function deleteBankMeans(queries: DbClient, reference: string): Promise<void> {
  await queries.delete(bankMeans).where(eq(bankMeans.reference, reference));
}

export async function insertBankCharge(tx: DbClient, charge: ChargeRow): Promise<void> {
  await tx.insert(bankCharge).values(charge);
}

export async function findBankCharge(queries: DbClient, paymentId: string): Promise<ChargeRow | undefined> {
  const [found] = await queries.select().from(bankCharge).where(eq(bankCharge.paymentId, paymentId));
  return found;
}

export async function lockBankCharge(tx: DbClient, reference: string): Promise<ChargeRow | undefined> {
  const [found] = await tx.select().from(bankCharge).where(eq(bankCharge.reference, reference)).for('update');
  return found;
}

/** The refunds of a charge. The caller has locked the charge's row. */
export const findBankRefunds = (tx: DbClient, charge: string): Promise<RefundRow[]> =>
  tx.select().from(bankRefund).where(eq(bankRefund.charge, charge));

/** False if this idempotency key belongs to another charge. */
export async function insertBankRefund(tx: DbClient, refund: RefundRow): Promise<boolean> {
  const { rowCount } = await tx.insert(bankRefund).values(refund).onConflictDoNothing({ target: bankRefund.refundId });
  return rowCount === 1;
}

export async function insertWebhooks(tx: DbClient, webhooks: readonly (typeof bankWebhook.$inferInsert)[]): Promise<void> {
  await tx.insert(bankWebhook).values([...webhooks]);
}

const pause = (least: number, limit: number) => sql`make_interval(secs => least(${least} * power(4, ${bankWebhook.tries}), ${limit}))`;

/**
 * Claims due webhooks and sets their next try in one statement: two processes never send the same one, and a
 * crash causes a retry. After some days it gives up.
 */
export async function takeDue(
  queries: DbClient,
  now: Date,
  { most: limit, pauses, days }: { most: number; pauses: { leastSeconds: number; mostSeconds: number }; days: number },
): Promise<WebhookRow[]> {
  const next = sql`${now.toISOString()}::timestamptz + ${pause(pauses.leastSeconds, pauses.mostSeconds)}`;
  return queries
    .update(bankWebhook)
    .set({
      tries: sql`${bankWebhook.tries} + 1`,
      dueAt: sql`case when ${next} < ${bankWebhook.madeAt} + make_interval(days => ${days}) then ${next} end`,
    })
    .where(
      sql`${bankWebhook.id} = any(array(select id from ${bankWebhook} where due_at <= ${now.toISOString()} order by due_at limit ${limit}
        for update skip locked))`,
    )
    .returning();
}

/** The webhook of the charge is not due yet and was not tried. */
export async function isNoticePending(queries: DbClient, paymentId: string, now: Date): Promise<boolean> {
  const { id, dueAt, tries, body } = bankWebhook;
  const [first] = await queries
    .select({ id })
    .from(bankWebhook)
    .where(and(eq(bankWebhook.paymentId, paymentId), gt(dueAt, now), eq(tries, 0), like(body, '%"kind":"paid"%')))
    .limit(1);
  return first !== undefined;
}

/** Due now or later. */
export async function isAnyPending(queries: DbClient): Promise<boolean> {
  const [first] = await queries.select({ id: bankWebhook.id }).from(bankWebhook).where(isNotNull(bankWebhook.dueAt)).limit(1);
  return first !== undefined;
}

export async function markArrived(queries: DbClient, id: number, now: Date): Promise<void> {
  await queries.update(bankWebhook).set({ arrivedAt: now, dueAt: null }).where(eq(bankWebhook.id, id));
}

export type BookRow = Omit<ChargeRow, 'dispute' | 'disputeState'> & {
  readonly refunded: number;
  readonly webhooks: number;
  readonly arrived: number;
};

const refundedOfCharge = sql<number>`coalesce((select sum(r.amount) from ${bankRefund} r where r.charge = bank_charge.reference), 0)::int`;

/** The newest charges with their refunds. */
export const readBooks = (queries: DbClient, limit: number): Promise<BookRow[]> =>
  queries
    .select({
      reference: bankCharge.reference,
      paymentId: bankCharge.paymentId,
      description: bankCharge.description,
      amount: bankCharge.amount,
      currency: bankCharge.currency,
      at: bankCharge.at,
      refunded: refundedOfCharge,
      webhooks: sql<number>`(select count(*) from ${bankWebhook} w where w.payment_id = bank_charge.payment_id)::int`,
      arrived: sql<number>`(select count(w.arrived_at) from ${bankWebhook} w where w.payment_id = bank_charge.payment_id)::int`,
    })
    .from(bankCharge)
    .orderBy(desc(bankCharge.at), desc(bankCharge.reference))
    .limit(limit);

type RecordSpan = { readonly since: Date; readonly after: string; readonly limit: number };

export const listBankCharges = (queries: DbClient, { since, after, limit }: RecordSpan) =>
  queries
    .select({
      reference: bankCharge.reference,
      paymentId: bankCharge.paymentId,
      amount: bankCharge.amount,
      currency: bankCharge.currency,
      at: bankCharge.at,
      refunded: refundedOfCharge,
    })
    .from(bankCharge)
    .where(and(gte(bankCharge.at, since), gt(bankCharge.reference, after)))
    .orderBy(asc(bankCharge.reference))
    .limit(limit);

export const listBankDisputes = (queries: DbClient, { since, after, limit }: RecordSpan) =>
  queries
    .select({
      reference: sql<string>`${bankCharge.dispute}`,
      paymentId: bankCharge.paymentId,
      amount: bankCharge.amount,
      currency: bankCharge.currency,
      at: bankCharge.at,
      decision: sql<'lost' | null>`nullif(${bankCharge.disputeState}, 'open')`,
    })
    .from(bankCharge)
    .where(and(gte(bankCharge.at, since), gt(bankCharge.dispute, after)))
    .orderBy(asc(bankCharge.dispute))
    .limit(limit);

export const listBankRefunds = (queries: DbClient, { since, after, limit }: RecordSpan) =>
  queries
    .select({
      reference: bankRefund.reference,
      refundId: bankRefund.refundId,
      charge: bankRefund.charge,
      amount: bankRefund.amount,
      currency: bankCharge.currency,
      at: bankRefund.at,
    })
    .from(bankRefund)
    .innerJoin(bankCharge, eq(bankCharge.reference, bankRefund.charge))
    .where(and(gte(bankRefund.at, since), gt(bankRefund.reference, after)))
    .orderBy(asc(bankRefund.reference))
    .limit(limit);
