// What the sandbox keeps, in a schema of its own. It lives in the database so that the process of the jobs and the one of the pages share it.
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgSchema, smallint, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../infra/database/columns.ts';
import type { CurrencyNumber } from '../lib/money/money.ts';

export const sandboxSchema = pgSchema('sandbox');

export const sandboxMail = sandboxSchema.table('sandbox_mail', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** A letter that arrives twice is kept once. */
  messageId: text('message_id').notNull().unique(),
  to: text('to').notNull(),
  from: text('from').notNull(),
  /** Whom an answer would reach. */
  replyTo: text('reply_to'),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  at: timestamptz('at').notNull(),
});

/** What the bank was asked for: it learns of a payment when its page is opened, or when it is cancelled. Its row is what everything that pays locks. */
export const bankPayment = sandboxSchema.table('bank_payment', {
  paymentId: text('payment_id').primaryKey(),
  state: text('state').$type<'open' | 'declined' | 'paid' | 'cancelled'>().notNull(),
  /** Unknown of one that was cancelled before its page was ever opened. */
  expiresAt: timestamptz('expires_at'),
  at: timestamptz('at').notNull(),
});

/** Money that was taken: once for each payment, whatever else goes wrong. */
export const bankCharge = sandboxSchema.table('bank_charge', {
  reference: text('reference').primaryKey(),
  paymentId: text('payment_id')
    .notNull()
    .unique()
    .references(() => bankPayment.paymentId),
  description: text('description').notNull(),
  amount: integer('amount').notNull(),
  currency: smallint('currency').$type<CurrencyNumber>().notNull(),
  at: timestamptz('at').notNull(),
});

export const bankRefund = sandboxSchema.table(
  'bank_refund',
  {
    /** The shop's own name for it. */
    refundId: text('refund_id').primaryKey(),
    reference: text('reference').notNull().unique(),
    charge: text('charge')
      .notNull()
      .references(() => bankCharge.reference),
    amount: integer('amount').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('bank_refund_charge').on(table.charge)],
);

/** What the shop is to be told. One that is told twice has two rows. */
export const bankWebhook = sandboxSchema.table(
  'bank_webhook',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => bankPayment.paymentId),
    body: text('body').notNull(),
    madeAt: timestamptz('made_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When it is sent next; null: it has arrived, or was given up. */
    dueAt: timestamptz('due_at'),
    arrivedAt: timestamptz('arrived_at'),
  },
  (table) => [
    index('bank_webhook_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('bank_webhook_payment').on(table.paymentId),
  ],
);
