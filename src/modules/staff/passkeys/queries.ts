// SQL of passkeys and of confirmed sessions. Changes lock the operator's row first, which avoids deadlocks.
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { OperatorRow } from '../queries.ts';
import { operator, operatorPasskey, operatorSession } from '../tables.ts';

type OperatorPasskeyRow = typeof operatorPasskey.$inferSelect;

/** Undefined if the operator's access has ended. */
export async function lockOperator(tx: DbClient, id: string): Promise<OperatorRow | undefined> {
  const [row] = await tx
    .select()
    .from(operator)
    .where(and(eq(operator.id, id), isNull(operator.endedAt)))
    .for('no key update');
  return row;
}

export const listOperatorPasskeys = (queries: DbClient, operatorId: string): Promise<OperatorPasskeyRow[]> =>
  queries.select().from(operatorPasskey).where(eq(operatorPasskey.operatorId, operatorId)).orderBy(asc(operatorPasskey.createdAt));

export async function countOperatorPasskeys(queries: DbClient, operatorId: string): Promise<number> {
  const [row] = await queries.select({ passkeys: count() }).from(operatorPasskey).where(eq(operatorPasskey.operatorId, operatorId));
  return row?.passkeys ?? 0;
}

/** With its operator; undefined if the operator's access has ended. */
export async function findOperatorPasskey(
  queries: DbClient,
  credentialId: Buffer,
): Promise<{ passkey: OperatorPasskeyRow; operator: OperatorRow } | undefined> {
  const [row] = await queries
    .select({ passkey: operatorPasskey, operator })
    .from(operatorPasskey)
    .innerJoin(operator, eq(operator.id, operatorPasskey.operatorId))
    .where(and(eq(operatorPasskey.credentialId, credentialId), isNull(operator.endedAt)));
  return row;
}

/** False if the credential exists already. */
export async function insertOperatorPasskey(tx: DbClient, row: typeof operatorPasskey.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(operatorPasskey).values(row).onConflictDoNothing({ target: operatorPasskey.credentialId });
  return rowCount === 1;
}

const ownPasskey = (operatorId: string, id: string) => and(eq(operatorPasskey.operatorId, operatorId), eq(operatorPasskey.id, id));

/** False if the operator has no such passkey. */
export async function setOperatorPasskeyName(
  queries: DbClient,
  operatorId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { rowCount } = await queries.update(operatorPasskey).set({ name }).where(ownPasskey(operatorId, id));
  return rowCount === 1;
}

/** Returns its name; undefined if the operator has no such passkey. */
export async function deleteOperatorPasskey(tx: DbClient, operatorId: string, id: string): Promise<string | undefined> {
  const [row] = await tx.delete(operatorPasskey).where(ownPasskey(operatorId, id)).returning({ name: operatorPasskey.name });
  return row?.name;
}

export async function deleteOperatorPasskeys(tx: DbClient, operatorId: string): Promise<void> {
  await tx.delete(operatorPasskey).where(eq(operatorPasskey.operatorId, operatorId));
}

/**
 * A counter that does not increase means a cloned device or a concurrent second use. Devices without a
 * counter report 0.
 */
export async function countUse(tx: DbClient, operatorId: string, use: { id: string; counter: number }, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with owner as (select id from operator where id = ${operatorId} and ended_at is null for no key update)
    update operator_passkey as passkey set counter = ${use.counter}, last_used_at = ${now.toISOString()}::timestamptz
    from owner where passkey.id = ${use.id} and passkey.operator_id = owner.id
      and (passkey.counter < ${use.counter} or (passkey.counter = 0 and ${use.counter} = 0))`);
  return rowCount === 1;
}

/** False if the session has ended. */
export async function confirmOperatorSession(tx: DbClient, sessionId: string, until: Date): Promise<boolean> {
  const { rowCount } = await tx.update(operatorSession).set({ confirmedUntil: until }).where(eq(operatorSession.id, sessionId));
  return rowCount === 1;
}

export async function isOperatorSessionConfirmed(queries: DbClient, sessionId: string, now: Date): Promise<boolean> {
  const rows = await queries
    .select({ id: operatorSession.id })
    .from(operatorSession)
    .where(and(eq(operatorSession.id, sessionId), gt(operatorSession.confirmedUntil, now)));
  return rows.length === 1;
}
