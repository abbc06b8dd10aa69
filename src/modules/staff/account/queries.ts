// SQL of mailed links, requests for a new password, and the list of sessions.
import { and, eq, gt, lt } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { changeIfUnique } from '#platform/identity/queries.ts';
import { operator, operatorCode, operatorRecovery } from '../tables.ts';

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

/** False if the address belongs to another operator. */
export const moveOperatorAddress = (
  tx: DbClient,
  id: string,
  address: { readonly email: string; readonly emailKey: string },
): Promise<boolean> => changeIfUnique(tx, 'operator_email', () => tx.update(operator).set(address).where(eq(operator.id, id)));
