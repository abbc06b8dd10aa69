// Runs the embedded PostgreSQL: starts it with the shop, restarts it after a crash, stops it with the shop.
// Decisions are in rules.ts.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../config/config.ts';
import { findPackFile, findPackFolder, makeLinks } from './binaries.ts';
import { type Connection, createConnection } from './find.ts';
import { createDatabase, findSocketFolder, getDatabaseFolder, hasDatabase, makeDataDir } from './folder.ts';
import { claimLockFile, dropSocketFolder, readLeftovers, recordLeftovers, releaseLock } from './lock-file.ts';
import { isPostgresIn, isTaken, listPostgresIn, readPostmaster, sendSignal } from './processes.ts';
import { LOOK_EVERY_MS, type Program, type Run, type SupervisorLog, startProgram, startWatchdog, waitUntilReady } from './program.ts';
import { getNextAttempt, getNextStep, type NextStep, retryDelayMs } from './rules.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { asArguments, getEnvironment, getSettings, type Settings, SOCKET_PORT } from './settings.ts';

export type StartOptions = {
  readonly dataDir: string;
  readonly log: SupervisorLog;
  /** False disables fsync, for tests that need no durability. */
  readonly fsync?: boolean;
  /** Additional PostgreSQL settings; the socket cannot be changed. */
  readonly settings?: Settings;
};

export type Postgres = {
  /** This start has created it. */
  readonly isNew: boolean;
  readonly connection: Connection;
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
};

/** What stays the same when PostgreSQL is restarted. */
type Server = Program & { readonly folder: string };

/** How long a start waits for the holder of the folder: it is refused within five seconds. */
const HOLDER_TIMEOUT_MS = 3_000;
const IMMEDIATE_STOP_MS = 10_000;

/** Resolves when the database accepts connections; otherwise throws StartError for the operator. */
export async function startPostgres(options: StartOptions): Promise<Postgres> {
  const since = performance.now();
  const { dataDir, log } = options;
  let claimed: string | undefined;
  try {
    makeDataDir(dataDir);
    const folder = getDatabaseFolder(dataDir);
    await claimFolder(folder);
    claimed = folder;
    await waitForExit(folder, log);
    dropSocketFolder(folder);
    const { server, connection, isNew } = await prepare(folder, options);
    const run = launch(server);
    await waitUntilReady(run, folder);
    log.info({ postgresPid: run.pid, folder, as: server.way.name, tookMs: getMsSince(since) }, 'postgres.start.succeeded');
    return { isNew, connection, ...supervise(server, run) };
  } catch (error) {
    if (claimed !== undefined) releaseLock(claimed);
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof StartError || code === undefined) throw error;
    throw new StartError([
      `The database in ${dataDir} cannot be prepared: ${message}. This user (${process.getuid?.()}) must be able to write there.`,
    ]);
  }
}

const getMsSince = (since: number): number => Math.round(performance.now() - since);

async function claimFolder(folder: string): Promise<void> {
  const since = performance.now();
  for (;;) {
    const holder = claimLockFile(folder);
    if (holder === undefined) return;
    if (performance.now() - since >= HOLDER_TIMEOUT_MS) {
      throw new StartError([
        `${folder} is in use: process ${holder} runs a shop on it. Stop that one first, or give this one a DATA_DIR of its own.`,
      ]);
    }
    await pause(LOOK_EVERY_MS);
  }
}

/** Waits until no process uses the folder, and stops what a killed shop or a killed PostgreSQL has left. */
async function waitForExit(folder: string, log: SupervisorLog): Promise<void> {
  const since = performance.now();
  const own = readLeftovers(folder).postgres;
  for (let last: NextStep = 'go'; ; ) {
    const postmaster = readPostmaster(folder)?.pid;
    const isRunning = postmaster !== undefined && isPostgresIn(postmaster, folder);
    const pids = isRunning ? [postmaster] : listPostgresIn(folder);
    const user = isRunning ? (postmaster === own ? 'ours' : 'foreign') : pids.length > 0 ? 'sessions' : 'none';
    const step = getNextStep(user, performance.now() - since);
    if (step === 'go') return removePidFile(folder);
    if (step === 'refuse') {
      throw new StartError([
        `${folder} is in use: PostgreSQL, process ${pids[0]}, works in it and was not started by this shop, or does not end. Stop it first.`,
      ]);
    }
    if (step !== last) log.info({ folder, user, pids, step }, 'postgres.leftover.waiting');
    if (step !== last && step !== 'wait') for (const pid of pids) sendSignal(pid, step);
    last = step;
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * PostgreSQL refuses to start while the pid in its pid file is in use, even by a zombie (a container without
 * init) or an unrelated process. If all processes could be checked, remove the file.
 */
function removePidFile(folder: string): void {
  const stale = readPostmaster(folder);
  if (process.platform !== 'linux' || stale === undefined || !isTaken(stale.pid)) return;
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  rmSync(join(stale.host, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
}

async function prepare(folder: string, { fsync = true, settings = {}, log }: StartOptions) {
  const isNew = !hasDatabase(folder);
  const environment = getEnvironment(process.env, makeLinks(findPackFolder(), `${folder}.lib`));
  const way = runAsFor(folder, isNew ? undefined : statSync(folder).uid);
  if (isNew) {
    log.info({ folder, as: way.name }, 'postgres.folder.creating');
    await createDatabase(folder, fsync, { way, environment, log });
  }
  const isWindows = process.platform === 'win32';
  const host = isWindows ? '127.0.0.1' : findSocketFolder(folder, way);
  const port = isWindows ? randomInt(49_152, 65_536) : SOCKET_PORT;
  const args = ['-D', folder, ...asArguments(getSettings({ host, port, fsync, own: settings }))];
  const server: Server = { folder, way, program: findPackFile('postgres'), args, environment, log };
  return { server, connection: createConnection(folder, host, port), isNew };
}

const runAsFor = (folder: string, owner: number | undefined): RunAs =>
  chooseRunAs({
    platform: process.platform,
    uid: process.getuid?.(),
    owner,
    reach: [findPackFile('postgres'), dirname(folder)],
    can: ([command = '', ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0,
  });

/** The user that a database folder would belong to, for one that is not created by initdb. */
export const findDatabaseOwner = (dataDir: string): number | undefined => runAsFor(getDatabaseFolder(dataDir), undefined).owns;

function launch(server: Server): Run {
  const { folder, way, log } = server;
  const run = startProgram(server);
  if (!way.tied && run.pid > 0) startWatchdog(run, folder);
  try {
    recordLeftovers(folder, { postgres: run.pid });
  } catch (error) {
    // Do not fail the start on a full disk; the record only helps a later clean-up.
    log.warn({ folder, cause: String(error) }, 'postgres.lock_file.write_failed');
  }
  return run;
}

/** Restarts PostgreSQL when it ends, and never gives up: a full disk, for example, may get space again. */
function supervise(server: Server, first: Run): Pick<Postgres, 'pid' | 'stop'> {
  const { folder, log } = server;
  const stopping = new AbortController();
  let current: Run | undefined = first;
  let readyAt = performance.now();

  const restart = async (attempt: number): Promise<void> => {
    const since = performance.now();
    await pause(retryDelayMs(attempt), undefined, { signal: stopping.signal });
    await waitForExit(folder, log);
    stopping.signal.throwIfAborted();
    current = launch(server);
    await waitUntilReady(current, folder);
    readyAt = performance.now();
    log.info({ postgresPid: current.pid, folder, tookMs: getMsSince(since) }, 'postgres.restart.succeeded');
  };

  const keepRunning = async (): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      const run = current;
      const ended = await run?.ended;
      current = undefined;
      if (stopping.signal.aborted) return;
      if (run) {
        log.error({ folder, ended, lastLines: run.lastLines.slice(-5) }, 'postgres.process.exited');
        attempt = getNextAttempt(attempt, performance.now() - readyAt);
      }
      await restart(attempt).catch((error) => {
        current = undefined;
        if (!stopping.signal.aborted) log.error({ folder, attempt, cause: String(error) }, 'postgres.restart.failed');
      });
    }
  };
  const over = keepRunning().then(() => {
    releaseLock(folder);
    log.info({ folder }, 'postgres.process.stopped');
  });

  return {
    pid: () => current?.pid,
    async stop() {
      stopping.abort();
      const signalCurrent = (name: 'SIGINT' | 'SIGQUIT') => current?.pid && sendSignal(current.pid, name);
      signalCurrent('SIGINT');
      // The immediate stop makes no checkpoint, and kills what does not end: recovery makes it safe.
      setTimeout(signalCurrent, IMMEDIATE_STOP_MS, 'SIGQUIT').unref();
      await over;
    },
  };
}
