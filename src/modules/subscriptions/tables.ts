// The table of subscriptions.
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { OrderedAddOn } from '#modules/orders/add-ons/shapes.ts';
import type { Answers } from '#modules/orders/shapes.ts';
import type { MeansError } from '#modules/payments/rules.ts';
import { timestamptz } from '#platform/database/columns.ts';
import type { SubscriptionState } from './rules.ts';

export const subscription = pgTable(
  'subscription',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    offerId: text('offer_id').notNull(),
    quantity: integer('quantity').notNull(),
    platform: smallint('platform'),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** The price when it was bought. A coupon applies to the first month only. */
    price: integer('price').notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    /** Of every month, within the price. */
    addOns: jsonb('add_ons').$type<readonly OrderedAddOn[]>().notNull().default([]),
    state: text('state').$type<SubscriptionState>().notNull(),
    /** The day of the month on which it started, so that a short month does not move later renewals. */
    anchorDay: smallint('anchor_day').notNull(),
    /** The end of the paid period; an active subscription renews then. */
    renewsAt: timestamptz('renews_at'),
    /** Of a plan that is paused: its paid days stay, so the renewal moves by the whole days of the pause. */
    pausedAt: timestamptz('paused_at'),
    reminded: boolean('reminded').notNull().default(false),
    /** The saved means that its months are charged from, and the most that its customer agreed to. */
    meansId: uuid('means_id'),
    agreedPrice: integer('agreed_price'),
    /** Charges that failed since the last month that was paid. */
    failures: smallint('failures').notNull().default(0),
    /** How many of them their customer was told of. */
    failuresTold: smallint('failures_told').notNull().default(0),
    /** Why the last one failed. */
    failedBy: text('failed_by').$type<MeansError>(),
    /** The next charge of the unpaid month. Null: none is due, or one goes on. */
    retryAt: timestamptz('retry_at'),
    createdAt: timestamptz('created_at').notNull(),
    /** Null if it ended before it was recorded. */
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    index('subscription_account').on(table.accountId),
    index('subscription_ended').on(table.endedAt).where(sql`${table.endedAt} is not null`),
    index('subscription_retry').on(table.retryAt).where(sql`${table.retryAt} is not null`),
    index('subscription_due').on(table.renewsAt).where(sql`${table.state} in ('active', 'ending')`),
  ],
);

/** A higher price that the shop has asked for. It holds from a renewal that is announced after the click. */
export const subscriptionPrice = pgTable(
  'subscription_price',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscription.id),
    before: integer('before').notNull(),
    after: integer('after').notNull(),
    /** Without the click, the subscription ends instead of going on at the old price. */
    endsUnanswered: boolean('ends_unanswered').notNull(),
    operatorId: uuid('operator_id').notNull(),
    askedAt: timestamptz('asked_at').notNull(),
    /** The first renewal that it is for. Once it is applied, the renewal from which it holds. */
    startsAt: timestamptz('starts_at').notNull(),
    agreedAt: timestamptz('agreed_at'),
    appliedAt: timestamptz('applied_at'),
  },
  (table) => [
    // The newest question replaces the one before.
    uniqueIndex('subscription_price_open').on(table.subscriptionId).where(sql`${table.appliedAt} is null`),
    index('subscription_price_subscription').on(table.subscriptionId),
    check('subscription_price_rise', sql`${table.after} > ${table.before}`),
  ],
);
