// SQL of how work is assigned: what operators take, and the makers of customers.
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofDesk } from '#platform/live/changes.ts';
import { customerMaker, operatorWork } from '../tables.ts';
import type { OperatorWork } from './shapes.ts';

export const listOperatorWork = (queries: DbClient) => queries.select().from(operatorWork).orderBy(asc(operatorWork.operatorId));

/** Of those who work here, with their names. */
export const listWorkers = (queries: DbClient) =>
  queries
    .select({ ...getTableColumns(operatorWork), name: sql<string>`operator.name` })
    .from(operatorWork)
    .innerJoin(sql`operator`, sql`operator.id = ${operatorWork.operatorId} and operator.ended_at is null`);

export async function findOperatorWork(queries: DbClient, id: string): Promise<OperatorWork | undefined> {
  const [row] = await queries.select().from(operatorWork).where(eq(operatorWork.operatorId, id));
  return row;
}

export async function saveOperatorWork(tx: DbClient, row: OperatorWork): Promise<void> {
  await tx.insert(operatorWork).values(row).onConflictDoUpdate({ target: operatorWork.operatorId, set: row });
  markChanged(tx, ofDesk, 'queue');
}

/** Two nodes never count the same load at once. */
export const lockAssignment = (tx: DbClient) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('fulfilment.assign'))`);

export async function findCustomerMaker(queries: DbClient, accountId: string): Promise<string | undefined> {
  const [row] = await queries.select().from(customerMaker).where(eq(customerMaker.accountId, accountId));
  return row?.operatorId;
}

export async function setCustomerMaker(tx: DbClient, accountId: string, operatorId: string | null): Promise<void> {
  await tx.delete(customerMaker).where(eq(customerMaker.accountId, accountId));
  if (operatorId !== null) await tx.insert(customerMaker).values({ accountId, operatorId });
}

export async function hasAssignment(queries: DbClient): Promise<boolean> {
  const { rows } = await queries.execute<{ is: boolean }>(
    sql`select exists (select from operator_work where is_assigned) or exists (select from customer_maker) as is`,
  );
  return rows[0]?.is ?? false;
}

type Unassigned = { readonly now: Date; readonly programs: readonly string[]; readonly limit: number };

/** Never assigned, and not what a program makes or drafts. The most urgent first. */
export async function listUnassigned(queries: DbClient, { now, programs, limit }: Unassigned): Promise<string[]> {
  const { rows } = await queries.execute<{ id: string }>(sql`
    select piece.id from order_piece piece join shop_order o on o.id = piece.order_id
    where piece.may_begin_at <= ${now.toISOString()}::timestamptz and piece.state = 'ready' and o.status in (2, 3)
      and piece.maker_id is null and piece.released_at is null and piece.waits_since is null and piece.held_since is null
      and (piece.trouble is not null or exists (select from piece_draft where piece_id = piece.id)
        or piece.offer_id <> all(array(select jsonb_array_elements_text(${JSON.stringify(programs)}::jsonb))))
    order by piece.due_at, piece.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function listAssigned(queries: DbClient): Promise<readonly { readonly makerId: string; readonly dueAt: Date | null }[]> {
  const { rows } = await queries.execute<{ maker_id: string; due_at: string | null }>(sql`
    select piece.maker_id, piece.due_at from order_piece piece join shop_order o on o.id = piece.order_id
    where piece.maker_id is not null and piece.may_begin_at is not null and piece.state in ('ready', 'inWork', 'revisionAsked')
      and o.status in (2, 3, 4)`);
  return rows.map((row) => ({ makerId: row.maker_id, dueAt: row.due_at === null ? null : new Date(row.due_at) }));
}
