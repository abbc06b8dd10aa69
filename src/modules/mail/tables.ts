// The outbox: mails are stored in the transaction that causes them and sent afterwards.
// Partitioned by the day in `id` (src/platform/database/partitions.ts).

import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { localeText, timestamptz } from '#platform/database/columns.ts';
import type { MailValue } from './shapes.ts';

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    /** UUID version 7. */
    id: uuid('id').primaryKey(),
    to: text('to').notNull(),
    locale: localeText('locale').notNull(),
    mail: text('mail').notNull(),
    /**
     * Emptied after sending, because a link may grant access, unless it can be sent again or plugins get it.
     */
    values: jsonb('values').$type<Readonly<Record<string, MailValue>>>().notNull(),
    reference: text('reference'),
    /** Emptied too: the address may give access to a ticket. */
    replyTo: text('reply_to'),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** Set at the first attempt and reused for retries. */
    messageId: text('message_id'),
  },
  (table) => [
    index('mail_outbox_unsent').on(table.createdAt).where(sql`${table.sentAt} is null`),
    index('mail_outbox_reference').on(table.reference).where(sql`${table.reference} is not null`),
    index('mail_outbox_sent').on(table.sentAt).where(sql`${table.sentAt} is not null`),
  ],
);
