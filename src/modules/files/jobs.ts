// File jobs: delete bytes without a row, and files that were not ordered within a day. Safe to run on several
// nodes.

import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import type { Store } from '#platform/files/store.ts';
import type { JobHandlers } from '../../jobs.ts';
import { removeBytes } from './actions.ts';
import { deleteForgotten } from './queries.ts';
import { getExpiryLimit } from './rules.ts';

const BATCH_ROWS = 200;

type FileJob = 'files.remove' | 'files.deleteExpired';

export const fileJobs = (ctx: AppContext, store: Store): Pick<JobHandlers, FileJob> => ({
  'files.remove': ({ id }) => store.remove(id),
  'files.deleteExpired': (_, signal) => deleteExpired(ctx, signal),
});

async function deleteExpired({ db, clock }: AppContext, signal: AbortSignal): Promise<void> {
  const before = getExpiryLimit(clock.now());
  for (let deleted = BATCH_ROWS; deleted === BATCH_ROWS && !signal.aborted; )
    deleted = await transaction(db, async (tx) => {
      const all = await deleteForgotten(tx, before, BATCH_ROWS);
      for (const file of all) await removeBytes(tx, file);
      return all.length;
    });
}
