// Queries for claims, settlements, entries of bank statements and payouts.
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { UnmatchedReason } from './rules.ts';
import { bankEntry, claim, payout, settlement } from './tables.ts';

export type Claim = typeof claim.$inferSelect;
export type Settlement = typeof settlement.$inferSelect;

export async function insertClaim(tx: DbClient, row: typeof claim.$inferInsert): Promise<void> {
  await tx.insert(claim).values(row);
}

export async function findClaim(queries: DbClient, purchaseId: string): Promise<Claim | undefined> {
  const [row] = await queries.select().from(claim).where(eq(claim.purchaseId, purchaseId));
  return row;
}

/** Every decision about a claim is made under this lock. */
export async function lockClaim(tx: DbClient, purchaseId: string): Promise<Claim | undefined> {
  const [row] = await tx.select().from(claim).where(eq(claim.purchaseId, purchaseId)).for('update');
  return row;
}

type Added = { readonly settled?: number; readonly credited?: number };

export async function addToClaim(tx: DbClient, purchaseId: string, { settled = 0, credited = 0 }: Added): Promise<void> {
  await tx
    .update(claim)
    .set({ settled: sql`${claim.settled} + ${settled}`, credited: sql`${claim.credited} + ${credited}` })
    .where(eq(claim.purchaseId, purchaseId));
}

/** From now on all of it is asked for, until this day. */
export async function askRest(tx: DbClient, purchaseId: string, dueOn: string): Promise<void> {
  await tx.update(claim).set({ asked: null, dueOn }).where(eq(claim.purchaseId, purchaseId));
}

export const listClaimsByReference = (queries: DbClient, references: readonly string[]): Promise<Claim[]> =>
  queries
    .select()
    .from(claim)
    .where(inArray(claim.reference, [...references]));

const isDue = sql`${claim.settled} + ${claim.credited} < coalesce(${claim.asked}, ${claim.amount})`;
const isOpen = sql`${claim.settled} + ${claim.credited} < ${claim.amount}`;

type OpenClaims = { readonly overdueOn: string | undefined; readonly after: string | undefined; readonly limit: number };

/**
 * Those due first. `overdueOn`: only those that were due before this day. `after`: a purchase of the list.
 */
export const listOpenClaims = (queries: DbClient, { overdueOn, after, limit }: OpenClaims): Promise<Claim[]> =>
  queries
    .select()
    .from(claim)
    .where(
      and(
        isOpen,
        overdueOn === undefined ? undefined : and(isDue, lt(claim.dueOn, overdueOn)),
        after === undefined
          ? undefined
          : sql`(${claim.dueOn}, ${claim.purchaseId}) > (select last.due_on, last.purchase_id from claim last where last.purchase_id = ${after})`,
      ),
    )
    .orderBy(asc(claim.dueOn), asc(claim.purchaseId))
    .limit(limit);

export async function insertSettlement(tx: DbClient, row: typeof settlement.$inferInsert): Promise<void> {
  await tx.insert(settlement).values(row);
}

export async function findSettlement(queries: DbClient, id: string): Promise<Settlement | undefined> {
  const [row] = await queries.select().from(settlement).where(eq(settlement.id, id));
  return row;
}

/** What settled the claims of these purchases, the oldest first. */
export const listSettlements = (queries: DbClient, purchaseIds: readonly string[]): Promise<Settlement[]> =>
  queries
    .select()
    .from(settlement)
    .where(inArray(settlement.purchaseId, [...purchaseIds]))
    .orderBy(asc(settlement.id));

/** False if it was undone before. */
export async function setUndone(tx: DbClient, id: string, undoneAt: Date): Promise<boolean> {
  const done = await tx
    .update(settlement)
    .set({ undoneAt })
    .where(and(eq(settlement.id, id), isNull(settlement.undoneAt)))
    .returning({ id: settlement.id });
  return done.length > 0;
}

export async function setReturned(tx: DbClient, id: string, returned: number): Promise<void> {
  await tx.update(settlement).set({ returned }).where(eq(settlement.id, id));
}

/** For the data export. */
export const listAccountClaims = (queries: DbClient, accountId: string, limit: number) => {
  const { purchaseId, currency, amount, settled, credited, reference, createdAt, dueOn } = claim;
  return queries
    .select({ purchaseId, currency, amount, settled, credited, reference, createdAt, dueOn })
    .from(claim)
    .where(eq(claim.accountId, accountId))
    .limit(limit);
};

/** For the data export. */
export const listAccountPayouts = (queries: DbClient, accountId: string, limit: number) => {
  const { id, currency, amount, at } = payout;
  return queries.select({ id, currency, amount, at }).from(payout).where(eq(payout.accountId, accountId)).limit(limit);
};

export async function hasOpenClaim(queries: DbClient, accountId: string): Promise<boolean> {
  const [row] = await queries
    .select({ purchaseId: claim.purchaseId })
    .from(claim)
    .where(and(eq(claim.accountId, accountId), isOpen))
    .limit(1);
  return row !== undefined;
}

/** False if the entry is known. */
export async function insertEntry(tx: DbClient, row: typeof bankEntry.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(bankEntry).values(row).onConflictDoNothing({ target: bankEntry.key }).returning({ id: bankEntry.id });
  return rows.length > 0;
}

export async function lockEntry(tx: DbClient, id: string): Promise<typeof bankEntry.$inferSelect | undefined> {
  const [row] = await tx.select().from(bankEntry).where(eq(bankEntry.id, id)).for('update');
  return row;
}

export async function setEntry(
  tx: DbClient,
  id: string,
  set: Pick<typeof bankEntry.$inferInsert, 'settlementId' | 'unmatched'>,
): Promise<void> {
  await tx.update(bankEntry).set(set).where(eq(bankEntry.id, id));
}

/** The entry settles nothing any more. */
export async function releaseEntry(tx: DbClient, settlementId: string): Promise<void> {
  const unmatched: UnmatchedReason = 'unknown';
  await tx.update(bankEntry).set({ settlementId: null, unmatched }).where(eq(bankEntry.settlementId, settlementId));
}

/** Entries that settle nothing yet, the oldest first. */
export const listUnmatched = (queries: DbClient, limit: number) =>
  queries
    .select()
    .from(bankEntry)
    .where(and(isNull(bankEntry.settlementId), sql`${bankEntry.unmatched} <> 'debit'`))
    .orderBy(asc(bankEntry.importedAt), asc(bankEntry.id))
    .limit(limit);

/** False if this id was paid out before. */
export async function insertPayout(tx: DbClient, row: typeof payout.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(payout).values(row).onConflictDoNothing().returning({ id: payout.id });
  return rows.length > 0;
}
