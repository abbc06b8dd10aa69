// File jobs: delete bytes without a row, and files that were not ordered within a day. Safe to run on several nodes.

import type { AppContext } from '../../infra/app-context.ts';
import { transaction } from '../../infra/database/database.ts';
import type { Store } from '../../infra/files/store.ts';
import type { JobHandlers } from '../../jobs.ts';
import { KEPT_MS, removeBytes } from './actions.ts';
import { deleteForgotten } from './queries.ts';

const AT_ONCE = 200;

type FileJob = 'orders.removeFile' | 'orders.forgetFiles';

export const fileJobs = (ctx: AppContext, store: Store): Pick<JobHandlers, FileJob> => ({
  'orders.removeFile': ({ id }) => store.remove(id),
  'orders.forgetFiles': (_, signal) => forget(ctx, signal),
});

async function forget({ db, clock }: AppContext, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  for (let forgotten = AT_ONCE; forgotten === AT_ONCE && !signal.aborted; )
    forgotten = await transaction(db, async (tx) => {
      const all = await deleteForgotten(tx, before, AT_ONCE);
      for (const gone of all) await removeBytes(tx, gone);
      return all.length;
    });
}
