// What the owner writes, as versions of values. Triggers forbid updates and deletes, and notify all nodes of
// a new version.
import { sql } from 'drizzle-orm';
import { check, integer, json, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ContentValue, TextFolder } from './shapes.ts';

export const content = pgTable(
  'content',
  {
    kind: text().$type<TextFolder>().notNull(),
    /** Of its file in the folder of the shop. */
    name: text().notNull(),
    /** Counts from 1 without gaps; the highest is current. */
    version: integer().notNull(),
    /** Null: removed. Not jsonb, which forgets the order of keys: that of currencies matters. */
    value: json().$type<ContentValue>(),
    source: text().$type<'files' | 'desk'>().notNull(),
    authorId: uuid('author_id'),
    reason: text(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.name, table.version] }),
    check(
      'content_author',
      sql`(${table.source} = 'desk') = (${table.authorId} is not null) and (${table.source} = 'files' or ${table.reason} is not null)`,
    ),
  ],
);

/** The same versions as text, for processes of the release before. */
export const ownerText = pgTable(
  'owner_text',
  {
    folder: text().$type<TextFolder>().notNull(),
    file: text().notNull(),
    number: integer().notNull(),
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
