// Restarts PostgreSQL with back-off when it ends unexpectedly, and stops it in bounded time. Never gives up:
// a full disk, for example, may get space again.
import { setTimeout as pause } from 'node:timers/promises';
import { dropSocketFolder } from './folder.ts';
import { type Launch, launch, type ServerRun, untilReady } from './launch.ts';
import { releaseLock, writeLockOwner } from './lock-file.ts';
import { signal } from './processes.ts';
import { attemptAfter, retryDelayMs, STOPPING } from './rules.ts';
import { waitForExit } from './stale-server.ts';

/** What stays the same between runs; `socketFolder` only if it is not the data folder. */
export type ServerLaunch = Launch & { readonly socketFolder: string | undefined };

/**
 * Starts PostgreSQL and waits until it accepts connections. `onStart` gets the run before it is ready, so
 * that it can be stopped early.
 */
export async function startServer(prepared: ServerLaunch, onStart: (run: ServerRun) => void = () => {}): Promise<ServerRun> {
  const { folder, socketFolder, log } = prepared;
  const run = launch(prepared);
  onStart(run);
  try {
    writeLockOwner(folder, { postgres: run.pid, ...(socketFolder === undefined ? {} : { socketFolder }) });
  } catch (cause) {
    // Do not fail the start on a full disk; the record only helps a later clean-up.
    log.warn({ folder, cause: String(cause) }, 'postgres.lock_file.write_failed');
  }
  await untilReady(run, folder);
  return run;
}

export function supervise(prepared: ServerLaunch, first: ServerRun): { pid: () => number | undefined; stop: () => Promise<void> } {
  const { folder, log } = prepared;
  const stopping = new AbortController();
  const { signal: over } = stopping;
  let current: ServerRun | undefined = first;
  let ready = true;

  const reviveAfter = async (attempt: number): Promise<boolean> => {
    const since = performance.now();
    try {
      await pause(retryDelayMs(attempt), undefined, { signal: over });
      await waitForExit(folder, undefined, log);
      if (over.aborted) return false;
      await startServer(prepared, (run) => {
        current = run;
      });
      ready = true;
      log.info({ postgresPid: current?.pid, folder, tookMs: Math.round(performance.now() - since) }, 'postgres.restart.succeeded');
      return true;
    } catch (cause) {
      current = undefined;
      if (!over.aborted) log.error({ folder, attempt, cause: String(cause) }, 'postgres.restart.failed');
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
      log.error({ folder, ended, lastLines: run?.lastLines.slice(-5) }, 'postgres.process.exited');
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
    releaseLock(folder);
    log.info({ folder }, 'postgres.process.stopped');
  };
  let ending: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    ending ??= end();
    return ending;
  };
  return { pid: () => (ready ? current?.pid : undefined), stop };
}
