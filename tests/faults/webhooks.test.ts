// Webhooks after kills: each order that exists is announced at least once, with one id and one body, and none
// that does not exist.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { findPostgres } from '#platform/embedded-postgres/find.ts';
import { newcomer, PASSWORD } from '../support/accounts.ts';
import { patience } from '../support/patience.ts';
import { dataFolder, type ShopProcess, startShop } from '../support/process.ts';
import { sqlOn } from '../support/rows/database.ts';
import { orderIds } from '../support/rows/webhooks.ts';
import { openReceiver } from '../support/webhooks.ts';
import { answered, order, post } from './customers.ts';

const KILLS = process.env.FULL ? 50 : 2;
const ORDERS = 20;

const folder = dataFolder();
let shop: ShopProcess | undefined;
afterEach(async () => {
  shop?.child.kill('SIGTERM');
  await shop?.ended;
});
afterAll(() => folder.drop());

async function open(): Promise<ShopProcess> {
  shop = await startShop({ DATA_DIR: folder.path, RATE_LIMITS: 'off', WEBHOOK_HOSTS: '127.0.0.1' });
  await shop.said('Fanfare is open.');
  return shop;
}

async function createKey(): Promise<string> {
  const args = ['--require', './check-node.cjs', 'scripts/run.cjs', 'key', 'create', '--name', 'Test', '--scopes', 'webhooks:write'];
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, DATA_DIR: folder.path } });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  await once(child, 'close');
  return Buffer.concat(parts).toString().trim();
}

test('kill under webhooks: every order is announced, as the same message, and nothing else', {
  timeout: patience(process.env.FULL ? 1_800_000 : 300_000),
}, async () => {
  await using receiver = await openReceiver();
  // A part of the answers comes late, so that kills find messages under way.
  receiver.answerWith((response) => void setTimeout(() => response.writeHead(200).end(), Math.random() * 300));
  let running = await open();
  const sent = newcomer();
  expect((await post(running, '/api/Accounts/register', sent)).status).toBe(204);
  const key = await createKey();
  const added = await fetch(`${running.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['order.created'] }),
  });
  expect(added.status).toBe(200);
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const answer = await answered(() => post(running, '/api/Accounts/login', { email: sent.email, password: PASSWORD }));
    const { accessToken } = (await answer.json()) as { accessToken: string };
    for (let count = 0; count < ORDERS; count++) {
      const placed = await order(running, accessToken, `${kill}-${count}`);
      if (placed.status === 200) acknowledged.push(...(JSON.parse(placed.text) as { orderIds: string[] }).orderIds);
    }
    const before = receiver.received.length;
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
    running.child.kill('SIGKILL');
    await running.ended;
    running = await open();
  }
  expect(acknowledged.length).toBeGreaterThan(0);
  const announced = () => new Set(receiver.received.map(({ text }) => (JSON.parse(text) as { data: { id: string } }).data.id));
  await expect.poll(() => acknowledged.filter((id) => !announced().has(id)), { timeout: patience(120_000) }).toEqual([]);
  const db = new pg.Client(findPostgres(folder.path));
  await db.connect();
  const existing = new Set(await orderIds(sqlOn(db)));
  await db.end();
  expect([...announced()].filter((id) => !existing.has(id))).toEqual([]);
  const bodies = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id']);
  for (const all of bodies.values()) expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  expect(bodies.size).toBe(announced().size);
});
