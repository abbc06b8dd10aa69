// Accounts that the desk imports. Their password is random and not kept; the owner sets one through "forgot
// password", which also confirms the address.
// So the owner of an imported account with an unconfirmed address has never logged in.
import { randomBytes } from 'node:crypto';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import { normalizeEmail } from '#lib/people/email.ts';
import type { DbClient } from '#platform/database/database.ts';
import { hashPassword } from '#platform/identity/passwords.ts';
import { account } from './tables.ts';

/** The privacy policy was not accepted yet. */
const NOT_AGREED = 0;

/**
 * The hash of a random password that is not kept. Checking it takes as long as for any account, so a log-in
 * does not reveal that the account was imported.
 */
export const hashRandomPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'));

/** Addresses in normalized form that have an account. */
export async function findUsedEmails(queries: DbClient, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const rows = await queries
    .select({ key: account.emailKey })
    .from(account)
    .where(inArray(account.emailKey, emails.map(normalizeEmail)));
  return new Set(rows.map(({ key }) => key));
}

/** Accounts by normalized address. */
export async function findAccountIds(queries: DbClient, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await queries
    .select({ id: account.id, key: account.emailKey })
    .from(account)
    .where(inArray(account.emailKey, emails.map(normalizeEmail)));
  return new Map(rows.map(({ id, key }) => [key, id]));
}

type NewAccount = typeof account.$inferInsert;
type NewCustomer = Readonly<
  Pick<NewAccount, 'email' | 'firstName' | 'lastName' | 'locale'> &
    Partial<Pick<NewAccount, 'country' | 'city' | 'address' | 'zipCode' | 'passwordHash' | 'createdAt'>>
>;

/** Ids by normalized address. An address that has an account by now is left out. */
export async function insertImported(
  tx: DbClient,
  customers: readonly NewCustomer[],
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Date },
): Promise<ReadonlyMap<string, string>> {
  if (customers.length === 0) return new Map();
  const agreed = { agreedVersion: NOT_AGREED, agreedAt: now };
  const rows = customers.map((each) => ({ passwordHash, createdAt: now, ...each, emailKey: normalizeEmail(each.email), ...agreed }));
  const inserted = await tx
    .insert(account)
    .values(rows)
    .onConflictDoNothing({ target: account.emailKey })
    .returning({ id: account.id, key: account.emailKey });
  return new Map(inserted.map(({ id, key }) => [key, id]));
}

/** Locks these accounts until the transaction ends; the ones that exist and are not erased. */
export const lockImported = (tx: DbClient, ids: readonly string[]) =>
  tx
    .select({
      id: account.id,
      email: account.email,
      firstName: account.firstName,
      lastName: account.lastName,
      isUsed: sql<boolean>`${account.emailVerifiedAt} is not null`,
    })
    .from(account)
    .where(and(inArray(account.id, [...ids]), isNull(account.erasedAt)))
    .orderBy(account.id)
    .for('update');

/** Only for accounts that nothing refers to. */
export async function deleteImported(tx: DbClient, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(account).where(and(inArray(account.id, [...ids]), isNull(account.emailVerifiedAt)));
}
