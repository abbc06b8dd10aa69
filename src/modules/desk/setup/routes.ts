// Routes of the set-up checklist and of the guide of the first hour.

import type { DeskHandlers } from '../serve.ts';
import type { TextDeps } from '../texts/texts.ts';
import { readSetUpChecklist, runSetUpCheck } from './checklist.ts';
import type { SetUp } from './checks.ts';
import { dismissGuideAct, endSamplesAct, readGuide } from './guide.ts';

type SetUpCalls =
  | 'GET /api/first-hour'
  | 'POST /api/first-hour/try'
  | 'GET /api/guide'
  | 'POST /api/guide/dismiss'
  | 'POST /api/guide/end-samples';

export const firstHourRoutes = (setUp: SetUp, texts: TextDeps): Pick<DeskHandlers, SetUpCalls> => ({
  'GET /api/first-hour': () => readSetUpChecklist(setUp),
  'POST /api/first-hour/try': ({ session, input }) => runSetUpCheck(setUp, session, input.step),
  'GET /api/guide': () => readGuide(setUp),
  'POST /api/guide/dismiss': ({ session, input }) => dismissGuideAct(setUp, session, input.isDismissed),
  'POST /api/guide/end-samples': ({ session }) => endSamplesAct(setUp, texts, session),
});
