// Links that open one thing without a log-in: a payment page, an invoice, a quote, the means
// of a subscription, a shared order.
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';

export const openLink = pgTable(
  'open_link',
  {
    id: uuid('id').primaryKey(),
    /** The page that it opens. */
    purpose: text('purpose').$type<'pay' | 'invoice' | 'quote' | 'means' | 'share'>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    accountId: uuid('account_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Null: it opens until it is revoked. */
    expiresAt: timestamptz('expires_at'),
    /** What a visitor may do on behalf of the account. */
    mayComment: boolean('may_comment').notNull().default(false),
    mayApprove: boolean('may_approve').notNull().default(false),
    revokedAt: timestamptz('revoked_at'),
    /** How often it was opened, and the last time. */
    uses: integer('uses').notNull().default(0),
    usedAt: timestamptz('used_at'),
  },
  (table) => [uniqueIndex('open_link_subject').on(table.purpose, table.subjectId), index('open_link_account').on(table.accountId)],
);
