// Routes of the set-up checklist.

import type { DeskHandlers } from '../serve.ts';
import { firstHourOf, tryStep } from './checklist.ts';
import type { SetUp } from './checks.ts';

export const firstHourRoutes = (setUp: SetUp): Pick<DeskHandlers, 'GET /api/first-hour' | 'POST /api/first-hour/try'> => ({
  'GET /api/first-hour': () => firstHourOf(setUp),
  'POST /api/first-hour/try': ({ seat, input }) => tryStep(setUp, seat, input.step),
});
