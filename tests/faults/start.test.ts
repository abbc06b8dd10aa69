// The process of the shop: first start, start-up errors, graceful stop, recovery, production, and a process
// for the jobs.
import { once } from 'node:events';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, inject, onTestFailed, test } from 'vitest';
import { root } from '#platform/paths.ts';
import { dataFolder, freePorts, type ShopProcess, startShop, unhurried } from '../support/process.ts';

const folder = dataFolder();
const running = new Set<ShopProcess>();
/** The shop of the folder, which tests share that do not need a new start. */
let current: ShopProcess | undefined;
afterEach(async () => {
  for (const shop of running) {
    if (shop === current) continue;
    await stop(shop);
    running.delete(shop);
  }
});
afterAll(async () => {
  await leave();
  folder.drop();
});

async function stop(shop: ShopProcess): Promise<void> {
  shop.child.kill('SIGTERM');
  await shop.ended;
}

async function start(environment: Record<string, string> = {}, launch: Parameters<typeof startShop>[1] = {}): Promise<ShopProcess> {
  const shop = await startShop({ DATA_DIR: folder.path, ...environment }, launch);
  running.add(shop);
  return shop;
}
const open = async () => {
  const shop = await start();
  await shop.said('Fanfare is open.');
  return shop;
};
const isRunning = ({ child }: ShopProcess): boolean => child.exitCode === null && child.signalCode === null;
async function here(): Promise<ShopProcess> {
  if (!current || !isRunning(current)) current = await open();
  return current;
}
/** Stops the shared shop, so that another one can use the folder. */
async function leave(): Promise<void> {
  if (current) await stop(current);
  current = undefined;
}
/** As a checkout, with the pages of this build, because they take long. */
function copySource(to: string): void {
  const { id, folder } = inject('build');
  const isCompiled = (path: string) => path.startsWith(join(root, 'locales')) && path.endsWith('.mjs');
  for (const name of [
    'src',
    'plugins',
    'locales',
    'shop',
    'migrations',
    ...readdirSync(root).filter((each) => /\.(cjs|json|ts)$/.test(each)),
  ])
    cpSync(join(root, name), join(to, name), { recursive: true, filter: (path) => !isCompiled(path) });
  cpSync(folder, join(to, 'dist', id), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
}

const buy = (shop: ShopProcess, init: RequestInit = {}) =>
  fetch(`${shop.url}/api/prices`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"currency":0}', ...init });

describe('first start', () => {
  test('empty folder: becomes a shop, and the second start reuses it', async () => {
    await leave();
    const first = await open();
    expect(first.output()).toContain(`Storefront  ${first.url}`);
    expect(await (await fetch(first.url)).text()).toContain('</html>');
    expect((await unhurried(() => buy(first))).status).toBe(200);
    expect((await fetch(`${first.deskUrl}/metrics`)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });
    const second = await here();
    expect(second.output()).not.toMatch(/postgres\.folder\.creating|catalogue\.import\.done/);
    expect((await unhurried(() => buy(second))).status).toBe(200);
  });

  test('source that was never started, on the data of an earlier start: waits for its sentences and opens', async () => {
    await here();
    await leave();
    const source = dataFolder();
    copySource(source.path);
    const shop = await start({}, { cwd: source.path });
    await shop.said('Fanfare is open.');
    expect(shop.output()).toContain('Compiling the sentences');
    await stop(shop);
    source.drop();
  });

  test('network: listens on this machine only', async () => {
    const shop = await here();
    const { port } = new URL(shop.url);
    const { networkInterfaces } = await import('node:os');
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((each) => each && !each.internal && each.family === 'IPv4');
    if (outside) await expect(fetch(`http://${outside.address}:${port}/healthz`)).rejects.toThrow();
  });
});

describe('start-up errors', () => {
  test('invalid values, a taken port and an unwritable folder: one line each, all at once', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const shop = await start({ PORT: port, DESK_PORT: 'desk', LOG_LEVEL: 'loud', DATA_DIR: '/proc/nowhere' });
    expect(await shop.ended).toMatchObject({ code: 1 });
    taken.close();
    const lines = shop.output().trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).toMatch(/^DESK_PORT must be .*"desk"/m);
    expect(lines.join('\n')).toMatch(/^LOG_LEVEL must be one of/m);
    expect(lines.join('\n')).toMatch(new RegExp(`^PORT: port ${port} is used`, 'm'));
    expect(lines.join('\n')).toMatch(/^DATA_DIR: the folder \/proc\/nowhere cannot be written/m);
  });

  test.each([
    [{ NODE_ENV: 'production' }, /^SHOP_URL must be set in production/m],
    [{ NODE_ENV: 'production', SHOP_URL: 'https://shop.example', RATE_LIMITS: 'off' }, /^RATE_LIMITS=off/m],
    [{ SHOP_URL: 'https://shop.example' }, /^SHOP_URL must be a localhost address/m],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }, /^DATABASE_URL: the database does not answer/m],
  ])('%j: exits with one line and no stack trace', async (environment, line) => {
    const shop = await start(environment as Record<string, string>);
    expect(await shop.ended).toMatchObject({ code: 1 });
    expect(shop.output()).toMatch(line);
    expect(shop.output()).not.toMatch(/\.ts:\d+/);
  });

  test('second shop on the same folder: refused with the folder named', async () => {
    await here();
    const second = await start();
    expect(await second.ended).toMatchObject({ code: 1 });
    expect(second.output().trim().split('\n').at(-1)).toContain(folder.path);
  });
});

describe('stop', () => {
  test('SIGTERM: finishes accepted requests and exits with 0', async () => {
    const shop = await here();
    const answers: number[] = [];
    let stopping = false;
    // Clients that send requests in a loop. During the stop a refused connection is fine, a broken response
    // is not.
    const clients = Array.from({ length: 8 }, async () => {
      for (;;) {
        const answer = await buy(shop).catch((cause: Error & { cause?: { code?: string } }) => cause);
        if (answer instanceof Error) {
          expect(stopping, String(answer.cause?.code)).toBe(true);
          return;
        }
        answers.push(answer.status);
        expect((await answer.json()) as object).toHaveProperty('offers');
        if (answers.length >= 200 && !stopping) {
          stopping = true;
          shop.child.kill('SIGTERM');
        }
      }
    });
    await Promise.all(clients);
    expect(await shop.ended).toEqual({ code: 0, signal: null });
    expect(new Set(answers)).toEqual(new Set([200]));
  });

  test('SIGKILL: the next start has the same data', async () => {
    const shop = await here();
    shop.child.kill('SIGKILL');
    await shop.ended;
    const next = await here();
    expect((await unhurried(() => buy(next))).status).toBe(200);
  });
});

describe('production', () => {
  test('output is JSON with host, process and build, and names missing settings; the loss of npm stops the shop', async () => {
    await leave();
    // npm's shell, which is killed: no signal reaches the shop.
    const words = ['--require', './check-node.cjs', 'src/main.ts'].join(' ');
    const shop = await start(
      { NODE_ENV: 'production', SHOP_URL: 'https://shop.example', DRAIN_SECONDS: '0', npm_lifecycle_event: 'start' },
      { command: 'sh', args: ['-c', `${process.execPath} ${words} & wait`] },
    );
    const pid = Number(/"pid":(\d+)/.exec(await shop.said('server.start.done'))?.[1]);
    onTestFailed(() => void process.kill(pid, 'SIGKILL'));
    shop.child.kill('SIGKILL');
    // Its output ends with the last process that holds it.
    await shop.ended;
    const lines = shop.output().trim().split('\n');
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const each of parsed) expect(each).toMatchObject({ host: hostname(), pid: expect.any(Number) });
    const ofBuild = parsed.slice(parsed.findIndex(({ build }) => build !== undefined));
    expect(ofBuild.every(({ build }) => /^\w+$/.test(String(build)))).toBe(true);
    expect(ofBuild.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['server.start.done', 'server.stop.started']));
    expect(parsed.filter(({ missing }) => missing).map(({ msg }) => msg)).toEqual(['mail.transport.missing', 'payment.provider.missing']);
    expect(parsed.at(-1)).toMatchObject({ msg: 'postgres.process.stopped' });
  });
});

describe('process that runs only the jobs', () => {
  const onlyJobs = async (environment: Record<string, string> = {}) => {
    const [port = 0] = await freePorts(1);
    return { shop: await start({ JOBS: 'only', WORKER_PORT: String(port), ...environment }), url: `http://localhost:${port}` };
  };

  test('running shop: works beside it, has a port of its own, and stops separately', async () => {
    await here();
    const worker = await onlyJobs();
    await worker.shop.said('Fanfare is running its jobs.');
    const answers = await Promise.all(['/livez', '/readyz', '/metrics', '/'].map((path) => fetch(worker.url + path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    expect(await answers[2]?.text()).toContain('fanfare_jobs{state="waiting"}');
    worker.shop.child.kill('SIGTERM');
    expect(await worker.shop.ended).toEqual({ code: 0, signal: null });
  });

  test('no running shop: exits and says so', async () => {
    const { shop } = await onlyJobs({ DATA_DIR: join(folder.path, 'without-shop') });
    expect(await shop.ended).toMatchObject({ code: 1 });
    expect(shop.output()).toContain('Start it first');
  });
});
