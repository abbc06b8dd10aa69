// All the SQL of the room.
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
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

/** Newest first, each with its thread. */
export async function ticketsFrom(queries: Queries, accountId: string, limit: number) {
  const { number, name, createdAt } = supportTicket;
  const tickets = await queries
    .select({ number, name, email: supportTicket.email, createdAt })
    .from(supportTicket)
    .where(eq(supportTicket.accountId, accountId))
    .orderBy(desc(createdAt))
    .limit(limit);
  const { ticketNumber, author, text } = supportMessage;
  const messages = await queries
    .select({ ticketNumber, author, text, createdAt: supportMessage.createdAt })
    .from(supportMessage)
    .where(
      inArray(
        ticketNumber,
        tickets.map((ticket) => ticket.number),
      ),
    )
    .orderBy(supportMessage.id);
  const threads = Map.groupBy(messages, (message) => message.ticketNumber);
  return tickets.map((ticket) => ({
    ...ticket,
    messages: (threads.get(ticket.number) ?? []).map(({ ticketNumber: _, ...message }) => message),
  }));
}

/** That there was a ticket stays, with its number and its days; who asked and what was said is gone. */
export async function blankTickets(tx: Queries, accountId: string): Promise<string[]> {
  const blanked = await tx
    .update(supportTicket)
    .set({ name: '', email: '', emailKey: '' })
    .where(eq(supportTicket.accountId, accountId))
    .returning({ number: supportTicket.number });
  const numbers = blanked.map(({ number }) => number);
  await tx.update(supportMessage).set({ text: '' }).where(inArray(supportMessage.ticketNumber, numbers));
  return numbers;
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
