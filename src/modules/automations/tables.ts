// Tables of automations: their definitions as data, and the log of their runs.
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';
import type { Action, Condition } from './shapes.ts';
import type { AnnouncedEvent } from './shapes-events.ts';

export const automation = pgTable(
  'automation',
  {
    id: uuid('id').primaryKey(),
    /** Rises with each change of what it does. */
    version: integer('version').notNull(),
    name: text('name').notNull(),
    when: text('event').$type<AnnouncedEvent>().notNull(),
    conditions: jsonb('conditions').$type<readonly Condition[]>().notNull(),
    actions: jsonb('actions').$type<readonly Action[]>().notNull(),
    /** Who changed it last: it runs with their rights. */
    authorId: uuid('author_id').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    /** When this version was tried on past events. */
    triedAt: timestamptz('tried_at'),
    /** Since when it is on; null while it is off. What happened before does not count. */
    onSince: timestamptz('on_since'),
  },
  (table) => [check('automation_on', sql`${table.onSince} is null or ${table.triedAt} is not null`)],
);

/** One run for an event, decided when the event is found. */
export const automationRun = pgTable(
  'automation_run',
  {
    id: uuid('id').primaryKey(),
    automationId: uuid('automation_id')
      .notNull()
      .references(() => automation.id, { onDelete: 'cascade' }),
    /** Of the table of events. */
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    state: text('state').$type<'waiting' | 'done' | 'failed'>().notNull(),
    ranAt: timestamptz('ran_at'),
    /** Why it failed, and so did nothing. */
    error: text('error'),
  },
  (table) => [
    uniqueIndex('automation_run_event').on(table.eventId, table.automationId),
    index('automation_run_newest').on(table.automationId, table.id),
    index('automation_run_waiting').on(table.id).where(sql`${table.state} = 'waiting'`),
    index('automation_run_ran').on(table.ranAt).where(sql`${table.ranAt} is not null`),
  ],
);

/** One row, which a process locks to compare events or to run. */
export const automationCursor = pgTable('automation_cursor', {
  id: smallint('id').primaryKey(),
  /** Events up to this one were compared. */
  eventId: bigint('event_id', { mode: 'number' }).notNull(),
});
