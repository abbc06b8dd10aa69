// Exports and erases an account's data in fulfilment.

import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { dataExport, eraseWork } from './queries.ts';

type Taken = (from: DbClient, whose: AccountOwner, limit: number) => Promise<readonly object[]>;

export const exportDeliveries: Taken = (from, { accountId }, limit) => dataExport.deliveries(from, accountId, limit);
export const exportDeliveryFiles: Taken = (from, { accountId }, limit) => dataExport.files(from, accountId, limit);
export const exportRevisions: Taken = (from, { accountId }, limit) => dataExport.revisions(from, accountId, limit);
export const exportPieceMessages: Taken = (from, { accountId }, limit) => dataExport.messages(from, accountId, limit);

/** Erases texts and messages. The files' bytes are removed after the commit. */
export async function anonymiseDeliveries(tx: DbClient, { accountId }: AccountOwner): Promise<void> {
  for (const id of await eraseWork(tx, accountId)) await enqueue(tx, 'fulfilment.removeFile', { id });
}
