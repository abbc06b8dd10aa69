// Removes personal data from payments when an account is erased.

import type { AccountOwner } from '#modules/accounts/events.ts';
import type { DbClient } from '#platform/database/database.ts';
import { forgetPerson } from './queries.ts';

/** Amounts and charges stay. */
export const forgetPayments = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => forgetPerson(tx, accountId);
