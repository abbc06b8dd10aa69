// Tables of presence, customers' notes, tags and imports, set-up checklist and report days.
import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { importColumns, timestamptz } from '#platform/database/columns.ts';

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

/** What operators write about a customer. Personal data: exported and erased with the account. */
export const customerNote = pgTable(
  'customer_note',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    operatorId: uuid('operator_id').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** The import that it came with. */
    importId: uuid('import_id'),
  },
  (table) => [
    index('customer_note_account').on(table.accountId, table.id),
    check('customer_note_text', sql`char_length(${table.text}) between 1 and 2000`),
  ],
);

export const customerTag = pgTable(
  'customer_tag',
  {
    accountId: uuid('account_id').notNull(),
    /** Normalized for comparison. */
    tagKey: text('tag_key').notNull(),
    tag: text('tag').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.tagKey] }),
    index('customer_tag_key').on(table.tagKey, table.accountId),
    check('customer_tag_length', sql`char_length(${table.tag}) between 1 and 30`),
  ],
);

export const customerImport = pgTable('customer_import', importColumns());

/** Accounts that an import created. */
export const customerImportAccount = pgTable(
  'customer_import_account',
  {
    accountId: uuid('account_id').primaryKey(),
    importId: uuid('import_id')
      .notNull()
      .references(() => customerImport.id),
  },
  (table) => [index('customer_import_account_import').on(table.importId)],
);

/** Steps of the set-up checklist that are done. */
export const deskSetUp = pgTable('desk_setup_step', {
  step: text('step').primaryKey(),
  at: timestamptz('at').notNull(),
  operatorId: uuid('operator_id').notNull(),
  /** The check's result. */
  found: jsonb('found'),
});

/** Aggregated days, with the zone they were aggregated in and the figures that are not by service. */
export const deskDay = pgTable('desk_day', {
  day: date('day', { mode: 'string' }).primaryKey(),
  zone: text('zone').notNull(),
  placed: integer('placed').notNull(),
  paid: integer('paid').notNull(),
  tickets: integer('tickets').notNull(),
  /** First answers of that day, their total waiting time, and those within a day. */
  answered: integer('answered').notNull(),
  answerSeconds: bigint('answer_seconds', { mode: 'number' }).notNull(),
  answeredSoon: integer('answered_soon').notNull(),
});

/** Payments and refunds in minor units. Service -1: unknown. */
export const deskDaySale = pgTable(
  'desk_day_sale',
  {
    day: date('day', { mode: 'string' }).notNull(),
    service: smallint('service').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    orders: integer('orders').notNull(),
    gross: bigint('gross', { mode: 'number' }).notNull(),
    discount: bigint('discount', { mode: 'number' }).notNull(),
    toSource: bigint('to_source', { mode: 'number' }).notNull(),
    toBalance: bigint('to_balance', { mode: 'number' }).notNull(),
    toCredit: bigint('to_credit', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.service, table.currency] })],
);

export const deskDayWork = pgTable(
  'desk_day_work',
  {
    day: date('day', { mode: 'string' }).notNull(),
    service: smallint('service').notNull(),
    delivered: integer('delivered').notNull(),
    onTime: integer('on_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.service] })],
);

/** Pieces taken and delivered by one maker, on time, and their working time. */
export const deskDayMaker = pgTable(
  'desk_day_maker',
  {
    day: date('day', { mode: 'string' }).notNull(),
    maker: text('maker').notNull(),
    name: text('name').notNull(),
    taken: integer('taken').notNull(),
    delivered: integer('delivered').notNull(),
    revised: integer('revised').notNull(),
    /** Delivered pieces with a deadline, and those on time. */
    timed: integer('timed').notNull(),
    onTime: integer('on_time').notNull(),
    /** Delivered pieces with a known start of work, and their total working time. */
    worked: integer('worked').notNull(),
    workSeconds: bigint('work_seconds', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.maker] })],
);

export const deskDayCoupon = pgTable(
  'desk_day_coupon',
  {
    day: date('day', { mode: 'string' }).notNull(),
    couponId: uuid('coupon_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    uses: integer('uses').notNull(),
    given: bigint('given', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.couponId, table.currency] })],
);

/** Funnel steps counted per day, without any visitor. */
export const deskVisit = pgTable(
  'desk_visit',
  {
    day: date('day', { mode: 'string' }).notNull(),
    step: text('step').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.step] })],
);
