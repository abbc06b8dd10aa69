// What the queue may say in our log. Its own records carry whole jobs with their payloads, so that only chosen words pass.
import { Logger } from 'graphile-worker';
import type { Log } from '../logging/log.ts';

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** A job's success and failure are told by the task itself (see tasks.ts), in fewer words. */
const isToldElsewhere = (meta: { readonly success?: unknown; readonly failure?: unknown } | undefined): boolean =>
  meta?.success === true || meta?.failure === true;

export const queueLogger = (log: Log): Logger =>
  new Logger((scope) => (level, message, meta) => {
    if (isToldElsewhere(meta)) return;
    log[levels[level]]({ job: scope.jobId, task: scope.taskIdentifier }, message.split('\n')[0]);
  });
