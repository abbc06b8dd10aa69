import type { JobHandlers } from '../../jobs.ts';
import type { Placing } from '../orders/actions.ts';
import { renewDue } from './renewals.ts';

export const subscriptionJobs = (placing: Placing): Pick<JobHandlers, 'subscriptions.renew'> => ({
  'subscriptions.renew': (_, signal) => renewDue(placing, signal),
});
