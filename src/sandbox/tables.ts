// Tables of the sandbox, in a database schema of its own, shared by the worker and the web process.
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgSchema, smallint, text } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { MeansError } from '#modules/payments/rules.ts';
import { timestamptz } from '#platform/database/columns.ts';

export const sandboxSchema = pgSchema('sandbox');

export const sandboxMail = sandboxSchema.table('sandbox_mail', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Deduplicates a mail that is delivered twice. */
  messageId: text('message_id').notNull().unique(),
  to: text('to').notNull(),
  from: text('from').notNull(),
  /** The Reply-To address. */
  replyTo: text('reply_to'),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  at: timestamptz('at').notNull(),
});

/**
 * Payments, stored when their page is opened or when they are cancelled. Each payment action locks its row.
 */
export const bankPayment = sandboxSchema.table('bank_payment', {
  paymentId: text('payment_id').primaryKey(),
  state: text('state').$type<'open' | 'declined' | 'paid' | 'cancelled'>().notNull(),
  /** Null if cancelled before its page was opened. */
  expiresAt: timestamptz('expires_at'),
  at: timestamptz('at').notNull(),
  /** Why the last attempt was declined, if the bank says so. */
  reason: text('reason').$type<MeansError>(),
});

/** What payers let the shop charge later, and how the bank answers when it does. */
export const bankMeans = sandboxSchema.table('bank_means', {
  reference: text('reference').primaryKey(),
  customer: text('customer').notNull(),
  /** The payment with which it was saved. */
  paymentId: text('payment_id')
    .notNull()
    .unique()
    .references(() => bankPayment.paymentId),
  outcome: text('outcome').notNull(),
  at: timestamptz('at').notNull(),
});

/** Charges: at most one per payment. */
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
  /** The bank's id of a dispute of the whole charge, and how it stands. */
  dispute: text('dispute'),
  disputeState: text('dispute_state').$type<'open' | 'lost'>(),
});

export const bankRefund = sandboxSchema.table(
  'bank_refund',
  {
    /** The shop's idempotency key. */
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

/** Webhooks. One that is sent twice has two rows. */
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
    /** Time of the next try; null: delivered or given up. */
    dueAt: timestamptz('due_at'),
    arrivedAt: timestamptz('arrived_at'),
  },
  (table) => [
    index('bank_webhook_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index('bank_webhook_payment').on(table.paymentId),
  ],
);
