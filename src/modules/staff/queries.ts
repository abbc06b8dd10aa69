// SQL of operators, sessions, invitations and the audit log.
import { and, asc, desc, eq, gt, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { WhichSessions } from '#platform/identity/identity.ts';
import { getIdleLimit } from './rules.ts';
import type { AuditRequest } from './shapes.ts';
import { deskAudit, operator, operatorInvitation, operatorSession } from './tables.ts';

export type OperatorRow = typeof operator.$inferSelect;

export async function countOperators(queries: DbClient): Promise<number> {
  const [row] = await queries
    .select({ count: sql<string>`count(*)` })
    .from(operator)
    .where(and(isNull(operator.endedAt), sql`${operator.joinedAt} is not null`));
  return Number(row?.count ?? 0);
}

export async function findOperator(queries: DbClient, emailKey: string): Promise<OperatorRow | undefined> {
  const [row] = await queries
    .select()
    .from(operator)
    .where(and(eq(operator.emailKey, emailKey), isNull(operator.endedAt)));
  return row;
}

/** Undefined if their access has ended. */
export async function findActiveOperator(queries: DbClient, id: string): Promise<OperatorRow | undefined> {
  const [row] = await queries.select().from(operator).where(isActive(id));
  return row;
}

/** Undefined if their access has ended. Changes lock the operator first, which avoids deadlocks. */
export async function lockOperator(tx: DbClient, id: string): Promise<OperatorRow | undefined> {
  const [row] = await tx.select().from(operator).where(isActive(id)).for('no key update');
  return row;
}

const isActive = (id: string) => and(eq(operator.id, id), isNull(operator.endedAt));

/**
 * Locks an active operator. Their access cannot end before the transaction does, so work assigned in it is
 * seen when the access ends.
 */
export async function lockActiveOperator(tx: DbClient, id: string): Promise<OperatorRow | undefined> {
  const [row] = await tx.select().from(operator).where(isActive(id)).for('share');
  return row;
}

/** Locks the whole team, so that concurrent changes cannot remove the last owner. */
export const lockTeam = (tx: DbClient): Promise<OperatorRow[]> => tx.select().from(operator).orderBy(asc(operator.id)).for('update');

/** Undefined if the address belongs to an operator already. */
export async function insertOperator(tx: DbClient, row: typeof operator.$inferInsert): Promise<OperatorRow | undefined> {
  const [inserted] = await tx
    .insert(operator)
    .values(row)
    .onConflictDoNothing({ target: operator.emailKey, where: sql`ended_at is null` })
    .returning();
  return inserted;
}

export async function changeOperator(tx: DbClient, id: string, values: Partial<typeof operator.$inferInsert>): Promise<void> {
  await tx.update(operator).set(values).where(eq(operator.id, id));
}

export async function insertInvitation(tx: DbClient, row: typeof operatorInvitation.$inferInsert): Promise<void> {
  await tx.delete(operatorInvitation).where(eq(operatorInvitation.operatorId, row.operatorId));
  await tx.insert(operatorInvitation).values(row);
}

/** `take`: uses up the invitation. */
export async function findInvitation(queries: DbClient, codeHash: Buffer, now: Date) {
  const [row] = await queries
    .select({ operator, totpSecret: operatorInvitation.totpSecret })
    .from(operatorInvitation)
    .innerJoin(operator, eq(operator.id, operatorInvitation.operatorId))
    .where(and(eq(operatorInvitation.codeHash, codeHash), gt(operatorInvitation.endsAt, now), isNull(operator.endedAt)));
  return row;
}

export async function takeInvitation(tx: DbClient, codeHash: Buffer): Promise<boolean> {
  const deleted = await tx
    .delete(operatorInvitation)
    .where(eq(operatorInvitation.codeHash, codeHash))
    .returning({ id: operatorInvitation.operatorId });
  return deleted.length > 0;
}

export async function dropInvitations(tx: DbClient, operatorId: string): Promise<void> {
  await tx.delete(operatorInvitation).where(eq(operatorInvitation.operatorId, operatorId));
}

/** A session that was ended is deleted. */
export const isActiveSession = (now: Date) => and(gt(operatorSession.endsAt, now), gte(operatorSession.lastUsedAt, getIdleLimit(now)));

export async function insertOperatorSession(tx: DbClient, row: typeof operatorSession.$inferInsert): Promise<void> {
  await tx.delete(operatorSession).where(and(eq(operatorSession.operatorId, row.operatorId), lt(operatorSession.endsAt, row.createdAt)));
  await tx.insert(operatorSession).values(row);
}

export type FoundSession = { sessionId: string; lastUsedAt: Date; endsAt: Date; confirmedUntil: Date | null; operator: OperatorRow };

export async function findSession(queries: DbClient, tokenHash: Buffer): Promise<FoundSession | undefined> {
  const [row] = await queries
    .select({
      sessionId: operatorSession.id,
      lastUsedAt: operatorSession.lastUsedAt,
      endsAt: operatorSession.endsAt,
      confirmedUntil: operatorSession.confirmedUntil,
      operator,
    })
    .from(operatorSession)
    .innerJoin(operator, eq(operator.id, operatorSession.operatorId))
    .where(and(eq(operatorSession.tokenHash, tokenHash), isNull(operator.endedAt)));
  return row;
}

export async function touchSession(queries: DbClient, id: string, now: Date): Promise<void> {
  await queries.update(operatorSession).set({ lastUsedAt: now }).where(eq(operatorSession.id, id));
}

export async function endSessionByToken(tx: DbClient, tokenHash: Buffer): Promise<void> {
  await tx.delete(operatorSession).where(eq(operatorSession.tokenHash, tokenHash));
}

/** Returns how many. */
export async function endOperatorSessions(queries: DbClient, operatorId: string, { only, except }: WhichSessions = {}): Promise<number> {
  const { id } = operatorSession;
  const which = and(only === undefined ? undefined : eq(id, only), except === undefined ? undefined : ne(id, except));
  const { rowCount } = await queries.delete(operatorSession).where(and(eq(operatorSession.operatorId, operatorId), which));
  return rowCount ?? 0;
}

export const listTeamRows = (queries: DbClient) =>
  queries
    .select({
      id: operator.id,
      name: operator.name,
      email: operator.email,
      role: operator.role,
      ownRole: operator.ownRole,
      joinedAt: operator.joinedAt,
      endedAt: operator.endedAt,
      totpSince: operator.totpSince,
      passkeys: sql<number>`(select count(*)::int from operator_passkey p where p.operator_id = "operator"."id")`,
      seenAt: sql<Date | null>`(select max(s.seen_at) from operator_session s where s.operator_id = "operator"."id")`.mapWith(
        operatorSession.lastUsedAt,
      ),
    })
    .from(operator)
    .orderBy(asc(operator.createdAt));

export async function insertAudit(tx: DbClient, row: typeof deskAudit.$inferInsert): Promise<void> {
  await tx.insert(deskAudit).values(row);
}

export const listAuditRows = (queries: DbClient, { before, operator: by, kind, about, limit }: AuditRequest) =>
  queries
    .select()
    .from(deskAudit)
    .where(
      and(
        before === undefined ? undefined : lt(deskAudit.id, before),
        by === undefined ? undefined : eq(deskAudit.operatorId, by),
        kind === undefined ? undefined : eq(deskAudit.subjectKind, kind),
        about === undefined ? undefined : eq(deskAudit.subjectId, about),
      ),
    )
    .orderBy(desc(deskAudit.id))
    .limit(limit);
