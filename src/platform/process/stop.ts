// Stops the process on a signal, or when the npm that started it is gone: it drains, finishes accepted work,
// and exits with 0.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../logging/log.ts';

type Stopping = {
  readonly log: Log;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long it goes on serving while the balancer takes it out. */
  readonly drainSeconds: number;
  /** Reports that the process is not ready any more. False if there is nothing to drain. */
  drain(): boolean;
  /** Finishes accepted work and closes everything. */
  stop(): Promise<void>;
};

/** The time limit of a stop, after the drain. */
export const STOP_SECONDS = 25;
/** Ctrl+C reaches this process and npm, which passes it on: within this time it is one signal, not two. */
const NPM_ECHO_MS = 500;
const PARENT_CHECK_MS = 500;

/** A second signal and the time limit end the process immediately. */
export function stopOnSignal(stopping: Stopping): void {
  const { log, environment } = stopping;
  const isUnderNpm = environment.npm_lifecycle_event !== undefined;
  let startedAt: number | undefined;

  function begin(cause: object): void {
    startedAt = performance.now();
    stopOnce(stopping, cause).then(
      () => process.exit(0),
      (error: Error) => {
        log.error({ err: error }, 'server.stop.failed');
        process.exit(1);
      },
    );
  }

  function onSignal(signal: NodeJS.Signals): void {
    if (startedAt === undefined) begin({ signal });
    else if (!isUnderNpm || performance.now() - startedAt > NPM_ECHO_MS) process.exit(1);
  }

  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  if (isUnderNpm) onParentGone(() => startedAt === undefined && begin({ parent: 'npm is gone' }));
}

async function stopOnce({ log, drainSeconds, drain, stop }: Stopping, cause: object): Promise<void> {
  const isDraining = drain() && drainSeconds > 0;
  if (isDraining) {
    log.info({ ...cause, seconds: drainSeconds }, 'server.drain.started');
    await pause(drainSeconds * 1_000);
  }
  log.info(isDraining ? {} : cause, 'server.stop.started');
  setTimeout(() => {
    log.error({ seconds: STOP_SECONDS }, 'server.stop.timeout');
    process.exit(1);
  }, STOP_SECONDS * 1_000).unref();
  await stop();
}

/** If npm or its shell is killed, no signal arrives, and the process would hold its ports as an orphan. */
function onParentGone(act: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, PARENT_CHECK_MS);
  timer.unref();
}
