// Exports and erases the API keys of an account.
import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { deleteKeys, listKeys } from './queries.ts';

export async function exportKeys(from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> {
  return (await listKeys(from, accountId)).map(({ name, hint, scopes, networks, createdAt, expiresAt, lastUsedAt, revokedAt }) => ({
    ...{ name, hint, scopes, networks },
    ...{ createdAt, expiresAt, lastUsedAt, revokedAt },
  }));
}

export const eraseKeys = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => deleteKeys(tx, accountId);
