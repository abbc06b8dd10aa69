// SQL of open pieces by operator.
import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { deskHere } from '../tables.ts';
import type { Here } from './shapes.ts';

/** One window shows one piece. True if this is new. */
export async function insertPresence(queries: DbClient, row: typeof deskHere.$inferInsert, since: Date): Promise<boolean> {
  const stale = await queries
    .delete(deskHere)
    .where(and(eq(deskHere.operatorId, row.operatorId), ne(deskHere.pieceId, row.pieceId)))
    .returning({ pieceId: deskHere.pieceId });
  const before = await queries
    .select({ pieceId: deskHere.pieceId })
    .from(deskHere)
    .where(and(eq(deskHere.operatorId, row.operatorId), eq(deskHere.pieceId, row.pieceId), gt(deskHere.seenAt, since)));
  await queries
    .insert(deskHere)
    .values(row)
    .onConflictDoUpdate({ target: [deskHere.operatorId, deskHere.pieceId], set: { seenAt: row.seenAt, name: row.name } });
  return stale.length > 0 || before.length === 0;
}

export async function deletePresence(queries: DbClient, operatorId: string): Promise<boolean> {
  const deleted = await queries.delete(deskHere).where(eq(deskHere.operatorId, operatorId)).returning({ pieceId: deskHere.pieceId });
  return deleted.length > 0;
}

export async function readHere(queries: DbClient, since: Date, pieceId?: string): Promise<Here> {
  return queries
    .select({ pieceId: deskHere.pieceId, id: deskHere.operatorId, name: deskHere.name })
    .from(deskHere)
    .where(and(gt(deskHere.seenAt, since), pieceId === undefined ? undefined : eq(deskHere.pieceId, pieceId)))
    .orderBy(asc(deskHere.name));
}
