// Queries of the comparison with a provider's books.
import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { Provider, RecordKind } from '../provider.ts';
import type { MismatchKind } from '../rules.ts';
import { paymentCharge, paymentMismatch, paymentReconciliation } from '../tables.ts';

export type Reconciliation = typeof paymentReconciliation.$inferSelect;

const isOfRun = (provider: Provider['name'], kind: RecordKind) =>
  and(eq(paymentReconciliation.provider, provider), eq(paymentReconciliation.kind, kind));

export async function findRun(queries: DbClient, provider: Provider['name'], kind: RecordKind): Promise<Reconciliation | undefined> {
  const [row] = await queries.select().from(paymentReconciliation).where(isOfRun(provider, kind));
  return row;
}

export async function putRun(queries: DbClient, row: Reconciliation): Promise<void> {
  const { provider, kind, ...set } = row;
  await queries
    .insert(paymentReconciliation)
    .values(row)
    .onConflictDoUpdate({ target: [paymentReconciliation.provider, paymentReconciliation.kind], set });
}

export async function findChargeByReference(queries: DbClient, provider: Provider['name'], reference: string) {
  const [row] = await queries
    .select()
    .from(paymentCharge)
    .where(and(eq(paymentCharge.provider, provider), eq(paymentCharge.reference, reference)));
  return row;
}

/** Charges of our books in a span of time. */
export const listChargesBetween = (
  queries: DbClient,
  provider: Provider['name'],
  { from, to }: { readonly from: Date; readonly to: Date },
) =>
  queries
    .select()
    .from(paymentCharge)
    .where(and(eq(paymentCharge.provider, provider), gte(paymentCharge.chargedAt, from), lt(paymentCharge.chargedAt, to)));

/** True if it was not known. One that an operator has settled stays so. */
export async function insertMismatch(queries: DbClient, row: typeof paymentMismatch.$inferInsert): Promise<boolean> {
  const rows = await queries.insert(paymentMismatch).values(row).onConflictDoNothing().returning({ id: paymentMismatch.id });
  return rows.length > 0;
}

/**
 * Without statistics, a list of the oldest would read and sort all of them. Autovacuum takes up to a minute,
 * and the desk asks at once.
 */
export async function analyzeMismatches(queries: DbClient): Promise<void> {
  await queries.execute(sql`analyze ${paymentMismatch}`);
}

/** The books agree now. */
export async function settleMismatches(
  queries: DbClient,
  about: { readonly provider: Provider['name']; readonly reference: string; readonly kinds: readonly MismatchKind[] },
  at: Date,
): Promise<void> {
  const { provider, reference, kinds } = about;
  await queries
    .update(paymentMismatch)
    .set({ settledAt: at })
    .where(
      and(
        eq(paymentMismatch.provider, provider),
        eq(paymentMismatch.reference, reference),
        inArray(paymentMismatch.kind, [...kinds]),
        isNull(paymentMismatch.settledAt),
      ),
    );
}

/** By an operator: one, or all. Returns their ids. */
export async function closeMismatches(tx: DbClient, id: string | undefined, at: Date): Promise<string[]> {
  const rows = await tx
    .update(paymentMismatch)
    .set({ settledAt: at })
    .where(and(isNull(paymentMismatch.settledAt), id === undefined ? undefined : eq(paymentMismatch.id, id)))
    .returning({ id: paymentMismatch.id });
  return rows.map((row) => row.id);
}
