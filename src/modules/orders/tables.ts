// Tables of purchases (paid as one), orders (delivered one by one), pieces and refunds.

import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Billing } from '#lib/money/billing.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Turnaround } from '#lib/time/turnaround.ts';
import type { Plan, ServiceNumber } from '#modules/catalogue/shapes.ts';
import { localeText, timestamptz } from '#platform/database/columns.ts';
import type { OrderedAddOn } from './add-ons/shapes.ts';
import type { Answers, Submission } from './shapes.ts';
import type {
  ByHand,
  Consents,
  DueByHand,
  Hold,
  PaidFrom,
  PieceState,
  PurchaseState,
  StatusNumber,
  TaxCategory,
  TeamAction,
} from './statuses.ts';

/** `account_id` refers to the account, whose row remains after the account is closed. */
export const purchase = pgTable(
  'purchase',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull(),
    price: integer('price').notNull(),
    couponId: uuid('coupon_id'),
    billing: jsonb('billing').$type<Billing>().notNull(),
    /** The accepted texts with versions, time and address. */
    consents: jsonb('consents').$type<Consents>().notNull(),
    locale: localeText('locale').notNull(),
    state: text('state').$type<PurchaseState>().notNull(),
    paidFrom: text('paid_from').$type<PaidFrom>(),
    /** The promotional credit within the amount paid from the balance. */
    promo: integer('promo').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    paidAt: timestamptz('paid_at'),
    /** Null until a paid purchase is confirmed by email. */
    confirmationSentAt: timestamptz('confirmation_sent_at'),
    /** Null until a paid purchase has an invoice. */
    invoicedAt: timestamptz('invoiced_at'),
    /** Set if an operator created it for the customer. */
    byHand: jsonb('by_hand').$type<ByHand>(),
    /** Of the subscription whose plan covers a request, which costs nothing and has no invoice. */
    planSubscriptionId: uuid('plan_subscription_id'),
  },
  (table) => [
    index('purchase_account').on(table.accountId, table.id),
    index('purchase_open').on(table.createdAt).where(sql`${table.state} = 'open'`),
    index('purchase_paid').on(table.paidAt).where(sql`${table.state} = 'paid'`),
    index('purchase_unconfirmed').on(table.paidAt).where(sql`${table.state} = 'paid' and ${table.confirmationSentAt} is null`),
    index('purchase_uninvoiced').on(table.paidAt).where(sql`${table.state} = 'paid' and ${table.invoicedAt} is null`),
    check('purchase_price', sql`${table.price} = ${table.subtotal} - ${table.discount} and ${table.discount} >= 0 and ${table.price} >= 0`),
    check('purchase_promo', sql`${table.promo} between 0 and ${table.price}`),
    // A free purchase must be paid at once, because providers cannot charge zero.
    check(
      'purchase_free',
      sql`case ${table.state} when 'open' then ${table.price} > 0 when 'paid' then (${table.paidFrom} = 'nothing') = (${table.price} = 0) else true end`,
    ),
  ],
);

/** `order` is a reserved word in SQL. */
export const shopOrder = pgTable(
  'shop_order',
  {
    id: uuid('id').primaryKey(),
    /** Random, so that it does not reveal the number of orders. */
    number: text('number').notNull(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchase.id),
    accountId: uuid('account_id').notNull(),
    offerId: text('offer_id').notNull(),
    /** Of a line that an operator wrote, in the place of the offer's name. */
    title: text('title'),
    /** Null: the standard one. */
    taxCategory: text('tax_category').$type<TaxCategory>(),
    serviceType: smallint('service_type').$type<ServiceNumber>().notNull(),
    quantity: integer('quantity').notNull(),
    platform: smallint('platform'),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    total: integer('total').notNull(),
    discount: integer('discount').notNull(),
    price: integer('price').notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    /** The answers with long ones cut, so that lists need not read the rest. */
    answersShort: jsonb('answers_short').$type<Answers>().notNull(),
    /** Within the total, at the prices of then. */
    addOns: jsonb('add_ons').$type<readonly OrderedAddOn[]>().notNull().default([]),
    status: smallint('status').$type<StatusNumber>().notNull(),
    subscriptionId: uuid('subscription_id'),
    /** The start of the month that the order is for; null if it is not monthly. */
    period: timestamptz('period'),
    /**
     * What a month of a plan gives, as it was bought. It has no pieces: its requests are orders of their own.
     */
    plan: jsonb('plan').$type<Plan>(),
    createdAt: timestamptz('created_at').notNull(),
    /** The estimate of delivery when it was ordered. Null: 48 hours after it. */
    estimatedAt: timestamptz('estimated_at'),
    paidAt: timestamptz('paid_at'),
    startedAt: timestamptz('started_at'),
    deliveredAt: timestamptz('delivered_at'),
    cancelledAt: timestamptz('cancelled_at'),
  },
  (table) => [
    uniqueIndex('shop_order_number').on(table.number),
    index('shop_order_account').on(table.accountId, table.id),
    // For the desk's lists by status or service, newest first: rare values are found without a full scan.
    index('shop_order_status').on(table.status, table.id),
    index('shop_order_service').on(table.serviceType, table.id),
    index('shop_order_purchase').on(table.purchaseId),
    index('shop_order_started').on(table.startedAt).where(sql`${table.startedAt} is not null`),
    index('shop_order_delivered').on(table.deliveredAt).where(sql`${table.deliveredAt} is not null`),
    index('shop_order_cancelled').on(table.cancelledAt).where(sql`${table.cancelledAt} is not null`),
    // At most one order per month, even with concurrent renewals.
    uniqueIndex('shop_order_month').on(table.subscriptionId, table.period).where(sql`${table.subscriptionId} is not null`),
  ],
);

/** One unit of work. An ordinary order has one, which uses the order's brief. */
export const orderPiece = pgTable(
  'order_piece',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => shopOrder.id),
    /** Copied from the order, so that all rows of a customer can be found and moved by this column. */
    accountId: uuid('account_id').notNull(),
    position: smallint('position').notNull(),
    offerId: text('offer_id').notNull(),
    serviceType: smallint('service_type').$type<ServiceNumber>().notNull(),
    quantity: integer('quantity').notNull(),
    /**
     * The list price when bought, in the order's currency; the weight in the order's price. Of a unit, its
     * share of that price: all units have an equal one. Zero on pieces older than this column.
     */
    listValue: integer('list_value').notNull().default(0),
    /** A program delivers it within a minute, as its offer said when it was bought. */
    isInstant: boolean('is_instant').notNull().default(false),
    /** Null: 48 hours. */
    turnaround: jsonb('turnaround').$type<Turnaround>(),
    /** One of the units of its order, each of which is a piece. */
    isUnit: boolean('is_unit').notNull().default(false),
    /** Null until the customer submits it. Pieces of a bundle are briefed after payment. */
    brief: jsonb('brief').$type<Answers>(),
    state: text('state').$type<PieceState>().notNull(),
    /** Of the stages of its service; null: not moved yet, so in the first. */
    stage: text('stage'),
    /** Due time by the working clock; null while it is paused or not started. */
    dueAt: timestamptz('due_at'),
    /** Set by an operator, with the reason. */
    dueByHand: jsonb('due_by_hand').$type<DueByHand>(),
    /** For a bundle's piece, from its brief. For an ordinary order, the order's. */
    platform: smallint('platform'),
    /** The language to write in, from the brief. */
    language: text('language'),
    /**
     * When work may start: null before payment. Without a requested early start, after the withdrawal period.
     */
    mayBeginAt: timestamptz('may_begin_at'),
    /** The assignee's id and name. No foreign key, because operators belong to another module. */
    makerId: text('maker_id'),
    makerName: text('maker_name'),
    takenAt: timestamptz('taken_at'),
    /**
     * Since when the clock is paused for the customer's answer, and how much time is left on it, in the
     * measure of the turnaround.
     */
    waitsSince: timestamptz('waits_since'),
    leftSeconds: integer('left_seconds'),
    /** Since when the brief is in review, and what the gate found in it. The clock is stopped meanwhile. */
    heldSince: timestamptz('held_since'),
    heldFor: jsonb('held_for').$type<Hold>(),
    /** Since when a message of the customer is unanswered. */
    unansweredSince: timestamptz('unanswered_since'),
    /** Why automatic production failed. */
    makerError: text('trouble'),
    /** The start of the last automatic attempt. */
    productionTriedAt: timestamptz('production_tried_at'),
    /** When an operator returned it to the queue: it is not assigned by itself again. */
    releasedAt: timestamptz('released_at'),
    /** The delivery that waits for a second person's approval. */
    submission: jsonb('submission').$type<Submission>(),
    /** Set by a trigger from the database's clock; the cache of open pieces reads rows that are newer. */
    changedAt: timestamptz('changed_at'),
    /** The newest delivery; null if there is none. */
    version: smallint('version'),
    /** When that delivery is accepted automatically. */
    acceptAt: timestamptz('accept_at'),
  },
  (table) => [
    uniqueIndex('order_piece_order').on(table.orderId, table.position),
    index('order_piece_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('order_piece_open')
      .on(table.dueAt)
      .where(sql`${table.mayBeginAt} is not null and ${table.state} in ('ready', 'inWork', 'revisionAsked')`),
    index('order_piece_changed').on(table.changedAt).where(sql`${table.mayBeginAt} is not null`),
    index('order_piece_accept').on(table.acceptAt).where(sql`${table.acceptAt} is not null`),
  ],
);

/**
 * An operator's refund of an order, or that of a cancelled unit. The client chooses the id of an operator's,
 * so a repeated request refunds once. The reason is in the desk's log.
 */
export const orderRefund = pgTable(
  'order_refund',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => shopOrder.id),
    accountId: uuid('account_id').notNull(),
    /** Null: the customer has cancelled a unit. */
    operatorId: uuid('operator_id'),
    /** The unit that was cancelled alone, of an order that continues. */
    pieceId: uuid('piece_id'),
    at: timestamptz('at').notNull(),
    /** Whether the order was cancelled with it. */
    cancelsOrder: boolean('cancels_order').notNull(),
    /** The part of the price for delivered work; zero if the order continues. */
    retained: integer('retained').notNull(),
    toSource: integer('to_source').notNull(),
    toCash: integer('to_cash').notNull(),
    toPromo: integer('to_promo').notNull(),
    /** What the customer owed less, of a purchase by invoice. */
    toClaim: integer('to_claim').notNull().default(0),
    /** The payments module's refund to the payment method. */
    refundId: uuid('refund_id'),
  },
  (table) => [
    index('order_refund_order').on(table.orderId),
    index('order_refund_account').on(table.accountId),
    index('order_refund_at').on(table.at),
    uniqueIndex('order_refund_piece').on(table.pieceId).where(sql`${table.pieceId} is not null`),
    uniqueIndex('order_refund_cancel').on(table.orderId).where(sql`${table.cancelsOrder}`),
  ],
);

/** What an operator did for the customer, who reads the reason. */
export const teamAction = pgTable(
  'order_team_action',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => shopOrder.id),
    accountId: uuid('account_id').notNull(),
    pieceId: uuid('piece_id').notNull(),
    action: text('action').$type<TeamAction>().notNull(),
    reason: text('reason').notNull(),
    operatorId: uuid('operator_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('order_team_action_order').on(table.orderId), index('order_team_action_account').on(table.accountId)],
);
