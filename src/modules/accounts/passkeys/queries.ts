// SQL of passkeys and of step-up confirmations. Writes lock the account row first, to avoid deadlocks.
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { accountPasskey, accountSession } from '../tables.ts';

type AccountPasskeyRow = typeof accountPasskey.$inferSelect;

export const listAccountPasskeys = (queries: DbClient, accountId: string): Promise<AccountPasskeyRow[]> =>
  queries.select().from(accountPasskey).where(eq(accountPasskey.accountId, accountId)).orderBy(asc(accountPasskey.createdAt));

export async function countAccountPasskeys(queries: DbClient, accountId: string): Promise<number> {
  const [row] = await queries.select({ passkeys: count() }).from(accountPasskey).where(eq(accountPasskey.accountId, accountId));
  return row?.passkeys ?? 0;
}

export async function findAccountPasskey(queries: DbClient, credentialId: Buffer): Promise<AccountPasskeyRow | undefined> {
  const [row] = await queries.select().from(accountPasskey).where(eq(accountPasskey.credentialId, credentialId));
  return row;
}

/** False if the credential is already registered. */
export async function insertAccountPasskey(tx: DbClient, row: typeof accountPasskey.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(accountPasskey).values(row).onConflictDoNothing({ target: accountPasskey.credentialId });
  return rowCount === 1;
}

const ownPasskey = (accountId: string, id: string) => and(eq(accountPasskey.accountId, accountId), eq(accountPasskey.id, id));

/** False if the account has no such passkey. */
export async function setAccountPasskeyName(
  queries: DbClient,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { rowCount } = await queries.update(accountPasskey).set({ name }).where(ownPasskey(accountId, id));
  return rowCount === 1;
}

/** Returns the name; undefined if the account has no such passkey. */
export async function deleteAccountPasskey(tx: DbClient, accountId: string, id: string): Promise<string | undefined> {
  const [row] = await tx.delete(accountPasskey).where(ownPasskey(accountId, id)).returning({ name: accountPasskey.name });
  return row?.name;
}

export async function deleteAccountPasskeys(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(accountPasskey).where(eq(accountPasskey.accountId, accountId));
}

/**
 * False if the counter did not increase: a cloned device, or the same assertion twice. Devices without a
 * counter send 0.
 */
export async function recordPasskeyUse(tx: DbClient, accountId: string, use: { id: string; counter: number }, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with owner as (select id from account where id = ${accountId} and erased_at is null for no key update)
    update account_passkey as passkey set counter = ${use.counter}, last_used_at = ${now.toISOString()}::timestamptz
    from owner where passkey.id = ${use.id} and passkey.account_id = owner.id
      and (passkey.counter < ${use.counter} or (passkey.counter = 0 and ${use.counter} = 0))`);
  return rowCount === 1;
}

type SessionKey = { readonly accountId: string; readonly sessionId: string };

const livingSession = ({ accountId, sessionId }: SessionKey, now: Date) =>
  and(
    eq(accountSession.id, sessionId),
    eq(accountSession.accountId, accountId),
    isNull(accountSession.endedAt),
    gt(accountSession.expiresAt, now),
  );

export async function isAccountSessionConfirmed(queries: DbClient, session: SessionKey, now: Date): Promise<boolean> {
  const rows = await queries
    .select({ id: accountSession.id })
    .from(accountSession)
    .where(and(livingSession(session, now), gt(accountSession.confirmedUntil, now)));
  return rows.length === 1;
}

/** False if the session has ended. */
export async function confirmAccountSession(
  tx: DbClient,
  session: SessionKey,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rowCount } = await tx.update(accountSession).set({ confirmedUntil: until }).where(livingSession(session, now));
  return rowCount === 1;
}

export async function endConfirmations(tx: DbClient, accountId: string): Promise<void> {
  await tx.update(accountSession).set({ confirmedUntil: null }).where(eq(accountSession.accountId, accountId));
}

/** For the data export, without keys and counters. */
export const readPasskeys = (queries: DbClient, accountId: string, limit: number) =>
  queries
    .select({ name: accountPasskey.name, createdAt: accountPasskey.createdAt, lastUsedAt: accountPasskey.lastUsedAt })
    .from(accountPasskey)
    .where(eq(accountPasskey.accountId, accountId))
    .limit(limit);
