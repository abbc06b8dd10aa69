// Routes that list and retry failed work.

import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { Selling } from '../selling.ts';
import { retry, troublesOf } from './failures.ts';

export const troubleRoutes = (selling: Selling): Pick<DeskHandlers, 'GET /api/troubles' | 'POST /api/troubles/retry'> => ({
  'GET /api/troubles': () => troublesOf(selling),
  'POST /api/troubles/retry': ({ session, input }) => retry(selling.checkout.ctx, session, input),
});
