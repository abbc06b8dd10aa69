// Tables of the connections module.
import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#platform/database/columns.ts';
import type { ConnectionKind } from './shapes.ts';

/** What the owner entered at the desk. A trigger tells all nodes of a change. */
export const connection = pgTable('connection', {
  kind: text('kind').$type<ConnectionKind>().primaryKey(),
  /** Encrypted JSON. */
  sealed: bytea('sealed').notNull(),
  changedAt: timestamptz('changed_at').notNull(),
});
