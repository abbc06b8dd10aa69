// Queries for disputes, and for what their decisions change. The caller locks the payment before it decides
// by them.
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { payment, paymentCharge, paymentDispute, paymentRefund } from './tables.ts';

export type Dispute = typeof paymentDispute.$inferSelect;

/** False if the dispute is recorded already. */
export async function insertDispute(tx: DbClient, row: typeof paymentDispute.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(paymentDispute).values(row).onConflictDoNothing().returning({ id: paymentDispute.id });
  return rows.length > 0;
}

export async function findDispute(queries: DbClient, provider: string, reference: string): Promise<Dispute | undefined> {
  const [row] = await queries
    .select()
    .from(paymentDispute)
    .where(and(eq(paymentDispute.provider, provider), eq(paymentDispute.reference, reference)));
  return row;
}

export async function setDispute(tx: DbClient, id: string, set: Partial<Dispute>): Promise<void> {
  await tx.update(paymentDispute).set(set).where(eq(paymentDispute.id, id));
}

/** The oldest first. */
export const listDisputes = (queries: DbClient, paymentId: string): Promise<Dispute[]> =>
  queries.select().from(paymentDispute).where(eq(paymentDispute.paymentId, paymentId)).orderBy(asc(paymentDispute.id));

/**
 * Undecided disputes hold the money back; `lost`: what the bank has taken back, and `returned`: how much of
 * it is booked.
 */
export async function getDisputedSums(queries: DbClient, paymentId: string) {
  const { amount, decision, returned } = paymentDispute;
  const [row] = await queries
    .select({
      undecided: sql<number>`count(*) filter (where ${decision} is null)::int`,
      lost: sql<number>`coalesce(sum(${amount}) filter (where ${decision} = 'lost'), 0)::int`,
      returned: sql<number>`coalesce(sum(${returned}), 0)::int`,
    })
    .from(paymentDispute)
    .where(eq(paymentDispute.paymentId, paymentId));
  return row ?? { undecided: 0, lost: 0, returned: 0 };
}

/** What was charged for a payment, and what of it went back or is on its way. */
export async function getChargedSums(queries: DbClient, paymentId: string) {
  const [row] = await queries
    .select({
      charged: sql<number>`coalesce(sum(${paymentCharge.amount}), 0)::int`,
      refunded: sql<number>`coalesce(sum((select sum(refund.amount) from payment_refund refund
        where refund.charge_id = payment_charge.id and refund.state <> 'failed')), 0)::int`,
    })
    .from(paymentCharge)
    .where(eq(paymentCharge.paymentId, paymentId));
  return row ?? { charged: 0, refunded: 0 };
}

/** The refunds of a payment that no provider has carried out yet, the oldest first. */
export const openRefunds = (tx: DbClient, paymentId: string) =>
  tx
    .select({ id: paymentRefund.id, amount: paymentRefund.amount })
    .from(paymentRefund)
    .innerJoin(paymentCharge, eq(paymentCharge.id, paymentRefund.chargeId))
    .where(and(eq(paymentCharge.paymentId, paymentId), eq(paymentRefund.state, 'asked')))
    .orderBy(asc(paymentRefund.requestedAt));

/**
 * How a dispute of a purchase or deposit stands: undecided, or lost. Null: there is none, or the shop has
 * won.
 */
export async function findDisputeState(queries: DbClient, subjectId: string): Promise<'open' | 'lost' | null> {
  const rows = await queries
    .select({ decision: paymentDispute.decision })
    .from(paymentDispute)
    .innerJoin(payment, eq(payment.id, paymentDispute.paymentId))
    .where(and(eq(payment.subjectId, subjectId), or(isNull(paymentDispute.decision), eq(paymentDispute.decision, 'lost'))));
  if (rows.length === 0) return null;
  return rows.some(({ decision }) => decision === null) ? 'open' : 'lost';
}

/**
 * The money of a disputed charge is held by the bank, or was given back by it. It may not be given back a
 * second time.
 */
export const isDisputed = async (queries: DbClient, subjectId: string): Promise<boolean> =>
  (await findDisputeState(queries, subjectId)) !== null;
