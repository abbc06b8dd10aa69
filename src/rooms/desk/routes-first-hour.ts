// The calls of the owner's first hour, translated.
import { firstHourOf, tryStep } from './first-hour.ts';
import type { DeskHandlers } from './serve.ts';
import type { SetUp } from './trials.ts';

export const firstHourRoutes = (setUp: SetUp): Pick<DeskHandlers, 'GET /api/first-hour' | 'POST /api/first-hour/try'> => ({
  'GET /api/first-hour': () => firstHourOf(setUp),
  'POST /api/first-hour/try': ({ seat, input }) => tryStep(setUp, seat, input.step),
});
