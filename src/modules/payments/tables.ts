// Tables of payments, charges, refunds, disputes, webhooks and idempotency keys.
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { bytea, timestamptz } from '#platform/database/columns.ts';
import type { Browser, Provider, ProviderEvent, RecordKind } from './provider.ts';
import type {
  DisputeDecision,
  MeansError,
  MeansKind,
  MismatchKind,
  PaymentOutcome,
  PaymentState,
  Purpose,
  WebhookAnswer,
} from './rules.ts';

export const payment = pgTable(
  'payment',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    purpose: text('purpose').$type<Purpose>().notNull(),
    /** The purchase, by link or by invoice, or the deposit that it pays for, enforced by the database. */
    subjectId: uuid('subject_id').notNull(),
    amount: integer('amount').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** The description on the payment page. */
    description: text('description').notNull(),
    provider: text('provider').$type<Provider['name'] | 'none'>().notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    /** Null until the provider has created it. */
    link: text('link'),
    /** The provider's id for the payment, set with the link if the provider assigns one. */
    reference: text('reference'),
    linkExpiresAt: timestamptz('link_expires_at').notNull(),
    /** The page of the shop to which the provider leads back; null: the payer's account. */
    returnPath: text('return_path'),
    createdAt: timestamptz('created_at').notNull(),
    settledAt: timestamptz('settled_at'),
    /** The next poll of the provider; null if polling has ended. */
    pollAt: timestamptz('poll_at'),
    /**
     * The outcome of the last attempt, and its time. A time without an outcome: an attempt has begun, and its
     * end is unknown.
     */
    outcome: text('outcome').$type<PaymentOutcome>(),
    outcomeAt: timestamptz('outcome_at'),
    /** Since when the provider has not said how the last attempt ended. */
    silentSince: timestamptz('silent_since'),
    /** The last attempt is a debit, whose end its bank knows days later. */
    takesDays: boolean('takes_days').notNull().default(false),
    /** The payer has agreed that the shop saves the means. */
    saveMeans: boolean('save_means').notNull().default(false),
    /** Charged while the payer is away, without a link. */
    meansId: uuid('means_id'),
    /** Why that failed. */
    meansError: text('means_error').$type<MeansError>(),
  },
  (table) => [
    index('payment_subject').on(table.subjectId),
    index('payment_settled').on(table.settledAt).where(sql`${table.settledAt} is not null`),
    index('payment_poll').on(table.pollAt).where(sql`${table.pollAt} is not null`),
    index('payment_declined').on(table.outcomeAt).where(sql`${table.outcome} = 'declined'`),
    // At most one open payment, so that no customer pays twice.
    uniqueIndex('payment_open').on(table.subjectId).where(sql`${table.state} = 'open'`),
    check('payment_amount', sql`${table.amount} > 0`),
    check(
      'payment_outcome',
      sql`${table.outcome} in ('declined', 'abandoned') and ${table.outcomeAt} is not null or ${table.outcome} is null`,
    ),
  ],
);

/** A means of payment that its customer lets the shop charge later. The provider has its number. */
export const paymentMeans = pgTable(
  'payment_means',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    provider: text('provider').$type<Provider['name']>().notNull(),
    customer: text('customer').notNull(),
    reference: text('reference').notNull(),
    kind: text('kind').$type<MeansKind>().notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    /** 2029-08. */
    expires: text('expires'),
    savedAt: timestamptz('saved_at').notNull(),
    removedAt: timestamptz('removed_at'),
  },
  (table) => [
    uniqueIndex('payment_means_reference').on(table.provider, table.reference),
    index('payment_means_account').on(table.accountId),
  ],
);

/** Money that was received. The unique reference ignores duplicate reports. */
export const paymentCharge = pgTable(
  'payment_charge',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').$type<Provider['name']>().notNull(),
    reference: text('reference').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.id),
    /** Copied from the payment. */
    accountId: uuid('account_id').notNull(),
    amount: integer('amount').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    chargedAt: timestamptz('charged_at').notNull(),
    recordedAt: timestamptz('recorded_at').notNull(),
    /** Whether it paid its purchase or deposit, or came too late and was credited to the balance. */
    used: text('used').$type<'settled' | 'credited'>().notNull(),
  },
  (table) => [
    uniqueIndex('payment_charge_reference').on(table.provider, table.reference),
    index('payment_charge_payment').on(table.paymentId),
    check('payment_charge_amount', sql`${table.amount} > 0`),
  ],
);

/**
 * A charge that the payer's bank disputes: the money is withheld until that is decided, and gone if the
 * dispute is lost.
 */
export const paymentDispute = pgTable(
  'payment_dispute',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').$type<Provider['name']>().notNull(),
    reference: text('reference').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.id),
    /** Copied from the payment. */
    accountId: uuid('account_id').notNull(),
    amount: integer('amount').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    openedAt: timestamptz('opened_at').notNull(),
    recordedAt: timestamptz('recorded_at').notNull(),
    decision: text('decision').$type<DisputeDecision>(),
    decidedAt: timestamptz('decided_at'),
    /** What the ledger says was taken back by it: less than its amount if that was refunded before. */
    returned: integer('returned').notNull().default(0),
  },
  (table) => [
    uniqueIndex('payment_dispute_reference').on(table.provider, table.reference),
    index('payment_dispute_payment').on(table.paymentId),
  ],
);

/**
 * The log of webhooks and their results: ids only, for ninety days. A repeated webhook of the same day counts
 * in the same row; forged ones count in one row per hour, so that they cannot fill the table. Partitioned by
 * `received_on` (src/platform/database/partitions.ts): a unique key has to include that column.
 */
export const paymentWebhook = pgTable(
  'payment_webhook',
  {
    id: uuid('id').notNull(),
    /** The UTC day on which it was first received. */
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    provider: text('provider').$type<Provider['name']>().notNull(),
    result: text('result').$type<WebhookAnswer>().notNull(),
    /** The provider's event id; for a rejected webhook, the hour. */
    key: text('key').notNull(),
    kind: text('kind').$type<ProviderEvent['kind']>(),
    paymentId: uuid('payment_id'),
    firstReceivedAt: timestamptz('first_received_at').notNull(),
    lastReceivedAt: timestamptz('last_received_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.receivedOn, table.id] }),
    uniqueIndex('payment_webhook_once').on(table.provider, table.result, table.key, table.receivedOn),
    index('payment_webhook_payment').on(table.paymentId, table.id).where(sql`${table.paymentId} is not null`),
    index('payment_webhook_refused').on(table.id).where(sql`${table.result} in ('signature', 'old', 'unreadable', 'unknown')`),
  ],
);

/** Browser data for 3-D Secure, in a separate table: deleted after ninety days, never logged. */
export const paymentBrowser = pgTable(
  'payment_browser',
  {
    paymentId: uuid('payment_id')
      .primaryKey()
      .references(() => payment.id),
    accountId: uuid('account_id').notNull(),
    data: jsonb('data').$type<Browser>().notNull(),
    recordedAt: timestamptz('recorded_at').notNull(),
  },
  (table) => [index('payment_browser_recorded').on(table.recordedAt), index('payment_browser_account').on(table.accountId)],
);

/** Stored responses by idempotency key, for 24 hours. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    accountId: uuid('account_id').notNull(),
    key: text('key').notNull(),
    bodyHash: bytea('body_hash').notNull(),
    response: jsonb('response').notNull(),
    recordedAt: timestamptz('recorded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] }), index('idempotency_key_recorded').on(table.recordedAt)],
);

/** Refunds to the payment method: requested in a transaction, carried out by a job. */
export const paymentRefund = pgTable(
  'payment_refund',
  {
    id: uuid('id').primaryKey(),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => paymentCharge.id),
    accountId: uuid('account_id').notNull(),
    /** The id of what is refunded, such as an order, chosen by the caller. */
    causeId: uuid('cause_id'),
    amount: integer('amount').notNull(),
    state: text('state').$type<'asked' | 'done' | 'failed'>().notNull(),
    /** The provider's id for the refund. */
    reference: text('reference'),
    requestedAt: timestamptz('requested_at').notNull(),
    completedAt: timestamptz('completed_at'),
  },
  (table) => [
    index('payment_refund_charge').on(table.chargeId),
    index('payment_refund_cause').on(table.causeId),
    index('payment_refund_requested').on(table.requestedAt).where(sql`${table.state} = 'asked'`),
    index('payment_refund_completed').on(table.completedAt).where(sql`${table.completedAt} is not null`),
    index('payment_refund_failed').on(table.completedAt).where(sql`${table.state} = 'failed'`),
    check('payment_refund_amount', sql`${table.amount} > 0`),
  ],
);

/** How far the comparison with a provider's books has come, by kind of record. */
export const paymentReconciliation = pgTable(
  'payment_reconciliation',
  {
    provider: text('provider').$type<Provider['name']>().notNull(),
    kind: text('kind').$type<RecordKind>().notNull(),
    /** The run compares what was created since then. */
    since: timestamptz('since').notNull(),
    startedAt: timestamptz('started_at').notNull(),
    /** The page after which the run goes on; null at its beginning. */
    cursor: text('cursor'),
    /** Null while the run goes on. */
    completedAt: timestamptz('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.kind] })],
);

/** What a provider's books say otherwise than ours, and what only a person can settle. */
export const paymentMismatch = pgTable(
  'payment_mismatch',
  {
    id: uuid('id').primaryKey(),
    provider: text('provider').$type<Provider['name']>().notNull(),
    kind: text('kind').$type<MismatchKind>().notNull(),
    /** The provider's id. */
    reference: text('reference').notNull(),
    amount: integer('amount').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** By the provider. */
    happenedAt: timestamptz('happened_at').notNull(),
    foundAt: timestamptz('found_at').notNull(),
    /** By an operator, or because the books agree now. */
    settledAt: timestamptz('settled_at'),
  },
  (table) => [
    uniqueIndex('payment_mismatch_once').on(table.provider, table.kind, table.reference),
    index('payment_mismatch_open').on(table.foundAt).where(sql`${table.settledAt} is null`),
  ],
);
