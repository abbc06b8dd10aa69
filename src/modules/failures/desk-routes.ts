// Routes that list and retry failed work.

import type { DeskHandlers } from '#modules/staff/actions.ts';
import { retry, troublesOf } from './actions.ts';
import type { FailureDeps } from './payment-labels.ts';

export const troubleRoutes = (deps: FailureDeps): Pick<DeskHandlers, 'GET /api/troubles' | 'POST /api/troubles/retry'> => ({
  'GET /api/troubles': () => troublesOf(deps),
  'POST /api/troubles/retry': (tx, { input }) => retry(deps.ctx, tx, input),
});
