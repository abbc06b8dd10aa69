// Routes that list and retry failed work.
import type { AppContext } from '../../../infra/app-context.ts';
import type { DeskHandlers } from '../serve.ts';
import { retry, troublesOf } from './failures.ts';

export const troubleRoutes = (ctx: AppContext): Pick<DeskHandlers, 'GET /api/troubles' | 'POST /api/troubles/retry'> => ({
  'GET /api/troubles': () => troublesOf(ctx),
  'POST /api/troubles/retry': ({ session, input }) => retry(ctx, session, input),
});
