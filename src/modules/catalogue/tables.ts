// Tables of the catalogue. Texts hold all languages side by side; prices are one row per offer and currency,
// never converted.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { Words } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Turnaround } from '#lib/time/turnaround.ts';
import type { AddOnRow } from './add-ons/rules.ts';
import type { FieldSource, PostRules, Production, ServiceWords, TierRow } from './rules.ts';
import type { Deliverable, Plan, PlatformNumber, PostLayout, ServiceNumber, ServiceState, ServiceText } from './shapes.ts';

export const catalogueService = pgTable(
  'catalogue_service',
  {
    type: smallint().$type<ServiceNumber>().primaryKey(),
    slug: text().notNull().unique(),
    position: smallint().notNull(),
    /** The file's, or archived if there is no file any more. */
    state: text().$type<ServiceState>().notNull().default('sold'),
    kind: text().$type<ServiceText['kind']>().notNull(),
    madeBy: text('made_by').$type<ServiceText['madeBy']>().notNull(),
    turnaround: text().$type<ServiceText['turnaround']>().notNull(),
    delivers: text().$type<Deliverable>().notNull().default('article'),
    interval: text().$type<'month'>(),
    revisions: smallint().notNull(),
    platforms: jsonb().$type<readonly PlatformNumber[]>().notNull(),
    words: jsonb().$type<ServiceWords>().notNull(),
    fields: jsonb().$type<readonly FieldSource[]>().notNull(),
    /** Null: the general one. */
    icon: text(),
    production: jsonb().$type<Production>().notNull().default({}),
    addOns: jsonb('add_ons').$type<readonly AddOnRow[]>().notNull().default([]),
  },
  (table) => [check('catalogue_service_state', sql`${table.state} in ('sold', 'hidden', 'archived')`)],
);

/** Numbers of services by key, each given once. A trigger refuses changes: a number is never used again. */
export const catalogueNumber = pgTable('catalogue_number', {
  key: text().primaryKey(),
  number: smallint().$type<ServiceNumber>().notNull().unique(),
});

export const catalogueOffer = pgTable(
  'catalogue_offer',
  {
    id: text().primaryKey(),
    serviceType: smallint('service_type')
      .$type<ServiceNumber>()
      .notNull()
      .references(() => catalogueService.type),
    position: smallint().notNull(),
    unit: jsonb().$type<Words>().notNull(),
    note: jsonb().$type<Words>().notNull(),
    minQuantity: integer('min_quantity').notNull(),
    maxQuantity: integer('max_quantity').notNull(),
    pieces: jsonb().$type<readonly { offer: string; quantity: number }[]>().notNull(),
    /** Null: the service's value. */
    revisions: smallint(),
    /** Questions of the service that it omits. */
    omits: jsonb().$type<readonly string[]>().notNull().default([]),
    /** How much one has of the service's unit. */
    count: integer(),
    isInstant: boolean('is_instant').notNull().default(false),
    /** Volume prices, ascending. */
    tiers: jsonb().$type<readonly TierRow[]>().notNull().default([]),
    /** Null: 48 hours. */
    turnaround: jsonb().$type<Turnaround>(),
    /** Each unit is a piece of its own. */
    eachUnitIsPiece: boolean('each_unit_is_piece').notNull().default(false),
    /** Null: no plan. */
    plan: jsonb().$type<Plan>(),
    /** Removed offers stay for orders that were placed with them. */
    retired: boolean().notNull().default(false),
  },
  (table) => [index().on(table.serviceType)],
);

export const cataloguePrice = pgTable(
  'catalogue_price',
  {
    offerId: text('offer_id')
      .notNull()
      .references(() => catalogueOffer.id),
    currency: smallint().$type<CurrencyNumber>().notNull(),
    unitPrice: integer('unit_price').notNull(),
  },
  (table) => [primaryKey({ columns: [table.offerId, table.currency] })],
);

export const cataloguePlatform = pgTable('catalogue_platform', {
  platform: smallint().$type<PlatformNumber>().primaryKey(),
  name: text().notNull(),
  position: smallint().notNull(),
  surchargePercent: smallint('surcharge_percent').notNull(),
  hosts: jsonb().$type<readonly string[]>().notNull(),
  /** Its name in the owner's files. */
  key: text(),
  layout: text().$type<PostLayout>(),
  posts: jsonb().$type<PostRules>().notNull().default({}),
  /**
   * Without a row in the owner's files: orders refer to it, and its number is never used again. A trigger
   * keeps the row, and its key.
   */
  retired: boolean().notNull().default(false),
});

/**
 * Every currency that the shop sells or ever sold in. Null: not any more, but balances, orders and documents
 * in it live on.
 */
export const catalogueCurrency = pgTable('catalogue_currency', {
  currency: smallint().$type<CurrencyNumber>().primaryKey(),
  position: smallint(),
});

/** One row. Triggers increase the version on every change of the tables above and notify all nodes. */
export const catalogueState = pgTable('catalogue_state', {
  only: boolean().primaryKey().default(true),
  version: bigint({ mode: 'number' }).notNull().default(0),
});
