// Tables of customers' notes, tags and imports.
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { importColumns, timestamptz } from '#platform/database/columns.ts';

/** What operators write about a customer. Personal data: exported and erased with the account. */
export const customerNote = pgTable(
  'customer_note',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    operatorId: uuid('operator_id').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** The import that it came with. */
    importId: uuid('import_id'),
  },
  (table) => [
    index('customer_note_account').on(table.accountId, table.id),
    check('customer_note_text', sql`char_length(${table.text}) between 1 and 2000`),
  ],
);

export const customerTag = pgTable(
  'customer_tag',
  {
    accountId: uuid('account_id').notNull(),
    /** Normalized for comparison. */
    tagKey: text('tag_key').notNull(),
    tag: text('tag').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.tagKey] }),
    index('customer_tag_key').on(table.tagKey, table.accountId),
    check('customer_tag_length', sql`char_length(${table.tag}) between 1 and 30`),
  ],
);

export const customerImport = pgTable('customer_import', importColumns());

/** Accounts that an import created. */
export const customerImportAccount = pgTable(
  'customer_import_account',
  {
    accountId: uuid('account_id').primaryKey(),
    importId: uuid('import_id')
      .notNull()
      .references(() => customerImport.id),
  },
  (table) => [index('customer_import_account_import').on(table.importId)],
);
