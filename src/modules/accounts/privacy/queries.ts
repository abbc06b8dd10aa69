// The SQL of taking one's data and of closing the account. Whoever changes something for an account that may be erased at the same moment takes the
// lock of its row first.
import { and, desc, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { DbClient } from '../../../infra/database/database.ts';
import { isAddress } from '../../../infra/database/email-sql.ts';
import { notWaiting } from '../../../infra/jobs/each-row.ts';
import { markChanged, ofAccount as whose } from '../../../infra/live/changes.ts';
import { erasedKey } from '../rules.ts';
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
} from '../tables.ts';

const { id, email, emailVerifiedAt, firstName, locale, eraseAt, erasedAt } = account;
const person = { id, email, emailVerifiedAt, firstName, locale, eraseAt };

export type Leaver = Pick<typeof account.$inferSelect, keyof typeof person>;

/** Undefined when the password is no longer the one that was checked. */
export async function lockByPassword(tx: DbClient, accountId: string, passwordHash: string): Promise<Leaver | undefined> {
  const [row] = await tx
    .select(person)
    .from(account)
    .where(and(eq(id, accountId), eq(account.passwordHash, passwordHash), isNull(erasedAt)))
    .for('update');
  return row;
}

/** Asked again under the lock: it may have been kept meanwhile, or erased by another. */
export async function lockDue(tx: DbClient, accountId: string, now: Date): Promise<Leaver | undefined> {
  // Whoever is at the account goes first. This is less than the second after which the database would end one of two that wait for each other.
  await tx.execute(sql`set local lock_timeout = '500ms'`);
  const [row] = await tx
    .select(person)
    .from(account)
    .where(and(eq(id, accountId), isNull(erasedAt), lte(eraseAt, now)))
    .for('update');
  return row;
}

/** As long as the transaction lasts it is not erased; false where it is already. */
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

/** False where it was erased already. */
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

export const listDue = (queries: DbClient, now: Date, limit: number) =>
  queries
    .select({ id })
    .from(account)
    .where(and(isNotNull(eraseAt), lte(eraseAt, now), notWaiting('accounts.erase', sql`${id}`, now)))
    .orderBy(eraseAt)
    .limit(limit);

const ofAccount = [
  accountSession,
  accountCode,
  accountSpareCode,
  accountEmailChange,
  accountExport,
  accountBrandKit,
  accountPasskey,
] as const;

/** The row stays, for whatever counts on its id, and says nothing of anybody. */
export async function blankAccount(tx: DbClient, leaver: Leaver, now: Date): Promise<void> {
  for (const table of ofAccount) await tx.delete(table).where(eq(table.accountId, leaver.id));
  markChanged(tx, whose(leaver.id), 'sessions');
  await tx.delete(accountRecovery).where(isAddress(accountRecovery.email, leaver.email));
  const nobody = { email: '', emailKey: erasedKey(leaver.id), passwordHash: '', firstName: '', lastName: '' };
  const nowhere = { country: '', city: '', address: '', zipCode: '' };
  const nothing = { emailVerifiedAt: null, totpSecret: null, totpSince: null, totpStep: null, eraseAt: null };
  await tx
    .update(account)
    .set({ ...nobody, ...nowhere, ...nothing, erasedAt: now })
    .where(eq(id, leaver.id));
}

export async function insertExport(tx: DbClient, row: typeof accountExport.$inferInsert): Promise<string> {
  const [made] = await tx.insert(accountExport).values(row).returning({ id: accountExport.id });
  if (!made) throw new Error('the export gave no id');
  return made.id;
}

export async function dropExports(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(accountExport).where(eq(accountExport.accountId, accountId));
}

/** Undefined when it is made already, or nobody waits for it any more. */
export async function findAsked(queries: DbClient, exportId: string): Promise<Leaver | undefined> {
  const [row] = await queries
    .select(person)
    .from(accountExport)
    .innerJoin(account, eq(id, accountExport.accountId))
    .where(and(eq(accountExport.id, exportId), isNull(accountExport.completedAt)));
  return row;
}

type Made = { readonly completedAt: Date; readonly codeHash: Buffer; readonly content: Buffer };

/** False when nobody waits for it any more. */
export async function fillExport(tx: DbClient, exportId: string, made: Made): Promise<boolean> {
  const { rowCount } = await tx
    .update(accountExport)
    .set(made)
    .where(and(eq(accountExport.id, exportId), isNull(accountExport.completedAt)));
  return rowCount === 1;
}

/** Only what was made after that moment. */
const known = (codeHash: Buffer, after: Date) => and(eq(accountExport.codeHash, codeHash), gt(accountExport.completedAt, after));

/** A hash that is known becomes another one, or none, once: what it stood for, for one of those who use it at the same time. */
export async function exchangeExport(queries: DbClient, codeHash: Buffer, { to, after }: { to: Buffer | null; after: Date }) {
  const [row] = await queries
    .update(accountExport)
    .set({ codeHash: to })
    .where(known(codeHash, after))
    .returning({ content: accountExport.content });
  return row?.content;
}

export async function isExportKnown(queries: DbClient, codeHash: Buffer, after: Date): Promise<boolean> {
  const rows = await queries.select({ id: accountExport.id }).from(accountExport).where(known(codeHash, after));
  return rows.length === 1;
}

export async function findContent(queries: DbClient, codeHash: Buffer, after: Date) {
  const [row] = await queries
    .select({ content: accountExport.content, completedAt: accountExport.completedAt })
    .from(accountExport)
    .where(known(codeHash, after));
  return row;
}

/** Those that nobody may fetch any more, and those that never came to be. */
export async function forgetExports(queries: DbClient, moment: Date): Promise<void> {
  await queries
    .delete(accountExport)
    .where(lt(sql`coalesce(${accountExport.completedAt}, ${accountExport.requestedAt})`, moment.toISOString()));
}

// What the shop knows of a person, but for hashes and secrets: those would help nobody but a thief.

export async function readPerson(queries: DbClient, accountId: string) {
  const { lastName, country, city, address, zipCode, createdAt, agreedVersion, agreedAt, totpSince: secondFactorSince } = account;
  return queries
    .select({ ...person, lastName, country, city, address, zipCode, createdAt, agreedVersion, agreedAt, secondFactorSince })
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
