// Invoicing data in an account's export, and its erasure. Issued documents are never changed, because
// bookkeeping has to retain them.

import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import * as queries from './queries.ts';
import { dropDetails, findDetails } from './queries-details.ts';

export const exportInvoices = async (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  (await queries.listAllInvoices(from, { accountId, subjectId: undefined, before: undefined, limit })).map(({ content }) => content);

export const exportBillingDetails = async (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> => {
  const found = await findDetails(from, accountId);
  return found ? [found] : [];
};

export const dropCustomerDetails = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => dropDetails(tx, accountId);
