// The credits that requests spend of the months of a plan.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';

/** Append-only: a trigger refuses changes. */
export const planCredit = pgTable(
  'plan_credit',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** The order of the month that gave it. */
    monthId: uuid('month_id').notNull(),
    /** The order of the request. */
    orderId: uuid('order_id').notNull(),
    /** Spent; negative: returned. */
    credits: integer('credits').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('plan_credit_subscription').on(table.subscriptionId),
    index('plan_credit_order').on(table.orderId),
    index('plan_credit_month').on(table.monthId),
    index('plan_credit_account').on(table.accountId),
    check('plan_credit_not_zero', sql`${table.credits} <> 0`),
  ],
);
