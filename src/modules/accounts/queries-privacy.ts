// SQL of data exports and account erasure. Writes for an account that may be erased concurrently lock its row
// first.
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { isAddress } from '#platform/database/email-sql.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { createErasedKey } from './rules.ts';
import {
  account,
  accountBrandKit,
  accountCode,
  accountEmailChange,
  accountExport,
  accountPasskey,
  accountRecovery,
  accountSession,
  accountSpareCode,
} from './tables.ts';

const { id, email, emailVerifiedAt, firstName, lastName, locale, eraseAt, erasedAt } = account;
const person = { id, email, emailVerifiedAt, firstName, lastName, locale, eraseAt };

export type Leaver = Pick<typeof account.$inferSelect, keyof typeof person>;

/** Undefined if the password has changed since it was checked. */
export async function lockByPassword(tx: DbClient, accountId: string, passwordHash: string): Promise<Leaver | undefined> {
  const [row] = await tx
    .select(person)
    .from(account)
    .where(and(eq(id, accountId), eq(account.passwordHash, passwordHash), isNull(erasedAt)))
    .for('update');
  return row;
}

/** Checked again under the lock: deletion may have been cancelled, or done by another node. */
export async function lockDueErasure(tx: DbClient, accountId: string, now: Date): Promise<Leaver | undefined> {
  // Gives way to other transactions on the account. Shorter than the database's deadlock timeout of one
  // second.
  await tx.execute(sql`set local lock_timeout = '500ms'`);
  const [row] = await tx
    .select(person)
    .from(account)
    .where(and(eq(id, accountId), isNull(erasedAt), lte(eraseAt, now)))
    .for('update');
  return row;
}

/** Locks the account against erasure until the transaction ends. False if it is already erased. */
export async function holdAccount(tx: DbClient, accountId: string): Promise<boolean> {
  const rows = await tx
    .select({ id })
    .from(account)
    .where(and(eq(id, accountId), isNull(erasedAt)))
    .for('share');
  return rows.length === 1;
}

export async function setEraseAt(tx: DbClient, accountId: string, moment: Date): Promise<void> {
  await tx.update(account).set({ eraseAt: moment }).where(eq(id, accountId));
}

/** False if the account is already erased. */
export async function clearEraseAt(queries: DbClient, accountId: string): Promise<boolean> {
  const { rowCount } = await queries
    .update(account)
    .set({ eraseAt: null })
    .where(and(eq(id, accountId), isNull(erasedAt)));
  return rowCount === 1;
}

export async function findEraseAt(queries: DbClient, accountId: string): Promise<Date | null> {
  const [row] = await queries.select({ eraseAt }).from(account).where(eq(id, accountId));
  return row?.eraseAt ?? null;
}

export const listDueErasures = (queries: DbClient, now: Date, limit: number) =>
  queries
    .select({ id })
    .from(account)
    .where(and(isNotNull(eraseAt), lte(eraseAt, now), isNotWaiting('accounts.erase', sql`${id}`, now)))
    .orderBy(eraseAt)
    .limit(limit);

const owners = [
  accountSession.accountId,
  accountCode.accountId,
  accountSpareCode.ownerId,
  accountEmailChange.accountId,
  accountExport.accountId,
  accountBrandKit.accountId,
  accountPasskey.ownerId,
] as const;

/** The row stays for foreign keys; all personal data is removed. */
export async function eraseAccountRow(tx: DbClient, leaver: Pick<Leaver, 'id' | 'email'>, now: Date): Promise<void> {
  for (const owner of owners) await tx.delete(owner.table).where(eq(owner, leaver.id));
  markChanged(tx, ofAccount(leaver.id), 'sessions');
  await tx.delete(accountRecovery).where(isAddress(accountRecovery.email, leaver.email));
  const nobody = { email: '', emailKey: createErasedKey(leaver.id), passwordHash: '', firstName: '', lastName: '' };
  const nowhere = { country: '', city: '', address: '', zipCode: '', state: '', timeZone: null };
  const nothing = { emailVerifiedAt: null, totpSecret: null, totpSince: null, totpStep: null, eraseAt: null };
  await tx
    .update(account)
    .set({ ...nobody, ...nowhere, ...nothing, erasedAt: now })
    .where(eq(id, leaver.id));
}

export async function insertExport(tx: DbClient, row: typeof accountExport.$inferInsert): Promise<string> {
  const [made] = await tx.insert(accountExport).values(row).returning({ id: accountExport.id });
  if (!made) throw new Error('insert into account_export returned no id');
  return made.id;
}

export async function dropExports(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(accountExport).where(eq(accountExport.accountId, accountId));
}

/** Undefined if the export is complete or deleted. */
export async function findOwnerOfPendingExport(queries: DbClient, exportId: string): Promise<Leaver | undefined> {
  const [row] = await queries
    .select(person)
    .from(accountExport)
    .innerJoin(account, eq(id, accountExport.accountId))
    .where(and(eq(accountExport.id, exportId), isNull(accountExport.completedAt)));
  return row;
}

type CompletedExport = { readonly completedAt: Date; readonly codeHash: Buffer; readonly content: Buffer };

/** False if the export was deleted or already completed. */
export async function fillExport(tx: DbClient, exportId: string, made: CompletedExport): Promise<boolean> {
  const { rowCount } = await tx
    .update(accountExport)
    .set(made)
    .where(and(eq(accountExport.id, exportId), isNull(accountExport.completedAt)));
  return rowCount === 1;
}

/** Ignores expired exports. */
const isValidCode = (codeHash: Buffer, after: Date) => and(eq(accountExport.codeHash, codeHash), gt(accountExport.completedAt, after));

/** Replaces the code's hash, so that one of several concurrent requests gets the content. */
export async function exchangeExport(queries: DbClient, codeHash: Buffer, { to, after }: { to: Buffer | null; after: Date }) {
  const [row] = await queries
    .update(accountExport)
    .set({ codeHash: to })
    .where(isValidCode(codeHash, after))
    .returning({ content: accountExport.content });
  return row?.content;
}

export async function isExportKnown(queries: DbClient, codeHash: Buffer, after: Date): Promise<boolean> {
  const rows = await queries.select({ id: accountExport.id }).from(accountExport).where(isValidCode(codeHash, after));
  return rows.length === 1;
}

export async function findContent(queries: DbClient, codeHash: Buffer, after: Date) {
  const [row] = await queries
    .select({ content: accountExport.content, completedAt: accountExport.completedAt })
    .from(accountExport)
    .where(isValidCode(codeHash, after));
  return row;
}

/** Deletes expired exports and those that were never completed. */
export async function forgetExports(queries: DbClient, moment: Date): Promise<void> {
  await queries
    .delete(accountExport)
    .where(lt(sql`coalesce(${accountExport.completedAt}, ${accountExport.requestedAt})`, moment.toISOString()));
}

// Rows for the data export, without hashes and secrets.

export async function readPerson(queries: DbClient, accountId: string) {
  const { country, city, address, zipCode, state, timeZone, createdAt, agreedVersion, agreedAt, totpSince: secondFactorSince } = account;
  return queries
    .select({ ...person, country, city, address, zipCode, state, timeZone, createdAt, agreedVersion, agreedAt, secondFactorSince })
    .from(account)
    .where(eq(id, accountId));
}

export async function readSessions(queries: DbClient, accountId: string, limit: number) {
  const { device, remember, createdAt, lastUsedAt, expiresAt, endedAt, endReason: endedBecause } = accountSession;
  return queries
    .select({ device, remember, createdAt, lastUsedAt, expiresAt, endedAt, endedBecause })
    .from(accountSession)
    .where(eq(accountSession.accountId, accountId))
    .orderBy(desc(createdAt))
    .limit(limit);
}

export async function readPasskeys(queries: DbClient, accountId: string, limit: number) {
  const { name, createdAt, lastUsedAt } = accountPasskey;
  return queries.select({ name, createdAt, lastUsedAt }).from(accountPasskey).where(eq(accountPasskey.ownerId, accountId)).limit(limit);
}

export async function readCodes(queries: DbClient, accountId: string, limit: number) {
  const { kind, createdAt, usedAt } = accountCode;
  return queries
    .select({ kind, email: accountCode.email, createdAt, usedAt })
    .from(accountCode)
    .where(eq(accountCode.accountId, accountId))
    .orderBy(desc(createdAt))
    .limit(limit);
}

export async function readAddressChange(queries: DbClient, accountId: string) {
  const { requestedAt: askedAt, oldConfirmedAt, newConfirmedAt } = accountEmailChange;
  return queries
    .select({ email: accountEmailChange.email, askedAt, oldConfirmedAt, newConfirmedAt })
    .from(accountEmailChange)
    .where(eq(accountEmailChange.accountId, accountId));
}
