// Balances, deposits and transfers of the ledger.

import { randomUUID } from 'node:crypto';
import type { Sql } from './database.ts';

/** Credits every account promotional credit, as a bonus that the audit accepts or reports. */
export const giveBonus = ({ sql }: Sql, amount: number) =>
  sql(`select credit_wallet(id, 0::smallint, $1, 'bonus', gen_random_uuid(), 'promotion', 'promo', now()) from account`, [amount]);

export const giveBonusTo = ({ sql }: Sql, accountId: string, amount: number) =>
  sql(`select credit_wallet($1, 0::smallint, $2, 'bonus', gen_random_uuid(), 'promotion', 'promo', now())`, [accountId, amount]);

/** Debits the balance in EUR for several purchases in one statement, without the purchases. */
export const debitFor = ({ sql }: Sql, accountId: string, prices: readonly number[]) =>
  sql('select * from debit_wallets($1::jsonb)', [
    JSON.stringify(prices.map((price) => ({ id: randomUUID(), account_id: accountId, currency: 0, price, created_at: new Date() }))),
  ]);

/** How many deposits the customer has requested. */
export const depositCount = async ({ sql }: Sql, email: string): Promise<number> =>
  (await sql('select from deposit join account on account.id = account_id where email = $1', [email])).length;

export const allDepositCount = async ({ sql }: Sql): Promise<number> => (await sql('select from deposit')).length;

/** The balance after each spend of the account, oldest first. */
export const balancesAfterSpends = async ({ sql }: Sql, accountId: string): Promise<number[]> =>
  (
    await sql<{ after: string }>(
      `select balance_after as after from ledger_transfer where account_id = $1 and kind in ('spend', 'spendPromo') order by id`,
      [accountId],
    )
  ).map(({ after }) => Number(after));

/** The net sales per day and currency according to the ledger. */
export const netSalesByDay = ({ sql }: Sql, zone: string): Promise<{ day: string; currency: number; net: number }[]> =>
  sql(
    `select to_char(at at time zone $1, 'YYYY-MM-DD') as day, currency,
       sum(case when to_account = 'sales' then amount else -amount end)::int as net
     from ledger_transfer where 'sales' in (from_account, to_account) group by 1, 2 order by 1, 2`,
    [zone],
  );

/** Naive version of taking a bonus back: reads all balances first and writes them later. */
export async function prepareNaiveBonusBack({ sql }: Sql, amount: number): Promise<() => Promise<void>> {
  const [{ promo = 0 } = {}] = await sql<{ promo: number }>('select promo::int from wallet');
  return async () => {
    await sql('update wallet set promo = $1', [promo - amount]);
    await sql(
      `insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
       select 'bonusBack', gen_random_uuid(), 'promo', 'promotion', 0, $1, account_id, promo, now() from wallet`,
      [amount],
    );
  };
}

/** Naive version of a partial refund to the balance: reads what is left first and refunds later. */
export async function prepareNaiveRefund({ sql }: Sql, orderId: string, amount: number): Promise<() => Promise<void>> {
  const [{ left = 0 } = {}] = await sql<{ left: number }>(
    'select price - (select coalesce(sum(to_promo), 0)::int from order_refund where order_id = $1) as left from shop_order where id = $1',
    [orderId],
  );
  return async () => {
    if (left < amount) return;
    const part = randomUUID();
    await sql(
      `insert into order_refund select $2, id, account_id, gen_random_uuid(), now(), false, 0, 0, 0, $3 from shop_order where id = $1`,
      [orderId, part, amount],
    );
    await sql(
      `select credit_wallet(account_id, 0::smallint, $3, 'partBackPromo', $2, 'sales', 'promo', now()) from shop_order where id = $1`,
      [orderId, part, amount],
    );
  };
}

/** Naive wallet that reads its balance before it writes it; a spend returns the status of its answer. */
export async function naiveWallet({ sql }: Sql, balance: number): Promise<(amount: number) => Promise<200 | 400>> {
  await sql('create table naive_wallet (cash integer)');
  await sql('insert into naive_wallet values ($1)', [balance]);
  return async (amount) => {
    const [had] = await sql<{ cash: number }>('select cash from naive_wallet');
    if (!had || had.cash < amount) return 400;
    await sql('update naive_wallet set cash = $1', [had.cash - amount]);
    return 200;
  };
}

/** Bookings that the audit must report. */
export const unfoundedBookings = {
  'refund of a deposit that nobody made':
    'insert into deposit_refund select gen_random_uuid(), gen_random_uuid(), id, id, now(), 100, 0, gen_random_uuid() from account',
  'transfer of a deposit back to the provider': `insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
    select 'depositBack', gen_random_uuid(), 'cash', 'provider', 0, 100, id, 0, now() from account`,
  'bonus given a second time': `select credit_wallet(id, 0::smallint, 100, 'bonusAgain', gen_random_uuid(), 'promotion', 'promo', now()) from account`,
  'refund of an order without a transfer':
    'insert into order_refund select gen_random_uuid(), id, account_id, gen_random_uuid(), now(), false, 0, 0, 100, 0 from shop_order',
  'transfer of a partial refund without the refund': `select credit_wallet(account_id, 0::smallint, 100, 'partBack', gen_random_uuid(), 'sales', 'cash', now()) from shop_order`,
  'transfer of a gift that nobody gave': `select credit_wallet(account_id, 0::smallint, 100, 'gift', gen_random_uuid(), 'promotion', 'promo', now()) from shop_order`,
  'gift without a transfer':
    'insert into wallet_gift select gen_random_uuid(), account_id, 0, 100, gen_random_uuid(), now() from shop_order',
} as const;

export const book = ({ sql }: Sql, booking: keyof typeof unfoundedBookings) => sql(unfoundedBookings[booking]);

/** A wallet with a cent that no transfer explains. */
export const addUnbookedWallet = ({ sql }: Sql, accountId: string) =>
  sql('insert into wallet (account_id, currency, cash) values ($1, 0, 1)', [accountId]);

export const walletTotal = async ({ sql }: Sql, accountId: string): Promise<number> =>
  Number((await sql<{ total: string }>('select cash + promo as total from wallet where account_id = $1', [accountId]))[0]?.total);

/** The transfers of an account say one cent more, although the ledger refuses changes. */
export async function spoilTransfers({ sql }: Sql, accountId: string): Promise<void> {
  await sql('alter table ledger_transfer disable trigger ledger_is_append_only');
  await sql('update ledger_transfer set amount = amount + 1 where account_id = $1', [accountId]);
  await sql('alter table ledger_transfer enable trigger ledger_is_append_only');
}

/** What customers owe because their banks took payments back: the sum of the claims. */
export const claims = async ({ sql }: Sql, accountId: string): Promise<number> =>
  (
    await sql<{ sum: number }>(
      `select coalesce(sum(case kind when 'returned' then line.amount else -line.amount end), 0)::int as sum from ledger_transfer line
       where kind in ('returned', 'reinstated') and subject_id in (
         select id from payment_dispute where account_id = $1 union all select id from payment_charge where account_id = $1
         union all select id from payment_refund where account_id = $1)`,
      [accountId],
    )
  )[0]?.sum ?? 0;

/** Books a lost dispute as a naive shop does: its whole amount, whatever was refunded meanwhile. */
export const bookWholeDispute = ({ sql }: Sql, paymentId: string) =>
  sql(
    `with lost as (insert into payment_dispute
       select gen_random_uuid(), provider, 'dp_naive', id, account_id, amount, currency, now(), now(), 'lost', now(), amount from payment where id = $1
       returning id, amount, currency)
     insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, at)
     select 'returned', id, 'receivable', 'provider', currency, amount, now() from lost`,
    [paymentId],
  );

// Coupons and their uses.

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
