// Routes of the desk's frame: search and counters.
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { openCounts } from './counts.ts';
import type { frameCalls } from './desk-calls.ts';
import { findAnything, type SearchDeps } from './search.ts';

export function frameRoutes(deps: SearchDeps): Pick<DeskHandlers, keyof typeof frameCalls> {
  const readCounts = openCounts(deps.ctx);
  return {
    'GET /api/find': ({ input, session }) => findAnything(deps, session, input.q),
    'GET /api/counts': ({ session }) => readCounts(session),
  };
}
