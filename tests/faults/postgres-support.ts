// Starts and kills child processes and inspects the result. Each wait is for a condition with a deadline,
// never for a fixed time.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findPostgres, formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { isAlive, listPostgresIn } from '#platform/embedded-postgres/processes.ts';
import type { Orders } from './postgres-child.ts';

export const asRoot = process.getuid?.() === 0;
export const NOBODY = 65534;
/**
 * Only ends a wait that hangs, before the test's own limit; how fast something must be is asserted by the
 * tests.
 */
const HANG_MS = 240_000;

export type Said = {
  readonly event: string;
  readonly message?: string;
  readonly postgresPid?: number;
  readonly tookMs?: number;
  readonly as?: string;
};

export type Child = {
  readonly process: ChildProcess;
  readonly pid: number;
  readonly said: readonly Said[];
  /** Every row whose commit was acknowledged. */
  readonly rows: readonly string[];
  /** The first matching event from the given position on. */
  readonly hears: (what: string, fits: (said: Said) => boolean, from?: number) => Promise<Said>;
  readonly ready: () => Promise<Said>;
  readonly error: () => Promise<Said>;
  readonly ended: Promise<number | null>;
};

export const stepDown = (uid: number): string[] => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];

/** Runs a command until it exits. */
export function run(words: readonly string[], env: NodeJS.ProcessEnv = process.env): { well: boolean; out: string; err: string } {
  const [command = '', ...args] = words;
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  return { well: status === 0, out: stdout, err: stderr };
}

const children = new Set<ChildProcess>();
const folders = new Set<string>();

export type As = { readonly uid?: number; readonly path?: string };

export function startChild(orders: Orders, as: As = {}): Child {
  const script = fileURLToPath(new URL('./postgres-child.ts', import.meta.url));
  // setpriv is found by the PATH of this process; the child gets the given PATH.
  const words = as.uid === undefined ? [] : [...stepDown(as.uid), 'env', `PATH=${as.path ?? process.env.PATH}`];
  const [command = '', ...args] = [...words, process.execPath, script, JSON.stringify(orders)];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/' });
  children.add(child);
  const said: Said[] = [];
  const rows: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    // A line cut by a kill is not an event.
    if (!line.endsWith('}')) return;
    const heard = JSON.parse(line) as Said & { id?: string };
    if (heard.event === 'row' && heard.id !== undefined) rows.push(heard.id);
    else said.push(heard);
  });
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const hears: Child['hears'] = (what, fits, from = 0) =>
    until(
      what,
      () => said.slice(from).find(fits),
      HANG_MS,
      () => JSON.stringify(said.slice(-4)),
    );
  const event = (name: string) => () => hears(name, (heard) => heard.event === name);
  return { process: child, pid: child.pid ?? 0, said, rows, hears, ready: event('ready'), error: event('error'), ended };
}

export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  withinMs = HANG_MS,
  more = () => '',
): Promise<T> {
  const since = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() - since > withinMs) throw new Error(`${what} did not happen within ${withinMs} ms ${more()}`);
    await new Promise((next) => setTimeout(next, 5));
  }
}

export const untilGone = (pid: number): Promise<boolean> => until(`the end of process ${pid}`, () => !isAlive(pid));

/** A data folder that any user can reach, owned by the user that runs the shop. */
export function makeFolder(options: { owner?: number; closed?: boolean; name?: string } = {}): string {
  const base = mkdtempSync(join(tmpdir(), 'fanfare-error-'));
  if (!options.closed) chmodSync(base, 0o711);
  const dataDir = join(base, options.name ?? 'data');
  folders.add(dataDir);
  mkdirSync(dataDir, { mode: 0o711 });
  if (options.owner !== undefined) chownSync(dataDir, options.owner, options.owner);
  return dataDir;
}

let whole: string | undefined;

/**
 * A folder with a database, copied from one prepared once, because creating each would take most of the test
 * time.
 */
export async function makeDatabase(name?: string): Promise<string> {
  if (whole === undefined) {
    whole = makeFolder();
    const child = startChild({ dataDir: whole });
    await child.ready();
    child.process.kill('SIGTERM');
    await child.ended;
    folders.delete(whole);
  }
  const dataDir = makeFolder(name === undefined ? {} : { name });
  run(['cp', '-a', join(whole, 'postgres'), dataDir]);
  return dataDir;
}

export function dropWhole(): void {
  if (whole !== undefined) rmSync(dirname(whole), { recursive: true, force: true });
  whole = undefined;
}

/** Connects by the folder alone and returns the rows that are missing. */
export async function missingFrom(dataDir: string, rows: Iterable<string>): Promise<string[]> {
  const connection = await until('a database to ask', () => findPostgres(dataDir));
  const client = new pg.Client({ connectionString: formatConnectionUrl(connection) });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: there } = await client.query<{ id: string }>('select id from kept');
    const kept = new Set(there.map((row) => row.id));
    return [...rows].filter((id) => !kept.has(id));
  } finally {
    await client.end();
  }
}

/** Stops leftover processes, waits until their PostgreSQL is gone, and removes the folders. */
export async function tidy(strays: readonly number[] = []): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  for (const pid of strays) if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
  for (const dataDir of folders) {
    const work = () => [...listPostgresIn(join(dataDir, 'postgres')), ...listPostgresIn(join(dataDir, 'postgres.new'))];
    await until(`the end of PostgreSQL in ${dataDir}`, () => work().length === 0);
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  children.clear();
  folders.clear();
}
