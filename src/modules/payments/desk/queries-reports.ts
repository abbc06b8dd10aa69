// Queries for the desk: what a refund was for, and payments and refunds that are waiting or were refused.
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { payment, paymentCharge, paymentMismatch, paymentRefund } from '../tables.ts';

/** The order for which a refund was requested, and the purchase that was paid. */
export async function listRefundSubjects(queries: DbClient, refundIds: readonly string[]) {
  if (refundIds.length === 0) return [];
  return queries
    .select({ id: paymentRefund.id, causeId: paymentRefund.causeId, purchaseId: payment.subjectId })
    .from(paymentRefund)
    .innerJoin(paymentCharge, eq(paymentCharge.id, paymentRefund.chargeId))
    .innerJoin(payment, eq(payment.id, paymentCharge.paymentId))
    .where(inArray(paymentRefund.id, [...refundIds]));
}

export type WaitingSince = { readonly noLinkSince: Date; readonly overSince: Date };

const isWaiting = ({ noLinkSince, overSince }: WaitingSince) =>
  and(
    eq(payment.state, 'open'),
    isNotNull(payment.pollAt),
    or(
      and(isNull(payment.link), isNull(payment.meansId), lt(payment.createdAt, noLinkSince)),
      // Its provider does not say how the charge of a saved means ended. A debit takes days.
      and(isNotNull(payment.meansId), lt(payment.silentSince, noLinkSince)),
      // A poll after the expiry sets the next one to an hour later (`nextPoll`): the provider was asked and
      // gave no result.
      and(
        isNull(payment.meansId),
        lt(payment.linkExpiresAt, overSince),
        sql`${payment.pollAt} > ${payment.linkExpiresAt} + interval '1 hour'`,
      ),
    ),
  );

/** Enough to say what a payment is for. */
const paidFor = {
  paymentId: payment.id,
  accountId: payment.accountId,
  purpose: payment.purpose,
  subjectId: payment.subjectId,
  provider: payment.provider,
};

/**
 * Payments that have no link yet, or whose link has expired while the provider does not say whether they were
 * paid. A payment that was simply not paid is not among them.
 */
export const listWaitingPayments = (queries: DbClient, waiting: WaitingSince, limit: number) =>
  queries
    .select({
      id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      ...paidFor,
      hasLink: sql<boolean>`${payment.link} is not null`,
      createdAt: payment.createdAt,
      pollAt: payment.pollAt,
    })
    .from(payment)
    .where(isWaiting(waiting))
    .orderBy(asc(payment.createdAt))
    .limit(limit);

/** Schedules them for the next poll. Returns the ids of those that are still waiting. */
export async function pollWaitingPayments(tx: DbClient, waiting: WaitingSince, id: string | undefined, at: Date): Promise<string[]> {
  const rows = await tx
    .update(payment)
    .set({ pollAt: at })
    .where(and(isWaiting(waiting), id === undefined ? undefined : eq(payment.id, id)))
    .returning({ id: payment.id });
  return rows.map((row) => row.id);
}

const refundColumns = {
  id: paymentRefund.id,
  amount: paymentRefund.amount,
  currency: paymentCharge.currency,
  state: paymentRefund.state,
  requestedAt: paymentRefund.requestedAt,
  completedAt: paymentRefund.completedAt,
  ...paidFor,
};

const selectRefunds = (queries: DbClient) =>
  queries
    .select(refundColumns)
    .from(paymentRefund)
    .innerJoin(paymentCharge, eq(paymentCharge.id, paymentRefund.chargeId))
    .innerJoin(payment, eq(payment.id, paymentCharge.paymentId));

/** Requested before the given time and not completed. */
export const listWaitingRefunds = (queries: DbClient, before: Date, limit: number) =>
  selectRefunds(queries)
    .where(and(eq(paymentRefund.state, 'asked'), lt(paymentRefund.requestedAt, before)))
    .orderBy(asc(paymentRefund.requestedAt))
    .limit(limit);

/** Refused by the provider. The money was credited to the customer's balance. */
export const listRefusedRefunds = (queries: DbClient, since: Date, limit: number) =>
  selectRefunds(queries)
    .where(and(eq(paymentRefund.state, 'failed'), gte(paymentRefund.completedAt, since)))
    .orderBy(desc(paymentRefund.completedAt))
    .limit(limit);

/**
 * Open differences between our books and a provider's. `payment` is null if our books do not have it.
 */
export const openMismatches = (queries: DbClient, limit: number) =>
  queries
    .select({
      id: paymentMismatch.id,
      kind: paymentMismatch.kind,
      amount: paymentMismatch.amount,
      currency: paymentMismatch.currency,
      provider: paymentMismatch.provider,
      reference: paymentMismatch.reference,
      happenedAt: paymentMismatch.happenedAt,
      payment: { id: payment.id, accountId: payment.accountId, purpose: payment.purpose, subjectId: payment.subjectId },
    })
    .from(paymentMismatch)
    .leftJoin(
      paymentCharge,
      and(eq(paymentCharge.provider, paymentMismatch.provider), eq(paymentCharge.reference, paymentMismatch.reference)),
    )
    .leftJoin(payment, eq(payment.id, paymentCharge.paymentId))
    .where(isNull(paymentMismatch.settledAt))
    .orderBy(asc(paymentMismatch.foundAt))
    .limit(limit);
