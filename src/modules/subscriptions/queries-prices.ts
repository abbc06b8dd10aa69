// Queries for prices that customers are asked to agree to.
import { and, eq, isNull } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { subscriptionPrice } from './tables.ts';

export type PriceQuestion = typeof subscriptionPrice.$inferSelect;

const isOpen = isNull(subscriptionPrice.appliedAt);

export async function dropQuestion(tx: DbClient, subscriptionId: string): Promise<void> {
  await tx.delete(subscriptionPrice).where(and(eq(subscriptionPrice.subscriptionId, subscriptionId), isOpen));
}

export async function replaceQuestion(tx: DbClient, row: typeof subscriptionPrice.$inferInsert): Promise<void> {
  await dropQuestion(tx, row.subscriptionId);
  await tx.insert(subscriptionPrice).values(row);
}

/** The one that is not applied yet. */
export async function findQuestion(queries: DbClient, subscriptionId: string): Promise<PriceQuestion | undefined> {
  const [row] = await queries
    .select()
    .from(subscriptionPrice)
    .where(and(eq(subscriptionPrice.subscriptionId, subscriptionId), isOpen));
  return row;
}

export async function setQuestion(tx: DbClient, id: string, set: Partial<PriceQuestion>): Promise<void> {
  await tx.update(subscriptionPrice).set(set).where(eq(subscriptionPrice.id, id));
}
