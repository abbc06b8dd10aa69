// The table of API keys. The key itself is shown once; its hash finds the row.
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#platform/database/columns.ts';
import type { Scope } from './rules.ts';

export const apiKey = pgTable(
  'api_key',
  {
    id: uuid('id').primaryKey(),
    /** Whose key it is; null: the shop's. */
    accountId: uuid('account_id'),
    name: text('name').notNull(),
    /** Its first characters, so that people can tell keys apart. */
    hint: text('hint').notNull(),
    secretHash: bytea('secret_hash').notNull(),
    scopes: text('scopes').array().$type<readonly Scope[]>().notNull(),
    /** The addresses and networks that may use it; empty: all. */
    networks: text('networks').array().$type<readonly string[]>().notNull(),
    /** The date of the API whose behaviour it gets. */
    version: text('version').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Null: it was created by its account or by command. */
    createdById: uuid('created_by_id'),
    expiresAt: timestamptz('expires_at'),
    lastUsedAt: timestamptz('last_used_at'),
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_key_secret').on(table.secretHash),
    index('api_key_account').on(table.accountId, table.id),
    check('api_key_name', sql`char_length(${table.name}) between 1 and 60`),
  ],
);
