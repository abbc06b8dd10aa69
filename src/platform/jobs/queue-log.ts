// Adapter from graphile-worker's log to ours. Its records contain whole jobs with payloads, so only selected
// fields pass.
import { Logger } from 'graphile-worker';
import type { Log } from '../logging/log.ts';
import { isPartOfOutage } from '../logging/outages.ts';

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** tasks.ts logs success and failure of a job itself. */
const isLoggedElsewhere = (meta: { readonly success?: unknown; readonly failure?: unknown } | undefined): boolean =>
  meta?.success === true || meta?.failure === true;

/**
 * The queue has fewer connections than workers on purpose: see platform/database/database.ts. The library
 * warns of it at each start.
 */
const isChosen = (meta: { readonly max?: unknown; readonly concurrency?: unknown } | undefined): boolean =>
  meta?.max !== undefined && meta.concurrency !== undefined;

export const createQueueLogger = (log: Log): Logger =>
  new Logger((scope) => (level, message, meta) => {
    if (isLoggedElsewhere(meta) || isChosen(meta)) return;
    const isQuiet = meta?.error !== undefined && isPartOfOutage(log, meta.error);
    log[isQuiet ? 'debug' : levels[level]]({ job: scope.jobId, task: scope.taskIdentifier }, message.split('\n')[0]);
  });
