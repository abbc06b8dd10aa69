// The three counters of the navigation bar. They are bounded and indexed, because every window requests them
// on each change.

import { countFailures } from '#modules/failures/actions.ts';
import { countUrgent } from '#modules/fulfilment/desk/queries-reports.ts';
import { getViewer, type OperatorSession } from '#modules/staff/actions.ts';
import { mayDo } from '#modules/staff/shapes-roles.ts';
import { countOpen } from '#modules/support/desk/queries-search.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type Counts, MAX_COUNTED } from './shapes.ts';

/** Failed work publishes no changes, so its count is cached for a moment. */
const FAILURES_TTL_MS = 3_000;

export function openCounts(ctx: AppContext) {
  const { db, clock } = ctx;
  let known: { readonly at: number; readonly count: Promise<number> } | undefined;
  const countFailures = (): Promise<number> => {
    const now = clock.now().getTime();
    if (!known || Math.abs(now - known.at) > FAILURES_TTL_MS) {
      const count = countShownFailures(ctx);
      known = { at: now, count };
      // A failed count is not cached.
      count.catch(() => {
        known = undefined;
      });
    }
    return known.count;
  };
  return async ({ operator }: OperatorSession): Promise<Counts> => {
    const [queue, tickets, failures] = await Promise.all([
      mayDo(operator, 'queue.see') ? countUrgent(db.orm, { now: clock.now(), most: MAX_COUNTED, viewer: getViewer({ operator }) }) : null,
      mayDo(operator, 'tickets.see') ? countOpen(db.orm, MAX_COUNTED) : null,
      mayDo(operator, 'troubles.see') ? countFailures() : null,
    ]);
    return { queue, tickets, failures };
  };
}

/** Failed work that can be retried. */
async function countShownFailures(ctx: AppContext): Promise<number> {
  return Math.min(await countFailures(ctx), MAX_COUNTED);
}
