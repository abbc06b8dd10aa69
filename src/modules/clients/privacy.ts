// Exports and erases what the desk stores about a customer: notes and tags. Both are personal data, so a
// customer's copy of their data has them.

import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { deleteNotesAndTags, getTagsByCustomer, listCustomerNotes } from './queries.ts';

/** Without the author, who is somebody else. */
export async function exportCustomerNotes(from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> {
  return (await listCustomerNotes(from, accountId, limit)).map(({ text, createdAt }) => ({ text, createdAt }));
}

export async function exportCustomerTags(from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> {
  return ((await getTagsByCustomer(from, [accountId])).get(accountId) ?? []).map((tag) => ({ tag }));
}

export const eraseNotesAndTags = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => deleteNotesAndTags(tx, accountId);
