// The owner's texts, version by version. A version is never changed and never removed: the database itself refuses that, and tells every node of a new one.
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { TextFolder } from './shapes.ts';

export const ownerText = pgTable(
  'owner_text',
  {
    folder: text().$type<TextFolder>().notNull(),
    file: text().notNull(),
    /** From 1 on, without a gap; the highest counts. */
    number: integer().notNull(),
    /** Null: the file was taken out of the folder. */
    text: text(),
    origin: text().$type<'file' | 'desk'>().notNull(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    byId: uuid('by_id'),
    why: text(),
    /** Of the file in the folder when it was last looked at; '' where there was none. */
    seenHash: text('seen_hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.folder, table.file, table.number] }),
    check('owner_text_author', sql`(${table.origin} = 'desk') = (${table.byId} is not null and ${table.why} is not null)`),
  ],
);

/** One row for each folder of the owner's. Whoever takes its texts over, or writes one, holds it meanwhile. */
export const ownerFolder = pgTable('owner_folder', {
  name: text().$type<TextFolder>().primaryKey(),
  /** Of all its files together when they were last taken over. */
  seenHash: text('seen_hash').notNull().default(''),
});
