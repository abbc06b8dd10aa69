// Who works at the desk, how they come in, and what they did. Of what was done nothing is ever changed or removed: the database itself refuses that.
import { sql } from 'drizzle-orm';
import { bigint, customType, index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Role } from './shapes-roles.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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
    totpSecret: bytes('totp_secret'),
    totpSince: moment('totp_since'),
    /** The half minute of the last code that counted. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    joinedAt: moment('joined_at'),
    /** Who does not work here any more keeps the row: the audit names them. */
    endedAt: moment('ended_at'),
  },
  (table) => [uniqueIndex('operator_email').on(table.emailKey).where(sql`${table.endedAt} is null`)],
);

/** By a link that counts once. */
export const operatorInvitation = pgTable(
  'operator_invitation',
  {
    codeHash: bytes('code_hash').primaryKey(),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => operator.id),
    /** The app's secret that is offered with it. */
    totpSecret: bytes('totp_secret').notNull(),
    createdAt: moment('created_at').notNull(),
    endsAt: moment('ends_at').notNull(),
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
    tokenHash: bytes('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    seenAt: moment('seen_at').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [uniqueIndex('operator_session_token').on(table.tokenHash), index('operator_session_operator').on(table.operatorId)],
);

/** What was before and after is small and says what changed; it holds ids, never secrets. */
export const deskAudit = pgTable(
  'desk_audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    operatorId: uuid('operator_id').notNull(),
    act: text('act').notNull(),
    aboutKind: text('about_kind').notNull(),
    aboutId: text('about_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    why: text('why'),
  },
  (table) => [
    index('desk_audit_operator').on(table.operatorId, table.id),
    index('desk_audit_about').on(table.aboutKind, table.aboutId, table.id),
  ],
);

/** Who has which piece open, as their windows say again and again; what is old does not count. */
export const deskHere = pgTable(
  'desk_here',
  {
    operatorId: uuid('operator_id').notNull(),
    pieceId: uuid('piece_id').notNull(),
    name: text('name').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.pieceId] })],
);

/** What somebody counts as seen to, of the owner's first hour. */
export const deskSetUp = pgTable('desk_set_up', {
  step: text('step').primaryKey(),
  at: moment('at').notNull(),
  operatorId: uuid('operator_id').notNull(),
  /** What the trial of it found. */
  found: jsonb('found'),
});
