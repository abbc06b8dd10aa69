// Quotes, and the versions of each as they were sent. A version never changes.
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { timestamptz } from '#platform/database/columns.ts';
import type { QuoteContent } from './contents.ts';
import type { Acceptance, StoredState } from './rules.ts';

export const quote = pgTable(
  'quote',
  {
    id: uuid('id').primaryKey(),
    /** Its number; a quote that was rolled back leaves a gap. */
    serial: integer('serial').notNull().generatedAlwaysAsIdentity(),
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** An open one expires at `validUntil`, which is that of its newest version. */
    state: text('state').$type<StoredState>().notNull().default('open'),
    version: smallint('version').notNull(),
    validUntil: timestamptz('valid_until').notNull(),
    operatorId: uuid('operator_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When it was accepted, declined or withdrawn. */
    decidedAt: timestamptz('decided_at'),
    acceptance: jsonb('acceptance').$type<Acceptance>(),
    /** Why the client declined it, or the shop withdrew it. */
    reason: text('reason'),
    purchaseId: uuid('purchase_id'),
    remindedAt: timestamptz('reminded_at'),
  },
  (table) => [
    uniqueIndex('quote_serial').on(table.serial),
    index('quote_account').on(table.accountId),
    index('quote_open').on(table.state, table.validUntil),
    index('quote_decided').on(table.decidedAt),
    uniqueIndex('quote_purchase').on(table.purchaseId),
  ],
);

/** A trigger rejects changes. */
export const quoteVersion = pgTable(
  'quote_version',
  {
    quoteId: uuid('quote_id')
      .notNull()
      .references(() => quote.id),
    version: smallint('version').notNull(),
    accountId: uuid('account_id').notNull(),
    content: jsonb('content').$type<QuoteContent>().notNull(),
    /** Of the content, as its client reads it. */
    hash: text('hash').notNull(),
    validUntil: timestamptz('valid_until').notNull(),
    operatorId: uuid('operator_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.quoteId, table.version] }), index('quote_version_account').on(table.accountId)],
);
