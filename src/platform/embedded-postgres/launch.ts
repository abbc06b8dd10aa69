// Starts one PostgreSQL program as a child that cannot outlive this process: the kernel kills it with its
// parent, or a watchdog does where the kernel cannot.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { codeEntry } from '../paths.ts';
import { packFile } from './binaries.ts';
import { explainEnd, StartFault } from './error.ts';
import type { SupervisorLog } from './log.ts';
import { postmasterOf } from './processes.ts';
import { isPrivate, levelOf } from './rules.ts';
import type { RunAs } from './run-as.ts';
import { asArguments, type Settings } from './settings.ts';

const LOOK_EVERY_MS = 5;
const MAX_LAST_LINES = 40;
/**
 * Sessions of a killed PostgreSQL hold its output pipe a little longer; wait this long for its last lines.
 */
const LAST_OUTPUT_MS = 150;

export type ServerRun = {
  readonly pid: number;
  readonly lastLines: readonly string[];
  /** Describes how it ended. */
  readonly ended: Promise<string>;
};

function commandFor(way: RunAs, program: string, args: readonly string[]): { command: string; args: string[] } {
  // If the parent died before the kernel was asked to watch it, the child would be orphaned: so check the
  // parent once more.
  const guard = way.tied ? ['sh', '-c', 'test "$PPID" = "$0" && exec "$@"', String(process.pid)] : [];
  const [command = program, ...rest] = [...way.words, ...guard, program, ...args];
  return { command, args: rest };
}

/**
 * A session of its own, so that Ctrl-C in a terminal does not stop PostgreSQL before the shop has finished
 * its last requests.
 */
function start(
  way: RunAs,
  program: string,
  args: readonly string[],
  options: { environment: NodeJS.ProcessEnv; logLine: (line: string) => void },
): ServerRun {
  const { command, args: rest } = commandFor(way, program, args);
  const child = spawn(command, rest, { env: options.environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true, windowsHide: true });
  const lastLines: string[] = [];
  const lines = createInterface({ input: child.stderr });
  lines.on('line', (line) => {
    if (isPrivate(line)) return;
    lastLines.push(line);
    if (lastLines.length > MAX_LAST_LINES) lastLines.shift();
    options.logLine(line);
  });
  return { pid: child.pid ?? 0, lastLines, ended: endOf(child) };
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    child.once('error', (cause) => done(cause.message));
    child.once('exit', (code, signal) => {
      const words = signal === null ? `code ${code}` : `signal ${signal}`;
      child.once('close', () => done(words));
      setTimeout(() => done(words), LAST_OUTPUT_MS);
    });
  });
}

/** Runs initdb to its end. */
export async function runToEnd(way: RunAs, program: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
  const run = start(way, program, args, { environment, logLine: () => {} });
  const ended = await run.ended;
  return {
    succeeded: ended === 'code 0',
    reason: run.lastLines.findLast((line) => /FATAL|error/i.test(line)) ?? run.lastLines.at(-1) ?? ended,
  };
}

export type Launch = { folder: string; way: RunAs; settings: Settings; environment: NodeJS.ProcessEnv; log: SupervisorLog };

export function launch({ folder, way, settings, environment, log }: Launch): ServerRun {
  const logLine = (line: string): void => {
    const level = levelOf(line);
    if (level !== undefined) log[level]({ line }, 'postgres.server.output');
  };
  const run = start(way, packFile('postgres'), ['-D', folder, ...asArguments(settings)], { environment, logLine });
  if (!way.tied && run.pid > 0) watch(run, folder);
  return run;
}

function watch(run: ServerRun, folder: string): void {
  const watchdog = spawn(process.execPath, [codeEntry('src/platform/embedded-postgres/watchdog.ts'), String(run.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  });
  watchdog.on('error', () => {});
  watchdog.unref();
  void run.ended.then(() => watchdog.kill('SIGKILL'));
}

/** Without a timeout: crash recovery may take long, and a stop would only make it start again. */
export async function untilReady(run: ServerRun, folder: string): Promise<void> {
  let ending: string | undefined;
  void run.ended.then((words) => {
    ending = words;
  });
  for (;;) {
    if (ending !== undefined) throw new StartFault(explainEnd(folder, run.lastLines, ending));
    const postmaster = postmasterOf(folder);
    if (postmaster?.pid === run.pid && postmaster.status === 'ready') return;
    await pause(LOOK_EVERY_MS);
  }
}
