// Table of the set-up checklist.
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';

/** Steps of the set-up checklist that are done. */
export const deskSetUp = pgTable('desk_setup_step', {
  step: text('step').primaryKey(),
  at: timestamptz('at').notNull(),
  operatorId: uuid('operator_id').notNull(),
  /** The check's result. */
  found: jsonb('found'),
});
