// SQL of turning two-step log-in on and off, and of its recovery codes.
import { and, count, eq, isNull } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { account, accountSpareCode } from '../tables.ts';

export async function countSpareCodes(queries: DbClient, accountId: string): Promise<number> {
  const isUnused = and(eq(accountSpareCode.ownerId, accountId), isNull(accountSpareCode.usedAt));
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
  await tx.delete(accountSpareCode).where(eq(accountSpareCode.ownerId, accountId));
  if (codeHashes.length > 0) await tx.insert(accountSpareCode).values(codeHashes.map((codeHash) => ({ ownerId: accountId, codeHash })));
}
