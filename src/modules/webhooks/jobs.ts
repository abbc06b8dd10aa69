// The job of webhooks. While there are endpoints it runs every two seconds: it starts itself anew, and each
// minute in any case.
import type { JobHandlers } from '../../jobs.ts';
import { sendSoon } from './actions.ts';
import { hasEndpoints } from './queries.ts';
import { type SendDeps, sendWebhooks } from './send.ts';

const PAUSE_MS = 2_000;

export const webhookJobs = (deps: SendDeps): Pick<JobHandlers, 'webhooks.send'> => ({
  async 'webhooks.send'(_, signal) {
    const { orm } = deps.ctx.db;
    await sendWebhooks(deps, signal);
    if (await hasEndpoints(orm)) await sendSoon(orm, PAUSE_MS);
  },
});
