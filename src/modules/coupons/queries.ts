// SQL of coupons.
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { KnownCoupon } from './rules.ts';
import { coupon, couponAmount, couponUse } from './tables.ts';

export type NewCoupon = typeof coupon.$inferInsert;
export type NewAmount = Omit<typeof couponAmount.$inferInsert, 'couponId'>;

const countUses = (couponId: typeof coupon.id, accountId: string) =>
  sql<number>`(select count(*)::int from ${couponUse} where ${couponUse.couponId} = ${couponId}
    and ${couponUse.accountId} = ${accountId} and ${couponUse.releasedAt} is null)`;

const isEndable = (until: Date) =>
  and(
    isNotNull(couponUse.heldFrom),
    isNull(couponUse.releasedAt),
    lte(couponUse.claimedAt, until),
    sql`has_open_payment(${couponUse.subjectId})`,
  );

export async function findCoupon(
  queries: DbClient,
  { codeKey, currency, accountId, endableUntil }: { codeKey: string; currency: CurrencyNumber; accountId: string; endableUntil: Date },
): Promise<KnownCoupon | undefined> {
  const [row] = await queries
    .select({
      coupon,
      amount: couponAmount.amount,
      minimum: couponAmount.minimum,
      customerUses: countUses(coupon.id, accountId),
      unpaidUse: sql<boolean>`has_unpaid_use(${coupon.id}, ${accountId}::uuid, null)`,
      endableUse: sql<boolean>`case when ${coupon.uses} >= ${coupon.totalLimit}
        then exists (select from ${couponUse} where ${couponUse.couponId} = ${coupon.id} and ${isEndable(endableUntil)}) else false end`,
    })
    .from(coupon)
    .leftJoin(couponAmount, and(eq(couponAmount.couponId, coupon.id), eq(couponAmount.currency, currency)))
    .where(eq(coupon.codeKey, codeKey));
  if (!row) return undefined;
  const { amount, minimum, customerUses, unpaidUse, endableUse } = row;
  return { ...row.coupon, customerUses, unpaidUse, endableUse, worth: minimum === null ? undefined : { amount, minimum } };
}

/** Uses the database function of purchases. Throws FF002, FF003 or FF008 if the coupon cannot be used. */
export async function claimCoupon(
  tx: DbClient,
  { couponId, accountId, purchaseId, now }: { couponId: string; accountId: string; purchaseId: string; now: Date },
): Promise<void> {
  await tx.execute(sql`select claim_coupon(${couponId}::uuid, ${accountId}::uuid, ${purchaseId}::uuid, ${now.toISOString()}::timestamptz)`);
}

export type CouponUse = typeof couponUse.$inferSelect;

export async function findUse(queries: DbClient, purchaseId: string): Promise<CouponUse | undefined> {
  const [row] = await queries.select().from(couponUse).where(eq(couponUse.subjectId, purchaseId));
  return row;
}

/** Other active uses of the account, and whether one of them is unpaid. */
export async function getOtherUses(tx: DbClient, { couponId, accountId, subjectId }: CouponUse) {
  const [row] = await tx
    .select({
      customerUses: countUses(coupon.id, accountId),
      unpaidUse: sql<boolean>`has_unpaid_use(${coupon.id}, ${accountId}::uuid, ${subjectId}::uuid)`,
    })
    .from(coupon)
    .where(eq(coupon.id, couponId));
  return row;
}

/** What an unpaid use counts for. `heldFrom`: null for a use that no limit counts. */
export type CouponHolder = { readonly couponId: string | null; readonly accountId: string; readonly heldFrom: string | null };

/** The oldest unpaid purchases and deposits of a coupon, an account or an address that may be ended. */
export async function findEndable(
  queries: DbClient,
  holder: CouponHolder,
  by: keyof CouponHolder,
  until: Date,
  limit: number,
): Promise<string[]> {
  const rows = await queries
    .select({ id: couponUse.subjectId })
    .from(couponUse)
    .where(and(sql`${couponUse[by]} = ${holder[by]}`, isEndable(until)))
    .orderBy(asc(couponUse.claimedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** True if the account or the address has as many unpaid uses as it may have. */
export async function isHoldLimitFull(tx: DbClient, { accountId, heldFrom }: Omit<CouponHolder, 'couponId'>): Promise<boolean> {
  const { rows } = await tx.execute<{ full: boolean }>(sql`select full_hold_limit(${accountId}::uuid, ${heldFrom}) is not null as full`);
  return rows[0]?.full ?? false;
}

/** The purchase or deposit is paid. */
export async function keepUse(tx: DbClient, subjectId: string): Promise<void> {
  await tx.update(couponUse).set({ heldFrom: null }).where(eq(couponUse.subjectId, subjectId));
}

/** The caller has locked the coupon. */
export async function reclaimCouponUse(
  tx: DbClient,
  { subjectId, couponId }: CouponUse,
  heldFrom: string | null,
  now: Date,
): Promise<void> {
  await tx.update(couponUse).set({ releasedAt: null, claimedAt: now, heldFrom }).where(eq(couponUse.subjectId, subjectId));
  await tx
    .update(coupon)
    .set({ uses: sql`${coupon.uses} + 1` })
    .where(eq(coupon.id, couponId));
}

/** Idempotent: a repeated call frees nothing. */
export async function releaseCouponUse(tx: DbClient, purchaseId: string, now: Date): Promise<void> {
  const [use] = await tx
    .update(couponUse)
    .set({ releasedAt: now, heldFrom: null })
    .where(and(eq(couponUse.subjectId, purchaseId), isNull(couponUse.releasedAt)))
    .returning({ couponId: couponUse.couponId });
  if (use)
    await tx
      .update(coupon)
      .set({ uses: sql`${coupon.uses} - 1` })
      .where(eq(coupon.id, use.couponId));
}

/** False if the code exists. */
export async function insertCoupon(tx: DbClient, row: NewCoupon, amounts: readonly NewAmount[]): Promise<boolean> {
  const [made] = await tx.insert(coupon).values(row).onConflictDoNothing({ target: coupon.codeKey }).returning({ id: coupon.id });
  if (!made) return false;
  if (amounts.length > 0) await tx.insert(couponAmount).values(amounts.map((amount) => ({ couponId: made.id, ...amount })));
  return true;
}

export type CouponRow = typeof coupon.$inferSelect;

/** Newest first. */
export const listCoupons = (queries: DbClient, limit: number): Promise<CouponRow[]> =>
  queries.select().from(coupon).orderBy(desc(coupon.createdAt)).limit(limit);

export const listAmounts = (queries: DbClient, couponIds: readonly string[]) =>
  queries
    .select()
    .from(couponAmount)
    .where(inArray(couponAmount.couponId, [...couponIds]))
    .orderBy(couponAmount.currency);

export async function findCouponByKey(queries: DbClient, codeKey: string): Promise<CouponRow | undefined> {
  const [row] = await queries.select().from(coupon).where(eq(coupon.codeKey, codeKey));
  return row;
}

export async function lockCoupon(tx: DbClient, id: string): Promise<CouponRow | undefined> {
  const [row] = await tx.select().from(coupon).where(eq(coupon.id, id)).for('update');
  return row;
}

export async function setExpiry(tx: DbClient, id: string, expiresAt: Date): Promise<void> {
  await tx.update(coupon).set({ expiresAt }).where(eq(coupon.id, id));
}
/** Codes of these coupons. */
export const listCodes = (queries: DbClient, ids: readonly string[]) =>
  queries
    .select({ id: coupon.id, code: coupon.code })
    .from(coupon)
    .where(inArray(coupon.id, [...ids]));
