// SQL of email changes. Lock order: account row first, then its codes; any other order can deadlock.
import { and, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { changeIfUnique } from '#platform/identity/queries.ts';
import { person } from '../queries.ts';
import type { CodeKind } from '../rules.ts';
import { account, accountCode, accountEmailChange } from '../tables.ts';

/** Undefined if the account is erased. */
export async function lockAccount(tx: DbClient, accountId: string) {
  const [row] = await tx
    .select(person)
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.erasedAt)))
    .for('no key update');
  return row;
}

/** Finds the code's account and locks it. Validity is checked when the code is consumed. */
export async function lockByCode(tx: DbClient, codeHash: Buffer) {
  const [row] = await tx
    .select({ person, kind: accountCode.kind })
    .from(accountCode)
    .innerJoin(account, eq(account.id, accountCode.accountId))
    .where(eq(accountCode.codeHash, codeHash))
    .for('no key update', { of: account });
  return row;
}

/** Whom an unused code was sent to. */
export async function findByCode(queries: DbClient, codeHash: Buffer, kind: CodeKind) {
  const [row] = await queries
    .select(person)
    .from(accountCode)
    .innerJoin(account, eq(account.id, accountCode.accountId))
    .where(and(eq(accountCode.codeHash, codeHash), eq(accountCode.kind, kind), isNull(accountCode.usedAt), isNull(account.erasedAt)));
  return row;
}

export async function findVerified(queries: DbClient, emailKey: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.emailKey, emailKey), isNotNull(account.emailVerifiedAt)));
  return row?.id;
}

export async function insertEmailChange(tx: DbClient, row: typeof accountEmailChange.$inferInsert): Promise<void> {
  await tx.insert(accountEmailChange).values(row);
}

/** Deletes the change and its codes, so that links already sent stop working. */
export async function deleteEmailChange(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(accountEmailChange).where(eq(accountEmailChange.accountId, accountId));
  await tx.delete(accountCode).where(and(eq(accountCode.accountId, accountId), inArray(accountCode.kind, ['old-address', 'new-address'])));
}

export async function findEmailChange(queries: DbClient, accountId: string) {
  const [row] = await queries.select().from(accountEmailChange).where(eq(accountEmailChange.accountId, accountId));
  return row;
}

/** Returns the row with both confirmations. */
export async function confirmSide(tx: DbClient, accountId: string, side: 'old-address' | 'new-address', now: Date) {
  const [row] = await tx
    .update(accountEmailChange)
    .set(side === 'old-address' ? { oldConfirmedAt: now } : { newConfirmedAt: now })
    .where(eq(accountEmailChange.accountId, accountId))
    .returning();
  return row;
}

type NewAddress = { readonly email: string; readonly emailKey: string; readonly now: Date };

/** False if another account has the address. */
export const moveAddress = (tx: DbClient, accountId: string, { email, emailKey, now }: NewAddress): Promise<boolean> =>
  changeIfUnique(tx, 'account_email', () =>
    tx.update(account).set({ email, emailKey, emailVerifiedAt: now }).where(eq(account.id, accountId)),
  );

export async function forgetEmailChanges(queries: DbClient, before: Date): Promise<void> {
  await queries.delete(accountEmailChange).where(lt(accountEmailChange.requestedAt, before));
}
