// Coupons and their uses.
import { randomUUID } from 'node:crypto';
import type { Sql } from './sql.ts';

export type CouponOptions = {
  readonly code?: string;
  readonly percent?: number;
  /** In euros, instead of a percentage. */
  readonly amount?: number;
  readonly appliesTo?: 'orders' | 'deposits' | 'both';
  /** Numbers of services; all if missing. */
  readonly services?: readonly number[];
  readonly totalLimit?: number;
  readonly customerLimit?: number;
  readonly firstPurchaseOnly?: boolean;
};

/** Creates a coupon of 10 % on orders; returns its code. */
export async function addCoupon({ sql }: Sql, options: CouponOptions = {}): Promise<string> {
  const { code = `C${randomUUID().slice(0, 12).toUpperCase()}`, percent = 10, appliesTo = 'orders', services } = options;
  await sql(
    `insert into coupon (code, code_key, kind, percent, applies_to, services, total_limit, customer_limit, first_purchase_only, created_at)
     values ($1, upper($1), 'percent', $2, $3, $4, $5, $6, $7, now())`,
    [
      code,
      percent,
      appliesTo,
      services ? JSON.stringify(services) : null,
      options.totalLimit ?? null,
      options.customerLimit ?? null,
      options.firstPurchaseOnly ?? false,
    ],
  );
  if (options.amount !== undefined)
    await sql(
      `with made as (update coupon set kind = 'amount', percent = null where code = $1 returning id)
       insert into coupon_amount (coupon_id, currency, amount) select id, 0, $2 from made`,
      [code, options.amount],
    );
  return code;
}

export const expireCoupon = ({ sql }: Sql, code: string, at = new Date('2020-01-01')) =>
  sql('update coupon set expires_at = $2 where code_key = $1', [code, at]);

export async function couponId({ sql }: Sql, code: string): Promise<string> {
  const [row] = await sql<{ id: string }>('select id from coupon where code = $1', [code]);
  if (!row) throw new Error(`no coupon ${code}`);
  return row.id;
}

/** How many uses the coupon counts, and how many of its uses are not released. */
export async function couponUses({ sql }: Sql, code: string): Promise<{ counted: number; held: number }> {
  const [row] = await sql<{ counted: number; held: number }>(
    `select uses as counted, (select count(*)::int from coupon_use where coupon_id = coupon.id and released_at is null) as held
     from coupon where code = $1`,
    [code],
  );
  if (!row) throw new Error(`no coupon ${code}`);
  return row;
}

/** How many uses of the coupon an account holds; without an account, how many all have. */
export const usesHeld = async ({ sql }: Sql, id: string, accountId?: string): Promise<number> =>
  (
    await sql('select from coupon_use where coupon_id = $1 and ($2::uuid is null or account_id = $2) and released_at is null', [
      id,
      accountId ?? null,
    ])
  ).length;

/** Adds a use without a look at the limits, and without counting it. */
export const addCouponUse = ({ sql }: Sql, id: string, accountId: string = randomUUID()) =>
  sql('insert into coupon_use values (gen_random_uuid(), $1, $2, now())', [id, accountId]);

export const deleteCouponUses = ({ sql }: Sql, accountId: string) => sql('delete from coupon_use where account_id = $1', [accountId]);

/** Whether the use of a purchase or deposit is released. */
export const isUseReleased = async ({ sql }: Sql, subjectId: string): Promise<boolean | undefined> =>
  (await sql<{ released: boolean }>('select released_at is not null as released from coupon_use where subject_id = $1', [subjectId]))[0]
    ?.released;

/** Naive version of ending an unpaid order: its use is free before its link has ended. */
export const freeUseNaively = ({ sql }: Sql, subjectId: string) =>
  sql(
    `with freed as (update coupon_use set released_at = now(), held_from = null where subject_id = $1 returning coupon_id)
     update coupon set uses = uses - 1 from freed where id = coupon_id`,
    [subjectId],
  );

/** The use of an order counts again, beyond the limit if need be. */
export const restoreUse = ({ sql }: Sql, subjectId: string) =>
  sql(
    `with restored as (update coupon_use set released_at = null where subject_id = $1 returning coupon_id)
     update coupon set uses = uses + 1, total_limit = greatest(total_limit, uses + 1) from restored where id = coupon_id`,
    [subjectId],
  );

/** Naive version of the limit of an address: counts its uses, then adds one. */
export async function holdNaively({ sql }: Sql, id: string, accountId: string, from: string, limit: number): Promise<boolean> {
  if ((await sql('select from coupon_use where held_from = $1', [from])).length >= limit) return false;
  await sql(
    'insert into coupon_use (subject_id, coupon_id, account_id, claimed_at, held_from) values (gen_random_uuid(), $1, $2, now(), $3)',
    [id, accountId, from],
  );
  return true;
}

/** The hash of the address that holds the use of an unpaid order or deposit. */
export async function findHeldFrom({ sql }: Sql, subjectId: string): Promise<string | null | undefined> {
  const [row] = await sql<{ held_from: string | null }>('select held_from from coupon_use where subject_id = $1', [subjectId]);
  return row?.held_from;
}

export const setHeldFrom = ({ sql }: Sql, subjectId: string, heldFrom: string | null | undefined) =>
  sql('update coupon_use set held_from = $2 where subject_id = $1', [subjectId, heldFrom]);
