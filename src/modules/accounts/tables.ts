// Tables of accounts and sessions. A session is one log-in on one device; ending its row invalidates all its
// tokens.

import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createPasskeyColumns, localeText, timestamptz } from '#platform/database/columns.ts';
import type { CodeKind, MailedKind } from './rules.ts';
import type { Role } from './team/rules.ts';

export const account = pgTable(
  'account',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** As typed. */
    email: text('email').notNull(),
    /** Normalized for comparison. */
    emailKey: text('email_key').notNull(),
    emailVerifiedAt: timestamptz('email_verified_at'),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    country: text('country').notNull().default(''),
    city: text('city').notNull().default(''),
    address: text('address').notNull().default(''),
    zipCode: text('zip_code').notNull().default(''),
    /** Empty in countries whose addresses have none. */
    state: text('state').notNull().default(''),
    /** Language of mails. */
    locale: localeText('locale').notNull(),
    /** Of the browser at the last log-in, for the dates of mails. */
    timeZone: text('time_zone'),
    createdAt: timestamptz('created_at').notNull(),
    /** Accepted privacy policy version, and when. */
    agreedVersion: integer('agreed_version').notNull(),
    agreedAt: timestamptz('agreed_at').notNull(),
    /** Encrypted TOTP secret; without `totpSince`, set-up is not finished. */
    totpSecret: bytea('totp_secret'),
    totpSince: timestamptz('totp_since'),
    /** TOTP step of the last accepted code, so that no code is accepted twice. */
    totpStep: integer('totp_step'),
    /** Erased at this time unless deletion is cancelled. */
    eraseAt: timestamptz('erase_at'),
    /** All personal data is gone; the row stays for bookkeeping. */
    erasedAt: timestamptz('erased_at'),
  },
  (table) => [
    uniqueIndex('account_email').on(table.emailKey),
    // Prefix search at the desk.
    index('account_email_begins').on(table.emailKey.op('text_pattern_ops')),
    index('account_name_begins').on(sql`lower(${table.firstName} || ' ' || ${table.lastName}) text_pattern_ops`),
    index('account_last_name_begins').on(sql`lower(${table.lastName}) text_pattern_ops`),
    // The list at the desk, newest first.
    index('account_newest').on(table.createdAt, table.id),
    // The list by name: what it shows, which is the address of a customer without a name.
    index('account_shown_name')
      .on(sql`lower(coalesce(nullif(btrim(${table.firstName} || ' ' || ${table.lastName}), ''), ${table.email}))`, table.id)
      .where(sql`${table.erasedAt} is null`),
    // Search for any part of a name or an address, by its groups of three characters. The function is in a
    // migration, because the index needs it.
    index('account_parts')
      .using('gin', sql`text_grams(lower(${table.firstName} || ' ' || ${table.lastName} || chr(10) || ${table.email}))`)
      .where(sql`${table.erasedAt} is null`),
    index('account_erase').on(table.eraseAt).where(sql`${table.eraseAt} is not null`),
  ],
);

export const accountSession = pgTable(
  'account_session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** Hash of the selector that all refresh tokens of the session share. */
    selectorHash: bytea('selector_hash').notNull(),
    currentHash: bytea('current_hash').notNull(),
    previousHash: bytea('previous_hash'),
    /** With the previous token, derives the current one, so that the grace period can return it again. */
    salt: bytea('salt'),
    rotatedAt: timestamptz('rotated_at'),
    createdAt: timestamptz('created_at').notNull(),
    lastUsedAt: timestamptz('last_used_at').notNull(),
    /** Absolute: use does not extend it. */
    expiresAt: timestamptz('expires_at').notNull(),
    remember: boolean('remember').notNull(),
    device: text('device').notNull(),
    /** Step-up is valid until then. */
    confirmedUntil: timestamptz('confirmed_until'),
    endedAt: timestamptz('ended_at'),
    /** The account whose team the person acts in; null: their own. A removed member acts for none. */
    actingFor: uuid('acting_for'),
    endReason: text('end_reason').$type<'logout' | 'password' | 'reset' | 'reuse' | 'elsewhere' | 'address' | 'desk'>(),
  },
  (table) => [
    uniqueIndex('account_session_selector').on(table.selectorHash),
    index('account_session_account').on(table.accountId).where(sql`${table.endedAt} is null`),
    index('account_session_expires').on(table.expiresAt),
  ],
);

/** One-time codes sent by mail. */
export const accountCode = pgTable(
  'account_code',
  {
    codeHash: bytea('code_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<CodeKind>().notNull(),
    /** The address that it was sent to. */
    email: text('email').notNull(),
    mailId: uuid('mail_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('account_code_account').on(table.accountId, table.kind), index('account_code_created').on(table.createdAt)],
);

/** Requests for a code by mail. A job looks up the account, so that response times reveal nothing. */
export const accountRecovery = pgTable('account_password_reset', {
  id: uuid('id').primaryKey().defaultRandom(),
  kind: text('kind').$type<MailedKind>().notNull().default('reset'),
  email: text('email').notNull(),
  locale: localeText('locale').notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

/** Recovery codes: each replaces the second factor once. */
export const accountSpareCode = pgTable(
  'account_recovery_code',
  {
    ownerId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.codeHash] })],
);

/** Passkeys (WebAuthn), for log-in and step-up. */
export const accountPasskey = pgTable(
  'account_passkey',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    ownerId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    ...createPasskeyColumns(),
  },
  (table) => [uniqueIndex('account_passkey_credential').on(table.credentialId), index('account_passkey_account').on(table.ownerId)],
);

/** Pending address changes, confirmed at the old and the new address. */
export const accountEmailChange = pgTable(
  'account_email_change',
  {
    accountId: uuid('account_id')
      .primaryKey()
      .references(() => account.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    requestedAt: timestamptz('requested_at').notNull(),
    oldConfirmedAt: timestamptz('old_confirmed_at'),
    newConfirmedAt: timestamptz('new_confirmed_at'),
  },
  (table) => [index('account_email_change_requested').on(table.requestedAt)],
);

/** Data exports, created by a job and fetched by a mailed link. */
export const accountExport = pgTable(
  'account_export',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    requestedAt: timestamptz('requested_at').notNull(),
    completedAt: timestamptz('completed_at'),
    /** Hash of the link's code. */
    codeHash: bytea('code_hash'),
    /** Gzipped JSON. */
    content: bytea('content'),
  },
  (table) => [
    uniqueIndex('account_export_code').on(table.codeHash),
    index('account_export_account').on(table.accountId),
    index('account_export_requested').on(table.requestedAt),
  ],
);

/** Brand kits: saved brief defaults, one per brand. */
export const accountBrandKit = pgTable(
  'account_brand_kit',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    brandName: text('brand_name').notNull(),
    /** Normalized for comparison. */
    brandKey: text('brand_key').notNull(),
    language: text('language').notNull(),
    tone: text('tone').notNull(),
    audience: text('audience').notNull(),
    referenceUrls: text('reference_urls').array().notNull(),
    mustInclude: text('must_include').array().notNull(),
    mustAvoid: text('must_avoid').array().notNull(),
    notes: text('notes').notNull(),
    savedAt: timestamptz('saved_at').notNull(),
  },
  (table) => [uniqueIndex('account_brand_kit_brand').on(table.accountId, table.brandKey)],
);

/**
 * Who acts for an account. Without a row of the role owner, the person who registered it is the owner. After
 * a hand-over the new owner has such a row, and the person who registered the account has another role.
 */
export const accountMember = pgTable(
  'account_member',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    role: text('role').$type<Role | 'none'>().notNull(),
    since: timestamptz('since').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.personId] }),
    index('account_member_person').on(table.personId),
    uniqueIndex('account_member_owner').on(table.accountId).where(sql`${table.role} = 'owner'`),
  ],
);

/** Invitations to a team; the role of owner is the hand-over of the account to a member. */
export const accountInvitation = pgTable(
  'account_invitation',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    role: text('role').$type<Role>().notNull(),
    codeHash: bytea('code_hash').notNull(),
    invitedById: uuid('invited_by_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Accepted, revoked or replaced by a newer one. */
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    uniqueIndex('account_invitation_code').on(table.codeHash),
    uniqueIndex('account_invitation_open').on(table.accountId, table.emailKey).where(sql`${table.endedAt} is null`),
  ],
);

/** What members have done for an account: stored before it is done, and completed after. */
export const accountAct = pgTable(
  'account_act',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The row of an erased person stays: they are a former colleague. */
    personId: uuid('person_id').notNull(),
    /** The call of the API. */
    call: text('call').notNull(),
    /** The id or number of what it was about. */
    subject: text('subject'),
    at: timestamptz('at').notNull(),
    /** Null: it was refused, or the server stopped in the middle of it. */
    doneAt: timestamptz('done_at'),
  },
  (table) => [index('account_act_account').on(table.accountId, table.id), index('account_act_subject').on(table.subject)],
);

/** What the shop agreed on with a client, or decided about them. No row: nothing. */
export const accountTerms = pgTable(
  'account_terms',
  {
    accountId: uuid('account_id').primaryKey(),
    /** In hundredths of a percent, off all that the client orders. */
    discount: integer('discount').notNull().default(0),
    /** Set: nothing new can be ordered or paid in. */
    blockedAt: timestamptz('blocked_at'),
    blockReason: text('block_reason').notNull().default(''),
  },
  (table) => [check('account_terms_discount', sql`${table.discount} between 0 and 10000`)],
);
