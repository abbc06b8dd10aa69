// Queries for payments at the desk. Payment ids are time-ordered, so a day is a range of the primary key.
import { and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import { addDays, startOfDay } from '#lib/time/days.ts';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { PaymentState } from '../rules.ts';
import { payment, paymentCharge, paymentDispute, paymentRefund } from '../tables.ts';

const columns = {
  id: payment.id,
  accountId: payment.accountId,
  purpose: payment.purpose,
  subjectId: payment.subjectId,
  what: payment.description,
  amount: payment.amount,
  currency: payment.currency,
  provider: payment.provider,
  state: payment.state,
  link: payment.link,
  linkExpiresAt: payment.linkExpiresAt,
  createdAt: payment.createdAt,
  settledAt: payment.settledAt,
  pollAt: payment.pollAt,
  outcome: payment.outcome,
  outcomeAt: payment.outcomeAt,
  silentSince: payment.silentSince,
};

type PaymentFilter = {
  readonly state: PaymentState | undefined;
  readonly provider: string | undefined;
  readonly day: string | undefined;
  readonly zone: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
};

/** Newest first. */
export function listDeskPayments(queries: DbClient, { state, provider, day, zone, before, limit }: PaymentFilter) {
  return queries
    .select(columns)
    .from(payment)
    .where(
      and(
        state === undefined ? undefined : eq(payment.state, state),
        provider === undefined ? undefined : eq(payment.provider, provider),
        day === undefined ? undefined : gte(payment.id, getFirstIdAt(startOfDay(day, zone))),
        day === undefined ? undefined : lt(payment.id, getFirstIdAt(startOfDay(addDays(day, 1), zone))),
        before === undefined ? undefined : lt(payment.id, before),
      ),
    )
    .orderBy(desc(payment.id))
    .limit(limit);
}

/** All payment attempts for one purchase or deposit, oldest first. */
export const listSubjectPayments = (queries: DbClient, subjectId: string) =>
  queries.select(columns).from(payment).where(eq(payment.subjectId, subjectId)).orderBy(asc(payment.id));

/** One payment with its charges, refunds and disputes. */
export async function findDeskPayment(queries: DbClient, id: string) {
  // Sequential: a transaction has one connection, which runs one query at a time.
  const [row] = await queries
    .select({ ...columns, reference: payment.reference })
    .from(payment)
    .where(eq(payment.id, id));
  if (!row) return undefined;
  const charges = await queries.select().from(paymentCharge).where(eq(paymentCharge.paymentId, id)).orderBy(asc(paymentCharge.recordedAt));
  const disputes = await queries
    .select()
    .from(paymentDispute)
    .where(eq(paymentDispute.paymentId, id))
    .orderBy(asc(paymentDispute.openedAt));
  const chargeIds = charges.map((charge) => charge.id);
  const refunds =
    chargeIds.length === 0
      ? []
      : await queries
          .select()
          .from(paymentRefund)
          .where(inArray(paymentRefund.chargeId, chargeIds))
          .orderBy(asc(paymentRefund.requestedAt));
  return { ...row, charges, refunds, disputes };
}

/** The payment of a charge, found by the reference of one of the providers. */
export async function chargeByReference(queries: DbClient, providers: readonly string[], reference: string): Promise<string[]> {
  const rows = await queries
    .select({ paymentId: paymentCharge.paymentId })
    .from(paymentCharge)
    // The index starts with the provider.
    .where(and(inArray(paymentCharge.provider, [...providers]), eq(paymentCharge.reference, reference)))
    .limit(5);
  return rows.map(({ paymentId }) => paymentId);
}
