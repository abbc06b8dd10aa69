// The job that reminds clients of quotes that expire soon, once.
import type { DbClient } from '#platform/database/database.ts';
import { forEachRow } from '#platform/jobs/each-row.ts';
import type { JobHandlers } from '../../jobs.ts';
import type { QuoteDeps } from './actions.ts';
import { mailQuote } from './mails.ts';
import * as queries from './queries.ts';
import { quoteNumber } from './rules.ts';

/** A quote that is valid for less is reminded of at once. */
const REMIND_BEFORE_MS = 3 * 24 * 3_600_000;

export const quoteJobs = (deps: QuoteDeps): Pick<JobHandlers, 'quotes.remind'> => ({
  'quotes.remind': (_, signal) => {
    const { ctx } = deps;
    const now = ctx.clock.now();
    const expiring = { now, before: new Date(now.getTime() + REMIND_BEFORE_MS) };
    return forEachRow(ctx, signal, 'quotes.remind', [
      {
        due: (limit) => queries.listExpiring(ctx.db.orm, expiring, limit),
        handle: (tx, { id }) => remind(deps, tx, id, expiring),
      },
    ]);
  },
});

type Expiring = Parameters<typeof queries.lockExpiring>[2];

async function remind(deps: QuoteDeps, tx: DbClient, id: string, expiring: Expiring): Promise<void> {
  const found = await queries.lockExpiring(tx, id, expiring);
  if (!found) return;
  await queries.setQuote(tx, id, { remindedAt: expiring.now });
  // Of a revoked link, nobody is reminded.
  const link = await deps.links.find(tx, 'quote', id);
  if (!link) return;
  const { serial, accountId, validUntil, version } = found;
  const { content } = await queries.getVersion(tx, id, version);
  await mailQuote(deps, tx, 'quote-reminder', { number: quoteNumber(serial), accountId, validUntil, content, link });
}
