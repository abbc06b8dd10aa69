// What the papers know of a person who takes their data along, or is gone. What was issued stays, as the books of a shop have to: it is never changed.
import type { DbClient } from '../../infra/database/database.ts';
import type { AccountOwner } from '../accounts/actions.ts';
import * as queries from './queries.ts';

export const papersTaken = async (from: DbClient, { accountId }: AccountOwner, limit: number): Promise<readonly object[]> =>
  (await queries.listPapers(from, { accountId, subjectId: undefined, before: undefined, limit })).map(({ content }) => content);

export const detailsTaken = async (from: DbClient, { accountId }: AccountOwner): Promise<readonly object[]> => {
  const found = await queries.findDetails(from, accountId);
  return found ? [found] : [];
};

export const dropDetailsOf = (tx: DbClient, { accountId }: AccountOwner): Promise<void> => queries.dropDetails(tx, accountId);
