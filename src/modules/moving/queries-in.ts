// SQL of moving in: what is there already, and the rows of a move. In parts, because a statement has a
// limited number of parameters.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { splitIntoChunks } from '#modules/clients/imports/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { broughtBalance, movedClient, movedSubscription, movedTicket, moveRun, pastInvoice, pastOrder } from './tables.ts';

/** False while another move goes on: two would bring the same. */
export async function lockMoves(tx: DbClient): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(hashtextextended('moves', 0)) as locked`);
  return rows[0]?.locked === true;
}

/** The move that brought exactly these files and is not undone. */
export async function findSameMove(queries: DbClient, digest: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: moveRun.id })
    .from(moveRun)
    .where(and(eq(moveRun.digest, digest), eq(moveRun.state, 'done')));
  return row?.id;
}

/** Numbers that orders of before or of this shop have. */
export async function findTakenNumbers(queries: DbClient, kind: 'order' | 'invoice', numbers: readonly string[]): Promise<Set<string>> {
  const list = sql.param([...numbers]);
  const { rows } = await queries.execute<{ number: string }>(
    kind === 'order'
      ? sql`select number from past_order where number = any(${list}::text[]) union select number from shop_order where number = any(${list}::text[])`
      : sql`select number from past_invoice where number = any(${list}::text[])`,
  );
  return new Set(rows.map(({ number }) => number));
}

/** Accounts and currencies whose balance was brought over already. */
export async function findBroughtBalances(queries: DbClient, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await queries
    .select({ accountId: broughtBalance.accountId, currency: broughtBalance.currency })
    .from(broughtBalance)
    .where(and(inArray(broughtBalance.accountId, [...accountIds]), isNull(broughtBalance.undoneAt)));
  return new Set(rows.map(({ accountId, currency }) => `${accountId} ${currency}`));
}

async function insertAll<Table extends PgTable>(tx: DbClient, table: Table, rows: readonly Table['$inferInsert'][]): Promise<void> {
  for (const some of splitIntoChunks(rows)) await tx.insert(table).values(some);
}

export const insertPastOrders = (tx: DbClient, rows: readonly (typeof pastOrder.$inferInsert)[]) => insertAll(tx, pastOrder, rows);
export const insertPastInvoices = (tx: DbClient, rows: readonly (typeof pastInvoice.$inferInsert)[]) => insertAll(tx, pastInvoice, rows);
export const insertBalances = (tx: DbClient, rows: readonly (typeof broughtBalance.$inferInsert)[]) => insertAll(tx, broughtBalance, rows);

/** Of a client that an earlier move brought, the first row stays. */
export async function insertMovedClients(tx: DbClient, rows: readonly (typeof movedClient.$inferInsert)[]): Promise<void> {
  for (const some of splitIntoChunks(rows)) await tx.insert(movedClient).values(some).onConflictDoNothing();
}

/** What the moves before know of these clients at Stripe. */
export async function findStripeCustomers(queries: DbClient, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await queries
    .select({ accountId: movedClient.accountId, id: movedClient.stripeCustomerId })
    .from(movedClient)
    .where(inArray(movedClient.accountId, [...accountIds]));
  return new Map(rows.map(({ accountId, id }) => [accountId, id]));
}

export const insertMovedSubscriptions = (tx: DbClient, rows: readonly (typeof movedSubscription.$inferInsert)[]) =>
  insertAll(tx, movedSubscription, rows);

export async function insertMovedTicket(tx: DbClient, row: typeof movedTicket.$inferInsert): Promise<void> {
  await tx.insert(movedTicket).values(row);
}

/** Accounts and offers of subscriptions that a move has brought and that go on. */
export async function findMovedOffers(queries: DbClient, accountIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await queries.execute<{ key: string }>(sql`select account_id || ' ' || offer_id as key from subscription
    where account_id = any(${sql.param([...accountIds])}::uuid[]) and state <> 'ended'
      and exists (select from moved_subscription where subscription_id = subscription.id)`);
  return new Set(rows.map(({ key }) => key));
}

/** Of the command; an operator's has a row since its first file. */
export async function saveRun(tx: DbClient, row: typeof moveRun.$inferInsert): Promise<void> {
  const { id: _, createdAt: __, operatorId: ___, ...set } = row;
  await tx.insert(moveRun).values(row).onConflictDoUpdate({ target: moveRun.id, set });
}
