// Routes of the set-up page.

import type { TextDeps } from '#modules/content/actions.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { runSetUpCheck } from './checklist.ts';
import type { SetUp } from './checks.ts';
import { dismissGuide, endSamples, readGuide } from './guide.ts';

type SetUpCalls = 'POST /api/first-hour/try' | 'GET /api/guide' | 'POST /api/guide/dismiss' | 'POST /api/guide/end-samples';

export const firstHourRoutes = (setUp: SetUp, texts: TextDeps): Pick<DeskHandlers, SetUpCalls> => ({
  'POST /api/first-hour/try': ({ session, input }) => runSetUpCheck(setUp, session, input.step),
  'GET /api/guide': () => readGuide(setUp),
  'POST /api/guide/dismiss': (tx, { session, input }) => dismissGuide(setUp, tx, session.operator, input.isDismissed),
  'POST /api/guide/end-samples': ({ session }) => endSamples(setUp, texts, session),
});
