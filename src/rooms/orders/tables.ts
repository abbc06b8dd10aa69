// What orders keep. A file for a brief is there before its order: its row comes first, so that nobody has more on the way than they may.
import { isNull } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { FileKind } from './shapes.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const briefFile = pgTable(
  'brief_file',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** As its owner gave it, with the ending of what it is. */
    name: text('name').notNull(),
    /** Told from the content; null as long as it is on its way. */
    kind: text('kind').$type<FileKind>(),
    /** On its way, the most that it can be. */
    bytes: integer('bytes').notNull(),
    sha256: text('sha256'),
    begunAt: moment('begun_at').notNull(),
    /** Its bytes lie in the store since then. */
    madeAt: moment('made_at'),
    claimedAt: moment('claimed_at'),
    purchaseId: uuid('purchase_id'),
  },
  (table) => [
    index('brief_file_account').on(table.accountId, table.begunAt),
    // The few that are looked through for what is to be forgotten.
    index('brief_file_unclaimed').on(table.begunAt).where(isNull(table.claimedAt)),
  ],
);
