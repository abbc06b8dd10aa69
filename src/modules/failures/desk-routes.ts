// Routes that list and retry failed work.

import type { DeskHandlers } from '#modules/staff/actions.ts';
import { listFailures, retry } from './actions.ts';
import type { FailureDeps } from './payment-labels.ts';

export const failureRoutes = (deps: FailureDeps): Pick<DeskHandlers, 'GET /api/failures' | 'POST /api/failures/retry'> => ({
  'GET /api/failures': () => listFailures(deps),
  'POST /api/failures/retry': (tx, { input }) => retry(deps.ctx, tx, input),
});
