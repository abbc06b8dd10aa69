// What the desk was asked. A ticket is a thread: its messages are rows of their own, the guest's first.
import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '../../lib/locale.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const supportTicket = pgTable(
  'support_ticket',
  {
    number: text('number').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The one spelling that counts. */
    emailKey: text('email_key').notNull(),
    /** Whose account it belongs to, once somebody has confirmed the address as theirs. */
    accountId: uuid('account_id'),
    locale: text('locale').$type<Locale>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('support_ticket_created').on(table.createdAt),
    index('support_ticket_account').on(table.accountId, table.createdAt).where(sql`${table.accountId} is not null`),
    index('support_ticket_unowned').on(table.emailKey).where(sql`${table.accountId} is null`),
  ],
);

export const supportMessage = pgTable(
  'support_message',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ticketNumber: text('ticket_number')
      .notNull()
      .references(() => supportTicket.number, { onDelete: 'cascade' }),
    author: text('author').$type<'guest' | 'desk'>().notNull(),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('support_message_ticket').on(table.ticketNumber),
    index('support_message_answer').on(table.createdAt).where(sql`${table.author} = 'desk'`),
  ],
);
