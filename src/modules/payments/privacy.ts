// Removes personal data from payments when an account is erased.
import type { DbClient } from '../../infra/database/database.ts';
import type { AccountOwner } from '../accounts/actions.ts';
import { forgetPerson } from './queries.ts';

/** Amounts and charges stay. */
export const forgetPayments = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => forgetPerson(tx, accountId);
