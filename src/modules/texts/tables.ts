// The owner's texts by version. Triggers forbid updates and deletes, and notify all nodes of a new version.
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { TextFolder } from './shapes.ts';

export const ownerText = pgTable(
  'owner_text',
  {
    folder: text().$type<TextFolder>().notNull(),
    file: text().notNull(),
    /** Counts from 1 without gaps; the highest is current. */
    number: integer().notNull(),
    /** Null: the file was removed. */
    text: text(),
    origin: text().$type<'file' | 'desk'>().notNull(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    byId: uuid('by_id'),
    why: text(),
    /** Hash of the file at the last import; '' if there was none. */
    seenHash: text('seen_hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.folder, table.file, table.number] }),
    check('owner_text_author', sql`(${table.origin} = 'desk') = (${table.byId} is not null and ${table.why} is not null)`),
  ],
);

/** One row per folder, locked while its texts are imported or written. */
export const ownerFolder = pgTable('owner_folder', {
  name: text().$type<TextFolder>().primaryKey(),
  /** Hash of all files at the last import. */
  seenHash: text('seen_hash').notNull().default(''),
});
