// Carries out declarations. Cleans up: expired uploads, expired keys, the Message-IDs of received mails, and
// declarations.

import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import type { JobHandlers } from '../../jobs.ts';
import { type CarryingOut, carryOutDeclaration } from './declarations/actions.ts';
import { deleteDeclarations } from './declarations/queries.ts';
import { enqueueFileRemoval } from './deps.ts';
import { deleteForgottenTicketFiles } from './files/queries.ts';
import { deleteOld } from './mail/queries-keys.ts';

const BATCH_ROWS = 200;
const DAY_MS = 86_400_000;
const FILES_KEPT_DAYS = 1;
/** Longer than any mail server retries. */
const MAILS_KEPT_DAYS = 30;
const DECLARATIONS_KEPT_DAYS = 1;

export const supportJobs = (deps: CarryingOut): Pick<JobHandlers, 'support.deleteExpired' | 'support.carryOutDeclaration'> => ({
  'support.deleteExpired': (_, signal) => deleteExpired(deps.ctx, signal),
  'support.carryOutDeclaration': ({ id }) => carryOutDeclaration(deps, id),
});

async function deleteExpired({ db, clock }: AppContext, signal: AbortSignal): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  for (let deleted = BATCH_ROWS; deleted === BATCH_ROWS && !signal.aborted; )
    deleted = await transaction(db, async (tx) => {
      const ids = await deleteForgottenTicketFiles(tx, daysAgo(FILES_KEPT_DAYS), BATCH_ROWS);
      await enqueueFileRemoval(tx, ids);
      return ids.length;
    });
  await deleteOld(db.orm, { keysBefore: clock.now(), mailsBefore: daysAgo(MAILS_KEPT_DAYS) });
  await deleteDeclarations(db.orm, daysAgo(DECLARATIONS_KEPT_DAYS));
}
