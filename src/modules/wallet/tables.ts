// The ledger (immutable transfers) and the wallets, whose balances cannot go below zero.
// There is no row for the shop's own accounts (it would be a lock hot spot): their balance is the sum of
// their transfers.
import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Billing } from '#lib/money/billing.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { timestamptz } from '#platform/database/columns.ts';
import type { DepositState, LedgerAccount, PaidBy, TransferKind, UnmatchedReason } from './rules.ts';

export const wallet = pgTable(
  'wallet',
  {
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** Paid in or refunded. */
    cash: bigint('cash', { mode: 'number' }).notNull().default(0),
    /** Granted by the shop: spent last, never paid out. */
    promo: bigint('promo', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.currency] }),
    check('wallet_not_below_zero', sql`${table.cash} >= 0 and ${table.promo} >= 0`),
  ],
);

/** A transfer between two accounts, so the ledger always sums to zero. A trigger rejects changes. */
export const ledgerTransfer = pgTable(
  'ledger_transfer',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The kind and the row that caused it, unique together. */
    kind: text('kind').$type<TransferKind>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    from: text('from_account').$type<LedgerAccount>().notNull(),
    to: text('to_account').$type<LedgerAccount>().notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    amount: integer('amount').notNull(),
    /** The customer's wallet, and its balance afterwards. */
    accountId: uuid('account_id'),
    balanceAfter: bigint('balance_after', { mode: 'number' }),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_transfer_once').on(table.kind, table.subjectId),
    index('ledger_transfer_wallet').on(table.accountId, table.currency, table.id).where(sql`${table.accountId} is not null`),
    // Refunds are few among the transfers; reports read them.
    index('ledger_transfer_back').on(table.at).where(sql`${table.from} = 'sales'`),
    check('ledger_transfer_amount', sql`${table.amount} > 0 and ${table.from} <> ${table.to}`),
  ],
);

/** Credit that an operator granted. The client chooses the id, so a repeated request grants it once. */
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
  (table) => [
    index('wallet_gift_account').on(table.accountId),
    index('wallet_gift_at').on(table.at),
    check('wallet_gift_amount', sql`${table.amount} > 0`),
  ],
);

/** A deposit refund by an operator. The client chooses the id, so a repeated request refunds once. */
export const depositRefund = pgTable(
  'deposit_refund',
  {
    id: uuid('id').primaryKey(),
    depositId: uuid('deposit_id').notNull(),
    accountId: uuid('account_id').notNull(),
    operatorId: uuid('operator_id').notNull(),
    at: timestamptz('at').notNull(),
    amount: integer('amount').notNull(),
    /** The coupon credit that was withdrawn with it. */
    credit: integer('credit').notNull(),
    /** The payments module's refund, and when it failed. */
    refundId: uuid('refund_id').notNull(),
    failedAt: timestamptz('failed_at'),
  },
  (table) => [
    index('deposit_refund_deposit').on(table.depositId),
    index('deposit_refund_account').on(table.accountId),
    index('deposit_refund_at').on(table.at),
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
    /** The amount that is charged, and the amount that is added to the balance. */
    price: integer('price').notNull(),
    amount: integer('amount').notNull(),
    couponId: uuid('coupon_id'),
    billing: jsonb('billing').$type<Billing>().notNull(),
    state: text('state').$type<DepositState>().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    settledAt: timestamptz('settled_at'),
    /** Null until a paid deposit has a receipt. */
    receiptedAt: timestamptz('receipted_at'),
  },
  (table) => [
    index('deposit_unreceipted')
      .on(table.settledAt)
      .where(sql`${table.state} = 'paid' and ${table.price} > 0 and ${table.receiptedAt} is null`),
    index('deposit_settled').on(table.settledAt).where(sql`${table.settledAt} is not null`),
    index('deposit_coupon').on(table.settledAt).where(sql`${table.couponId} is not null`),
    index('deposit_account').on(table.accountId, table.id),
    index('deposit_open').on(table.createdAt).where(sql`${table.state} = 'open'`),
    check('deposit_price', sql`${table.price} between 0 and ${table.amount} and ${table.amount} > 0`),
    check('deposit_free', sql`${table.price} > 0 or ${table.state} <> 'open'`),
  ],
);

/** What a customer owes for a purchase by invoice: `amount` less what was settled and credited. */
export const claim = pgTable(
  'claim',
  {
    purchaseId: uuid('purchase_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    amount: integer('amount').notNull(),
    settled: integer('settled').notNull().default(0),
    credited: integer('credited').notNull().default(0),
    /** What of it is asked for so far, as an advance; null: all of it. */
    asked: integer('asked'),
    /** What the customer writes on the transfer: an ISO 11649 reference. */
    reference: text('reference').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** The last day to pay. */
    dueOn: date('due_on').notNull(),
  },
  (table) => [
    uniqueIndex('claim_reference').on(table.reference),
    index('claim_account').on(table.accountId),
    index('claim_open').on(table.dueOn).where(sql`${table.settled} + ${table.credited} < ${table.amount}`),
    check(
      'claim_not_below_zero',
      sql`${table.amount} > 0 and ${table.settled} >= 0 and ${table.credited} >= 0 and ${table.settled} + ${table.credited} <= ${table.amount}`,
    ),
  ],
);

/**
 * Money that settled a claim. The rest of a transfer that was too high is on the balance. One by link has the
 * id of its charge.
 */
export const settlement = pgTable(
  'settlement',
  {
    id: uuid('id').primaryKey(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => claim.purchaseId),
    accountId: uuid('account_id').notNull(),
    paidBy: text('paid_by').$type<PaidBy>().notNull(),
    amount: integer('amount').notNull(),
    overpaid: integer('overpaid').notNull(),
    /** Null: the customer paid by link. */
    operatorId: uuid('operator_id'),
    at: timestamptz('at').notNull(),
    undoneAt: timestamptz('undone_at'),
    /** What the payer's bank has taken back of the amount: it is owed again. */
    returned: integer('returned').notNull().default(0),
  },
  (table) => [
    index('settlement_purchase').on(table.purchaseId),
    index('settlement_account').on(table.accountId),
    check('settlement_amount', sql`${table.amount} > 0 and ${table.overpaid} >= 0`),
    check('settlement_returned', sql`${table.returned} between 0 and ${table.amount}`),
  ],
);

/** An entry of a bank statement. Reading it again changes nothing. */
export const bankEntry = pgTable(
  'bank_entry',
  {
    id: uuid('id').primaryKey(),
    /** The bank's reference of the entry, or its row and repetition on the day. */
    key: text('key').notNull(),
    bookedOn: date('booked_on').notNull(),
    /** Below zero: a debit. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    reference: text('reference').notNull(),
    payer: text('payer').notNull(),
    iban: text('iban').notNull(),
    /** Why no claim was settled with it, or not with all of it. Null: it is settled. */
    unmatched: text('unmatched').$type<UnmatchedReason>(),
    settlementId: uuid('settlement_id').references(() => settlement.id),
    operatorId: uuid('operator_id').notNull(),
    importedAt: timestamptz('imported_at').notNull(),
  },
  (table) => [
    uniqueIndex('bank_entry_key').on(table.key),
    index('bank_entry_unmatched').on(table.importedAt).where(sql`${table.settlementId} is null and ${table.unmatched} <> 'debit'`),
    index('bank_entry_settlement').on(table.settlementId).where(sql`${table.settlementId} is not null`),
  ],
);

/**
 * Cash that an operator paid out by bank transfer. The client chooses the id, so a repeated request pays
 * once.
 */
export const payout = pgTable(
  'payout',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    amount: integer('amount').notNull(),
    operatorId: uuid('operator_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('payout_account').on(table.accountId), check('payout_amount', sql`${table.amount} > 0`)],
);
