// Tables of webhooks: the endpoints of programs, the messages to them, and each try with its answer.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { EventType } from '#modules/events/shapes.ts';
import { bytea, timestamptz } from '#platform/database/columns.ts';

export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    id: uuid('id').primaryKey(),
    /** Whose events it gets; null: those of the whole shop. */
    accountId: uuid('account_id'),
    url: text('url').notNull(),
    events: text('events').array().$type<readonly EventType[]>().notNull(),
    /** Whether messages contain the object as it was when the first try was made. */
    snapshot: boolean('snapshot').notNull(),
    /** Both signing keys, encrypted. */
    signingKeys: bytea('signing_keys').notNull(),
    publicKey: text('public_key').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    isOn: boolean('is_on').notNull().default(true),
    /** The first of the tries that failed since the last that arrived. */
    failingSince: timestamptz('failing_since'),
    /** When it was turned off the last time, and why: it answered 410, or failed for days. */
    disabledAt: timestamptz('disabled_at'),
    disabledBecause: text('disabled_because').$type<'gone' | 'failing'>(),
  },
  (table) => [index('webhook_endpoint_account').on(table.accountId, table.id)],
);

/** One for each endpoint and event. */
export const webhookMessage = pgTable(
  'webhook_message',
  {
    id: uuid('id').primaryKey(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoint.id, { onDelete: 'cascade' }),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    type: text('type').$type<EventType>().notNull(),
    /** The same bytes in each try; null before the first one of a message with a snapshot. */
    body: text('body'),
    createdAt: timestamptz('created_at').notNull(),
    attempts: integer('attempts').notNull(),
    /** The next try, or when a try that is under way counts as lost. Null: it arrived, or was given up. */
    nextAt: timestamptz('next_at'),
    arrivedAt: timestamptz('arrived_at'),
  },
  (table) => [
    uniqueIndex('webhook_message_event').on(table.endpointId, table.eventId),
    index('webhook_message_due').on(table.endpointId, table.nextAt).where(sql`${table.nextAt} is not null`),
    index('webhook_message_created').using('brin', table.createdAt),
  ],
);

export const webhookAttempt = pgTable(
  'webhook_attempt',
  {
    id: uuid('id').primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => webhookMessage.id, { onDelete: 'cascade' }),
    at: timestamptz('at').notNull(),
    milliseconds: integer('milliseconds').notNull(),
    /** Null: there was no answer, and `error` says why. */
    status: smallint('status'),
    error: text('error'),
    /** The beginning of the answer. */
    answer: text('answer'),
  },
  (table) => [index('webhook_attempt_message').on(table.messageId, table.at)],
);

/** One row: up to which event messages were made. */
export const webhookCursor = pgTable('webhook_cursor', {
  id: smallint('id').primaryKey(),
  eventId: bigint('event_id', { mode: 'number' }).notNull(),
});
