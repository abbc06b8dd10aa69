// Queries for quotes.
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import type { QuoteState } from './rules.ts';
import { quote, quoteVersion } from './tables.ts';

export type Quote = typeof quote.$inferSelect;
export type QuoteVersion = typeof quoteVersion.$inferSelect;

/** Returns its place in the series. */
export async function insertQuote(tx: DbClient, row: Omit<typeof quote.$inferInsert, 'serial'>): Promise<number> {
  const [made] = await tx.insert(quote).values(row).returning({ serial: quote.serial });
  if (!made) throw new Error(`quote ${row.id} was not inserted`);
  return made.serial;
}

export async function insertVersion(tx: DbClient, row: typeof quoteVersion.$inferInsert): Promise<void> {
  await tx.insert(quoteVersion).values(row);
}

/** Every decision about a quote is made under this lock. */
export async function lockQuote(tx: DbClient, id: string): Promise<Quote | undefined> {
  const [row] = await tx.select().from(quote).where(eq(quote.id, id)).for('update');
  return row;
}

export async function findQuote(queries: DbClient, id: string): Promise<Quote | undefined> {
  const [row] = await queries.select().from(quote).where(eq(quote.id, id));
  return row;
}

export async function setQuote(tx: DbClient, id: string, set: Partial<typeof quote.$inferInsert>): Promise<void> {
  await tx.update(quote).set(set).where(eq(quote.id, id));
}

export async function getVersion(queries: DbClient, quoteId: string, version: number): Promise<QuoteVersion> {
  const [row] = await queries
    .select()
    .from(quoteVersion)
    .where(and(eq(quoteVersion.quoteId, quoteId), eq(quoteVersion.version, version)));
  if (!row) throw new Error(`quote ${quoteId} has no version ${version}`);
  return row;
}

/** The newest first. */
export const listVersions = (queries: DbClient, quoteId: string): Promise<QuoteVersion[]> =>
  queries.select().from(quoteVersion).where(eq(quoteVersion.quoteId, quoteId)).orderBy(desc(quoteVersion.version));

type QuotePage = {
  readonly state?: QuoteState | undefined;
  readonly customerId?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
};

/** The newest first, one more than the limit, each with its current version. */
export const listQuotes = (queries: DbClient, { state, customerId, before, limit }: QuotePage, now: Date) =>
  queries
    .select({ quote, content: quoteVersion.content })
    .from(quote)
    .innerJoin(quoteVersion, and(eq(quoteVersion.quoteId, quote.id), eq(quoteVersion.version, quote.version)))
    .where(
      and(
        state && isInState(state, now),
        customerId === undefined ? undefined : eq(quote.accountId, customerId),
        before === undefined ? undefined : lt(quote.id, before),
      ),
    )
    .orderBy(desc(quote.id))
    .limit(limit + 1);

function isInState(state: QuoteState, now: Date): SQL | undefined {
  if (state === 'expired') return and(eq(quote.state, 'open'), lte(quote.validUntil, now));
  return and(eq(quote.state, state), state === 'open' ? gt(quote.validUntil, now) : undefined);
}

type Expiring = { readonly now: Date; readonly before: Date };

/** Open ones that expire before a moment and were not reminded of, the next first. */
export const listExpiring = (queries: DbClient, { now, before }: Expiring, limit: number): Promise<{ id: string }[]> =>
  queries
    .select({ id: quote.id })
    .from(quote)
    .where(and(isExpiring({ now, before }), isNotWaiting('quotes.remind', sql`${quote.id}`, now)))
    .orderBy(asc(quote.validUntil))
    .limit(limit);

/** Undefined if it is no longer due, or locked. */
export async function lockExpiring(tx: DbClient, id: string, expiring: Expiring): Promise<Quote | undefined> {
  const [row] = await tx
    .select()
    .from(quote)
    .where(and(eq(quote.id, id), isExpiring(expiring)))
    .for('update', { skipLocked: true });
  return row;
}

const isExpiring = ({ now, before }: Expiring) =>
  and(eq(quote.state, 'open'), gt(quote.validUntil, now), lte(quote.validUntil, before), isNull(quote.remindedAt));

/** For the data export: what was sent, in every version. */
export async function listAccountQuotes(queries: DbClient, accountId: string, limit: number) {
  const quotes = await queries.select().from(quote).where(eq(quote.accountId, accountId)).limit(limit);
  const ids = quotes.map(({ id }) => id);
  const versions = await queries.select().from(quoteVersion).where(inArray(quoteVersion.quoteId, ids));
  return quotes.map(({ operatorId: _, ...row }) => ({
    ...row,
    versions: versions
      .filter(({ quoteId }) => quoteId === row.id)
      .map(({ version, createdAt, content }) => ({ version, createdAt, content })),
  }));
}

export async function dropQuotes(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(quoteVersion).where(eq(quoteVersion.accountId, accountId));
  await tx.delete(quote).where(eq(quote.accountId, accountId));
}
