// Quotes in an account's export, and when it is erased.
import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { dropQuotes, listAccountQuotes } from './queries.ts';

export const exportQuotes = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listAccountQuotes(from, accountId, limit);

/** What came of an accepted one is in its purchase and its invoices. */
export const eraseQuotes = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => dropQuotes(tx, accountId);
