// The job of automations, and the removal of old events and runs.
import { getOldestEventTime } from '#modules/events/actions.ts';
import { deleteEventsBefore } from '#modules/events/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { JobHandlers } from '../../jobs.ts';
import type { AutomationDeps } from './carry-out.ts';
import { deleteRunsBefore } from './queries.ts';
import { runAutomations } from './run.ts';

export const automationJobs = (deps: AutomationDeps): Pick<JobHandlers, 'automations.run'> => ({
  'automations.run': (_, signal) => runAutomations(deps, signal),
});

export async function deleteOldEvents(queries: DbClient, now: Date): Promise<void> {
  const before = getOldestEventTime(now);
  await deleteRunsBefore(queries, before);
  await deleteEventsBefore(queries, before);
}
