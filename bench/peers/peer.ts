// A shop that the benchmark of peers measures: how it is installed, prepared and started, and its requests.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '#platform/embedded-postgres/find.ts';

/** What all of them sell. */
export const OFFERS = 21;
export const PASSWORD = 'seven blue herons';
export const json = { 'content-type': 'application/json' };

/** Where a peer lives: its folder, its database, its port. */
export type Place = { readonly folder: string; readonly database: Connection; readonly port: number; readonly url: string };

export type Sent = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** One order, or one log-in. */
export type Act = () => Promise<void>;

export type Peer = {
  readonly name: string;
  /** What it is made of, for the table. */
  readonly versions: string;
  /** Installs, migrates, fills: once for a folder. */
  prepare(place: Place): Promise<void>;
  command(place: Place): { readonly args: readonly string[]; readonly environment: Readonly<Record<string, string>> };
  /** Answers 200 once it is ready. */
  readonly readyPath: string;
  /** Undefined: it has no pages. */
  readonly home?: Sent;
  list(place: Place): Sent;
  /** The log-in of one customer, who exists. */
  logIn(place: Place): Promise<Sent>;
  /** A customer who is logged in, and places one order at a time. */
  customer(place: Place): Promise<Act>;
  /** The calls of one order. */
  readonly callsOfOrder: number;
};

/** Runs a program to its end; its output goes into a file of the folder. */
export async function runIn(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = startPeer(folder, args, environment);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${getLastLines(folder)}`);
}

/** By its lock file, without install scripts. npm needs this process's environment, such as a proxy. */
export function installPeer(folder: string): Promise<void> {
  const npm = process.env.npm_execpath ?? '';
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return runIn(folder, npm.endsWith('.js') ? [npm, ...args] : ['/bin/sh', '-c', `npm ${args.join(' ')}`], process.env);
}

export function startPeer(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
  const log = createWriteStream(getLogFile(folder), { flags: 'a' });
  const [command = '', ...rest] = args[0] === '/bin/sh' ? args : [process.execPath, ...args];
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, rest, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, NODE_ENV: 'production', ...environment },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
  return child;
}

export async function waitForAnswer(child: ChildProcess, url: string, folder: string, seconds: number): Promise<void> {
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await pause(100)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${getLastLines(folder)}`);
    const isReady = await fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error(`it did not answer within ${seconds} s: ${getLastLines(folder)}`);
}

const getLogFile = (folder: string): string => join(folder, 'output.log');
const getLastLines = (folder: string): string =>
  existsSync(getLogFile(folder)) ? readFileSync(getLogFile(folder), 'utf8').trimEnd().split('\n').slice(-3).join(' | ').slice(0, 600) : '';

/** Throws unless the answer is a success. */
export async function sendRequest<Answer>(
  url: string,
  { body, headers = {} }: Omit<Sent, 'path'> = {},
): Promise<{ answer: Answer; headers: Headers }> {
  const sent = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await sent.text();
  if (!sent.ok) throw new Error(`${url} answered ${sent.status}: ${text.slice(0, 300)}`);
  return { answer: JSON.parse(text) as Answer, headers: sent.headers };
}
