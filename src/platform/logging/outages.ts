// Logs a database outage once, however many requests and jobs fail with it, and without stacks.
import { isUnavailable } from '../database/database-errors.ts';
import { formatCause, type Log } from './log.ts';

type OutageLog = Pick<Log, 'error' | 'info'>;

type Outage = { readonly since: number; requests: number; over: NodeJS.Timeout };

/** Without such an error for this long, the outage is over. */
const QUIET_MS = 30_000;

const outages = new WeakMap<OutageLog, Outage>();

/** `requests`: how many requests failed with this error; none if it was the shop's own work. */
export function recordOutage(log: OutageLog, cause: unknown, { requests = 1 } = {}): void {
  const running = outages.get(log);
  if (running) {
    running.requests += requests;
    running.over.refresh();
    return;
  }
  log.error({ cause: formatCause(cause) }, 'database.outage.started');
  const outage: Outage = { since: performance.now(), requests, over: setTimeout(end, QUIET_MS).unref() };
  outages.set(log, outage);

  function end(): void {
    outages.delete(log);
    const seconds = Math.round((performance.now() - QUIET_MS - outage.since) / 1_000);
    log.info({ requests: outage.requests, seconds }, 'database.outage.ended');
  }
}

/** True if background work failed because of the database: then it needs no line of its own. */
export function isPartOfOutage(log: OutageLog, cause: unknown): boolean {
  if (!isUnavailable(cause)) return false;
  recordOutage(log, cause, { requests: 0 });
  return true;
}
