// SQL of the ticket reports. An answer counts on the day it was sent.
import { and, eq, sql } from 'drizzle-orm';
import type { Days } from '#lib/time/days.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isInDays, truncateToDay } from '#platform/database/days-sql.ts';
import { supportMessage, supportTicket } from '../tables.ts';

const count = sql<number>`count(*)`.mapWith(Number);

export const countTicketsByDay = (queries: DbClient, days: Days) =>
  queries
    .select({ day: truncateToDay(supportTicket.createdAt, days), count })
    .from(supportTicket)
    .where(isInDays(supportTicket.createdAt, days))
    .groupBy(sql`1`);

const waitSeconds = sql`extract(epoch from ${supportMessage.createdAt} - ${supportTicket.createdAt})`;

/** First answers: their number, total waiting time, and those within a day. */
export const countFirstAnswersByDay = (queries: DbClient, days: Days) =>
  queries
    .select({
      day: truncateToDay(supportMessage.createdAt, days),
      answered: count,
      seconds: sql<number>`round(sum(${waitSeconds}))`.mapWith(Number),
      soon: sql<number>`count(*) filter (where ${waitSeconds} <= 86400)`.mapWith(Number),
    })
    .from(supportMessage)
    .innerJoin(supportTicket, eq(supportTicket.number, supportMessage.ticketNumber))
    .where(
      and(
        eq(supportMessage.author, 'desk'),
        isInDays(supportMessage.createdAt, days),
        sql`not exists (select from support_message as earlier
          where earlier.ticket_number = ${supportMessage.ticketNumber} and earlier.author = 'desk' and earlier.id < ${supportMessage.id})`,
      ),
    )
    .groupBy(sql`1`);

/** The time of the first ticket. */
export async function findFirstTicketTime(queries: DbClient): Promise<Date | undefined> {
  const [row] = await queries.select({ at: supportTicket.createdAt }).from(supportTicket).orderBy(supportTicket.createdAt).limit(1);
  return row?.at;
}
