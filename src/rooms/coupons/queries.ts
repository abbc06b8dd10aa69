// All the SQL of the room.
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../infra/db.ts';
import type { CurrencyNumber } from '../../lib/money.ts';
import type { KnownCoupon } from './rules.ts';
import { coupon, couponAmount, couponUse } from './tables.ts';

export type NewCoupon = typeof coupon.$inferInsert;
export type NewAmount = Omit<typeof couponAmount.$inferInsert, 'couponId'>;

const usesOf = (couponId: typeof coupon.id, accountId: string) =>
  sql<number>`(select count(*)::int from ${couponUse} where ${couponUse.couponId} = ${couponId}
    and ${couponUse.accountId} = ${accountId} and ${couponUse.freedAt} is null)`;

export async function findCoupon(
  queries: Queries,
  { codeKey, currency, accountId }: { codeKey: string; currency: CurrencyNumber; accountId: string },
): Promise<KnownCoupon | undefined> {
  const [row] = await queries
    .select({ coupon, amount: couponAmount.amount, minimum: couponAmount.minimum, customerUses: usesOf(coupon.id, accountId) })
    .from(coupon)
    .leftJoin(couponAmount, and(eq(couponAmount.couponId, coupon.id), eq(couponAmount.currency, currency)))
    .where(eq(coupon.codeKey, codeKey));
  if (!row) return undefined;
  const { amount, minimum, customerUses } = row;
  return { ...row.coupon, customerUses, worth: minimum === null ? undefined : { amount, minimum } };
}

/** Undefined when it has been used as often as it may be. The row stays locked: whoever comes at the same time waits, and counts after this one. */
export async function countUp(tx: Queries, couponId: string): Promise<{ customerLimit: number | null } | undefined> {
  const [row] = await tx
    .update(coupon)
    .set({ uses: sql`${coupon.uses} + 1` })
    .where(and(eq(coupon.id, couponId), sql`(${coupon.totalLimit} is null or ${coupon.uses} < ${coupon.totalLimit})`))
    .returning({ customerLimit: coupon.customerLimit });
  return row;
}

export async function countUses(tx: Queries, couponId: string, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ uses: count() })
    .from(couponUse)
    .where(and(eq(couponUse.couponId, couponId), eq(couponUse.accountId, accountId), isNull(couponUse.freedAt)));
  return row?.uses ?? 0;
}

export async function insertUse(tx: Queries, use: typeof couponUse.$inferInsert): Promise<void> {
  await tx.insert(couponUse).values(use);
}

/** Once: a purchase that is given up twice frees its coupon once. */
export async function freeUse(tx: Queries, purchaseId: string, now: Date): Promise<void> {
  const [use] = await tx
    .update(couponUse)
    .set({ freedAt: now })
    .where(and(eq(couponUse.purchaseId, purchaseId), isNull(couponUse.freedAt)))
    .returning({ couponId: couponUse.couponId });
  if (use)
    await tx
      .update(coupon)
      .set({ uses: sql`${coupon.uses} - 1` })
      .where(eq(coupon.id, use.couponId));
}

/** False when there is one of this code. */
export async function insertCoupon(tx: Queries, row: NewCoupon, amounts: readonly NewAmount[]): Promise<boolean> {
  const [made] = await tx.insert(coupon).values(row).onConflictDoNothing({ target: coupon.codeKey }).returning({ id: coupon.id });
  if (!made) return false;
  if (amounts.length > 0) await tx.insert(couponAmount).values(amounts.map((amount) => ({ couponId: made.id, ...amount })));
  return true;
}
