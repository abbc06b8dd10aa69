// Routes of the set-up checklist.

import type { DeskHandlers } from '../serve.ts';
import { readSetUpChecklist, runSetUpCheck } from './checklist.ts';
import type { SetUp } from './checks.ts';

export const firstHourRoutes = (setUp: SetUp): Pick<DeskHandlers, 'GET /api/first-hour' | 'POST /api/first-hour/try'> => ({
  'GET /api/first-hour': () => readSetUpChecklist(setUp),
  'POST /api/first-hour/try': ({ session, input }) => runSetUpCheck(setUp, session, input.step),
});
