// All SQL of operators, their sessions, and what they did.
import { and, asc, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import type { DbClient } from '../../infra/database/database.ts';
import type { AuditAsk } from './shapes.ts';
import type { Role } from './staff/shapes-roles.ts';
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

export async function operatorById(queries: DbClient, id: string): Promise<OperatorRow | undefined> {
  const [row] = await queries.select().from(operator).where(eq(operator.id, id));
  return row;
}

/** As long as the transaction lasts their access does not end: what they take or get meanwhile is theirs before anybody asks what they have. */
export async function lockWorking(tx: DbClient, id: string): Promise<OperatorRow | undefined> {
  const [row] = await tx
    .select()
    .from(operator)
    .where(and(eq(operator.id, id), isNull(operator.endedAt)))
    .for('share');
  return row;
}

/** The whole team, under one lock: of its owners one has to stay, whoever changes them at once. */
export const lockTeam = (tx: DbClient): Promise<OperatorRow[]> => tx.select().from(operator).orderBy(asc(operator.id)).for('update');

/** Undefined where the address works here already. */
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

/** A code of the app counts once: whoever comes second with it, however close, is refused. */
export async function takeStep(tx: DbClient, id: string, step: number): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`update operator set totp_step = ${step} where id = ${id} and (totp_step is null or totp_step < ${step}) returning id`,
  );
  return rows.length > 0;
}

export async function insertInvitation(tx: DbClient, row: typeof operatorInvitation.$inferInsert): Promise<void> {
  await tx.delete(operatorInvitation).where(eq(operatorInvitation.operatorId, row.operatorId));
  await tx.insert(operatorInvitation).values(row);
}

/** `take`: it counts no more from here on. */
export async function findInvitation(queries: DbClient, codeHash: Buffer, now: Date) {
  const [row] = await queries
    .select({ operator, totpSecret: operatorInvitation.totpSecret })
    .from(operatorInvitation)
    .innerJoin(operator, eq(operator.id, operatorInvitation.operatorId))
    .where(and(eq(operatorInvitation.codeHash, codeHash), gt(operatorInvitation.endsAt, now), isNull(operator.endedAt)));
  return row;
}

export async function takeInvitation(tx: DbClient, codeHash: Buffer): Promise<boolean> {
  const taken = await tx
    .delete(operatorInvitation)
    .where(eq(operatorInvitation.codeHash, codeHash))
    .returning({ id: operatorInvitation.operatorId });
  return taken.length > 0;
}

export async function dropInvitations(tx: DbClient, operatorId: string): Promise<void> {
  await tx.delete(operatorInvitation).where(eq(operatorInvitation.operatorId, operatorId));
}

export async function insertSession(tx: DbClient, row: typeof operatorSession.$inferInsert): Promise<void> {
  await tx.delete(operatorSession).where(and(eq(operatorSession.operatorId, row.operatorId), lt(operatorSession.endsAt, row.createdAt)));
  await tx.insert(operatorSession).values(row);
}

export type Seated = { sessionId: string; seenAt: Date; endsAt: Date; confirmedUntil: Date | null; operator: OperatorRow };

export async function findSession(queries: DbClient, tokenHash: Buffer): Promise<Seated | undefined> {
  const [row] = await queries
    .select({
      sessionId: operatorSession.id,
      seenAt: operatorSession.seenAt,
      endsAt: operatorSession.endsAt,
      confirmedUntil: operatorSession.confirmedUntil,
      operator,
    })
    .from(operatorSession)
    .innerJoin(operator, eq(operator.id, operatorSession.operatorId))
    .where(and(eq(operatorSession.tokenHash, tokenHash), isNull(operator.endedAt)));
  return row;
}

export async function seeSession(queries: DbClient, id: string, now: Date): Promise<void> {
  await queries.update(operatorSession).set({ seenAt: now }).where(eq(operatorSession.id, id));
}

export async function endSession(queries: DbClient, id: string): Promise<void> {
  await queries.delete(operatorSession).where(eq(operatorSession.id, id));
}

export async function endSessionByToken(tx: DbClient, tokenHash: Buffer): Promise<void> {
  await tx.delete(operatorSession).where(eq(operatorSession.tokenHash, tokenHash));
}

/** All of the operator, but for the one that is kept. */
export async function endSessionsOf(tx: DbClient, operatorId: string, kept?: string): Promise<void> {
  await tx
    .delete(operatorSession)
    .where(and(eq(operatorSession.operatorId, operatorId), kept === undefined ? undefined : ne(operatorSession.id, kept)));
}

export const teamRows = (queries: DbClient) =>
  queries
    .select({
      id: operator.id,
      name: operator.name,
      email: operator.email,
      role: sql<Role>`${operator.role}`,
      joinedAt: operator.joinedAt,
      endedAt: operator.endedAt,
      totpSince: operator.totpSince,
      passkeys: sql<number>`(select count(*)::int from operator_passkey p where p.operator_id = "operator"."id")`,
      seenAt: sql<Date | null>`(select max(s.seen_at) from operator_session s where s.operator_id = "operator"."id")`.mapWith(
        operatorSession.seenAt,
      ),
    })
    .from(operator)
    .orderBy(asc(operator.createdAt));

export async function insertAudit(tx: DbClient, row: typeof deskAudit.$inferInsert): Promise<void> {
  await tx.insert(deskAudit).values(row);
}

export const auditRows = (queries: DbClient, { before, operator: by, kind, about, limit }: AuditAsk) =>
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
