// What payments know of a person who is gone.
import type { DbClient } from '../../infra/database/database.ts';
import type { Whose } from '../accounts/actions.ts';
import { forgetPerson } from './queries.ts';

/** What could tell of the person; the money stays. */
export const forgetPayments = (tx: DbClient, { accountId }: Whose): Promise<void> => forgetPerson(tx, accountId);
