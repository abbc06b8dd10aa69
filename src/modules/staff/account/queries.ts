// SQL of mailed links, requests for a new password, and the list of sessions.
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { operator, operatorCode, operatorRecovery, operatorSession } from '../tables.ts';

type CodeRow = typeof operatorCode.$inferSelect;

/** Revokes an earlier link of this kind. */
export async function insertOperatorCode(tx: DbClient, row: typeof operatorCode.$inferInsert): Promise<void> {
  await dropOperatorCodes(tx, row.operatorId, row.kind);
  await tx.insert(operatorCode).values(row);
}

type WantedCode = { readonly codeHash: Buffer; readonly kind: CodeRow['kind']; readonly now: Date };

export async function findOperatorCode(queries: DbClient, { codeHash, kind, now }: WantedCode): Promise<CodeRow | undefined> {
  const [row] = await queries
    .select()
    .from(operatorCode)
    .where(and(eq(operatorCode.codeHash, codeHash), eq(operatorCode.kind, kind), gt(operatorCode.endsAt, now)));
  return row;
}

/** False if it was used before, also by a concurrent request. */
export async function takeOperatorCode(tx: DbClient, codeHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.delete(operatorCode).where(eq(operatorCode.codeHash, codeHash));
  return rowCount === 1;
}

/** All links, or those of one kind. */
export async function dropOperatorCodes(tx: DbClient, operatorId: string, kind?: CodeRow['kind']): Promise<void> {
  await tx.delete(operatorCode).where(and(eq(operatorCode.operatorId, operatorId), kind && eq(operatorCode.kind, kind)));
}

export async function findPendingEmail(queries: DbClient, operatorId: string, now: Date): Promise<CodeRow | undefined> {
  const [row] = await queries
    .select()
    .from(operatorCode)
    .where(and(eq(operatorCode.operatorId, operatorId), eq(operatorCode.kind, 'email'), gt(operatorCode.endsAt, now)));
  return row;
}

export async function insertOperatorRecovery(tx: DbClient, row: typeof operatorRecovery.$inferInsert): Promise<void> {
  await tx.insert(operatorRecovery).values(row);
}

export async function takeOperatorRecovery(tx: DbClient, id: string): Promise<string | undefined> {
  const [row] = await tx.delete(operatorRecovery).where(eq(operatorRecovery.id, id)).returning({ email: operatorRecovery.email });
  return row?.email;
}

export async function deleteLinksBefore(queries: DbClient, moment: Date): Promise<void> {
  await queries.delete(operatorCode).where(lt(operatorCode.endsAt, moment));
  await queries.delete(operatorRecovery).where(lt(operatorRecovery.createdAt, moment));
}

/** Newest first, ended ones included. */
export const sessionsOfOperator = (queries: DbClient, operatorId: string) =>
  queries
    .select({
      id: operatorSession.id,
      device: operatorSession.device,
      createdAt: operatorSession.createdAt,
      seenAt: operatorSession.seenAt,
      endsAt: operatorSession.endsAt,
    })
    .from(operatorSession)
    .where(eq(operatorSession.operatorId, operatorId))
    .orderBy(desc(operatorSession.seenAt));

export async function endOwnSession(tx: DbClient, operatorId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(operatorSession).where(and(eq(operatorSession.operatorId, operatorId), eq(operatorSession.id, id)));
  return rowCount === 1;
}

/**
 * False if the address belongs to another operator. Only the unique index can tell; the savepoint lets the
 * transaction go on.
 */
export async function moveOperatorAddress(
  tx: DbClient,
  id: string,
  address: { readonly email: string; readonly emailKey: string },
): Promise<boolean> {
  await tx.execute(sql`savepoint move_operator`);
  try {
    await tx.update(operator).set(address).where(eq(operator.id, id));
    return true;
  } catch (cause) {
    if (((cause as Error).cause as { constraint?: string } | undefined)?.constraint !== 'operator_email') throw cause;
    await tx.execute(sql`rollback to savepoint move_operator`);
    return false;
  }
}
