import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import type { JobHandlers } from '../../jobs.ts';
import { renewDue } from './renewals.ts';

export const subscriptionJobs = (deps: CheckoutDeps): Pick<JobHandlers, 'subscriptions.renew'> => ({
  'subscriptions.renew': (_, signal) => renewDue(deps, signal),
});
