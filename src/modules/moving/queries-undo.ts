// SQL of undoing a move. Whether a client has done something since concerns many modules, so it reads their
// tables directly.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { broughtBalance, movedClient, moveRun, pastInvoice, pastOrder } from './tables.ts';

export async function lockRun(tx: DbClient, id: string) {
  const [row] = await tx.select().from(moveRun).where(eq(moveRun.id, id)).for('update');
  return row;
}

export async function setRun(queries: DbClient, id: string, set: Partial<typeof moveRun.$inferInsert>): Promise<void> {
  await queries.update(moveRun).set(set).where(eq(moveRun.id, id));
}

/** In one order, so that no two of them wait for each other's wallets. */
export const findBalances = (tx: DbClient, runId: string) =>
  tx
    .select({ balance: broughtBalance, email: sql<string>`(select email from account where id = ${broughtBalance.accountId})` })
    .from(broughtBalance)
    .where(and(eq(broughtBalance.runId, runId), isNull(broughtBalance.undoneAt)))
    .orderBy(broughtBalance.accountId, broughtBalance.currency);

export async function setBalancesUndone(tx: DbClient, runId: string, undoneAt: Date): Promise<void> {
  await tx.update(broughtBalance).set({ undoneAt }).where(eq(broughtBalance.runId, runId));
}

/** Returns the ids of stored PDFs. */
export async function deleteHistory(tx: DbClient, runId: string) {
  const orders = await tx.delete(pastOrder).where(eq(pastOrder.runId, runId)).returning({ id: pastOrder.id });
  const invoices = await tx
    .delete(pastInvoice)
    .where(eq(pastInvoice.runId, runId))
    .returning({ id: pastInvoice.id, file: pastInvoice.file });
  return { orders: orders.length, invoices: invoices.length, files: invoices.flatMap(({ id, file }) => (file === '' ? [] : [id])) };
}

/** Those for which nothing was ordered, with their saved means. Locks them, so that none renews meanwhile. */
export async function deleteUnusedSubscriptions(tx: DbClient, runId: string): Promise<number> {
  await tx.execute(
    sql`select from subscription join moved_subscription on subscription_id = id where run_id = ${runId} order by id for update of subscription`,
  );
  const { rows } = await tx.execute<{ id: string; means_id: string | null }>(sql`
    delete from subscription s using moved_subscription moved
    where moved.run_id = ${runId} and moved.subscription_id = s.id and not exists (select from shop_order where subscription_id = s.id)
      and not exists (select from subscription_price where subscription_id = s.id)
    returning s.id, s.means_id`);
  const means = rows.flatMap(({ means_id: id }) => id ?? []);
  await tx.execute(sql`delete from moved_subscription where subscription_id = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`);
  await tx.execute(sql`delete from payment_means where id = any(${sql.param(means)}::uuid[])
    and not exists (select from subscription where means_id = payment_means.id) and not exists (select from payment where means_id = payment_means.id)`);
  return rows.length;
}

/** Deletes the tickets of the move that have no new message. */
export async function deleteUnusedTickets(tx: DbClient, runId: string): Promise<number> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    delete from support_ticket ticket using moved_ticket moved
    where moved.run_id = ${runId} and moved.number = ticket.number and ticket.version = 1
      and (select count(*) from support_message where ticket_number = ticket.number) = 1 returning ticket.number`);
  await tx.execute(sql`delete from moved_ticket where number = any(${sql.param(rows.map(({ number }) => number))}::text[])`);
  return rows.length;
}

/** The clients that the move has created. */
export async function findNewClients(tx: DbClient, runId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: movedClient.accountId })
    .from(movedClient)
    .where(and(eq(movedClient.runId, runId), eq(movedClient.isNew, true)));
  return rows.map(({ id }) => id);
}

/** Why clients stay, after what came with the move is deleted. */
export async function findReasonsToStay(tx: DbClient, ids: readonly string[], runId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.execute<{ id: string; reason: string }>(sql`
    select one.id, used.reason from unnest(${sql.param([...ids])}::uuid[]) as one (id), lateral (select case
      when exists (select from account_session s where s.account_id = one.id) then 'has logged in'
      when exists (select from purchase p where p.account_id = one.id) then 'has an order'
      when exists (select from deposit d where d.account_id = one.id)
        or exists (select from ledger_transfer t where t.account_id = one.id and not exists (select from brought_balance where id = t.subject_id and undone_at is not null)) then 'has a balance'
      when exists (select from subscription s where s.account_id = one.id) then 'has a subscription'
      when exists (select from support_ticket t where t.account_id = one.id) then 'has a ticket'
      when exists (select from quote q where q.account_id = one.id) then 'has a quote'
      when exists (select from api_key k where k.account_id = one.id) then 'has an API key'
      when exists (select from past_order o where o.account_id = one.id) or exists (select from past_invoice i where i.account_id = one.id) then 'has history of another move'
      when exists (select from customer_note n where n.account_id = one.id and n.import_id is distinct from ${runId}::uuid) then 'has a note that was written since'
    end as reason) as used where used.reason is not null`);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** Those with entries in the ledger, whose accounts stay without a person. */
export async function findBooked(tx: DbClient, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct account_id as id from ledger_transfer where account_id = any(${sql.param([...ids])}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function deleteMovedClients(tx: DbClient, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from invoice_details where account_id = any(${sql.param([...ids])}::uuid[])`);
  await tx.delete(movedClient).where(inArray(movedClient.accountId, [...ids]));
}
