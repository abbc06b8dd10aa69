// Logs a database outage once, however many requests fail with 503, and without stacks.
import { causeLine } from '../jobs/log.ts';
import type { Log } from '../logging/log.ts';

type OutageLog = Pick<Log, 'error' | 'info'>;

type Outage = { readonly since: number; requests: number; over: NodeJS.Timeout };

/** Without such an error for this long, the outage is over. */
const QUIET_MS = 30_000;

const outages = new WeakMap<OutageLog, Outage>();

export function noteOutage(log: OutageLog, cause: unknown, quietMs = QUIET_MS): void {
  const running = outages.get(log);
  if (running) {
    running.requests++;
    running.over.refresh();
    return;
  }
  log.error({ cause: causeLine(cause) }, 'database.outage.started');
  const outage: Outage = { since: performance.now(), requests: 1, over: setTimeout(end, quietMs).unref() };
  outages.set(log, outage);

  function end(): void {
    outages.delete(log);
    const seconds = Math.round((performance.now() - quietMs - outage.since) / 1_000);
    log.info({ requests: outage.requests, seconds }, 'database.outage.ended');
  }
}
