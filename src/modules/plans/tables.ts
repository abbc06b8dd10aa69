// The requests of plans.
import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';

/** Its order says whether it is cancelled or delivered. */
export const planRequest = pgTable(
  'plan_request',
  {
    orderId: uuid('order_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** Among those that wait; the customer changes it. */
    position: integer('position').notNull(),
    credits: integer('credits').notNull(),
    /** Null while it waits. */
    begunAt: timestamptz('begun_at'),
  },
  (table) => [index('plan_request_subscription').on(table.subscriptionId), index('plan_request_account').on(table.accountId)],
);
