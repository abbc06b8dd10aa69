// Tables of report days and of visits.
import { bigint, date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';

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
