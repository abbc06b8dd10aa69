// SQL of passkeys, second factors, step-up and sessions, for the tables of customers and those of operators.
// Writes lock the person's row first, to avoid deadlocks.
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbClient } from '../database/database.ts';
import type { Holder } from './identity.ts';
import type { IdentityTables } from './tables.ts';

export type PasskeyRow = IdentityTables['passkey']['$inferSelect'];

/** The oldest first. */
export const findPasskeys = (queries: DbClient, { passkey }: IdentityTables, personId: string): Promise<PasskeyRow[]> =>
  queries.select().from(passkey).where(eq(passkey.ownerId, personId)).orderBy(asc(passkey.createdAt));

export async function countPasskeys(queries: DbClient, { passkey }: IdentityTables, personId: string): Promise<number> {
  const [row] = await queries.select({ passkeys: count() }).from(passkey).where(eq(passkey.ownerId, personId));
  return row?.passkeys ?? 0;
}

export async function findPasskey(queries: DbClient, { passkey }: IdentityTables, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  const [row] = await queries.select().from(passkey).where(eq(passkey.credentialId, credentialId));
  return row;
}

/** False if the credential is already registered. */
export async function insertPasskey(tx: DbClient, { passkey }: IdentityTables, row: Omit<PasskeyRow, 'lastUsedAt'>): Promise<boolean> {
  const { rowCount } = await tx.insert(passkey).values(row).onConflictDoNothing({ target: passkey.credentialId });
  return rowCount === 1;
}

const isOwnPasskey = ({ passkey }: IdentityTables, personId: string, id: string) => and(eq(passkey.ownerId, personId), eq(passkey.id, id));

type Renamed = { readonly id: string; readonly name: string };

/** False if the person has no such passkey. */
export async function setPasskeyName(queries: DbClient, tables: IdentityTables, personId: string, { id, name }: Renamed): Promise<boolean> {
  const { rowCount } = await queries
    .update(tables.passkey)
    .set({ name })
    .where(isOwnPasskey(tables, personId, id));
  return rowCount === 1;
}

/** Returns the name; undefined if the person has no such passkey. */
export async function deletePasskey(tx: DbClient, tables: IdentityTables, personId: string, id: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(tables.passkey)
    .where(isOwnPasskey(tables, personId, id))
    .returning({ name: tables.passkey.name });
  return row?.name;
}

export async function deletePasskeys(tx: DbClient, { passkey }: IdentityTables, personId: string): Promise<void> {
  await tx.delete(passkey).where(eq(passkey.ownerId, personId));
}

type PasskeyUse = { readonly id: string; readonly counter: number; readonly now: Date };

/**
 * False if the counter did not increase: a cloned device, or the same signature twice. Devices without a
 * counter send 0.
 */
export async function recordPasskeyUse(tx: DbClient, tables: IdentityTables, personId: string, use: PasskeyUse): Promise<boolean> {
  const { person, goneAt, passkey } = tables;
  const { id, counter, now } = use;
  const { rowCount } = await tx.execute(sql`
    with owner as (select ${person.id} from ${person} where ${person.id} = ${personId} and ${goneAt} is null for no key update)
    update ${passkey} set counter = ${counter}, last_used_at = ${now.toISOString()}::timestamptz
    from owner where ${passkey.id} = ${id} and ${passkey.ownerId} = owner.id
      and (${passkey.counter} < ${counter} or (${passkey.counter} = 0 and ${counter} = 0))`);
  return rowCount === 1;
}

export async function setPasswordHash(tx: DbClient, { person }: IdentityTables, id: string, passwordHash: string): Promise<void> {
  await tx.update(person).set({ passwordHash }).where(eq(person.id, id));
}

type Renewal = { readonly before: string; readonly passwordHash: string };

/** False if the password has changed since it was verified. */
export async function renewPasswordHash(queries: DbClient, { person }: IdentityTables, id: string, renewal: Renewal): Promise<boolean> {
  const { rowCount } = await queries
    .update(person)
    .set({ passwordHash: renewal.passwordHash })
    .where(and(eq(person.id, id), eq(person.passwordHash, renewal.before)));
  return rowCount === 1;
}

/**
 * Changes an email address. Returns false if another account has it. Only the unique index can decide that,
 * so the change runs in a savepoint, and the transaction can continue after a conflict.
 */
export async function changeIfUnique(tx: DbClient, index: string, change: () => Promise<unknown>): Promise<boolean> {
  await tx.execute(sql`savepoint address`);
  try {
    await change();
    return true;
  } catch (cause) {
    const { code, constraint } = ((cause as Error).cause ?? {}) as { code?: string; constraint?: string };
    if (code !== UNIQUE_VIOLATION || constraint !== index) throw cause;
    await tx.execute(sql`rollback to savepoint address`);
    return false;
  }
}

const UNIQUE_VIOLATION = '23505';

type CheckedCode = { readonly totpSecret: Buffer; readonly step: number };

/** Accepts each TOTP step once and no earlier step afterwards. */
export async function consumeTotpStep(
  tx: DbClient,
  { person }: IdentityTables,
  id: string,
  { totpSecret, step }: CheckedCode,
): Promise<boolean> {
  const isOn = and(eq(person.id, id), eq(person.totpSecret, totpSecret), isNotNull(person.totpSince));
  const { rowCount } = await tx
    .update(person)
    .set({ totpStep: step })
    .where(and(isOn, or(isNull(person.totpStep), lt(person.totpStep, step))));
  return rowCount === 1;
}

type UsedCode = { readonly codeHash: Buffer; readonly now: Date };

export async function consumeRecoveryCode(
  tx: DbClient,
  { person, recoveryCode }: IdentityTables,
  personId: string,
  { codeHash, now }: UsedCode,
): Promise<boolean> {
  if (!recoveryCode) return false;
  const { rowCount } = await tx.execute(sql`
    with owner as (select ${person.id} from ${person} where ${person.id} = ${personId} and ${person.totpSince} is not null for no key update)
    update ${recoveryCode} set used_at = ${now.toISOString()}::timestamptz
    from owner where ${recoveryCode.ownerId} = owner.id and ${recoveryCode.codeHash} = ${codeHash} and ${recoveryCode.usedAt} is null`);
  return rowCount === 1;
}

export type SessionRow = Pick<IdentityTables['session']['$inferSelect'], 'id' | 'device' | 'createdAt' | 'lastUsedAt'>;

export function findSessions(
  queries: DbClient,
  { session, sessionOwner, isOpen }: IdentityTables,
  personId: string,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<SessionRow[]> {
  const { id, device, createdAt, lastUsedAt } = session;
  return queries
    .select({ id, device, createdAt, lastUsedAt })
    .from(session)
    .where(and(eq(sessionOwner, personId), isOpen(now)))
    .orderBy(desc(lastUsedAt))
    .limit(limit);
}

const openSession = ({ session, sessionOwner, isOpen }: IdentityTables, { personId, sessionId }: Holder, now: Date) =>
  and(eq(session.id, sessionId), eq(sessionOwner, personId), isOpen(now));

export async function isSessionConfirmed(queries: DbClient, tables: IdentityTables, holder: Holder, now: Date): Promise<boolean> {
  const { session } = tables;
  const rows = await queries
    .select({ id: session.id })
    .from(session)
    .where(and(openSession(tables, holder, now), gt(session.confirmedUntil, now)));
  return rows.length === 1;
}

type Confirmation = { readonly now: Date; readonly until: Date };

/** False if the session has ended. */
export async function confirmSession(tx: DbClient, tables: IdentityTables, holder: Holder, { now, until }: Confirmation): Promise<boolean> {
  const { rowCount } = await tx
    .update(tables.session)
    .set({ confirmedUntil: until })
    .where(openSession(tables, holder, now));
  return rowCount === 1;
}

export async function endConfirmations(tx: DbClient, { session, sessionOwner }: IdentityTables, personId: string): Promise<void> {
  await tx.update(session).set({ confirmedUntil: null }).where(eq(sessionOwner, personId));
}
