// Tables of coupons, their amounts by currency, and their uses.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { ServiceNumber } from '#modules/catalogue/shapes.ts';
import { timestamptz } from '#platform/database/columns.ts';
import type { Coupon } from './shapes.ts';

export const coupon = pgTable(
  'coupon',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** As shown. */
    code: text('code').notNull(),
    /** Normalized for comparison. */
    codeKey: text('code_key').notNull(),
    kind: text('kind').$type<Coupon['kind']>().notNull(),
    percent: smallint('percent'),
    appliesTo: text('applies_to').$type<Coupon['appliesTo']>().notNull(),
    /** Null: all services. */
    services: jsonb('services').$type<readonly ServiceNumber[]>(),
    startsAt: timestamptz('starts_at'),
    expiresAt: timestamptz('expires_at'),
    totalLimit: integer('total_limit'),
    customerLimit: integer('customer_limit'),
    firstPurchaseOnly: boolean('first_purchase_only').notNull().default(false),
    /** Active uses; cancelled purchases free theirs. */
    uses: integer('uses').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [uniqueIndex('coupon_code').on(table.codeKey)],
);

/** A fixed-amount coupon is valid only in currencies with a row. */
export const couponAmount = pgTable(
  'coupon_amount',
  {
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupon.id, { onDelete: 'cascade' }),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    amount: integer('amount'),
    minimum: integer('minimum').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.couponId, table.currency] })],
);

export const couponUse = pgTable(
  'coupon_use',
  {
    /** A purchase or a deposit. */
    subjectId: uuid('subject_id').primaryKey(),
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupon.id),
    accountId: uuid('account_id').notNull(),
    claimedAt: timestamptz('claimed_at').notNull(),
    releasedAt: timestamptz('released_at'),
    /**
     * A hash of the customer's address while an unpaid purchase or deposit holds a use of a limited coupon.
     */
    heldFrom: text('held_from'),
  },
  (table) => [
    index('coupon_use_account').on(table.couponId, table.accountId),
    index('coupon_use_held').on(table.couponId).where(sql`${table.heldFrom} is not null`),
    index('coupon_use_held_account').on(table.accountId).where(sql`${table.heldFrom} is not null`),
    index('coupon_use_held_from').on(table.heldFrom).where(sql`${table.heldFrom} is not null`),
    index('coupon_use_released').on(table.releasedAt).where(sql`${table.releasedAt} is not null`),
  ],
);
