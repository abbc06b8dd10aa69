// All the SQL of the room.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../infra/db.ts';
import { supportMessage, supportTicket } from './tables.ts';

type NewTicket = typeof supportTicket.$inferInsert;

/** False when the number belongs to another ticket. */
export async function insertTicket(tx: Queries, ticket: NewTicket, message: string): Promise<boolean> {
  const { rowCount } = await tx.insert(supportTicket).values(ticket).onConflictDoNothing({ target: supportTicket.number });
  if (rowCount === 0) return false;
  const { number: ticketNumber, createdAt } = ticket;
  await tx.insert(supportMessage).values({ ticketNumber, author: 'guest', text: message, createdAt });
  return true;
}

const locks = { writer: sql`pg_advisory_xact_lock_shared`, owner: sql`pg_advisory_xact_lock` };

/** A ticket that is written in the moment in which its address is confirmed would be seen by neither, and belong to nobody. */
export async function lockAddress(tx: Queries, emailKey: string, who: keyof typeof locks): Promise<void> {
  await tx.execute(sql`select ${locks[who]}(hashtextextended(${`support ${emailKey}`}, 0))`);
}

export async function giveTickets(tx: Queries, emailKey: string, accountId: string): Promise<void> {
  await tx
    .update(supportTicket)
    .set({ accountId })
    .where(and(eq(supportTicket.emailKey, emailKey), isNull(supportTicket.accountId)));
}
