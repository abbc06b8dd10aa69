// What clients have agreed to, and the reminders of what they owe.
import { date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/database/columns.ts';

/** A client's agreement that the balance may be charged, as an operator recorded it. */
export const balanceAgreement = pgTable(
  'balance_agreement',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** What was agreed, and how. */
    text: text('text').notNull(),
    operatorId: uuid('operator_id').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('balance_agreement_account').on(table.accountId)],
);

/** A reminder of an unpaid invoice that was mailed. Each level once. */
export const claimReminder = pgTable(
  'claim_reminder',
  {
    purchaseId: uuid('purchase_id').notNull(),
    /** Its place on the owner's schedule, from 1. */
    level: smallint('level').notNull(),
    accountId: uuid('account_id').notNull(),
    /** What was owed then. */
    open: integer('open').notNull(),
    /** In the shop's time zone. */
    sentOn: date('sent_on').notNull(),
    sentAt: timestamptz('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.purchaseId, table.level] }), index('claim_reminder_account').on(table.accountId)],
);
