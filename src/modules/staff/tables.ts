// Tables of operators, their sessions and the audit log. Audit entries are never changed or removed; triggers
// reject it.
import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createPasskeyColumns, timestamptz } from '#platform/database/columns.ts';
import type { OwnRole } from './shapes-roles.ts';

export const operator = pgTable(
  'operator',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    /** The normalized address. */
    emailKey: text('email_key').notNull(),
    name: text('name').notNull(),
    /** A built-in role, or the id of an own one. */
    role: text('role').notNull(),
    /** A copy of the own role, so that each request knows it at once. Null: built-in. */
    ownRole: jsonb('own_role').$type<OwnRole>(),
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

/** Roles that owners made from the table of permissions. */
export const staffRole = pgTable(
  'staff_role',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    permissions: jsonb('permissions').$type<readonly string[]>().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [uniqueIndex('staff_role_name').on(sql`lower(${table.name})`)],
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
    lastUsedAt: timestamptz('seen_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    /** End of the step-up confirmation. */
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
    ownerId: uuid('operator_id')
      .notNull()
      .references(() => operator.id),
    ...createPasskeyColumns(),
  },
  (table) => [uniqueIndex('operator_passkey_credential').on(table.credentialId), index('operator_passkey_operator').on(table.ownerId)],
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
