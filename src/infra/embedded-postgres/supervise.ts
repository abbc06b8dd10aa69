// The watch over the running PostgreSQL: when it ends by itself it is started again after a pause that grows while that fails, and it is
// stopped in bounded time. It never gives up: a full disk, say, gets room again, and until then the shop says so and goes on with what it can.
import { setTimeout as pause } from 'node:timers/promises';
import { dropSocketFolder } from './folder.ts';
import { type Launch, launch, type Run, untilReady } from './launch.ts';
import { note, release } from './lock-file.ts';
import { signal } from './processes.ts';
import { attemptAfter, pauseBefore, STOPPING } from './rules.ts';
import { waitForExit } from './stale-server.ts';

/** All that stays the same from one run to the next; a socket's folder only when it is not the data folder. */
export type Prepared = Launch & { readonly socketFolder: string | undefined };

/** From a free folder to a PostgreSQL that takes connections. `begun` hears of the run before it is ready, so that it can be stopped early. */
export async function startServer(prepared: Prepared, begun: (run: Run) => void = () => {}): Promise<Run> {
  const { folder, socketFolder, log } = prepared;
  const run = launch(prepared);
  begun(run);
  try {
    note(folder, { postgres: run.pid, ...(socketFolder === undefined ? {} : { socketFolder }) });
  } catch (cause) {
    // A full disk must not keep a database that runs from being used; only a successor's tidying is the poorer for it.
    log.warn({ folder, cause: String(cause) }, 'who holds the database could not be written down');
  }
  await untilReady(run, folder);
  return run;
}

export function supervise(prepared: Prepared, first: Run): { pid: () => number | undefined; stop: () => Promise<void> } {
  const { folder, log } = prepared;
  const stopping = new AbortController();
  const { signal: over } = stopping;
  let current: Run | undefined = first;
  let ready = true;

  const reviveAfter = async (attempt: number): Promise<boolean> => {
    const since = performance.now();
    try {
      await pause(pauseBefore(attempt), undefined, { signal: over });
      await waitForExit(folder, undefined, log);
      if (over.aborted) return false;
      await startServer(prepared, (run) => {
        current = run;
      });
      ready = true;
      log.info({ postgresPid: current?.pid, folder, tookMs: Math.round(performance.now() - since) }, 'PostgreSQL is ready again');
      return true;
    } catch (cause) {
      current = undefined;
      if (!over.aborted) log.error({ folder, attempt, cause: String(cause) }, 'PostgreSQL could not be started again yet');
      return false;
    }
  };

  const watch = async (): Promise<void> => {
    for (let attempt = 0; ; ) {
      const since = performance.now();
      const run = current;
      const ended = await run?.ended;
      ready = false;
      current = undefined;
      if (over.aborted) return;
      log.error({ folder, ended, lastLines: run?.lastLines.slice(-5) }, 'PostgreSQL ended by itself; it is being started again');
      attempt = attemptAfter(attempt, performance.now() - since);
      while (!(await reviveAfter(attempt++))) if (over.aborted) return;
    }
  };
  const watched = watch();

  const end = async (): Promise<void> => {
    stopping.abort();
    const deadlines = STOPPING.map(({ afterMs, signal: name }) => setTimeout(() => current && signal(current.pid, name), afterMs));
    await watched;
    for (const deadline of deadlines) clearTimeout(deadline);
    dropSocketFolder(prepared.socketFolder);
    release(folder);
    log.info({ folder }, 'PostgreSQL has stopped');
  };
  let ending: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    ending ??= end();
    return ending;
  };
  return { pid: () => (ready ? current?.pid : undefined), stop };
}
