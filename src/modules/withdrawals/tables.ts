// The table of withdrawals.
import { boolean, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';

/** Only the target of the foreign key: the table belongs to the orders module. */
const shopOrder = pgTable('shop_order', { id: uuid('id').primaryKey() });

/** A customer's withdrawal from the contract of an order and its result: the shop's record. */
export const withdrawal = pgTable(
  'withdrawal',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => shopOrder.id),
    accountId: uuid('account_id').notNull(),
    at: timestamptz('at').notNull(),
    /** The end of the withdrawal period. */
    until: timestamptz('until').notNull(),
    startNow: boolean('start_now').notNull(),
    pieces: smallint('pieces').notNull(),
    delivered: smallint('delivered').notNull(),
    /**
     * The same by list value, or by number if the pieces have none. Null on rows older than these columns.
     */
    value: integer('value'),
    deliveredValue: integer('delivered_value'),
    /** The part of the price for delivered work. */
    charged: integer('charged').notNull(),
    /** How the rest was refunded: to the payment method, and to the balance as cash or credit. */
    toSource: integer('to_source').notNull(),
    toCash: integer('to_cash').notNull(),
    toPromo: integer('to_promo').notNull(),
    /** What the customer owed less, of a purchase by invoice. */
    toClaim: integer('to_claim').notNull().default(0),
    /** Optional. */
    reason: text('reason'),
  },
  (table) => [index('withdrawal_account').on(table.accountId), index('withdrawal_at').on(table.at)],
);
