// A shop in a process of its own, for npm run ops.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '#platform/paths.ts';
import { findFreePort } from './servers.ts';

export type ShopProcess = {
  readonly pid: number;
  readonly url: string;
  readonly deskUrl: string;
  readonly output: () => string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<number | null>;
};

/** With the pages of another commit to build, on a busy machine. */
const START_SECONDS = 400;

const FROM_SOURCE = ['--require', './check-node.cjs', 'src/main.ts'];
/** After `npm run build`. */
export const BUILT = ['--max-semi-space-size=8', 'dist/server/main.js'];

/** A part that throws leaves its shops running. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startShop(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = FROM_SOURCE,
  cwd = root,
): Promise<ShopProcess> {
  const [port, deskPort, sandboxPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  let output = '';
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DESK_PORT: String(deskPort),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'fanfare-ops-data-')),
      FILES_FREE_MB: '0',
      ...environment,
    },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid ?? 0,
    url: `http://localhost:${environment.PORT ?? port}`,
    deskUrl: `http://localhost:${deskPort}`,
    output: () => output,
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Waits until it is ready. Fails with its output if it ends instead. */
export async function waitUntilReady(shop: ShopProcess): Promise<void> {
  let code: number | null | undefined;
  void shop.ended.then((ended) => (code = ended));
  for (let tries = 0; tries < START_SECONDS * 5; tries++) {
    if (code !== undefined) throw new Error(`the shop ended with ${code}:\n${shop.output()}`);
    const isReady = await fetch(`${shop.url}/readyz`).then(
      (answer) => answer.status === 200,
      () => false,
    );
    if (isReady) return;
    await pause(200);
  }
  throw new Error(`the shop is not ready after ${START_SECONDS} s:\n${shop.output()}`);
}

/** A shop in production over this database, as far as the start checks it. */
export const production = {
  NODE_ENV: 'production',
  SHOP_URL: 'https://shop.example',
  SECRET_KEYS: 'gqJ0t1mVw3yZ8nK5rB7cX2dF6hL9pS4uQeTaWiOk',
  HOST: '127.0.0.1',
} as const;
