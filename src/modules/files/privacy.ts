// Files in an account's export, and their deletion with the account.

import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { removeBytes } from './actions.ts';
import * as queries from './queries.ts';

/** For the data export. */
export const exportFiles = (at: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.readFiles(at, accountId, limit);

/** For erasure: deletes all files of the account, claimed or not. */
export async function eraseFiles(tx: DbClient, { accountId }: AccountOwner): Promise<void> {
  for (const file of await queries.deleteAllFiles(tx, accountId)) await removeBytes(tx, file);
}
