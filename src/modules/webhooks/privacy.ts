// Exports and erases the webhooks of an account.
import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { deleteEndpoints, listEndpoints } from './queries.ts';

export async function exportWebhooks(from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> {
  return (await listEndpoints(from, accountId, { limit })).map(({ url, events, createdAt, isOn }) => ({ url, events, createdAt, isOn }));
}

export const eraseWebhooks = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => deleteEndpoints(tx, accountId);
