// SQL of mailed keys and of received mails.
import { and, eq, gt, lt } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { supportKey, supportMailIn } from '../tables.ts';

export async function insertKey(tx: DbClient, key: typeof supportKey.$inferInsert): Promise<void> {
  await tx.insert(supportKey).values(key);
}

/** What a valid key allows to answer. */
export async function findKey(queries: DbClient, hash: string, now: Date) {
  const [row] = await queries
    .select({ number: supportKey.ticketNumber, pieceId: supportKey.pieceId })
    .from(supportKey)
    .where(and(eq(supportKey.hash, hash), gt(supportKey.expiresAt, now)));
  return row;
}

/** The ticket number of a valid key. */
export const findTicketByKey = async (queries: DbClient, hash: string, now: Date): Promise<string | undefined> =>
  (await findKey(queries, hash, now))?.number ?? undefined;

/** Exchanges a valid key for a new one, once; concurrent requests get undefined. */
export async function exchangeKey(tx: DbClient, hash: string, { to, now }: { to: string; now: Date }): Promise<string | undefined> {
  const [row] = await tx
    .update(supportKey)
    .set({ hash: to })
    .where(and(eq(supportKey.hash, hash), gt(supportKey.expiresAt, now)))
    .returning({ number: supportKey.ticketNumber });
  return row?.number ?? undefined;
}

/** False if this mail was received before. A concurrent delivery waits here. */
export async function takeMail(tx: DbClient, hash: string, createdAt: Date): Promise<boolean> {
  const { rowCount } = await tx.insert(supportMailIn).values({ hash, createdAt }).onConflictDoNothing();
  return rowCount === 1;
}

export async function deleteOld(queries: DbClient, { keysBefore, mailsBefore }: { keysBefore: Date; mailsBefore: Date }): Promise<void> {
  await queries.delete(supportKey).where(lt(supportKey.expiresAt, keysBefore));
  await queries.delete(supportMailIn).where(lt(supportMailIn.createdAt, mailsBefore));
}
