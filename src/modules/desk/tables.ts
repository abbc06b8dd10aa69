// Tables of operators, sessions, audit log, customers' notes, tags and imports, set-up checklist and report
// days. Audit entries are never changed or removed; triggers reject it.
import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { bytea, passkeyColumns, timestamptz } from '#platform/database/columns.ts';
import type { Role } from './staff/shapes-roles.ts';

export const operator = pgTable(
  'operator',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** The normalized address. */
    emailKey: text('email_key').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<Role>().notNull(),
    /** Null until the invitation is accepted. */
    passwordHash: text('password_hash'),
    /** Encrypted. Valid if `totpSince` is set. */
    totpSecret: bytea('totp_secret'),
    totpSince: timestamptz('totp_since'),
    /** The last TOTP step used. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    createdAt: timestamptz('created_at').notNull(),
    joinedAt: timestamptz('joined_at'),
    /** Rows of former operators stay, because the audit log names them. */
    endedAt: timestamptz('ended_at'),
  },
  (table) => [uniqueIndex('operator_email').on(table.emailKey).where(sql`${table.endedAt} is null`)],
);

/** A link that works once. */
export const operatorInvitation = pgTable(
  'operator_invitation',
  {
    codeHash: bytea('code_hash').primaryKey(),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => operator.id),
    /** Encrypted secret of the app, offered on the page of the link. */
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
    /** End of the step-up confirmation; see step-up.ts. */
    confirmedUntil: timestamptz('confirmed_until'),
    /** Browser and system. Null: older than the column. */
    device: text('device'),
  },
  (table) => [uniqueIndex('operator_session_token').on(table.tokenHash), index('operator_session_operator').on(table.operatorId)],
);

/** A mailed link that works once, for a new password or a new address. At most one of each per operator. */
export const operatorCode = pgTable(
  'operator_code',
  {
    codeHash: bytea('code_hash').primaryKey(),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => operator.id),
    kind: text('kind').$type<'password' | 'email'>().notNull(),
    /** The new address. */
    email: text('email'),
    createdAt: timestamptz('created_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
  },
  (table) => [index('operator_code_operator').on(table.operatorId)],
);

/**
 * A request for a new password, stored for any address, so that known and unknown ones cost the same. A job
 * answers it.
 */
export const operatorRecovery = pgTable('operator_recovery', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

/** A WebAuthn passkey: password and second factor in one. */
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

/** `before` and `after` are small; they hold ids and never secrets. */
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
    // Taken and assigned pieces, for reports.
    index('desk_audit_taken').on(table.at).where(sql`${table.act} in ('piece.take', 'piece.assign')`),
  ],
);

/** Open pieces by operator; windows repeat it as a heartbeat, and old rows do not count. */
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

/** What operators write about a customer. Personal data: exported and erased with the account. */
export const customerNote = pgTable(
  'customer_note',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    operatorId: uuid('operator_id').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** The import that it came with. */
    importId: uuid('import_id'),
  },
  (table) => [
    index('customer_note_account').on(table.accountId, table.id),
    check('customer_note_text', sql`char_length(${table.text}) between 1 and 2000`),
  ],
);

export const customerTag = pgTable(
  'customer_tag',
  {
    accountId: uuid('account_id').notNull(),
    /** Normalized for comparison. */
    tagKey: text('tag_key').notNull(),
    tag: text('tag').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.tagKey] }),
    index('customer_tag_key').on(table.tagKey, table.accountId),
    check('customer_tag_length', sql`char_length(${table.tag}) between 1 and 30`),
  ],
);

/** An import from a file: its rows by what became of them, and its undo. */
export const importColumns = () => ({
  id: uuid('id').primaryKey(),
  operatorId: uuid('operator_id').notNull(),
  fileName: text('file_name').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  created: integer('created').notNull(),
  skipped: integer('skipped').notNull(),
  refused: integer('refused').notNull(),
  undoneAt: timestamptz('undone_at'),
  /** How many accounts or services the undo removed. */
  removed: integer('removed'),
});

export const customerImport = pgTable('customer_import', importColumns());

/** Accounts that an import created. */
export const customerImportAccount = pgTable(
  'customer_import_account',
  {
    accountId: uuid('account_id').primaryKey(),
    importId: uuid('import_id')
      .notNull()
      .references(() => customerImport.id),
  },
  (table) => [index('customer_import_account_import').on(table.importId)],
);

/** Steps of the set-up checklist that are done. */
export const deskSetUp = pgTable('desk_setup_step', {
  step: text('step').primaryKey(),
  at: timestamptz('at').notNull(),
  operatorId: uuid('operator_id').notNull(),
  /** The check's result. */
  found: jsonb('found'),
});

/** Aggregated days, with the zone they were aggregated in and the figures that are not by service. */
export const deskDay = pgTable('desk_day', {
  day: date('day', { mode: 'string' }).primaryKey(),
  zone: text('zone').notNull(),
  placed: integer('placed').notNull(),
  paid: integer('paid').notNull(),
  tickets: integer('tickets').notNull(),
  /** First answers of that day, their total waiting time, and those within a day. */
  answered: integer('answered').notNull(),
  answerSeconds: bigint('answer_seconds', { mode: 'number' }).notNull(),
  answeredSoon: integer('answered_soon').notNull(),
});

/** Payments and refunds in minor units. Service -1: unknown. */
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

/** Pieces taken and delivered by one maker, on time, and their working time. */
export const deskDayMaker = pgTable(
  'desk_day_maker',
  {
    day: date('day', { mode: 'string' }).notNull(),
    maker: text('maker').notNull(),
    name: text('name').notNull(),
    taken: integer('taken').notNull(),
    delivered: integer('delivered').notNull(),
    revised: integer('revised').notNull(),
    /** Delivered pieces with a deadline, and those on time. */
    timed: integer('timed').notNull(),
    onTime: integer('on_time').notNull(),
    /** Delivered pieces with a known start of work, and their total working time. */
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

/** Funnel steps counted per day, without any visitor. */
export const deskVisit = pgTable(
  'desk_visit',
  {
    day: date('day', { mode: 'string' }).notNull(),
    step: text('step').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.step] })],
);
