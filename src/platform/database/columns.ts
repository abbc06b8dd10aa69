// Column types that several modules' tables share.
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, integer, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { type Locale, toKnownLocale } from '#lib/locale.ts';

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A language. The shop may have removed it since the row was written: then it is read as the fallback. */
export const localeText = customType<{ data: Locale; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (name) => toKnownLocale(name),
});

/** A passkey (WebAuthn), of a customer or of an operator. */
export const createPasskeyColumns = () => ({
  credentialId: bytea('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  /** The authenticator's signature counter; 0 if it does not count. */
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  name: text('name').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  lastUsedAt: timestamptz('last_used_at'),
});

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

type SizeColumns = { readonly bytes: AnyPgColumn; readonly size: AnyPgColumn };
const MAX_INTEGER = 2 ** 31 - 1;

/** The size of a file: `bytes` is an integer, and `size` has what it cannot hold. */
export const selectBytes = ({ bytes, size }: SizeColumns) => sql<number>`coalesce(${size}, ${bytes})::float8`.as('bytes');
export const storeBytes = (size: number) => (size > MAX_INTEGER ? { bytes: MAX_INTEGER, size } : { bytes: size, size: null });
