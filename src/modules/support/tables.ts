// Tables of tickets, messages, attachments, mailed keys, received mails and declarations. File bytes are
// stored under the row's id.

import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FileKind } from '#lib/file-kind.ts';
import { localeText, timestamptz } from '#platform/database/columns.ts';
import type { Declaration } from './declarations/shapes.ts';
import type { KnownBy, MessageAuthor, TicketStatus } from './statuses.ts';

const lexemes = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const supportTicket = pgTable(
  'support_ticket',
  {
    number: text('number').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The normalized address. */
    emailKey: text('email_key').notNull(),
    /** The account that opened the ticket or has confirmed its address. */
    accountId: uuid('account_id'),
    locale: localeText('locale').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    status: text('status').$type<TicketStatus>().notNull().default('open'),
    /** Incremented by each change that both sides see, so that the desk cannot act on an outdated thread. */
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** Since when the writer waits for an answer; null if not waiting. */
    waitsSince: timestamptz('waits_since'),
    firstDueAt: timestamptz('first_due_at'),
    firstAnsweredAt: timestamptz('first_answered_at'),
    assignedId: uuid('assigned_id'),
    assignedName: text('assigned_name'),
    orderId: uuid('order_id'),
    orderNumber: text('order_number'),
    /** Null: older than the column. */
    knownBy: text('known_by').$type<KnownBy>(),
    /** The ticket of the same address that an unverified mail named in its subject. */
    namesTicket: text('names_ticket'),
    /** Answered before all others, such as a cancellation for cause. */
    urgent: boolean('urgent').notNull().default(false),
  },
  (table) => [
    index('support_ticket_created').on(table.createdAt),
    index('support_ticket_updated').on(table.updatedAt, table.number),
    // Tickets that are not closed, which are few.
    index('support_ticket_live').on(table.status, table.waitsSince).where(sql`${table.status} <> 'closed'`),
    // Tickets without any answer.
    index('support_ticket_first').on(table.createdAt).where(sql`${table.status} = 'open' and ${table.firstAnsweredAt} is null`),
    index('support_ticket_assigned').on(table.assignedId, table.updatedAt).where(sql`${table.assignedId} is not null`),
    index('support_ticket_account').on(table.accountId, table.createdAt).where(sql`${table.accountId} is not null`),
    index('support_ticket_order').on(table.orderNumber).where(sql`${table.orderNumber} is not null`),
    index('support_ticket_unowned').on(table.emailKey).where(sql`${table.accountId} is null`),
    index('support_ticket_address').on(table.emailKey.op('text_pattern_ops')),
  ],
);

export const supportMessage = pgTable(
  'support_message',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ticketNumber: text('ticket_number')
      .notNull()
      .references(() => supportTicket.number, { onDelete: 'cascade' }),
    /** A note is visible to the desk only. */
    author: text('author').$type<MessageAuthor>().notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    operatorId: uuid('operator_id'),
    operatorName: text('operator_name'),
    /** Set if it was mailed from another address than the ticket's. */
    fromEmail: text('from_email'),
    /** Null for the desk's messages, and for messages older than the column. */
    knownBy: text('known_by').$type<KnownBy>(),
    /** Search terms; see wordsOf in rules.ts. */
    words: lexemes('words').notNull().default(sql`''::tsvector`),
  },
  (table) => [
    index('support_message_ticket').on(table.ticketNumber),
    index('support_message_answer').on(table.createdAt).where(sql`${table.author} = 'desk'`),
    // Without fastupdate: searches would have to read the pending list, and writes are few.
    index('support_message_words').using('gin', table.words).with({ fastupdate: false }),
  ],
);

export const supportFile = pgTable(
  'support_file',
  {
    id: uuid('id').primaryKey(),
    /**
     * Null until a message uses it; until then it belongs to the operator who uploaded it and expires after a
     * day.
     */
    messageId: bigint('message_id', { mode: 'number' }).references(() => supportMessage.id, { onDelete: 'cascade' }),
    operatorId: uuid('operator_id'),
    name: text('name').notNull(),
    kind: text('kind').$type<FileKind>().notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('support_file_message').on(table.messageId),
    index('support_file_waiting').on(table.createdAt).where(sql`${table.messageId} is null`),
  ],
);

/** Hashes of mailed keys, which allow reading and answering a ticket, or answering about a piece. */
export const supportKey = pgTable(
  'support_key',
  {
    hash: text('hash').primaryKey(),
    ticketNumber: text('ticket_number').references(() => supportTicket.number, { onDelete: 'cascade' }),
    /** Of a reply address in a mail about a piece, instead of a ticket. */
    pieceId: uuid('piece_id'),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('support_key_ticket').on(table.ticketNumber), index('support_key_expires').on(table.expiresAt)],
);

/** Received mails by the hash of their Message-ID, so that each is processed once. */
export const supportMailIn = pgTable(
  'support_incoming_mail',
  { hash: text('hash').primaryKey(), createdAt: timestamptz('created_at').notNull() },
  (table) => [index('support_incoming_mail_created').on(table.createdAt)],
);

/**
 * Declarations of /withdrawal and /cancel, from their first step on. The content is erased once it was
 * carried out or became a ticket.
 */
export const supportDeclaration = pgTable(
  'support_declaration',
  {
    /** Random: it is in the address of the second step. */
    id: uuid('id').primaryKey(),
    content: jsonb('content').$type<Declaration>(),
    locale: localeText('locale').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When the declaration reached the shop. */
    confirmedAt: timestamptz('confirmed_at'),
  },
  (table) => [index('support_declaration_created').on(table.createdAt)],
);
