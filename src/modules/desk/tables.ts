// Who works at the desk, how they come in, and what they did. Of what was done nothing is ever changed or removed: the database itself refuses that.
import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, passkeyColumns, timestamptz } from '../../infra/database/columns.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import type { Role } from './staff/shapes-roles.ts';

export const operator = pgTable(
  'operator',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** The one spelling that counts. */
    emailKey: text('email_key').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Null until the invitation was followed. */
    passwordHash: text('password_hash'),
    /** Sealed. It counts from `totpSince` on. */
    totpSecret: bytea('totp_secret'),
    totpSince: timestamptz('totp_since'),
    /** The half minute of the last code that counted. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    createdAt: timestamptz('created_at').notNull(),
    joinedAt: timestamptz('joined_at'),
    /** Who does not work here any more keeps the row: the audit names them. */
    endedAt: timestamptz('ended_at'),
  },
  (table) => [uniqueIndex('operator_email').on(table.emailKey).where(sql`${table.endedAt} is null`)],
);

/** By a link that counts once. */
export const operatorInvitation = pgTable(
  'operator_invitation',
  {
    codeHash: bytea('code_hash').primaryKey(),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => operator.id),
    /** The app's secret that is offered with it. */
    totpSecret: bytea('totp_secret').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
  },
  (table) => [index('operator_invitation_operator').on(table.operatorId)],
);

export const operatorSession = pgTable(
  'operator_session',
  {
    id: uuid('id').primaryKey(),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => operator.id),
    tokenHash: bytea('token_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    seenAt: timestamptz('seen_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    /** Until then they have just confirmed that it is them: see step-up.ts. */
    confirmedUntil: timestamptz('confirmed_until'),
  },
  (table) => [uniqueIndex('operator_session_token').on(table.tokenHash), index('operator_session_operator').on(table.operatorId)],
);

/** A passkey (WebAuthn) of an operator: password and second factor in one. */
export const operatorPasskey = pgTable(
  'operator_passkey',
  {
    id: uuid('id').primaryKey(),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => operator.id),
    ...passkeyColumns(),
  },
  (table) => [uniqueIndex('operator_passkey_credential').on(table.credentialId), index('operator_passkey_operator').on(table.operatorId)],
);

/** What was before and after is small and says what changed; it holds ids, never secrets. */
export const deskAudit = pgTable(
  'desk_audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamptz('at').notNull(),
    operatorId: uuid('operator_id').notNull(),
    act: text('act').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    why: text('why'),
  },
  (table) => [
    index('desk_audit_operator').on(table.operatorId, table.id),
    index('desk_audit_subject').on(table.subjectKind, table.subjectId, table.id),
    // Who took which piece, for reports.
    index('desk_audit_taken').on(table.at).where(sql`${table.act} in ('piece.take', 'piece.assign')`),
  ],
);

/** Who has which piece open, as their windows say again and again; what is old does not count. */
export const deskHere = pgTable(
  'desk_presence',
  {
    operatorId: uuid('operator_id').notNull(),
    pieceId: uuid('piece_id').notNull(),
    name: text('name').notNull(),
    seenAt: timestamptz('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.pieceId] })],
);

/** What somebody counts as seen to, of the owner's first hour. */
export const deskSetUp = pgTable('desk_setup_step', {
  step: text('step').primaryKey(),
  at: timestamptz('at').notNull(),
  operatorId: uuid('operator_id').notNull(),
  /** What the trial of it found. */
  found: jsonb('found'),
});

/** A day of the reports that is over and reckoned: what follows is there for it, in this zone. What is not by service stands here itself. */
export const deskDay = pgTable('desk_day', {
  day: date('day', { mode: 'string' }).primaryKey(),
  zone: text('zone').notNull(),
  placed: integer('placed').notNull(),
  paid: integer('paid').notNull(),
  tickets: integer('tickets').notNull(),
  /** First answers that were given that day, how long they were waited for altogether, and those within a day. */
  answered: integer('answered').notNull(),
  answerSeconds: bigint('answer_seconds', { mode: 'number' }).notNull(),
  answeredSoon: integer('answered_soon').notNull(),
});

/** What was paid, and what went back and where, in minor units. Service -1: nobody can say for which. */
export const deskDaySale = pgTable(
  'desk_day_sale',
  {
    day: date('day', { mode: 'string' }).notNull(),
    service: smallint('service').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    orders: integer('orders').notNull(),
    gross: bigint('gross', { mode: 'number' }).notNull(),
    discount: bigint('discount', { mode: 'number' }).notNull(),
    toSource: bigint('to_source', { mode: 'number' }).notNull(),
    toBalance: bigint('to_balance', { mode: 'number' }).notNull(),
    toCredit: bigint('to_credit', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.service, table.currency] })],
);

export const deskDayWork = pgTable(
  'desk_day_work',
  {
    day: date('day', { mode: 'string' }).notNull(),
    service: smallint('service').notNull(),
    delivered: integer('delivered').notNull(),
    onTime: integer('on_time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.service] })],
);

/** What one maker took and delivered, how much of it in time, and how long it took from the one to the other. */
export const deskDayMaker = pgTable(
  'desk_day_maker',
  {
    day: date('day', { mode: 'string' }).notNull(),
    maker: text('maker').notNull(),
    name: text('name').notNull(),
    taken: integer('taken').notNull(),
    delivered: integer('delivered').notNull(),
    revised: integer('revised').notNull(),
    /** Of what was delivered, what had a clock, and what of that came before it ran out. */
    timed: integer('timed').notNull(),
    onTime: integer('on_time').notNull(),
    /** Of what was delivered, what is known since when it was worked on, and for how long altogether. */
    worked: integer('worked').notNull(),
    workSeconds: bigint('work_seconds', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.maker] })],
);

export const deskDayCoupon = pgTable(
  'desk_day_coupon',
  {
    day: date('day', { mode: 'string' }).notNull(),
    couponId: uuid('coupon_id').notNull(),
    currency: smallint('currency').$type<CurrencyNumber>().notNull(),
    uses: integer('uses').notNull(),
    given: bigint('given', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.couponId, table.currency] })],
);

/** How often a step of the way to a purchase was taken on a day; by whom is not known to anybody. */
export const deskVisit = pgTable(
  'desk_visit',
  {
    day: date('day', { mode: 'string' }).notNull(),
    step: text('step').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.step] })],
);
