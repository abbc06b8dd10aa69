import type { JobHandlers } from '../../jobs.ts';
import { type RenewalDeps, renewDue } from './renewals.ts';

export const subscriptionJobs = (deps: RenewalDeps): Pick<JobHandlers, 'subscriptions.renew'> => ({
  'subscriptions.renew': (_, signal) => renewDue(deps, signal),
});
