// SQL of the second factor. Consuming a code locks the account row first, to avoid deadlocks.
import { and, count, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { account, accountSpareCode } from '../tables.ts';

export async function readFactor(queries: DbClient, accountId: string) {
  const { totpSecret, totpSince, emailVerifiedAt } = account;
  const [row] = await queries.select({ totpSecret, totpSince, emailVerifiedAt }).from(account).where(eq(account.id, accountId));
  return row;
}

export async function countSpareCodes(queries: DbClient, accountId: string): Promise<number> {
  const isUnused = and(eq(accountSpareCode.accountId, accountId), isNull(accountSpareCode.usedAt));
  const [row] = await queries.select({ left: count() }).from(accountSpareCode).where(isUnused);
  return row?.left ?? 0;
}

/** False if the second factor is on or the password has changed since it was checked. */
export async function storeSecret(queries: DbClient, accountId: string, totpSecret: Buffer, passwordHash: string): Promise<boolean> {
  const { rowCount } = await queries
    .update(account)
    .set({ totpSecret, totpStep: null })
    .where(and(eq(account.id, accountId), eq(account.passwordHash, passwordHash), isNull(account.totpSince)));
  return rowCount === 1;
}

type ConfirmedSecret = { readonly totpSecret: Buffer; readonly step: number };

/** False if it is already on or the secret was replaced since the code was checked. */
export async function turnOn(
  tx: DbClient,
  accountId: string,
  { totpSecret, step, now }: ConfirmedSecret & { now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(account)
    .set({ totpSince: now, totpStep: step })
    .where(and(eq(account.id, accountId), eq(account.totpSecret, totpSecret), isNull(account.totpSince)));
  return rowCount === 1;
}

/** Accepts each TOTP step once and no earlier step afterwards. */
export async function consumeTotpStep(tx: DbClient, accountId: string, { totpSecret, step }: ConfirmedSecret): Promise<boolean> {
  const isOn = and(eq(account.id, accountId), eq(account.totpSecret, totpSecret), isNotNull(account.totpSince));
  const { rowCount } = await tx
    .update(account)
    .set({ totpStep: step })
    .where(and(isOn, or(isNull(account.totpStep), lt(account.totpStep, step))));
  return rowCount === 1;
}

export async function consumeSpareCode(tx: DbClient, accountId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with owner as (select id from account where id = ${accountId} and totp_since is not null for no key update)
    update account_recovery_code as code set used_at = ${now.toISOString()}::timestamptz
    from owner where code.account_id = owner.id and code.code_hash = ${codeHash} and code.used_at is null`);
  return rowCount === 1;
}

/** False if the password has changed since it was checked. */
export async function turnOff(tx: DbClient, accountId: string, passwordHash: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(account)
    .set({ totpSecret: null, totpSince: null, totpStep: null })
    .where(and(eq(account.id, accountId), eq(account.passwordHash, passwordHash)));
  return rowCount === 1;
}

/** Removes the app, also one whose set-up is not finished, and the recovery codes. */
export async function removeApp(tx: DbClient, accountId: string): Promise<void> {
  await tx.update(account).set({ totpSecret: null, totpSince: null, totpStep: null }).where(eq(account.id, accountId));
  await replaceSpareCodes(tx, accountId, []);
}

/** Deletes earlier recovery codes. */
export async function replaceSpareCodes(tx: DbClient, accountId: string, codeHashes: readonly Buffer[]): Promise<void> {
  await tx.delete(accountSpareCode).where(eq(accountSpareCode.accountId, accountId));
  if (codeHashes.length > 0) await tx.insert(accountSpareCode).values(codeHashes.map((codeHash) => ({ accountId, codeHash })));
}
