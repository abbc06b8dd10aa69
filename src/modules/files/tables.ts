// The table of brief files.
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FileKind } from '#lib/file-kind.ts';
import { timestamptz } from '#platform/database/columns.ts';

/**
 * Inserted before the upload starts and before the order, so that pending uploads count towards the limit.
 */
export const briefFile = pgTable(
  'brief_file',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** The owner's name with the extension of the detected type. */
    name: text('name').notNull(),
    /** Detected from the content; null during the upload. */
    kind: text('kind').$type<FileKind>(),
    /** During the upload: the maximum size. */
    bytes: integer('bytes').notNull(),
    /** Instead of `bytes`, of a file beyond what that column holds. */
    size: bigint('size', { mode: 'number' }),
    sha256: text('sha256'),
    uploadStartedAt: timestamptz('upload_started_at').notNull(),
    /** When the bytes were stored. */
    uploadedAt: timestamptz('uploaded_at'),
    claimedAt: timestamptz('claimed_at'),
    purchaseId: uuid('purchase_id'),
  },
  (table) => [
    index('brief_file_account').on(table.accountId, table.uploadStartedAt),
    // For the deletion of unclaimed files.
    index('brief_file_unclaimed').on(table.uploadStartedAt).where(sql`${table.claimedAt} is null`),
  ],
);
