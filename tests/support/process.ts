// The shop as a child process: its output, its exit and its files.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

const root = join(import.meta.dirname, '../..');

export type ShopProcess = {
  readonly child: ChildProcess;
  readonly url: string;
  readonly deskUrl: string;
  readonly output: () => string;
  /** Resolves with the output once it contains the text; rejects if the process ends first. */
  said(text: string | RegExp): Promise<string>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Below the ephemeral range, so that no outgoing connection takes a free port. */
const PORTS = { from: 12_000, count: 20_000 };

/** One file per reserved port with the reserving process's id, for all test runs on this machine. */
const reservations = join(tmpdir(), 'fanfare-test-ports');
const reserved = new Set<string>();
process.once('exit', () => {
  for (const path of reserved) rmSync(path, { force: true });
});

/**
 * Free ports, reserved for this process: between choosing and binding, no other test process chooses them.
 */
export async function freePorts(count = 3): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = PORTS.from + randomInt(PORTS.count);
    if (reserve(port) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

/** False if a process has reserved the port, also this one. */
function reserve(port: number): boolean {
  mkdirSync(reservations, { recursive: true });
  const path = join(reservations, String(port));
  try {
    // Fails if the file exists.
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    reserved.add(path);
    return true;
  } catch {
    if (!isRunning(path)) rmSync(path, { force: true });
    return false;
  }
}

/** Whether the process that reserved the port is running; a killed one leaves its file. */
function isRunning(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    // Empty while it is being written.
    return pid === 0 || process.kill(pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    // On every address: the shop listens on IPv4 and IPv6.
    server.listen(port);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    // Wait until the port is released.
    await new Promise((done) => server.close(done));
  }
}

type Launch = {
  readonly cwd?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  /** A file of ./preload, loaded before the shop. */
  readonly preload?: string;
};

export async function startShop(environment: Readonly<Record<string, string>>, launch: Launch = {}): Promise<ShopProcess> {
  const [port = 0, desk = 0, sandbox = 0] = await freePorts();
  const ports = { PORT: String(port), DESK_PORT: String(desk), SANDBOX_PORT: String(sandbox) };
  const { command = process.execPath, cwd = root, preload } = launch;
  const preloads = preload ? ['--import', `./tests/support/preload/${preload}`] : [];
  const { args = [...preloads, '--require', './check-node.cjs', 'src/main.ts'] } = launch;
  const child = spawn(command, args, {
    cwd,
    // The environment of a plain shell, without the test runner's variables.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...ports, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of heard) listener();
    });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return {
    child,
    url: `http://localhost:${environment.PORT ?? port}`,
    deskUrl: `http://localhost:${environment.DESK_PORT ?? desk}`,
    output: () => output,
    ended,
    said(text) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const look = () => {
        if (!(typeof text === 'string' ? output.includes(text) : text.test(output))) return;
        heard.delete(look);
        resolve(output);
      };
      heard.add(look);
      void ended.then(() => reject(new Error(`it ended before it said ${text}:\n${output}`)));
      look();
      return promise;
    },
  };
}

/**
 * A temporary data folder, readable by the database's user. `inMemory`: if there is enough, for tests that
 * wait for many disk syncs.
 */
export function dataFolder({ inMemory = false } = {}): { path: string; drop(): void } {
  const path = mkdtempSync(join((inMemory && memoryFolder()) || tmpdir(), 'fanfare-process-'));
  return { path, drop: () => rmSync(path, { recursive: true, force: true }) };
}

/** Containers often have only 64 MiB. */
const MEMORY_BYTES = 2 * 1024 ** 3;

export function memoryFolder(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > MEMORY_BYTES ? folder : undefined;
}

/** Seconds in Retry-After of the overload guard; other 503s have other ones. */
export const OVERLOAD_SECONDS = '2';

/** Not an answer of the overload guard, which may act on a busy machine and has done nothing. */
export async function unhurried(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || answer.headers.get('retry-after') !== OVERLOAD_SECONDS) return answer;
  }
}

// A proxy between a shop and its database. After `cut`, it closes and refuses connections until `mend`.

export type Cable = {
  readonly through: (connection: pg.ClientConfig) => pg.ClientConfig;
  cut(): Promise<void>;
  mend(): Promise<void>;
  drop(): Promise<void>;
};

const PORT = 5432;

export function cable(): Cable {
  const folder = dataFolder();
  const path = join(folder.path, `.s.PGSQL.${PORT}`);
  const sockets = new Set<Socket>();
  let far = '';
  let server: Server | undefined;

  async function mend(): Promise<void> {
    server = createServer((near) => {
      const other = createConnection(far);
      for (const socket of [near, other]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          near.destroy();
          other.destroy();
        });
      }
      near.pipe(other).pipe(near);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(path, resolve);
    await promise;
  }

  async function cut(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!server) return;
    server.close(() => resolve());
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await promise;
  }

  return {
    through(connection) {
      far = join(String(connection.host), `.s.PGSQL.${connection.port ?? PORT}`);
      return { ...connection, host: folder.path, port: PORT };
    },
    cut,
    mend,
    async drop() {
      await cut();
      folder.drop();
    },
  };
}
