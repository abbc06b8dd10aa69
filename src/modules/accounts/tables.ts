// Who has an account, and where each of them is logged in. A session is one log-in on one device: all tokens that follow from it are its own,
// and ending its row ends them at once, wherever they are.
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, passkeyColumns, timestamptz } from '../../infra/database/columns.ts';
import type { Locale } from '../../lib/locale.ts';

export const account = pgTable(
  'account',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** As it was typed. */
    email: text('email').notNull(),
    /** The one spelling that counts. */
    emailKey: text('email_key').notNull(),
    emailVerifiedAt: timestamptz('email_verified_at'),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    country: text('country').notNull().default(''),
    city: text('city').notNull().default(''),
    address: text('address').notNull().default(''),
    zipCode: text('zip_code').notNull().default(''),
    /** Of its mails. */
    locale: text('locale').$type<Locale>().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** To which version of the privacy policy, and when. */
    agreedVersion: integer('agreed_version').notNull(),
    agreedAt: timestamptz('agreed_at').notNull(),
    /** Of the second factor, sealed; without `totpSince` it is only being set up. */
    totpSecret: bytea('totp_secret'),
    totpSince: timestamptz('totp_since'),
    /** The half minute of the last code that counted: none counts twice. */
    totpStep: integer('totp_step'),
    /** Its owner wants it closed; until then that can be taken back. */
    eraseAt: timestamptz('erase_at'),
    /** Nothing is left here but the ids that the books need. */
    erasedAt: timestamptz('erased_at'),
  },
  (table) => [
    uniqueIndex('account_email').on(table.emailKey),
    // By how an address or a name begins, for who looks somebody up at the desk.
    index('account_email_begins').on(table.emailKey.op('text_pattern_ops')),
    index('account_name_begins').on(sql`lower(${table.firstName} || ' ' || ${table.lastName}) text_pattern_ops`),
    index('account_last_name_begins').on(sql`lower(${table.lastName}) text_pattern_ops`),
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
    /** Of the part that all refresh tokens of the session share. */
    selectorHash: bytea('selector_hash').notNull(),
    currentHash: bytea('current_hash').notNull(),
    previousHash: bytea('previous_hash'),
    /** From it and the previous token follows the current one, so that the grace can give the same again. */
    salt: bytea('salt'),
    rotatedAt: timestamptz('rotated_at'),
    createdAt: timestamptz('created_at').notNull(),
    lastUsedAt: timestamptz('last_used_at').notNull(),
    /** Absolute: no use makes it longer. */
    expiresAt: timestamptz('expires_at').notNull(),
    remember: boolean('remember').notNull(),
    device: text('device').notNull(),
    /** Until then its owner has just confirmed that it is them: see step-up.ts. */
    confirmedUntil: timestamptz('confirmed_until'),
    endedAt: timestamptz('ended_at'),
    endReason: text('end_reason').$type<'logout' | 'password' | 'reset' | 'reuse' | 'elsewhere' | 'address' | 'desk'>(),
  },
  (table) => [
    uniqueIndex('account_session_selector').on(table.selectorHash),
    index('account_session_account').on(table.accountId).where(sql`${table.endedAt} is null`),
    index('account_session_expires').on(table.expiresAt),
  ],
);

/** The last two confirm a change of address, each at its own. */
export type CodeKind = 'verify' | 'reset' | 'old-address' | 'new-address';

/** What a mail carries to prove that somebody reads there. It counts once. */
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

/** Somebody asked for a new password. Whether there is such an account is looked up later, by a job, so that nobody can time the answer. */
export const accountRecovery = pgTable('account_password_reset', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

/** In place of the second factor, for whoever has lost it; each counts once. */
export const accountSpareCode = pgTable(
  'account_recovery_code',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/** A passkey (WebAuthn): logs in by itself, and confirms what is grave. */
export const accountPasskey = pgTable(
  'account_passkey',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    ...passkeyColumns(),
  },
  (table) => [uniqueIndex('account_passkey_credential').on(table.credentialId), index('account_passkey_account').on(table.accountId)],
);

/** An address that an account is to have, once somebody has said yes at the old one and at the new one. */
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

/** All that the shop knows of somebody, made by a job for them to fetch with the link from a mail. */
export const accountExport = pgTable(
  'account_export',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    requestedAt: timestamptz('requested_at').notNull(),
    completedAt: timestamptz('completed_at'),
    /** Of the link's code. */
    codeHash: bytea('code_hash'),
    /** JSON, packed. */
    content: bytea('content'),
  },
  (table) => [
    uniqueIndex('account_export_code').on(table.codeHash),
    index('account_export_account').on(table.accountId),
    index('account_export_requested').on(table.requestedAt),
  ],
);

/** What every brief asks of a brand, for the next one: an account has a few, each named by its brand. */
export const accountBrandKit = pgTable(
  'account_brand_kit',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    brandName: text('brand_name').notNull(),
    /** The one spelling that counts. */
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
