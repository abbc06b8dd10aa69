// The books: transfers that are never changed, and what each customer has, as a row that cannot go below zero. No row is everybody's: what the
// shop's own accounts hold is the sum of their transfers.
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../infra/database/columns.ts';
import type { Billing } from '../../lib/money/billing.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import type { DepositState, LedgerAccount, TransferKind } from './rules.ts';

export const wallet = pgTable(
  'wallet',
  {
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** Paid in, or given back. */
    cash: bigint('cash', { mode: 'number' }).notNull().default(0),
    /** Given by the shop: spent last, never paid out. */
    promo: bigint('promo', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.currency] }),
    check('wallet_not_below_zero', sql`${table.cash} >= 0 and ${table.promo} >= 0`),
  ],
);

/** From one account to another, so that every book sums to zero by its shape. A trigger keeps rows from being changed. */
export const ledgerTransfer = pgTable(
  'ledger_transfer',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Why, and because of which row: nothing is booked twice. */
    kind: text('kind').$type<TransferKind>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    from: text('from_account').$type<LedgerAccount>().notNull(),
    to: text('to_account').$type<LedgerAccount>().notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    amount: integer('amount').notNull(),
    /** Whose wallet it touches, and what was in it afterwards. */
    accountId: uuid('account_id'),
    balanceAfter: bigint('balance_after', { mode: 'number' }),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_transfer_once').on(table.kind, table.subjectId),
    index('ledger_transfer_wallet').on(table.accountId, table.currency, table.id).where(sql`${table.accountId} is not null`),
    // The few that take something back, for reports.
    index('ledger_transfer_back').on(table.at).where(sql`${table.from} = 'sales'`),
    check('ledger_transfer_amount', sql`${table.amount} > 0 and ${table.from} <> ${table.to}`),
  ],
);

/** What an operator has given somebody. Its id is chosen by who asks, so that asked twice it is given once. */
export const walletGift = pgTable(
  'wallet_gift',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    amount: integer('amount').notNull(),
    operatorId: uuid('operator_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('wallet_gift_account').on(table.accountId), check('wallet_gift_amount', sql`${table.amount} > 0`)],
);

/** What an operator has given back of a deposit, to where it was paid from. Its id is chosen by who asks, so that asked twice it is given once. */
export const depositRefund = pgTable(
  'deposit_refund',
  {
    id: uuid('id').primaryKey(),
    depositId: uuid('deposit_id').notNull(),
    accountId: uuid('account_id').notNull(),
    operatorId: uuid('operator_id').notNull(),
    at: timestamptz('at').notNull(),
    amount: integer('amount').notNull(),
    /** What was taken back with it of what a coupon had added. */
    credit: integer('credit').notNull(),
    /** The payments' own row of it, and when that was known to have failed. */
    refundId: uuid('refund_id').notNull(),
    failedAt: timestamptz('failed_at'),
  },
  (table) => [
    index('deposit_refund_deposit').on(table.depositId),
    index('deposit_refund_account').on(table.accountId),
    uniqueIndex('deposit_refund_refund').on(table.refundId),
    check('deposit_refund_amount', sql`${table.amount} > 0 and ${table.credit} >= 0`),
  ],
);

export const deposit = pgTable(
  'deposit',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** What is charged, and what the balance gets. */
    price: integer('price').notNull(),
    amount: integer('amount').notNull(),
    couponId: uuid('coupon_id'),
    billing: jsonb('billing').$type<Billing>().notNull(),
    state: text('state').$type<DepositState>().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    settledAt: timestamptz('settled_at'),
    /** Null while a paid one has no receipt. */
    receiptedAt: timestamptz('receipted_at'),
  },
  (table) => [
    index('deposit_unreceipted')
      .on(table.settledAt)
      .where(sql`${table.state} = 'paid' and ${table.price} > 0 and ${table.receiptedAt} is null`),
    index('deposit_coupon').on(table.settledAt).where(sql`${table.couponId} is not null`),
    index('deposit_account').on(table.accountId, table.id),
    index('deposit_open').on(table.createdAt).where(sql`${table.state} = 'open'`),
    check('deposit_price', sql`${table.price} between 0 and ${table.amount} and ${table.amount} > 0`),
    check('deposit_free', sql`${table.price} > 0 or ${table.state} <> 'open'`),
  ],
);
