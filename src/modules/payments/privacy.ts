// Removes personal data from payments when an account is erased.

import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { forgetPerson } from './queries.ts';
import { listMeansForExport, removeAllMeans } from './queries-means.ts';

export const exportMeans = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listMeansForExport(from, accountId, limit);

/** Amounts and charges stay. */
export async function forgetPayments(tx: DbClient, { accountId }: AccountOwner): Promise<void> {
  await forgetPerson(tx, accountId);
  for (const id of await removeAllMeans(tx, accountId)) await enqueue(tx, 'payments.forgetMeans', { id });
}
