// All the SQL of the room.
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
