// One shop in several processes (WORKERS): they share ports, database and keys, and replace each other.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { urlOf } from '../../src/infra/embedded-postgres/find.ts';
import { newcomer, PASSWORD } from '../support/accounts.ts';
import { copyDatabase } from '../support/database.ts';
import { dataFolder, type ShopProcess, startShop } from '../support/process.ts';

const database = await copyDatabase();
const folder = dataFolder();
const running: ShopProcess[] = [];
let shop: ShopProcess;

async function start(): Promise<ShopProcess> {
  const connection = database.connection as Parameters<typeof urlOf>[0];
  const started = await startShop({
    DATABASE_URL: urlOf(connection).replace('@/', '@localhost/'),
    DATA_DIR: folder.path,
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    WORKERS: '2',
  });
  running.push(started);
  const opened = `at http://127.0.0.1:${new URL(started.url).port}"`;
  await started.said(new RegExp(`${opened}[^]*${opened}`));
  return started;
}

/** The shared shop, unless the test before has stopped it. */
beforeEach(async () => {
  if (shop?.child.exitCode !== null || shop.child.signalCode !== null) shop = await start();
});

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await database.drop();
  folder.drop();
});

/** Processes that have opened the storefront's port, the oldest first. */
function membersOf({ url, output }: ShopProcess): number[] {
  const lines = output().split('\n');
  const opened = lines.filter((line) => line.includes(`at http://127.0.0.1:${new URL(url).port}"`));
  return opened.map((line) => (JSON.parse(line) as { pid: number }).pid);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Each request opens a connection, and the primary gives the connections to the members in turn. A busy machine answers 503 at first. */
async function request(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(shop.url + path, { ...init, headers: { ...headers, connection: 'close' } });
    if (response.status !== 503) return response;
    await response.body?.cancel();
  }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const send = (path: string, body: unknown) =>
  request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function logIn(): Promise<string> {
  const sent = newcomer();
  expect((await send('/api/Accounts/register', sent)).status).toBe(204);
  const answer = await send('/api/Accounts/login', { email: sent.email, password: PASSWORD });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

async function counted(): Promise<number> {
  const text = await (await fetch(`${shop.deskUrl}/metrics`)).text();
  return Number(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/Accounts\/profile",status="2xx"\} (\d+)$/m.exec(text)?.[1] ?? 0,
  );
}

test('session of one process: valid in all, and the metrics count the requests to all', async () => {
  const token = await logIn();
  const before = await counted();
  const answers = await Promise.all(Array.from({ length: 20 }, () => request('/api/Accounts/profile', { headers: bearer(token) })));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await counted()).toBe(before + 20);
});

test('stream at one process: ended by a log-out at any', async () => {
  for (let round = 0; round < 4; round++) {
    const token = await logIn();
    const stream = await request('/api/events', { headers: bearer(token) });
    expect((await request('/api/Accounts/logout', { method: 'POST', headers: bearer(token) })).status).toBe(204);
    expect(await stream.text()).toContain('session');
  }
});

test('process killed: replaced, while the other one serves', async () => {
  const before = membersOf(shop);
  const [killed = 0] = before.filter(isAlive);
  process.kill(killed, 'SIGKILL');
  await shop.said('member.exit.unexpected');
  expect((await request('/livez')).status).toBe(200);
  await expect.poll(() => membersOf(shop).length).toBe(before.length + 1);
  expect(membersOf(shop).filter(isAlive)).toHaveLength(2);
  expect((await request('/readyz')).status).toBe(200);
});

test('primary killed: the others stop', async () => {
  shop.child.kill('SIGKILL');
  await shop.ended;
  await expect.poll(() => membersOf(shop).filter(isAlive)).toEqual([]);
});

test('SIGTERM: all stop, with exit code 0', async () => {
  shop.child.kill('SIGTERM');
  expect(await shop.ended).toEqual({ code: 0, signal: null });
  expect(membersOf(shop).filter(isAlive)).toEqual([]);
});
