// The outbox: a mail is stored in the transaction that causes it and sent afterwards. The table is partitioned by the day in `id` (src/infra/database/partitions.ts).
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../infra/database/columns.ts';
import type { Locale } from '../../lib/locale.ts';

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    /** A UUID of version 7. */
    id: uuid('id').primaryKey(),
    to: text('to').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    mail: text('mail').notNull(),
    /** Emptied when the mail has been sent, unless it may be sent again: a link in it may be a key to an account. */
    values: jsonb('values').$type<Readonly<Record<string, string>>>().notNull(),
    reference: text('reference'),
    /** Emptied too: it may be the way into a conversation. */
    replyTo: text('reply_to'),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** Given at the first try and kept for every later one. */
    messageId: text('message_id'),
  },
  (table) => [
    index('mail_outbox_unsent').on(table.createdAt).where(sql`${table.sentAt} is null`),
    index('mail_outbox_reference').on(table.reference).where(sql`${table.reference} is not null`),
    index('mail_outbox_sent').on(table.sentAt).where(sql`${table.sentAt} is not null`),
  ],
);
