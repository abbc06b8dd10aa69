// Tables of what happened in the shop. Rows are only added, and removed after some time.
import { bigint, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';
import type { EventFields, EventType } from './shapes.ts';

/**
 * Each event once: the key is unique among the events of its type. One process at a time adds rows, so that
 * their ids are committed in order. Ids, amounts and choices only: nothing that a person has typed.
 */
export const shopEvent = pgTable(
  'event',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    type: text('type').$type<EventType>().notNull(),
    key: text('key').notNull(),
    subjectId: text('subject_id').notNull(),
    accountId: uuid('account_id'),
    orderId: uuid('order_id'),
    pieceId: uuid('piece_id'),
    ticketNumber: text('ticket_number'),
    happenedAt: timestamptz('happened_at').notNull(),
    fields: jsonb('fields').$type<EventFields>().notNull(),
    /** The run of an automation that caused it. */
    runId: uuid('run_id'),
  },
  (table) => [
    uniqueIndex('event_key').on(table.type, table.key),
    index('event_newest').on(table.type, table.id),
    index('event_account').on(table.accountId, table.id),
    // Rows are in the order of time.
    index('event_happened').using('brin', table.happenedAt),
  ],
);

/** Events that a run of an automation causes, before they are found. */
export const eventCause = pgTable(
  'event_cause',
  {
    type: text('type').$type<EventType>().notNull(),
    key: text('key').notNull(),
    runId: uuid('run_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.key] })],
);

/** One row: until when the tables were searched for events. */
export const eventCursor = pgTable('event_cursor', {
  id: smallint('id').primaryKey(),
  searchedUntil: timestamptz('searched_until').notNull(),
});
