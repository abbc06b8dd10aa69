// A node behind a balancer: when it is ready, how it drains and stops, and what it answers while the database
// is away.
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { newcomer, PASSWORD } from '../support/accounts.ts';
import { cable, dataFolder, OVERLOAD_SECONDS, type ShopProcess, startShop, unhurried } from '../support/process.ts';
import { sqlOn } from '../support/rows/database.ts';
import { queuedJobs } from '../support/rows/jobs.ts';
import { copyDatabase } from '../support/shop.ts';
import { post } from './customers.ts';

const database = await copyDatabase();
const folder = dataFolder();
const line = cable();
const connection = line.through(database.connection);
await line.mend();
const watcher = new pg.Pool({ ...database.connection, max: 1 });
const running: ShopProcess[] = [];
afterAll(async () => {
  await watcher.end();
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await line.drop();
  await database.drop();
  folder.drop();
});

type Launch = Parameters<typeof startShop>[1];

/** With Stripe's test keys there is no demo history, which would take longer than the start. */
async function launch(environment: Record<string, string>, how: Launch): Promise<ShopProcess> {
  const shop = await startShop(
    {
      // The socket written as an address that every URL parser accepts.
      DATABASE_URL: formatConnectionUrl(connection as Parameters<typeof formatConnectionUrl>[0]),
      DATA_DIR: folder.path,
      SECRET_KEYS: 'a key that signs in tests and nowhere else',
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      ...environment,
    },
    how,
  );
  running.push(shop);
  return shop;
}

async function start(environment: Record<string, string> = {}, how: Launch = {}): Promise<ShopProcess> {
  const shop = await launch(environment, how);
  await shop.said('Fanfare is open.');
  return shop;
}

const at = (shop: ShopProcess, path: string, headers = {}) => unhurried(() => fetch(shop.url + path, { headers }));
const sendTo = (shop: ShopProcess, path: string, body: object, headers: Record<string, string> = {}) =>
  unhurried(() => post(shop, path, body, headers));
/** More than a process serves in one turn of a late event loop. */
const CROWD = 70;

const prices = (shop: ShopProcess) => post(shop, '/api/prices', { currency: 0 });
const checks = async (shop: ShopProcess) => {
  const answers = await Promise.all(['/livez', '/readyz', '/readyz/pages'].map((path) => at(shop, path)));
  return answers.map(({ status }) => status);
};
const fetchReason = async (shop: ShopProcess): Promise<unknown> =>
  ((await (await at(shop, '/readyz')).json()) as { reason?: string }).reason;

/** Reads a live stream to its end. */
async function openStream(shop: ShopProcess, token: string) {
  const response = await at(shop, '/api/events', { authorization: `Bearer ${token}` });
  let text = '';
  const ended = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  })()
    .catch(() => undefined)
    .then(() => text);
  await expect.poll(() => text).toContain('event: hello');
  return { text: () => text, ended };
}

async function logInAt(shop: ShopProcess): Promise<string> {
  const sent = newcomer();
  expect((await sendTo(shop, '/api/Accounts/register', sent)).status).toBe(204);
  const answer = await sendTo(shop, '/api/Accounts/login', { email: sent.email, password: PASSWORD });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

/** A checkout without built pages whose dist cannot be written, not even by root. */
function checkoutWithoutBuild(): string {
  const root = join(import.meta.dirname, '../..');
  const checkout = join(folder.path, 'checkout');
  mkdirSync(checkout);
  for (const name of readdirSync(root)) if (name !== 'dist' && name !== '.git') symlinkSync(join(root, name), join(checkout, name));
  symlinkSync('/sys', join(checkout, 'dist'));
  return checkout;
}

describe('start', () => {
  test.skipIf(process.platform !== 'linux')('pages not built and dist not writable: one sentence', async () => {
    const args = ['--preserve-symlinks', '--preserve-symlinks-main', '--require', './check-node.cjs', 'src/main.ts'];
    const cwd = checkoutWithoutBuild();
    let shop: ShopProcess;
    do {
      shop = await launch({}, { cwd, args });
      expect(await shop.ended).toMatchObject({ code: 1 });
      // On a busy machine, the check of the database may end first.
    } while (shop.output().includes('timeout expired'));
    expect(shop.output()).toMatch(
      /^The pages are not built yet, and \S+\/dist\/words-lock cannot be written \(E\w+\)\. Make that folder writable, or .*\n$/,
    );
  });
});

describe('readiness', () => {
  test('event loop lags: not ready until it is calm; later overload is answered per request and leaves the node ready', async () => {
    // It stays slow to the end, and would hold jobs that the next test waits for.
    const shop = await start({ JOBS: 'off' }, { preload: 'slow-loop.ts' });
    expect([await checks(shop), await fetchReason(shop)]).toEqual([[200, 503, 503], 'starting']);
    expect((await at(shop, '/')).status).toBe(200);
    shop.child.kill('SIGUSR2');
    await expect.poll(() => checks(shop)).toEqual([200, 200, 200]);
    const crowd = () => Promise.all(Array.from({ length: CROWD }, () => prices(shop)));
    // Opens the connections: Node accepts one in a turn of the event loop.
    await crowd();
    shop.child.kill('SIGUSR2');
    const findRejected = async () => (await crowd()).filter(({ status }) => status === 503);
    // A crowd may arrive in two turns, of which none is too many.
    let rejected: Response[] = [];
    const ready: number[][] = [];
    await expect
      .poll(async () => {
        const [busy, checked] = await Promise.all([findRejected(), checks(shop)]);
        rejected = busy;
        ready.push(checked);
        return busy.length;
      })
      .toBeGreaterThan(0);
    const alone = await prices(shop);
    expect([alone.status, rejected[0]?.headers.get('retry-after')]).toEqual([200, OVERLOAD_SECONDS]);
    for (const checked of ready) expect(checked).toEqual([200, 200, 200]);
  });
});

/** Of a log line. */
const WARN = 40;

/** The title of a 503, by language. */
const busy = {
  es: 'La tienda está muy ocupada. Vuelve a intentarlo dentro de un momento',
  ja: 'ただいま混み合っています。しばらくしてからもう一度お試しください',
} as const;

async function expectUnavailable(shop: ShopProcess, visitor: { language: string; title: string; token: string }): Promise<void> {
  const { language, title, token } = visitor;
  const headers = { 'accept-language': language, authorization: `Bearer ${token}` };
  const pages = await Promise.all(['/', '/services/brand-stories', '/faq'].map((path) => at(shop, path, headers)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  const calls = [
    sendTo(shop, '/api/Accounts/login', { email: 'ada@shop.example', password: PASSWORD }, headers),
    sendTo(shop, '/api/Accounts/register', newcomer(), headers),
    at(shop, '/api/orders', headers),
    at(shop, '/api/events', headers),
  ];
  for (const answer of await Promise.all(calls.map(read)))
    expect([answer.status, answer.headers.get('retry-after'), JSON.parse(answer.body)]).toEqual([
      503,
      '5',
      expect.objectContaining({ title }),
    ]);
  const form = new URLSearchParams({ name: 'Ada', email: 'ada@shop.example', message: 'Where is my order?' });
  const sent = { method: 'POST', body: form, headers: { ...headers, origin: shop.url } };
  const page = await read(unhurried(() => fetch(`${shop.url}/contact`, sent)));
  expect([page.status, page.headers.get('retry-after'), page.body.includes(`<html lang="${language}"`)]).toEqual([503, '5', true]);
}

async function read(sent: Promise<Response>) {
  const answer = await sent;
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

describe('database away', () => {
  test('pages go on; calls and forms get 503 with Retry-After in the visitor’s language, and one line is logged', async () => {
    const shop = await start();
    await expect.poll(() => checks(shop)).toEqual([200, 200, 200]);
    const token = await logInAt(shop);
    // A job that loses its connection logs lines of its own.
    await expect.poll(() => queuedJobs(sqlOn(watcher))).toEqual([]);
    const before = shop.output().length;
    await line.cut();
    try {
      await expect.poll(() => checks(shop)).toEqual([200, 503, 200]);
      for (const [language, title] of Object.entries(busy)) await expectUnavailable(shop, { language, title, token });
      const warnings = shop
        .output()
        .slice(before)
        .split('\n')
        .flatMap((each) => (each.startsWith('{') ? [JSON.parse(each) as { msg: string; level: number }] : []))
        .filter(({ level, msg }) => level >= WARN && msg !== 'request.answered')
        .map(({ msg }) => msg);
      // All lost connections are one line, if one of them was in use.
      expect(warnings.filter((msg) => msg !== 'database.connection.lost')).toEqual(['database.outage.started']);
      expect(warnings.length).toBeLessThanOrEqual(2);
    } finally {
      await line.mend();
    }
    await expect.poll(() => checks(shop)).toEqual([200, 200, 200]);
  });
});

describe('wrong clock', () => {
  test('nodes ten minutes ahead and behind: sessions of one work at the other, and both report it', async () => {
    const shifted = (minutes: string) => start({ SHIFT_MINUTES: minutes, JOBS: 'off' }, { preload: 'shifted-clock.ts' });
    const nodes = await Promise.all(['10', '-10'].map(shifted));
    const profile = async (node: ShopProcess, token: string) =>
      (await at(node, '/api/Accounts/profile', { authorization: `Bearer ${token}` })).status;
    for (const [node, other] of [nodes, nodes.toReversed()] as [ShopProcess, ShopProcess][]) {
      const sent = newcomer();
      await sendTo(node, '/api/Accounts/register', sent);
      const session = (await (await sendTo(node, '/api/Accounts/login', sent)).json()) as { accessToken: string; refreshToken: string };
      const refreshed = await sendTo(other, '/api/Accounts/refresh', { refreshToken: session.refreshToken });
      expect(refreshed.status).toBe(200);
      const { accessToken } = (await refreshed.json()) as { accessToken: string };
      expect(await Promise.all([node, other].map((each) => profile(each, accessToken)))).toEqual([200, 200]);
      expect(await profile(other, session.accessToken)).toBe(200);
      // Its output may arrive later than its answers.
      await node.said('clock.offset.exceeded');
    }
    const metrics = await Promise.all(nodes.map(async ({ deskUrl }) => (await fetch(`${deskUrl}/metrics`)).text()));
    const offsets = metrics.map((text) => Number(/^fanfare_clock_offset_seconds (\S+)$/m.exec(text)?.[1]));
    expect(offsets).toEqual([expect.closeTo(600, -1), expect.closeTo(-600, -1)]);
  });
});

describe('stop', () => {
  test('SIGTERM: not ready at once, serves everything while it drains; a second signal ends it', async () => {
    const shop = await start({ DRAIN_SECONDS: '600' });
    await expect.poll(() => checks(shop)).toEqual([200, 200, 200]);
    const stream = await openStream(shop, await logInAt(shop));
    shop.child.kill('SIGTERM');
    await shop.said('server.drain.started');
    expect([await checks(shop), await fetchReason(shop)]).toEqual([[200, 503, 503], 'draining']);
    const page = await at(shop, '/services');
    expect([page.status, page.headers.get('connection'), (await unhurried(() => prices(shop))).status]).toEqual([200, 'close', 200]);
    expect((await sendTo(shop, '/api/Accounts/register', newcomer())).status).toBe(204);
    expect(stream.text()).not.toContain('event: end');
    shop.child.kill('SIGTERM');
    expect(await shop.ended).toEqual({ code: 1, signal: null });
  });

  // Bash hands its process over to the last command, as exec does; dash ends at once, and the shop by itself.
  test.for([
    ['exec ', { code: 0, signal: null }],
    ['', undefined],
  ] as const)(
    'npm passes SIGTERM to “%snode …”: drains, sends streams elsewhere and exits with 0, also after the database was away',
    async ([exec, status]) => {
      const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
        scripts: { start: string };
      };
      const environment = { DRAIN_SECONDS: '1', npm_lifecycle_event: 'start', PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
      const shop = await start(environment, { command: 'sh', args: ['-c', `${exec}${scripts.start}`] });
      await expect.poll(() => checks(shop)).toEqual([200, 200, 200]);
      const token = await logInAt(shop);
      await line.cut();
      try {
        await expect.poll(() => checks(shop)).toEqual([200, 503, 200]);
      } finally {
        await line.mend();
      }
      await expect.poll(() => checks(shop)).toEqual([200, 200, 200]);
      const stream = await openStream(shop, token);
      // With Ctrl+C, the terminal and npm both send a signal.
      for (const signal of ['SIGTERM', 'SIGINT'] as const) shop.child.kill(signal);
      const ended = await shop.ended;
      if (status) expect(ended).toEqual(status);
      const [, retryMs] = /retry: (\d+)\nevent: end\ndata: stopping\n\n$/.exec(await stream.ended) ?? [];
      expect(Number(retryMs)).toBeGreaterThanOrEqual(500);
      const [drain, stop] = ['server.drain.started', 'server.stop.started'].map((event) => shop.output().indexOf(event));
      expect([drain, stop].every((place) => place !== -1) && Number(drain) < Number(stop)).toBe(true);
      expect(shop.output()).not.toMatch(/server\.stop\.(?:failed|timeout)/);
    },
  );
});
