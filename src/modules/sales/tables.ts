// What clients have agreed to.
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
