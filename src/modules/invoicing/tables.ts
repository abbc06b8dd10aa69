// Invoices, receipts and credit notes. A trigger rejects changes to issued ones.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { BuysAs } from '#modules/orders/statuses.ts';
import { timestamptz } from '#platform/database/columns.ts';
import type { InvoiceAddress, PaperContent } from './contents.ts';
import type { PaperKind } from './rules.ts';

export const paperSeries = pgTable(
  'billing_document_series',
  {
    kind: text('kind').$type<PaperKind>().notNull(),
    year: smallint('year').notNull(),
    /** The last number that was used. Issuing locks this row; orders and payments do not. */
    last: integer('last').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
);

/**
 * Numbers that are skipped, because they may have been given out by a database that was lost. A trigger
 * rejects changes.
 */
export const paperGap = pgTable(
  'billing_document_gap',
  {
    kind: text('kind').$type<PaperKind>().notNull(),
    year: smallint('year').notNull(),
    /** The first number that is skipped. */
    first: integer('first').notNull(),
    last: integer('last').notNull(),
    reason: text('reason').notNull(),
    recordedAt: timestamptz('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.year, table.first] }),
    check('billing_document_gap_numbers', sql`${table.first} between 1 and ${table.last}`),
  ],
);

export const paper = pgTable(
  'billing_document',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<PaperKind>().notNull(),
    year: smallint('year').notNull(),
    serial: integer('serial').notNull(),
    accountId: uuid('account_id').notNull(),
    /**
     * What it was issued for, unique: the purchase, the deposit, or the first ledger transfer of a refund.
     */
    cause: text('cause').notNull(),
    /** The purchase or the deposit. */
    subjectId: uuid('subject_id').notNull(),
    /** Credit note: the invoice that it corrects. */
    invoiceId: uuid('invoice_id'),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    net: integer('net').notNull(),
    vat: integer('vat').notNull(),
    gross: integer('gross').notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
    content: jsonb('content').$type<PaperContent>().notNull(),
  },
  (table) => [
    uniqueIndex('billing_document_number').on(table.kind, table.year, table.serial),
    uniqueIndex('billing_document_cause').on(table.kind, table.cause),
    index('billing_document_account').on(table.accountId, table.id),
    index('billing_document_subject').on(table.subjectId, table.id),
    index('billing_document_invoice').on(table.invoiceId).where(sql`${table.invoiceId} is not null`),
    check('billing_document_sums', sql`${table.net} + ${table.vat} = ${table.gross} and ${table.net} >= 0 and ${table.vat} >= 0`),
  ],
);

/** Logos on documents, by the hash of the file. A trigger rejects changes, as to documents. */
export const paperLogo = pgTable('billing_document_logo', {
  id: text('id').primaryKey(),
  file: text('file').notNull(),
  width: real('width').notNull(),
  height: real('height').notNull(),
});

/** What a customer has spent in a currency: invoices less credit notes. Added up by a trigger. */
export const billingTotal = pgTable(
  'billing_total',
  {
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.currency] }),
    index('billing_total_amount').on(table.currency, table.amount, table.accountId),
  ],
);

/** Ledger transfers out of `sales` that need a credit note, inserted by a trigger. */
export const paperRefund = pgTable(
  'billing_document_refund',
  {
    transferId: bigint('transfer_id', { mode: 'number' }).primaryKey(),
    /** Null until the credit note is issued. */
    paperId: uuid('document_id').references(() => paper.id),
  },
  (table) => [
    index('billing_document_refund_waiting').on(table.transferId).where(sql`${table.paperId} is null`),
    index('billing_document_refund_document').on(table.paperId),
  ],
);

/** What a buyer adds to documents beside the address, from the next document on. */
export const invoiceDetails = pgTable('invoice_details', {
  accountId: uuid('account_id').primaryKey(),
  company: text('company').notNull(),
  vatId: text('vat_id').notNull(),
  /** What the buyer wants to read on invoices, such as the number of an order of theirs. */
  reference: text('reference').notNull().default(''),
  /** Null: never asked. */
  buysAs: text('buys_as').$type<BuysAs>(),
  /** What the authority said of the VAT ID. Null: not asked, or not reached. */
  vatState: text('vat_state').$type<'valid' | 'invalid'>(),
  vatCheckedAt: timestamptz('vat_checked_at'),
  /** In the place of an order's address in the same country. Null: none. */
  address: jsonb('address').$type<InvoiceAddress>(),
  /** Where every new document goes, such as to an accountant. Empty: nowhere. */
  documentsTo: text('documents_to').notNull().default(''),
  /** Mails about invoices go there only. */
  documentsOnly: boolean('documents_only').notNull().default(false),
});
