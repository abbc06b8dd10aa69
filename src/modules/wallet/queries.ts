// Queries of the wallet module. Wallets are changed by SQL functions (functions.sql), which lock the row.
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import type { HourlyLimit } from '#platform/limits/limits.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { type Direction, listKinds, type TransferKind, transfers } from './rules.ts';
import { deposit, ledgerTransfer, wallet, walletGift } from './tables.ts';

export type Deposit = typeof deposit.$inferSelect;
export type Transfer = typeof ledgerTransfer.$inferSelect;

/** A ledger transfer in one currency, caused by one row. */
export type Booking = {
  readonly kind: TransferKind;
  readonly subjectId: string;
  readonly amount: number;
  readonly currency: CurrencyNumber;
  readonly at: Date;
};

export async function insertTransfer(tx: DbClient, { kind, subjectId, amount, currency, at }: Booking): Promise<void> {
  await tx.insert(ledgerTransfer).values({ kind, subjectId, amount, currency, at, ...transfers[kind] });
}

export async function fillWallet(tx: DbClient, accountId: string, { kind, subjectId, amount, currency, at }: Booking): Promise<void> {
  const { from, to } = transfers[kind];
  await tx.execute(sql`select credit_wallet(${accountId}::uuid, ${currency}::smallint, ${amount}::int, ${kind}, ${subjectId}::uuid,
    ${from}, ${to}, ${at.toISOString()}::timestamptz)`);
  markChanged(tx, ofAccount(accountId), 'balance');
}

/** Returns how much was promotional credit. Throws FF004 if the balance is too low. */
export async function spendFrom(
  tx: DbClient,
  {
    accountId,
    currency,
    amount,
    purchaseId,
    at,
  }: { accountId: string; currency: CurrencyNumber; amount: number; purchaseId: string; at: Date },
): Promise<number> {
  const { rows } = await tx.execute<{ promo: number }>(sql`select debit_wallet(${accountId}::uuid, ${currency}::smallint,
    ${amount}::int, ${purchaseId}::uuid, ${at.toISOString()}::timestamptz) as promo`);
  markChanged(tx, ofAccount(accountId), 'balance');
  return rows[0]?.promo ?? 0;
}

export async function findWallet(queries: DbClient, accountId: string, currency: CurrencyNumber) {
  const [row] = await queries
    .select({ cash: wallet.cash, promo: wallet.promo })
    .from(wallet)
    .where(and(eq(wallet.accountId, accountId), eq(wallet.currency, currency)));
  return row ?? { cash: 0, promo: 0 };
}

/** Locked until the transaction ends. */
export async function lockWallet(tx: DbClient, accountId: string, currency: CurrencyNumber) {
  const [row] = await tx
    .select({ cash: wallet.cash, promo: wallet.promo })
    .from(wallet)
    .where(and(eq(wallet.accountId, accountId), eq(wallet.currency, currency)))
    .for('update');
  return row ?? { cash: 0, promo: 0 };
}

type BroughtSubject = { readonly accountId: string; readonly currency: CurrencyNumber; readonly subjectId: string };

/** Whether anything has left the wallet after the transfers of a subject. */
export async function hasSpentSince(tx: DbClient, { accountId, currency, subjectId }: BroughtSubject): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ledger_transfer where account_id = ${accountId} and currency = ${currency} and from_account in ('cash', 'promo')
      and id > (select min(id) from ledger_transfer where account_id = ${accountId} and currency = ${currency} and subject_id = ${subjectId}) limit 1`);
  return rows.length > 0;
}

type BalanceRequest = { readonly accountId: string; readonly currency: CurrencyNumber; readonly amount: number };

/** Locks the wallet, so that the balance is the same when the transaction debits it. */
export async function hasBalance(tx: DbClient, { accountId, currency, amount }: BalanceRequest): Promise<boolean> {
  const { cash, promo } = await lockWallet(tx, accountId, currency);
  return cash + promo >= amount;
}

/** Balances of several wallets, by position. A wallet that was never used has no row. */
export async function readBalances(pool: pg.Pool, wallets: readonly { readonly accountId: string; readonly currency: number }[]) {
  const { rows } = await pool.query<{ place: number; balance: number }>({
    name: 'wallet.balances',
    text: `select place::int - 1 as place, (cash + promo)::float8 as balance
      from unnest($1::uuid[], $2::smallint[]) with ordinality as asked (account_id, currency, place) join wallet using (account_id, currency)`,
    values: [wallets.map(({ accountId }) => accountId), wallets.map(({ currency }) => currency)],
  });
  return rows.map(({ place, balance }) => ({ place, row: { balance } }));
}

export const listWallets = (queries: DbClient, accountId: string) =>
  queries.select({ currency: wallet.currency, cash: wallet.cash, promo: wallet.promo }).from(wallet).where(eq(wallet.accountId, accountId));

type Pages = {
  readonly accountId: string;
  readonly currency: CurrencyNumber;
  readonly before: number | undefined;
  readonly kind: Direction | undefined;
  readonly limit: number;
};

/** Newest first. */
export const listTransfers = (queries: DbClient, { accountId, currency, before, kind, limit }: Pages) =>
  queries
    .select()
    .from(ledgerTransfer)
    .where(
      and(
        eq(ledgerTransfer.accountId, accountId),
        eq(ledgerTransfer.currency, currency),
        ...(before === undefined ? [] : [lt(ledgerTransfer.id, before)]),
        ...(kind === undefined ? [] : [inArray(ledgerTransfer.kind, [...listKinds(kind)])]),
      ),
    )
    .orderBy(desc(ledgerTransfer.id))
    .limit(limit);

/** False if this id was granted before. */
export async function insertGift(tx: DbClient, row: typeof walletGift.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(walletGift).values(row).onConflictDoNothing().returning({ id: walletGift.id });
  return rows.length > 0;
}

export async function findGift(queries: DbClient, id: string) {
  const [row] = await queries.select().from(walletGift).where(eq(walletGift.id, id));
  return row;
}

type DepositCouponUse = { readonly couponId: string; readonly currency: number; readonly reserved: number; readonly given: number };

/** Coupon credit on deposits: granted if paid, less what refunds took back; reserved if open. */
export async function listDepositCouponTotals(queries: DbClient): Promise<DepositCouponUse[]> {
  const { rows } = await queries.execute<DepositCouponUse>(sql`
    select use.coupon_id as "couponId", currency::int,
      coalesce(sum(deposit.amount - price - coalesce(back.credit, 0)) filter (where state = 'paid'), 0)::bigint::float8 as given,
      count(*) filter (where state = 'open')::int as reserved
    from coupon_use as use join deposit on deposit.id = use.subject_id
    left join lateral (select sum(credit) as credit from deposit_refund where deposit_id = deposit.id and failed_at is null) as back on true
    where use.released_at is null group by use.coupon_id, currency`);
  return rows;
}

export async function findTransfer(queries: DbClient, accountId: string, id: number) {
  const [row] = await queries
    .select()
    .from(ledgerTransfer)
    .where(and(eq(ledgerTransfer.id, id), eq(ledgerTransfer.accountId, accountId)));
  return row;
}

export async function findDeposit(queries: DbClient, accountId: string, id: string): Promise<Deposit | undefined> {
  const [row] = await queries
    .select()
    .from(deposit)
    .where(and(eq(deposit.id, id), eq(deposit.accountId, accountId)));
  return row;
}

/** What was booked of this kind for one row. */
export async function findTransferAmount(queries: DbClient, kind: TransferKind, subjectId: string): Promise<number> {
  const [row] = await queries
    .select({ amount: ledgerTransfer.amount })
    .from(ledgerTransfer)
    .where(and(eq(ledgerTransfer.kind, kind), eq(ledgerTransfer.subjectId, subjectId)));
  return row?.amount ?? 0;
}

export const findTransfers = (queries: DbClient, ids: readonly number[]): Promise<Transfer[]> =>
  queries
    .select()
    .from(ledgerTransfer)
    .where(inArray(ledgerTransfer.id, [...ids]))
    .orderBy(asc(ledgerTransfer.id));

const isUnreceipted = and(eq(deposit.state, 'paid'), gt(deposit.price, 0), isNull(deposit.receiptedAt));

/**
 * Paid deposits without a receipt, the longest waiting first. A deposit that a coupon paid in full gets none.
 */
export const listUnreceipted = (queries: DbClient, now: Date, limit: number) =>
  queries
    .select({ id: deposit.id })
    .from(deposit)
    .where(and(isUnreceipted, isNotWaiting('invoicing.issue', sql`${deposit.id}`, now)))
    .orderBy(asc(deposit.settledAt))
    .limit(limit);

/** Undefined if another process has locked it or has issued the receipt. */
export async function lockUnreceipted(tx: DbClient, id: string): Promise<Deposit | undefined> {
  const [row] = await tx
    .select()
    .from(deposit)
    .where(and(eq(deposit.id, id), isUnreceipted))
    .for('update', { skipLocked: true });
  return row;
}

export async function setReceipted(tx: DbClient, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(deposit)
    .set({ receiptedAt: at })
    .where(inArray(deposit.id, [...ids]));
}

/**
 * Inserts a deposit with its payment in one round trip. Null, or the stored response to its idempotency key.
 */
export async function insertDeposit(pool: pg.Pool, document: object, limit: HourlyLimit | null): Promise<object | null> {
  const { rows } = await pool.query<{ kept: object | null }>({
    name: 'wallet.deposit',
    text: 'select place_deposit_limited($1::jsonb, $2::jsonb) as kept',
    values: [JSON.stringify(document), JSON.stringify(limit)],
  });
  return rows[0]?.kept ?? null;
}

export async function lockDeposit(tx: DbClient, id: string): Promise<Deposit | undefined> {
  const [row] = await tx.select().from(deposit).where(eq(deposit.id, id)).for('update');
  return row;
}

export async function setDeposit(tx: DbClient, id: string, set: Partial<Deposit>): Promise<void> {
  await tx.update(deposit).set(set).where(eq(deposit.id, id));
}

export async function hasDeposited(queries: DbClient, accountId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: deposit.id })
    .from(deposit)
    .where(and(eq(deposit.accountId, accountId), eq(deposit.state, 'paid')))
    .limit(1);
  return row !== undefined;
}

export const listDeposits = (queries: DbClient, accountId: string, limit: number) =>
  queries.select().from(deposit).where(eq(deposit.accountId, accountId)).orderBy(desc(deposit.id)).limit(limit);
