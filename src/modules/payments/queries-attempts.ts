// Queries for attempts to pay, whose state is in the columns of their payment.
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { changedTopic, type Payment } from './queries.ts';
import { getSoonPoll, type PaymentOutcome } from './rules.ts';
import { payment } from './tables.ts';

/** An attempt whose end is unknown. */
const isConfirming = and(eq(payment.state, 'open'), isNull(payment.outcome), isNotNull(payment.outcomeAt));

/** Undefined if no payment can be paid now, and none is being confirmed. */
export async function findOpenLink(queries: DbClient, subjectId: string, now: Date) {
  const [row] = await queries
    .select({ link: payment.link, outcome: payment.outcome, outcomeAt: payment.outcomeAt, silentSince: payment.silentSince })
    .from(payment)
    .where(and(eq(payment.subjectId, subjectId), eq(payment.state, 'open'), or(gt(payment.linkExpiresAt, now), isConfirming)));
  return row;
}

/** The newest payment of a purchase or deposit. Undefined if it belongs to another account, or has none. */
export async function findNewest(queries: DbClient, accountId: string, subjectId: string): Promise<Payment | undefined> {
  const [row] = await queries
    .select()
    .from(payment)
    .where(and(eq(payment.subjectId, subjectId), eq(payment.accountId, accountId)))
    // At most one is open, and none is newer.
    .orderBy(desc(sql`${payment.state} = 'open'`), desc(payment.id))
    .limit(1);
  return row;
}

/** Of an open payment only. A report that is older than what is known is ignored. */
export const setOutcome = (queries: DbClient, id: string, outcome: PaymentOutcome, at: Date): Promise<void> =>
  setAttempt(
    queries,
    and(
      eq(payment.id, id),
      or(isNull(payment.outcomeAt), lt(payment.outcomeAt, at), and(isNull(payment.outcome), eq(payment.outcomeAt, at))),
    ),
    { outcome, outcomeAt: at, silentSince: null },
  );

/**
 * A new attempt supersedes the outcome of the one before, also if the provider's clock is ahead. The provider
 * is polled soon.
 */
export const beginAttempt = (queries: DbClient, id: string, at: Date): Promise<void> =>
  setAttempt(queries, eq(payment.id, id), beginValues(at));

/** The same by a webhook, unless it is older than what is known. */
export const reportAttempt = (queries: DbClient, id: string, at: Date, takesDays: boolean): Promise<void> =>
  setAttempt(queries, and(eq(payment.id, id), or(isNull(payment.outcomeAt), lte(payment.outcomeAt, at))), {
    ...beginValues(at),
    takesDays,
  });

const beginValues = (at: Date) => ({
  outcome: null,
  outcomeAt: sql`greatest(${payment.outcomeAt}, ${at.toISOString()}::timestamptz)`,
  silentSince: null,
  pollAt: sql`least(${payment.pollAt}, ${getSoonPoll(at).toISOString()}::timestamptz)`,
});

/** The attempt that was read has ended with nothing taken. One that has begun since is not touched. */
export async function endAttempt(queries: DbClient, { id, outcomeAt }: Payment): Promise<void> {
  if (outcomeAt === null) return;
  await setAttempt(queries, and(eq(payment.id, id), isConfirming, eq(payment.outcomeAt, outcomeAt)), {
    outcomeAt: null,
    silentSince: null,
  });
}

/** Whether the provider answers questions about an attempt. The first time without an answer counts. */
export const setSilent = (queries: DbClient, id: string, since: Date | null): Promise<void> =>
  setAttempt(queries, and(eq(payment.id, id), isConfirming, since ? isNull(payment.silentSince) : isNotNull(payment.silentSince)), {
    silentSince: since,
  });

async function setAttempt(queries: DbClient, which: SQL | undefined, set: PgUpdateSetSource<typeof payment>): Promise<void> {
  const [row] = await queries
    .update(payment)
    .set(set)
    .where(and(eq(payment.state, 'open'), which))
    .returning({ accountId: payment.accountId, purpose: payment.purpose });
  if (row) markChanged(queries, ofAccount(row.accountId), changedTopic[row.purpose]);
}
