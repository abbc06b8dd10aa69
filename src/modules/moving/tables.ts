// Tables of moves: what was brought from another system, and the history that came with it. History is
// outside of the books: it is read, searched and moved out again, and nothing is ever charged or numbered by
// it.
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { bytea, timestamptz } from '#platform/database/columns.ts';
import type { MoveCounts, MovedColumns, MoveReport, MoveState, MoveSystem, PastOrderStatus } from './rules.ts';

export const moveRun = pgTable(
  'move_run',
  {
    id: uuid('id').primaryKey(),
    /** Null: moved by the command. */
    operatorId: uuid('operator_id'),
    system: text('system').$type<MoveSystem>().notNull(),
    state: text('state').$type<MoveState>().notNull(),
    /** SHA-256 of the files. A folder is moved in once, unless that is undone. Null until then. */
    digest: text('digest'),
    /** Columns that an operator has mapped, by file. */
    columns: jsonb('columns').$type<MovedColumns>().notNull().default({}),
    counts: jsonb('counts').$type<MoveCounts>().notNull().default({}),
    /** Of the last check or run. */
    report: jsonb('report').$type<MoveReport>(),
    /** Rows that are written so far. */
    written: integer('written').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    doneAt: timestamptz('done_at'),
    undoneAt: timestamptz('undone_at'),
  },
  (table) => [uniqueIndex('move_run_digest').on(table.digest).where(sql`${table.state} = 'done'`)],
);

/** Files that an operator has uploaded, until they are moved in. */
export const moveFile = pgTable(
  'move_file',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => moveRun.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    content: bytea('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.name] })],
);

/** Clients of a move: new ones, and those that had an account already. */
export const movedClient = pgTable(
  'moved_client',
  {
    accountId: uuid('account_id').primaryKey(),
    runId: uuid('run_id').notNull(),
    isNew: boolean('is_new').notNull(),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    /** When the mail was sent that tells them of their account here. */
    invitedAt: timestamptz('invited_at'),
  },
  (table) => [index('moved_client_run').on(table.runId)],
);

/** Finished orders of the earlier system. */
export const pastOrder = pgTable(
  'past_order',
  {
    id: uuid('id').primaryKey(),
    runId: uuid('run_id').notNull(),
    accountId: uuid('account_id').notNull(),
    number: text('number').notNull(),
    title: text('title').notNull(),
    service: text('service').notNull(),
    status: text('status').$type<PastOrderStatus>().notNull(),
    price: bigint('price', { mode: 'number' }).notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    deliveredAt: timestamptz('delivered_at'),
  },
  (table) => [
    uniqueIndex('past_order_number').on(table.number),
    // Search at the desk.
    index('past_order_typed').on(sql`lower(${table.number})`),
    index('past_order_account').on(table.accountId, table.createdAt),
    index('past_order_run').on(table.runId),
  ],
);

/** Invoices of the earlier system. Unpaid ones are listed, and no reminder is sent. */
export const pastInvoice = pgTable(
  'past_invoice',
  {
    id: uuid('id').primaryKey(),
    runId: uuid('run_id').notNull(),
    accountId: uuid('account_id').notNull(),
    number: text('number').notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
    net: bigint('net', { mode: 'number' }).notNull(),
    vat: bigint('vat', { mode: 'number' }).notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    /** As the file has it: an amount, a day, or a word. */
    paid: text('paid').notNull(),
    /** What is unpaid by that. */
    open: bigint('open', { mode: 'number' }).notNull(),
    dueAt: timestamptz('due_at'),
    /** The name of its PDF, whose bytes are stored under the id. Empty: there is none. */
    file: text('file').notNull(),
  },
  (table) => [
    uniqueIndex('past_invoice_number').on(table.number),
    index('past_invoice_typed').on(sql`lower(${table.number})`),
    index('past_invoice_account').on(table.accountId, table.issuedAt),
    index('past_invoice_run').on(table.runId),
  ],
);

/** A balance that a client had there, booked once: cash and credit apart. */
export const broughtBalance = pgTable(
  'brought_balance',
  {
    id: uuid('id').primaryKey(),
    runId: uuid('run_id').notNull(),
    accountId: uuid('account_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    cash: integer('cash').notNull(),
    credit: integer('credit').notNull(),
    at: timestamptz('at').notNull(),
    undoneAt: timestamptz('undone_at'),
  },
  (table) => [
    uniqueIndex('brought_balance_once').on(table.accountId, table.currency).where(sql`${table.undoneAt} is null`),
    index('brought_balance_run').on(table.runId),
    index('brought_balance_at').on(table.at),
    index('brought_balance_undone').on(table.undoneAt).where(sql`${table.undoneAt} is not null`),
    check('brought_balance_amounts', sql`${table.cash} >= 0 and ${table.credit} >= 0`),
  ],
);

/** Tickets and subscriptions that came with a move. */
export const movedTicket = pgTable(
  'moved_ticket',
  { number: text('number').primaryKey(), runId: uuid('run_id').notNull(), accountId: uuid('account_id').notNull() },
  (table) => [index('moved_ticket_run').on(table.runId), index('moved_ticket_account').on(table.accountId)],
);
export const movedSubscription = pgTable(
  'moved_subscription',
  { subscriptionId: uuid('subscription_id').primaryKey(), runId: uuid('run_id').notNull(), accountId: uuid('account_id').notNull() },
  (table) => [index('moved_subscription_run').on(table.runId), index('moved_subscription_account').on(table.accountId)],
);
