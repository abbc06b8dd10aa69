// Requests of plans in an account's export. Their orders are erased by the orders module.
import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { listRequests } from './queries.ts';

export const exportRequests = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listRequests(from, accountId, limit);
