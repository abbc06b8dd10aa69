// A large file is on its way when the process is killed: it goes on with what has arrived.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { newcomer, PASSWORD } from '../support/accounts.ts';
import { dataFolder, type ShopProcess, startShop } from '../support/process.ts';
import { copyDatabase } from '../support/shop.ts';
import { post } from './customers.ts';

const database = await copyDatabase();
const folder = dataFolder();
const running: ShopProcess[] = [];
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await database.drop();
  folder.drop();
});

async function start(): Promise<ShopProcess> {
  const shop = await startShop({
    DATABASE_URL: formatConnectionUrl(database.connection as Parameters<typeof formatConnectionUrl>[0]),
    DATA_DIR: folder.path,
    SECRET_KEYS: 'a key that signs in tests and nowhere else',
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  });
  running.push(shop);
  await shop.said('Fanfare is open.');
  return shop;
}

const MB = 1024 * 1024;
const recording = Buffer.concat([Buffer.from('ID3\x04', 'latin1'), randomBytes(32 * MB)]);

test('node killed in the middle of a part: the upload goes on after the restart, and the file is whole', async () => {
  const first = await start();
  const person = newcomer();
  expect((await post(first, '/api/accounts/register', person)).ok).toBe(true);
  const login = await post(first, '/api/accounts/login', { email: person.email, password: PASSWORD });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}`, 'tus-resumable': '1.0.0' };
  const sent = { name: 'episode.mp3', bytes: recording.length };
  const { id, address } = (await (await post(first, '/api/files/begin', sent, headers)).json()) as { id: string; address: string };

  const part = request(first.url + address, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': 0, 'content-length': recording.length },
  });
  const cut = once(part, 'error');
  part.write(recording.subarray(0, 20 * MB));
  const offset = async (shop: ShopProcess) =>
    Number((await fetch(shop.url + address, { method: 'HEAD', headers })).headers.get('upload-offset'));
  // HEAD would take the lock of the part that is coming.
  await expect.poll(() => part.writableLength, { timeout: 20_000 }).toBeLessThan(20 * MB);
  first.child.kill('SIGKILL');
  await Promise.all([first.ended, cut]);

  const second = await start();
  const arrived = await offset(second);
  expect(arrived).toBeLessThanOrEqual(20 * MB);
  const rest = await fetch(second.url + address, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(arrived) },
    body: Uint8Array.from(recording.subarray(arrived)),
  });
  expect(rest.status).toBe(204);
  expect(await (await post(second, '/api/files/finish', { id }, headers)).json()).toMatchObject({
    id,
    bytes: recording.length,
    kind: 'mp3',
  });
  const content = await fetch(`${second.url}/api/files/content?id=${id}`, { headers });
  expect(Buffer.from(await content.arrayBuffer()).equals(recording)).toBe(true);
});
