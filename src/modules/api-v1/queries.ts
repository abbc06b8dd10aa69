// SQL of API v1: whose an object is, if a key of the shop asks.
import { sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';

export type OrderOwner = { readonly id: string; readonly number: string; readonly accountId: string };

const orderColumns = sql`id, number, account_id as "accountId"`;

/** Orders of the whole shop, newest first. */
export async function listOrderOwners(queries: DbClient, after: string | undefined, limit: number): Promise<OrderOwner[]> {
  const older = after === undefined ? sql`true` : sql`id < ${after}::uuid`;
  const { rows } = await queries.execute<OrderOwner>(
    sql`select ${orderColumns} from shop_order where ${older} order by id desc limit ${limit}`,
  );
  return rows;
}

/** Undefined if there is none, or it is another account's. */
export async function findOrderOwner(queries: DbClient, id: string, accountId: string | null): Promise<OrderOwner | undefined> {
  const { rows } = await queries.execute<OrderOwner>(
    sql`select ${orderColumns} from shop_order where id = ${id}::uuid and (${accountId}::uuid is null or account_id = ${accountId}::uuid)`,
  );
  return rows[0];
}

export async function findDeliveryOwner(queries: DbClient, id: string): Promise<string | undefined> {
  const { rows } = await queries.execute<{ accountId: string }>(sql`select account_id as "accountId" from delivery where id = ${id}::uuid`);
  return rows[0]?.accountId;
}
