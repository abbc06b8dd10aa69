// Queries for saved means of payment.
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { SavedMeans } from './rules.ts';
import { payment, paymentMeans } from './tables.ts';

export type Means = typeof paymentMeans.$inferSelect;

const inUse = isNull(paymentMeans.removedAt);

/** The same card again is the same row, for its account alone. Undefined for another account. */
export async function upsertMeans(tx: DbClient, row: typeof paymentMeans.$inferInsert): Promise<Means | undefined> {
  const { last4, expires, savedAt } = row;
  const [saved] = await tx
    .insert(paymentMeans)
    .values(row)
    .onConflictDoUpdate({
      target: [paymentMeans.provider, paymentMeans.reference],
      set: { last4, expires, savedAt, removedAt: null },
      setWhere: eq(paymentMeans.accountId, row.accountId),
    })
    .returning();
  return saved;
}

/** The accounts of these references, by reference. */
export async function findMeansOwners(queries: DbClient, provider: string, references: readonly string[]) {
  const rows = await queries
    .select({ reference: paymentMeans.reference, accountId: paymentMeans.accountId })
    .from(paymentMeans)
    .where(and(eq(paymentMeans.provider, provider), inArray(paymentMeans.reference, [...references])));
  return rows.map(({ reference, accountId }) => [reference, accountId] as const);
}

export async function findMeans(queries: DbClient, id: string): Promise<Means | undefined> {
  const [row] = await queries.select().from(paymentMeans).where(eq(paymentMeans.id, id));
  return row;
}

/** What can be charged, locked until the commit, so that it is not removed meanwhile. */
export async function lockMeans(tx: DbClient, id: string): Promise<Means | undefined> {
  const [row] = await tx
    .select()
    .from(paymentMeans)
    .where(and(eq(paymentMeans.id, id), inUse))
    .for('update');
  return row;
}

/** Newest first, without removed ones. */
export const listMeans = (queries: DbClient, accountId: string): Promise<Means[]> =>
  queries
    .select()
    .from(paymentMeans)
    .where(and(eq(paymentMeans.accountId, accountId), inUse))
    .orderBy(desc(paymentMeans.savedAt));

/** For the data export. */
export const listMeansForExport = (queries: DbClient, accountId: string, limit: number) => {
  const { kind, brand, last4, expires, savedAt, removedAt } = paymentMeans;
  return queries
    .select({ kind, brand, last4, expires, savedAt, removedAt })
    .from(paymentMeans)
    .where(eq(paymentMeans.accountId, accountId))
    .limit(limit);
};

/** A charge of it goes on. */
export async function isBeingCharged(queries: DbClient, meansId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.meansId, meansId), eq(payment.state, 'open')))
    .limit(1);
  return row !== undefined;
}

export async function setRemoved(queries: DbClient, id: string, removedAt: Date): Promise<void> {
  await queries.update(paymentMeans).set({ removedAt }).where(eq(paymentMeans.id, id));
}

/** Those of an account that is erased. */
export async function removeAllMeans(tx: DbClient, accountId: string): Promise<string[]> {
  const removed = await tx
    .update(paymentMeans)
    .set({ removedAt: sql`coalesce(${paymentMeans.removedAt}, now())`, brand: '', last4: '', expires: null })
    .where(eq(paymentMeans.accountId, accountId))
    .returning({ id: paymentMeans.id });
  return removed.map(({ id }) => id);
}

/** What the provider reports of one that it keeps. */
export async function setReported(
  queries: DbClient,
  provider: string,
  { reference, ...set }: Pick<SavedMeans, 'reference'> & Partial<Pick<Means, 'last4' | 'expires' | 'removedAt'>>,
): Promise<void> {
  await queries
    .update(paymentMeans)
    .set(set)
    .where(and(eq(paymentMeans.provider, provider), eq(paymentMeans.reference, reference), inUse));
}
