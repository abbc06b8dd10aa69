// Routes of the set-up page.

import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { TextDeps } from '../content/actions.ts';
import type { setUpCalls } from './calls.ts';
import { runSetUpCheck } from './checklist.ts';
import type { SetUp } from './checks.ts';
import { dismissGuide, endSamples, readGuide } from './guide.ts';

export const setUpRoutes = (setUp: SetUp, texts: TextDeps): Pick<DeskHandlers, keyof typeof setUpCalls> => ({
  'POST /api/setup/try': ({ session, input }) => runSetUpCheck(setUp, session, input.step),
  'GET /api/setup': () => readGuide(setUp),
  'POST /api/setup/dismiss': (tx, { session, input }) => dismissGuide(setUp, tx, session.operator, input.isDismissed),
  'POST /api/setup/end-samples': ({ session }) => endSamples(setUp, texts, session),
});
