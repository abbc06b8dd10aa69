// Routes that list and retry failed work.

import type { DeskHandlers } from '#modules/staff/actions.ts';
import { listFailures, retryFailure } from './actions.ts';
import type { failureCalls } from './desk-calls.ts';
import type { FailureDeps } from './payment-labels.ts';

export const failureRoutes = (deps: FailureDeps): Pick<DeskHandlers, keyof typeof failureCalls> => ({
  'GET /api/failures': () => listFailures(deps),
  'POST /api/failures/retry': (tx, { input }) => retryFailure(deps.ctx, tx, input),
});
