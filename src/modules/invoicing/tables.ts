// Invoices, receipts and credit notes. A trigger keeps a paper from being changed; the row of a series is locked by whoever issues into it, and by nobody
// who orders or pays.
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../infra/database/columns.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import type { PaperContent } from './contents.ts';
import type { PaperKind } from './rules.ts';

export const paperSeries = pgTable(
  'billing_document_series',
  {
    kind: text('kind').$type<PaperKind>().notNull(),
    year: smallint('year').notNull(),
    /** The number that was given out last. */
    last: integer('last').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
);

export const paper = pgTable(
  'billing_document',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<PaperKind>().notNull(),
    year: smallint('year').notNull(),
    serial: integer('serial').notNull(),
    accountId: uuid('account_id').notNull(),
    /** What it was issued for, once: the purchase, the deposit, or of a refund the first of its lines in the books. */
    cause: text('cause').notNull(),
    /** The purchase or the deposit. */
    subjectId: uuid('subject_id').notNull(),
    /** Of a credit note: the invoice that it corrects. */
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
    check('billing_document_sums', sql`${table.net} + ${table.vat} = ${table.gross} and ${table.net} >= 0 and ${table.vat} >= 0`),
  ],
);

/** Money that left the sales again, by its line in the books: put here by a trigger, whoever books it, and given its paper later. */
export const paperRefund = pgTable(
  'billing_document_refund',
  {
    transferId: bigint('transfer_id', { mode: 'number' }).primaryKey(),
    /** Null as long as it waits. */
    paperId: uuid('document_id').references(() => paper.id),
  },
  (table) => [
    index('billing_document_refund_waiting').on(table.transferId).where(sql`${table.paperId} is null`),
    index('billing_document_refund_document').on(table.paperId),
  ],
);

/** What a buyer wants on papers beside the address: in force from the next one on. */
export const invoiceDetails = pgTable('invoice_details', {
  accountId: uuid('account_id').primaryKey(),
  company: text('company').notNull(),
  vatId: text('vat_id').notNull(),
});
