// What payments know of a person who is gone.
import type { DbClient } from '../../infra/database/database.ts';
import type { AccountOwner } from '../accounts/actions.ts';
import { forgetPerson } from './queries.ts';

/** What could tell of the person; the money stays. */
export const forgetPayments = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => forgetPerson(tx, accountId);
