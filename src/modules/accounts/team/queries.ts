// SQL of teams: members, invitations and what members did. Writes lock the account's row first.
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { formatPersonName } from '#lib/people/person-name.ts';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { account, accountAct, accountInvitation, accountMember, accountSession } from '../tables.ts';
import type { Role } from './rules.ts';

const ACTS_SHOWN = 100;

const names = { firstName: account.firstName, lastName: account.lastName, email: account.email };

export const listMemberships = (queries: DbClient, personId: string) =>
  queries
    .select({ id: account.id, ...names, role: accountMember.role })
    .from(accountMember)
    .innerJoin(account, eq(account.id, accountMember.accountId))
    .where(and(eq(accountMember.personId, personId), isNull(account.erasedAt)))
    .orderBy(accountMember.since);

export const listMembers = (queries: DbClient, accountId: string) =>
  queries
    .select({ personId: account.id, ...names, role: accountMember.role, since: accountMember.since })
    .from(accountMember)
    .innerJoin(account, eq(account.id, accountMember.personId))
    .where(eq(accountMember.accountId, accountId))
    .orderBy(accountMember.since);

/** Undefined if the person has no row: they own the account if it is their own, else they are no member. */
export async function findRole(queries: DbClient, accountId: string, personId: string): Promise<Role | 'none' | undefined> {
  const [row] = await queries
    .select({ role: accountMember.role })
    .from(accountMember)
    .where(and(eq(accountMember.accountId, accountId), eq(accountMember.personId, personId)));
  return row?.role;
}

/** The person who owns the account and gets its mails. */
export async function findOwner(queries: DbClient, accountId: string): Promise<string> {
  const [row] = await queries
    .select({ personId: accountMember.personId })
    .from(accountMember)
    .where(and(eq(accountMember.accountId, accountId), eq(accountMember.role, 'owner')));
  return row?.personId ?? accountId;
}

/** Accounts of others that the person owns, and whether another person owns theirs. */
export async function findHandedOver(queries: DbClient, personId: string) {
  const rows = await queries
    .select({ accountId: accountMember.accountId })
    .from(accountMember)
    .where(and(eq(accountMember.role, 'owner'), or(eq(accountMember.personId, personId), eq(accountMember.accountId, personId))));
  return { ownsOther: rows.some(({ accountId }) => accountId !== personId), isOwned: rows.some(({ accountId }) => accountId === personId) };
}

/** Members and open invitations. */
export async function countSeats(tx: DbClient, accountId: string, now: Date): Promise<number> {
  const [members] = await tx.select({ n: count() }).from(accountMember).where(eq(accountMember.accountId, accountId));
  const [invitations] = await tx.select({ n: count() }).from(accountInvitation).where(isOpen(accountId, now));
  return (members?.n ?? 0) + (invitations?.n ?? 0);
}

/** Links and streams of the account check again who may use them. */
export async function setMember(tx: DbClient, row: typeof accountMember.$inferInsert): Promise<void> {
  await tx
    .insert(accountMember)
    .values(row)
    .onConflictDoUpdate({ target: [accountMember.accountId, accountMember.personId], set: { role: row.role } });
  markChanged(tx, ofAccount(row.accountId), 'sessions');
}

/** False if there was none. */
export async function deleteMember(tx: DbClient, accountId: string, personId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(accountMember)
    .where(and(eq(accountMember.accountId, accountId), eq(accountMember.personId, personId)));
  markChanged(tx, ofAccount(accountId), 'sessions');
  return rowCount === 1;
}

/** Null: the person's own account. False if the person may not act for it. */
export async function setActingFor(
  queries: DbClient,
  { sessionId, personId }: { readonly sessionId: string; readonly personId: string },
  accountId: string | null,
): Promise<boolean> {
  const isMember = sql`exists (select from account_member m
    where m.account_id = ${accountId ?? personId} and m.person_id = ${personId} and m.role <> 'none')`;
  const isOwn = sql`not exists (select from account_member m where m.account_id = ${personId} and m.person_id = ${personId})`;
  const [row] = await queries
    .update(accountSession)
    .set({ actingFor: accountId })
    .where(and(eq(accountSession.id, sessionId), accountId === null ? or(isOwn, isMember) : isMember))
    .returning({ id: accountSession.id });
  if (row) markChanged(queries, ofAccount(personId), 'sessions');
  return row !== undefined;
}

const isOpen = (accountId: string, now: Date) =>
  and(eq(accountInvitation.accountId, accountId), isNull(accountInvitation.endedAt), gt(accountInvitation.expiresAt, now));

export const listInvitations = (queries: DbClient, accountId: string, now: Date) =>
  queries.select().from(accountInvitation).where(isOpen(accountId, now)).orderBy(accountInvitation.createdAt);

export async function insertInvitation(tx: DbClient, row: typeof accountInvitation.$inferInsert): Promise<void> {
  await tx.insert(accountInvitation).values(row);
}

/** With the account's name and that of who invites. Undefined if it is used, revoked or over. */
export async function findInvitation(queries: DbClient, codeHash: Buffer, now: Date) {
  const [row] = await queries
    .select()
    .from(accountInvitation)
    .where(and(eq(accountInvitation.codeHash, codeHash), isNull(accountInvitation.endedAt), gt(accountInvitation.expiresAt, now)));
  return row;
}

/** Returns how many were open. */
export async function endInvitations(
  tx: DbClient,
  accountId: string,
  which: { readonly id?: string; readonly emailKey?: string; readonly role?: Role },
  endedAt: Date,
): Promise<number> {
  const { rowCount } = await tx
    .update(accountInvitation)
    .set({ endedAt })
    .where(
      and(
        eq(accountInvitation.accountId, accountId),
        isNull(accountInvitation.endedAt),
        which.id === undefined ? undefined : eq(accountInvitation.id, which.id),
        which.emailKey === undefined ? undefined : eq(accountInvitation.emailKey, which.emailKey),
        which.role === undefined ? undefined : eq(accountInvitation.role, which.role),
      ),
    );
  return rowCount ?? 0;
}

export const findNames = (queries: DbClient, ids: readonly string[]) =>
  queries
    .select({ id: account.id, ...names })
    .from(account)
    .where(inArray(account.id, [...ids]));

export async function insertAct(queries: DbClient, row: typeof accountAct.$inferInsert): Promise<void> {
  await queries.insert(accountAct).values(row);
}

export async function updateActAsDone(queries: DbClient, id: string, done: { readonly subject: string | null; readonly doneAt: Date }) {
  await queries.update(accountAct).set(done).where(eq(accountAct.id, id));
}

/** Newest first. */
export const listActs = (queries: DbClient, accountId: string, limit = ACTS_SHOWN) =>
  queries
    .select({ ...names, erasedAt: account.erasedAt, act: accountAct })
    .from(accountAct)
    .innerJoin(account, eq(account.id, accountAct.personId))
    .where(eq(accountAct.accountId, accountId))
    .orderBy(desc(accountAct.id))
    .limit(limit);

/**
 * The name of the member who ordered for the account, by the purchase or the order. Null: a former colleague.
 * Undefined: the owner, or the shop.
 */
export async function findMemberWhoOrdered(queries: DbClient, ids: readonly string[]): Promise<string | null | undefined> {
  const [row] = await queries
    .select({ ...names, erasedAt: account.erasedAt })
    .from(accountAct)
    .innerJoin(account, eq(account.id, accountAct.personId))
    .where(
      and(
        inArray(accountAct.subject, [...ids]),
        inArray(accountAct.call, ['POST /api/orders', 'POST /api/requests']),
        isNotNull(accountAct.doneAt),
      ),
    )
    .limit(1);
  return row && (row.erasedAt ? null : formatPersonName(row) || row.email);
}

/** Of an erased account and person. What they did for others stays, without their name. */
export async function dropTeams(tx: DbClient, personId: string, emailKey: string): Promise<void> {
  await tx.delete(accountMember).where(or(eq(accountMember.accountId, personId), eq(accountMember.personId, personId)));
  await tx.delete(accountInvitation).where(or(eq(accountInvitation.accountId, personId), eq(accountInvitation.emailKey, emailKey)));
  await tx.delete(accountAct).where(eq(accountAct.accountId, personId));
}

/** For the data export: of the account, and where the person is a member. */
export const exportMembers = (queries: DbClient, personId: string, limit: number) =>
  queries
    .select()
    .from(accountMember)
    .where(or(eq(accountMember.accountId, personId), eq(accountMember.personId, personId)))
    .limit(limit);

export const exportInvitations = (queries: DbClient, accountId: string, limit: number) => {
  const { email, role, createdAt, expiresAt, endedAt } = accountInvitation;
  return queries
    .select({ email, role, createdAt, expiresAt, endedAt })
    .from(accountInvitation)
    .where(and(eq(accountInvitation.accountId, accountId), ne(accountInvitation.email, '')))
    .limit(limit);
};

export const exportActs = (queries: DbClient, personId: string, limit: number) => {
  const { accountId, call, subject, at, doneAt } = accountAct;
  return queries
    .select({ accountId, call, subject, at, doneAt })
    .from(accountAct)
    .where(or(eq(accountAct.accountId, personId), eq(accountAct.personId, personId)))
    .orderBy(desc(accountAct.id))
    .limit(limit);
};
