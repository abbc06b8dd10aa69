// The work on a piece: what is being written, what was delivered, what its customer wants otherwise, and what was said about it. The piece itself, who has
// it and its clock are the orders'.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../infra/database/columns.ts';
import type { Mark, Passport, Report } from './shapes.ts';

/** Saved as it is typed. A version that somebody else has saved meanwhile is never written over. */
export const pieceDraft = pgTable('piece_draft', {
  pieceId: uuid('piece_id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  version: integer('version').notNull(),
  text: text('text').notNull(),
  savedAt: timestamptz('saved_at').notNull(),
  byId: text('by_id').notNull(),
  byName: text('by_name').notNull(),
  /** What helped to write it, such as a program: told in the passport. */
  help: jsonb('help').$type<readonly string[]>().notNull(),
  /** What was found when it was looked over, and in which version. */
  report: jsonb('report').$type<Report>(),
  reportVersion: integer('report_version'),
});

/** What the customer has: never changed afterwards, but for when it was accepted. */
export const delivery = pgTable(
  'delivery',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    orderId: uuid('order_id').notNull(),
    accountId: uuid('account_id').notNull(),
    serviceType: smallint('service_type').notNull(),
    version: smallint('version').notNull(),
    text: text('text').notNull(),
    report: jsonb('report').$type<Report>(),
    passport: jsonb('passport').$type<Passport>().notNull(),
    deliveredAt: timestamptz('delivered_at').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    acceptedAt: timestamptz('accepted_at'),
    acceptedBy: text('accepted_by').$type<'customer' | 'time'>(),
    /** Since when whoever made it had the piece, and by when it was due by its clock: the piece itself forgets both. */
    takenAt: timestamptz('taken_at'),
    dueAt: timestamptz('due_at'),
    /** When its customer was told that it will soon be accepted by itself. */
    remindedAt: timestamptz('reminded_at'),
  },
  (table) => [
    // One of each version, whoever delivers at the same moment.
    uniqueIndex('delivery_version').on(table.pieceId, table.version),
    index('delivery_order').on(table.orderId),
    index('delivery_account').on(table.accountId),
    index('delivery_at').on(table.deliveredAt),
    index('delivery_service').on(table.serviceType, table.deliveredAt),
  ],
);

/** Its row comes before its bytes. Without a delivery it belongs to what is being written. */
export const deliveryFile = pgTable(
  'delivery_file',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    accountId: uuid('account_id').notNull(),
    deliveryId: uuid('delivery_id'),
    name: text('name').notNull(),
    bytes: integer('bytes').notNull(),
    sha256: text('sha256'),
    uploadStartedAt: timestamptz('upload_started_at').notNull(),
    /** Its bytes lie in the store since then. */
    uploadedAt: timestamptz('uploaded_at'),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
  },
  (table) => [
    index('delivery_file_piece').on(table.pieceId),
    index('delivery_file_account').on(table.accountId),
    index('delivery_file_coming').on(table.uploadStartedAt).where(sql`${table.uploadedAt} is null`),
  ],
);

/** What a customer wants otherwise, with the passages that are meant. */
export const deliveryRevision = pgTable(
  'delivery_revision',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /** Of one delivery there is one at most. */
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => delivery.id),
    requestedAt: timestamptz('requested_at').notNull(),
    note: text('note').notNull(),
    marks: jsonb('marks').$type<readonly Mark[]>().notNull(),
  },
  (table) => [
    uniqueIndex('delivery_revision_delivery').on(table.deliveryId),
    index('delivery_revision_piece').on(table.pieceId),
    index('delivery_revision_account').on(table.accountId),
  ],
);

/** Between a customer and the desk, about one piece. */
export const pieceMessage = pgTable(
  'piece_message',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /** Null where the customer says it. */
    byId: text('by_id'),
    byName: text('by_name'),
    text: text('text').notNull(),
    /** The clock of the piece waits for an answer to it. */
    waits: boolean('waits').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('piece_message_piece').on(table.pieceId, table.id), index('piece_message_account').on(table.accountId)],
);

/** For the people of the desk alone; no customer sees it. */
export const pieceNote = pgTable(
  'piece_note',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    accountId: uuid('account_id').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    text: text('text').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('piece_note_piece').on(table.pieceId, table.id), index('piece_note_account').on(table.accountId)],
);
