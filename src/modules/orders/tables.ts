// What was bought: a purchase is paid as one, its orders are delivered each by itself, and a bundle's order has several pieces.
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../infra/database/columns.ts';
import type { FileKind } from '../../lib/file-kind.ts';
import type { Locale } from '../../lib/locale.ts';
import type { Billing } from '../../lib/money/billing.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import type { ServiceNumber } from '../catalogue/shapes.ts';
import type { Answers } from './shapes.ts';
import type { Consents, Hold, PieceState, PurchaseState, StatusNumber, SubscriptionState } from './statuses.ts';

/** `account_id` of a purchase and of an order refers to the account, whose row outlives its owner's leaving; see docs/decisions/052. */
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
    /** What was agreed to, in which words, when and from where. */
    consents: jsonb('consents').$type<Consents>().notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    state: text('state').$type<PurchaseState>().notNull(),
    paidFrom: text('paid_from').$type<'link' | 'balance' | 'nothing'>(),
    /** Of what came from the balance, how much was promotional credit. */
    promo: integer('promo').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    paidAt: timestamptz('paid_at'),
    /** Null while a paid purchase has not been confirmed by mail. */
    confirmationSentAt: timestamptz('confirmation_sent_at'),
    /** Null while a paid purchase has no invoice. */
    invoicedAt: timestamptz('invoiced_at'),
  },
  (table) => [
    index('purchase_account').on(table.accountId, table.id),
    index('purchase_open').on(table.createdAt).where(sql`${table.state} = 'open'`),
    index('purchase_paid').on(table.paidAt).where(sql`${table.state} = 'paid'`),
    index('purchase_unconfirmed').on(table.paidAt).where(sql`${table.state} = 'paid' and ${table.confirmationSentAt} is null`),
    index('purchase_uninvoiced').on(table.paidAt).where(sql`${table.state} = 'paid' and ${table.invoicedAt} is null`),
    check('purchase_price', sql`${table.price} = ${table.subtotal} - ${table.discount} and ${table.discount} >= 0 and ${table.price} >= 0`),
    check('purchase_promo', sql`${table.promo} between 0 and ${table.price}`),
    // Nobody can pay nothing: what costs nothing is paid at once.
    check(
      'purchase_free',
      sql`case ${table.state} when 'open' then ${table.price} > 0 when 'paid' then (${table.paidFrom} = 'nothing') = (${table.price} = 0) else true end`,
    ),
  ],
);

/** `order` is a word of SQL's own. */
export const shopOrder = pgTable(
  'shop_order',
  {
    id: uuid('id').primaryKey(),
    /** Tells nobody how many orders there are. */
    number: text('number').notNull(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => purchase.id),
    accountId: uuid('account_id').notNull(),
    offerId: text('offer_id').notNull(),
    serviceType: smallint('service_type').$type<ServiceNumber>().notNull(),
    quantity: integer('quantity').notNull(),
    platform: smallint('platform'),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    total: integer('total').notNull(),
    discount: integer('discount').notNull(),
    price: integer('price').notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    /** The answers with long ones cut: what a list of orders shows, without reading the rest. */
    answersShort: jsonb('answers_short').$type<Answers>().notNull(),
    status: smallint('status').$type<StatusNumber>().notNull(),
    subscriptionId: uuid('subscription_id'),
    /** From when the month runs that it is for; null for what comes once. */
    period: timestamptz('period'),
    createdAt: timestamptz('created_at').notNull(),
    paidAt: timestamptz('paid_at'),
    startedAt: timestamptz('started_at'),
    deliveredAt: timestamptz('delivered_at'),
    cancelledAt: timestamptz('cancelled_at'),
  },
  (table) => [
    uniqueIndex('shop_order_number').on(table.number),
    index('shop_order_account').on(table.accountId, table.id),
    // What the desk lists by how it stands, or by what it is, newest first: what is rare is not looked for through all of them.
    index('shop_order_status').on(table.status, table.id),
    index('shop_order_service').on(table.serviceType, table.id),
    index('shop_order_purchase').on(table.purchaseId),
    index('shop_order_delivered').on(table.deliveredAt).where(sql`${table.deliveredAt} is not null`),
    // One order for each month, whoever asks for it and however often.
    uniqueIndex('shop_order_month').on(table.subscriptionId, table.period).where(sql`${table.subscriptionId} is not null`),
  ],
);

/** One piece of work: an ordinary order has one, which has the order's own brief. */
export const orderPiece = pgTable(
  'order_piece',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => shopOrder.id),
    /** Of its order: everything of a customer can be found, and moved, by this column. */
    accountId: uuid('account_id').notNull(),
    position: smallint('position').notNull(),
    offerId: text('offer_id').notNull(),
    serviceType: smallint('service_type').$type<ServiceNumber>().notNull(),
    quantity: integer('quantity').notNull(),
    /** Its list price when it was bought, in the order's currency: its weight in the order's price. Zero on pieces older than this column. */
    listValue: integer('list_value').notNull().default(0),
    /** Null until the customer has sent it; a bundle's are asked for after payment. */
    brief: jsonb('brief').$type<Answers>(),
    state: text('state').$type<PieceState>().notNull(),
    /** When it is due by the working clock; null while that waits, or has not begun. */
    dueAt: timestamptz('due_at'),
    /** Of a bundle's piece, said with its brief; an ordinary order's is the order's own. */
    platform: smallint('platform'),
    /** In which it is to be written, as its brief says. */
    language: text('language'),
    /** From when somebody may work on it: null until it is paid. Who has not asked us to begin at once has their days to withdraw first. */
    mayBeginAt: timestamptz('may_begin_at'),
    /** Who has it, by id and by name: the people of the desk are no business of this room. */
    makerId: text('maker_id'),
    makerName: text('maker_name'),
    takenAt: timestamptz('taken_at'),
    /** Since when its clock waits for an answer of the customer, and how much of it is left. */
    waitsSince: timestamptz('waits_since'),
    leftSeconds: integer('left_seconds'),
    /** Since when a person has to read the brief before work begins, and what the gate read in it; its clock stands meanwhile. */
    heldSince: timestamptz('held_since'),
    heldFor: jsonb('held_for').$type<Hold>(),
    /** Since when a word of the customer has no answer of the desk. */
    unansweredSince: timestamptz('unanswered_since'),
    /** Why it was not made by itself, where that was tried. */
    trouble: text('trouble'),
    /** When a program last began to make it. */
    productionTriedAt: timestamptz('production_tried_at'),
    /** By the database's own time, and by itself (a trigger): whoever keeps the open pieces in mind asks for what is newer. */
    changedAt: timestamptz('changed_at'),
    /** Of its newest delivery; null as long as there is none. */
    version: smallint('version'),
    /** When that is accepted by itself. */
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

export const subscription = pgTable(
  'subscription',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    offerId: text('offer_id').notNull(),
    quantity: integer('quantity').notNull(),
    platform: smallint('platform'),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** As it was when it was bought; a coupon counts for the first month. */
    price: integer('price').notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    state: text('state').$type<SubscriptionState>().notNull(),
    /** The day of the month that it began on, so that a short month does not move the later ones. */
    anchorDay: smallint('anchor_day').notNull(),
    /** Until when it is paid for; an active one renews then. */
    renewsAt: timestamptz('renews_at'),
    reminded: boolean('reminded').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('subscription_account').on(table.accountId),
    index('subscription_due').on(table.renewsAt).where(sql`${table.state} in ('active', 'ending')`),
  ],
);

/** That a customer withdrew from the contract of an order, and what came of it: the shop's proof, as the mail is the customer's. */
export const withdrawal = pgTable(
  'withdrawal',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => shopOrder.id),
    accountId: uuid('account_id').notNull(),
    at: timestamptz('at').notNull(),
    /** Until when it could be done. */
    until: timestamptz('until').notNull(),
    startNow: boolean('start_now').notNull(),
    pieces: smallint('pieces').notNull(),
    delivered: smallint('delivered').notNull(),
    /** The same by list value, or by number where the pieces have none. Null on rows older than these columns. */
    value: integer('value'),
    deliveredValue: integer('delivered_value'),
    /** Of the order's price, for what was delivered. */
    charged: integer('charged').notNull(),
    /** Where the rest went: to the means of payment, and to the balance as what it came from there. */
    toSource: integer('to_source').notNull(),
    toCash: integer('to_cash').notNull(),
    toPromo: integer('to_promo').notNull(),
    /** Nobody is asked for one. */
    reason: text('reason'),
  },
  (table) => [index('withdrawal_account').on(table.accountId)],
);

/** What an operator gave back of an order. Its id is chosen by who asks, so that asked twice it is given once; why it was done stands in the desk's log. */
export const orderRefund = pgTable(
  'order_refund',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => shopOrder.id),
    accountId: uuid('account_id').notNull(),
    operatorId: uuid('operator_id').notNull(),
    at: timestamptz('at').notNull(),
    /** The order was cancelled with it; else it goes on. */
    cancelsOrder: boolean('cancels_order').notNull(),
    /** Of the order's price, for what was delivered by then; nothing is kept of what goes on. */
    retained: integer('retained').notNull(),
    toSource: integer('to_source').notNull(),
    toCash: integer('to_cash').notNull(),
    toPromo: integer('to_promo').notNull(),
    /** The payments' own row of what went to the source. */
    refundId: uuid('refund_id'),
  },
  (table) => [
    index('order_refund_order').on(table.orderId),
    index('order_refund_account').on(table.accountId),
    uniqueIndex('order_refund_cancel').on(table.orderId).where(sql`${table.cancelsOrder}`),
  ],
);

/** Its row comes before its bytes, and before its order, so that nobody has more on the way than they may. */
export const briefFile = pgTable(
  'brief_file',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** As its owner gave it, with the ending of what it is. */
    name: text('name').notNull(),
    /** Told from the content; null as long as it is on its way. */
    kind: text('kind').$type<FileKind>(),
    /** On its way, the most that it can be. */
    bytes: integer('bytes').notNull(),
    sha256: text('sha256'),
    uploadStartedAt: timestamptz('upload_started_at').notNull(),
    /** Its bytes lie in the store since then. */
    uploadedAt: timestamptz('uploaded_at'),
    claimedAt: timestamptz('claimed_at'),
    purchaseId: uuid('purchase_id'),
  },
  (table) => [
    index('brief_file_account').on(table.accountId, table.uploadStartedAt),
    // The few that are looked through for what is to be forgotten.
    index('brief_file_unclaimed').on(table.uploadStartedAt).where(sql`${table.claimedAt} is null`),
  ],
);
