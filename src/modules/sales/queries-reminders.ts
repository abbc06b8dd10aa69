// Queries for reminders of unpaid invoices.
import { asc, inArray, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import { claimReminder } from './tables.ts';

export type Reminder = typeof claimReminder.$inferSelect;

type Due = {
  /** Full days after the last day to pay, of each reminder. */
  readonly schedule: readonly number[];
  readonly today: string;
  readonly now: Date;
  readonly limit: number;
  readonly purchaseId?: string;
};

/**
 * Open claims with the level of their next reminder, the longest overdue first. It follows the one before by
 * the difference of their days at least, so that a late start does not mail all of them at once.
 */
export async function listDueReminders(queries: DbClient, { schedule, today, now, limit, purchaseId }: Due) {
  const levels = schedule.map((days, place) => ({ level: place + 1, days, gap: days - (schedule[place - 1] ?? days) }));
  const { rows } = await queries.execute<{ id: string; level: number }>(sql`
    select claim.purchase_id as id, next.level from claim
    left join lateral (select max(level) as level, max(sent_on) as sent_on from claim_reminder
      where claim_reminder.purchase_id = claim.purchase_id) as last on true
    join jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) as next (level int, days int, gap int) on next.level = coalesce(last.level, 0) + 1
    where claim.settled + claim.credited < coalesce(claim.asked, claim.amount) and claim.due_on + next.days <= ${today}::date
      and (last.sent_on is null or last.sent_on + next.gap <= ${today}::date)
      and ${purchaseId === undefined ? isNotWaiting('sales.sendReminders', sql`claim.purchase_id`, now) : sql`claim.purchase_id = ${purchaseId}`}
    order by claim.due_on, claim.purchase_id limit ${limit}`);
  return rows;
}

/** False if it was sent before. */
export async function insertReminder(tx: DbClient, row: typeof claimReminder.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(claimReminder).values(row).onConflictDoNothing().returning({ level: claimReminder.level });
  return rows.length > 0;
}

/** Of these purchases, the first one first. */
export const listReminders = (queries: DbClient, purchaseIds: readonly string[]): Promise<Reminder[]> =>
  queries
    .select()
    .from(claimReminder)
    .where(inArray(claimReminder.purchaseId, [...purchaseIds]))
    .orderBy(asc(claimReminder.level));

/** For the data export. */
export const listAccountReminders = (queries: DbClient, accountId: string) => {
  const { purchaseId, level, open, sentAt } = claimReminder;
  return queries.select({ purchaseId, level, open, sentAt }).from(claimReminder).where(sql`${claimReminder.accountId} = ${accountId}`);
};
