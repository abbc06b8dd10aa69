// Runs a program of PostgreSQL as a child that cannot outlive this process: the kernel kills it with its
// parent, or a watchdog does where the kernel cannot.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../config/config.ts';
import { getCodeEntry } from '../paths.ts';
import { readPostmaster } from './processes.ts';
import { explainEnd, getLogLevel, isPrivate } from './rules.ts';
import type { RunAs } from './run-as.ts';

export const LOOK_EVERY_MS = 10;
const MAX_LAST_LINES = 40;
const LAST_OUTPUT_MS = 150;

/** The subset of a logger that the supervisor needs. */
export type SupervisorLog = Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>;

export type Program = {
  readonly way: RunAs;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly log: SupervisorLog;
};

export type Run = {
  readonly pid: number;
  readonly lastLines: readonly string[];
  /** Describes how it ended. */
  readonly ended: Promise<string>;
};

export function startProgram({ way, program, args, environment, log }: Program): Run {
  // If the parent died before the kernel was asked to watch it, the child would be orphaned: so check the
  // parent once more.
  const guard = way.tied ? ['sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)] : [];
  const [command = program, ...rest] = [...way.words, ...guard, program, ...args];
  // A session of its own, so that Ctrl-C in a terminal does not stop PostgreSQL before the shop has finished
  // its last requests.
  const child = spawn(command, rest, { env: environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true, windowsHide: true });
  const lastLines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (isPrivate(line)) return;
    lastLines.push(line);
    if (lastLines.length > MAX_LAST_LINES) lastLines.shift();
    const level = getLogLevel(line);
    if (level !== undefined) log[level]({ line }, 'postgres.server.output');
  });
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    // Sessions of a killed PostgreSQL hold its output a little longer than it lives.
    child.once('exit', () => setTimeout(() => child.stderr.destroy(), LAST_OUTPUT_MS));
    child.once('close', (code, signal) => done(signal === null ? `code ${code}` : `signal ${signal}`));
  });
  return { pid: child.pid ?? 0, lastLines, ended };
}

/** Kills PostgreSQL when this process ends. */
export function startWatchdog(run: Run, folder: string): void {
  const watchdog = spawn(process.execPath, [getCodeEntry('src/platform/embedded-postgres/watchdog.ts'), String(run.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  watchdog.on('error', () => {});
  watchdog.unref();
  void run.ended.then(() => watchdog.kill('SIGKILL'));
}

/** Without a timeout: crash recovery may take long, and a stop would only make it start again. */
export async function waitUntilReady(run: Run, folder: string): Promise<void> {
  for (;;) {
    const postmaster = readPostmaster(folder);
    if (postmaster?.pid === run.pid && postmaster.status === 'ready') return;
    const ended = await Promise.race([run.ended, pause(LOOK_EVERY_MS)]);
    if (ended !== undefined) throw new StartError([explainEnd(folder, run.lastLines, ended)]);
  }
}
