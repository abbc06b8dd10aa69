// A database that is away or full is told once, however many requests meet it: each of them is answered 503, and none with a stack.
import { causeLine } from '../jobs/log.ts';
import type { Log } from '../logging/log.ts';

type Says = Pick<Log, 'error' | 'info'>;

type Outage = { readonly since: number; requests: number; over: NodeJS.Timeout };

/** Without such a fault for so long, it is over. */
const QUIET_MS = 30_000;

const outages = new WeakMap<Says, Outage>();

export function noteOutage(log: Says, cause: unknown, quietMs = QUIET_MS): void {
  const running = outages.get(log);
  if (running) {
    running.requests++;
    running.over.refresh();
    return;
  }
  log.error({ cause: causeLine(cause) }, 'the database is unavailable: requests that need it are answered 503');
  const outage: Outage = { since: performance.now(), requests: 1, over: setTimeout(end, quietMs).unref() };
  outages.set(log, outage);

  function end(): void {
    outages.delete(log);
    const seconds = Math.round((performance.now() - quietMs - outage.since) / 1_000);
    log.info({ requests: outage.requests, seconds }, 'the database is available again');
  }
}
