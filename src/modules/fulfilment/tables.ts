// Tables of drafts, deliveries, files, revisions, messages and notes. The piece, its assignee and its clock
// are in the orders module.
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Operator } from '#lib/people/operator.ts';
import type { HowMade } from '#modules/orders/shapes.ts';
import { timestamptz } from '#platform/database/columns.ts';
import type { OperatorWork } from './people/shapes.ts';
import type { ArchivedFile, accepters, Passport, RevisionMark, RevisionPin, StoredReport, TimeMark } from './shapes.ts';

/** Saved while typing; the version prevents overwriting a concurrent save. */
export const pieceDraft = pgTable('piece_draft', {
  pieceId: uuid('piece_id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  version: integer('version').notNull(),
  text: text('text').notNull(),
  savedAt: timestamptz('saved_at').notNull(),
  byId: text('by_id').notNull(),
  byName: text('by_name').notNull(),
  /** Programs used, for the passport. */
  help: jsonb('help').$type<readonly string[]>().notNull(),
  /** Report of the checks, with the version checked. */
  report: jsonb('report').$type<StoredReport>(),
  reportVersion: integer('report_version'),
});

/** Immutable, except for its acceptance. */
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
    /** Addresses of what lies with other hosts. */
    links: jsonb('links').$type<readonly string[]>().notNull().default([]),
    report: jsonb('report').$type<StoredReport>(),
    passport: jsonb('passport').$type<Passport>().notNull(),
    deliveredAt: timestamptz('delivered_at').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    /** Null for deliveries before it was recorded. */
    howMade: jsonb('how_made').$type<HowMade>(),
    acceptedAt: timestamptz('accepted_at'),
    acceptedBy: text('accepted_by').$type<(typeof accepters)[number]>(),
    /** When its maker took the piece, and its due date: the piece itself clears both. */
    takenAt: timestamptz('taken_at'),
    dueAt: timestamptz('due_at'),
    /** When the customer was reminded of the automatic acceptance. */
    remindedAt: timestamptz('reminded_at'),
  },
  (table) => [
    // Unique versions, also under concurrency.
    uniqueIndex('delivery_version').on(table.pieceId, table.version),
    index('delivery_order').on(table.orderId),
    index('delivery_account').on(table.accountId),
    index('delivery_at').on(table.deliveredAt),
    index('delivery_accepted').on(table.acceptedAt).where(sql`${table.acceptedAt} is not null`),
    index('delivery_service').on(table.serviceType, table.deliveredAt),
  ],
);

/** The row is inserted before the bytes are stored. Without a delivery it belongs to the draft. */
export const deliveryFile = pgTable(
  'delivery_file',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    accountId: uuid('account_id').notNull(),
    deliveryId: uuid('delivery_id'),
    name: text('name').notNull(),
    bytes: integer('bytes').notNull(),
    /** Instead of `bytes`, of a file beyond what that column holds. */
    size: bigint('size', { mode: 'number' }),
    sha256: text('sha256'),
    uploadStartedAt: timestamptz('upload_started_at').notNull(),
    /** When its bytes were stored. */
    uploadedAt: timestamptz('uploaded_at'),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    /** Of a file that a revision keeps: the delivered file that has its bytes. */
    contentId: uuid('content_id'),
    /** What a ZIP contains; null for other files. */
    entries: jsonb('entries').$type<readonly ArchivedFile[]>(),
  },
  (table) => [
    index('delivery_file_piece').on(table.pieceId),
    index('delivery_file_account').on(table.accountId),
    index('delivery_file_coming').on(table.uploadStartedAt).where(sql`${table.uploadedAt} is null`),
  ],
);

/** A customer's request for a revision, with marked passages, pins on pictures and comments at a time. */
export const deliveryRevision = pgTable(
  'delivery_revision',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /** At most one per delivery. */
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => delivery.id),
    requestedAt: timestamptz('requested_at').notNull(),
    note: text('note').notNull(),
    marks: jsonb('marks').$type<readonly RevisionMark[]>().notNull(),
    pins: jsonb('pins').$type<readonly RevisionPin[]>().notNull().default([]),
    timeMarks: jsonb('time_marks').$type<readonly TimeMark[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('delivery_revision_delivery').on(table.deliveryId),
    index('delivery_revision_piece').on(table.pieceId),
    index('delivery_revision_account').on(table.accountId),
  ],
);

/** Messages between the customer and the desk about a piece. */
export const pieceMessage = pgTable(
  'piece_message',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    accountId: uuid('account_id').notNull(),
    /** Null for the customer, and for a guest. */
    byId: text('by_id'),
    /** Null for the customer. A guest of a shared order types a name. */
    byName: text('by_name'),
    text: text('text').notNull(),
    /** The clock is paused until it is answered. */
    waits: boolean('waits').notNull(),
    /** Set if it was mailed from another address than the account's. */
    fromEmail: text('from_email'),
    /** The customer's files that came with it by mail. */
    files: uuid('files').array().$type<readonly string[]>().notNull().default([]),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('piece_message_piece').on(table.pieceId, table.id), index('piece_message_account').on(table.accountId)],
);

/** Internal notes, invisible to customers. */
export const pieceNote = pgTable(
  'piece_note',
  {
    id: uuid('id').primaryKey(),
    pieceId: uuid('piece_id').notNull(),
    accountId: uuid('account_id').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
    text: text('text').notNull(),
    /** Named in the text; their names stay when they have left. */
    mentions: jsonb('mentions').$type<readonly Operator[]>().notNull().default([]),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('piece_note_piece').on(table.pieceId, table.id), index('piece_note_account').on(table.accountId)],
);

/** Open pieces by operator; windows repeat it as a heartbeat, and old rows do not count. */
export const deskHere = pgTable(
  'desk_presence',
  {
    operatorId: uuid('operator_id').notNull(),
    pieceId: uuid('piece_id').notNull(),
    name: text('name').notNull(),
    seenAt: timestamptz('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.pieceId] })],
);

/** How new pieces are assigned to an operator. Without a row, none are. */
export const operatorWork = pgTable('operator_work', {
  operatorId: uuid('operator_id').primaryKey(),
  isAssigned: boolean('is_assigned').notNull(),
  /** Null: all. */
  services: jsonb('services').$type<OperatorWork['services']>(),
  languages: jsonb('languages').$type<OperatorWork['languages']>(),
  /** Pieces; null: any number. */
  perDay: smallint('per_day'),
  daysOff: jsonb('days_off').$type<OperatorWork['daysOff']>().notNull(),
});

/** Who makes the new pieces of a customer. */
export const customerMaker = pgTable('customer_maker', {
  accountId: uuid('account_id').primaryKey(),
  operatorId: uuid('operator_id').notNull(),
});
