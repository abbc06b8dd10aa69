// Subscriptions in an account's export, and what closing and erasing an account means for them.

import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { endAllSubscriptions, eraseSubscriptions, listSubscriptions } from './queries.ts';

export const exportSubscriptions = (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  listSubscriptions(from, accountId, limit);

/**
 * Ends all subscriptions when closing the account is requested. A customer who keeps the account can keep
 * them too.
 */
export const endSubscriptions = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => endAllSubscriptions(tx, accountId);

export const anonymiseSubscriptions = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => eraseSubscriptions(tx, accountId);
