// Files in an account's export, and their deletion with the account.
import type { DbClient } from '../../infra/database/database.ts';
import type { AccountOwner } from '../accounts/actions.ts';
import { removeBytes } from './actions.ts';
import * as queries from './queries.ts';

/** For the data export. */
export const filesOf = (at: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  queries.readFiles(at, accountId, limit);

/** For erasure: deletes all files of the account, claimed or not. */
export async function removeFilesOf(tx: DbClient, { accountId }: AccountOwner): Promise<void> {
  for (const file of await queries.deleteAllOf(tx, accountId)) await removeBytes(tx, file);
}
