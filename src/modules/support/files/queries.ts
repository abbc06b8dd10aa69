// SQL of attachments.
import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { supportFile, supportMessage, supportTicket } from '../tables.ts';

export type NewTicketFile = typeof supportFile.$inferInsert;
const { id, name, kind, bytes, messageId, operatorId, createdAt } = supportFile;

export async function insertFiles(tx: DbClient, files: readonly NewTicketFile[]): Promise<void> {
  if (files.length > 0) await tx.insert(supportFile).values([...files]);
}

/** Attaches the operator's uploads to a message; returns those that still exist. */
export async function claimFilesForMessage(
  tx: DbClient,
  { operator, message, files }: { operator: string; message: number; files: readonly string[] },
): Promise<string[]> {
  if (files.length === 0) return [];
  const claimed = await tx
    .update(supportFile)
    .set({ messageId: message })
    .where(and(inArray(id, [...files]), eq(operatorId, operator), isNull(messageId)))
    .returning({ name });
  return claimed.map((row) => row.name);
}

export async function deleteWaiting(tx: DbClient, operator: string, file: string): Promise<boolean> {
  const { rowCount } = await tx.delete(supportFile).where(and(eq(id, file), eq(operatorId, operator), isNull(messageId)));
  return rowCount === 1;
}

/** A file in a message that the writer sees too; not in a note. */
export async function findInThread(
  queries: DbClient,
  file: string,
  of: { readonly accountId: string } | { readonly ticketNumber: string },
) {
  const [row] = await queries
    .select({ id, name, kind, bytes })
    .from(supportFile)
    .innerJoin(supportMessage, eq(supportMessage.id, messageId))
    .innerJoin(supportTicket, eq(supportTicket.number, supportMessage.ticketNumber))
    .where(
      and(
        eq(id, file),
        ne(supportMessage.author, 'note'),
        'accountId' in of ? eq(supportTicket.accountId, of.accountId) : eq(supportTicket.number, of.ticketNumber),
      ),
    );
  return row;
}

export async function findForDesk(queries: DbClient, file: string) {
  const [row] = await queries.select({ id, name, kind, bytes }).from(supportFile).where(eq(id, file));
  return row;
}

/** Deletes a batch of expired uploads; skips rows locked by another node or by an answer. */
export async function deleteForgottenTicketFiles(tx: DbClient, before: Date, limit: number): Promise<string[]> {
  const old = tx
    .select({ id })
    .from(supportFile)
    .where(and(isNull(messageId), lt(createdAt, before)))
    .limit(limit)
    .for('update', { skipLocked: true });
  const deleted = await tx.delete(supportFile).where(inArray(id, old)).returning({ id });
  return deleted.map((row) => row.id);
}

export async function deleteTicketFiles(tx: DbClient, tickets: readonly string[]): Promise<string[]> {
  if (tickets.length === 0) return [];
  const messages = sql`(select id from support_message where ticket_number = any(array(select jsonb_array_elements_text(${JSON.stringify(tickets)}::jsonb))))`;
  const deleted = await tx.delete(supportFile).where(sql`${messageId} in ${messages}`).returning({ id });
  return deleted.map((row) => row.id);
}
