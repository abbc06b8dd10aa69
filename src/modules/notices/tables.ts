// Tables of staff notices: what happened, who is to be told, how each operator wants to be told, and the chat
// webhooks of the shop.
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#platform/database/columns.ts';
import type { StaffEvent } from './shapes-events.ts';

/** Local times such as 22:00, in a time zone; all null without quiet hours. */
const createQuietColumns = () => ({
  quietFrom: text('quiet_from'),
  quietUntil: text('quiet_until'),
  timeZone: text('time_zone'),
});

/**
 * Each event once: the key is unique among the events of its kind. No personal data, which is read when a
 * notice is sent.
 */
export const staffNotice = pgTable(
  'staff_notice',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    event: text('event').$type<StaffEvent>().notNull(),
    key: text('key').notNull(),
    orderId: uuid('order_id'),
    pieceId: uuid('piece_id'),
    ticketNumber: text('ticket_number'),
    /** What an automation posts: its owner's words. */
    text: text('text'),
    /** The only recipient, of work that was assigned to them or a note that mentions them. */
    operatorId: uuid('operator_id'),
    /** When they opened what a note mentions them about. */
    seenAt: timestamptz('seen_at'),
    happenedAt: timestamptz('happened_at').notNull(),
    /** When its recipients were chosen. */
    addressedAt: timestamptz('addressed_at'),
  },
  (table) => [
    uniqueIndex('staff_notice_key').on(table.event, table.key),
    index('staff_notice_new').on(table.happenedAt).where(sql`${table.addressedAt} is null`),
    index('staff_notice_happened').on(table.happenedAt),
    index('staff_notice_unseen').on(table.operatorId).where(sql`${table.event} = 'mentioned' and ${table.seenAt} is null`),
  ],
);

/** An operator or a chat webhook that a notice goes to, once. */
export const staffNoticeRecipient = pgTable(
  'staff_notice_recipient',
  {
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => staffNotice.id, { onDelete: 'cascade' }),
    recipientId: uuid('recipient_id').notNull(),
    /** The message that contains it; null while it waits. */
    messageId: uuid('message_id'),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.recipientId] }),
    index('staff_notice_recipient_waiting').on(table.recipientId).where(sql`${table.messageId} is null`),
    index('staff_notice_recipient_message').on(table.messageId).where(sql`${table.messageId} is not null`),
  ],
);

/** Without a row, an operator has the choices of their role. */
export const staffNoticeSetting = pgTable('staff_notice_setting', {
  operatorId: uuid('operator_id').primaryKey(),
  /** By event: whether it is emailed. */
  choices: jsonb('choices').$type<Partial<Record<StaffEvent, boolean>>>().notNull().default({}),
  ...createQuietColumns(),
  /** The last email with notices. */
  sentAt: timestamptz('sent_at'),
});

/** One row: until when the tables were searched for events. */
export const staffNoticeCursor = pgTable('staff_notice_cursor', {
  id: smallint('id').primaryKey(),
  searchedUntil: timestamptz('searched_until').notNull(),
});

export const chatWebhook = pgTable(
  'chat_webhook',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    kind: text('kind').$type<'slack' | 'discord'>().notNull(),
    /** Encrypted: the address alone is enough to write to the chat. */
    address: bytea('address').notNull(),
    /** Its host and its last characters. */
    hint: text('hint').notNull(),
    events: text('events').array().$type<readonly StaffEvent[]>().notNull(),
    ...createQuietColumns(),
    createdAt: timestamptz('created_at').notNull(),
    /** The last try: the status of the answer, or why there was none. */
    triedAt: timestamptz('tried_at'),
    status: smallint('status'),
    error: text('error'),
  },
  (table) => [check('chat_webhook_name', sql`char_length(${table.name}) between 1 and 60`)],
);

/**
 * The outbox of chat webhooks: one message at a time for each, so that later notices wait for a message that
 * fails.
 */
export const chatMessage = pgTable(
  'chat_message',
  {
    id: uuid('id').primaryKey(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => chatWebhook.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [uniqueIndex('chat_message_unsent').on(table.webhookId).where(sql`${table.sentAt} is null`)],
);
