// SQL of the connections.
import { asc, eq } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { ConnectionKind } from './shapes.ts';
import { connection } from './tables.ts';

export type ConnectionRow = typeof connection.$inferSelect;

export const listConnections = (queries: DbClient): Promise<ConnectionRow[]> =>
  queries.select().from(connection).orderBy(asc(connection.kind));

export const isStripeStored = async (queries: DbClient): Promise<boolean> =>
  (await listConnections(queries)).some(({ kind }) => kind === 'payments');

export async function setConnection(tx: DbClient, row: ConnectionRow): Promise<void> {
  const { kind, ...values } = row;
  await tx.insert(connection).values(row).onConflictDoUpdate({ target: connection.kind, set: values });
}

/** False if there was none. */
export async function deleteConnection(tx: DbClient, kind: ConnectionKind): Promise<boolean> {
  const { rowCount } = await tx.delete(connection).where(eq(connection.kind, kind));
  return rowCount === 1;
}
