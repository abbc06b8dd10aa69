// SQL of what came with moves: history for its clients and for the desk, and its export and erasing.
import { desc, eq, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { broughtBalance, movedClient, movedSubscription, movedTicket, pastInvoice, pastOrder } from './tables.ts';

export const listPastOrders = (queries: DbClient, accountId: string, limit: number) =>
  queries
    .select()
    .from(pastOrder)
    .where(eq(pastOrder.accountId, accountId))
    .orderBy(desc(pastOrder.createdAt), desc(pastOrder.id))
    .limit(limit);

export const listPastInvoices = (queries: DbClient, accountId: string, limit: number) =>
  queries
    .select()
    .from(pastInvoice)
    .where(eq(pastInvoice.accountId, accountId))
    .orderBy(desc(pastInvoice.issuedAt), desc(pastInvoice.id))
    .limit(limit);

export async function findPastInvoice(queries: DbClient, id: string) {
  const [row] = await queries.select().from(pastInvoice).where(eq(pastInvoice.id, id));
  return row;
}

type FoundPast = { readonly kind: 'order' | 'invoice'; readonly number: string; readonly accountId: string; readonly about: string };

/** By the number that it had in the system before, in any letter case. */
export async function findPastByNumber(queries: DbClient, number: string): Promise<FoundPast[]> {
  const { rows } = await queries.execute<FoundPast>(sql`
    select 'order' as kind, number, account_id as "accountId", title as about from past_order where lower(number) = lower(${number})
    union all select 'invoice', number, account_id, '' from past_invoice where lower(number) = lower(${number}) limit 8`);
  return rows;
}

/** For the data export. */
export const listBroughtBalances = (queries: DbClient, accountId: string, limit: number) =>
  queries.select().from(broughtBalance).where(eq(broughtBalance.accountId, accountId)).limit(limit);

export const listMovedClients = (queries: DbClient, accountId: string) =>
  queries.select().from(movedClient).where(eq(movedClient.accountId, accountId));

/** Invoices stay for as long as tax law asks. */
export async function eraseMoved(tx: DbClient, accountId: string): Promise<void> {
  await tx.update(pastOrder).set({ title: '' }).where(eq(pastOrder.accountId, accountId));
  for (const table of [movedClient, movedTicket, movedSubscription]) await tx.delete(table).where(eq(table.accountId, accountId));
}
