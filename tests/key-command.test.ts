// npm run key, against the database of a running shop.
import { spawnSync } from 'node:child_process';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { root } from '#platform/paths.ts';
import { callApi } from './support/keys.ts';
import { buyer } from './support/money.ts';
import { expect, type Shop, test } from './support/shop.ts';

function run({ connection }: Shop, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', './check-node.cjs', 'scripts/run.cjs', 'key', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test' },
      DATABASE_URL: formatConnectionUrl(connection as Parameters<typeof formatConnectionUrl>[0]),
    },
  });
  return { status, stdout: stdout.trim(), stderr };
}

test('a key is created for an account, listed and revoked; nothing but the key is printed', async ({ shop }) => {
  shop.clock.set(new Date());
  const who = await buyer(shop);
  const { status, stdout: key } = run(shop, 'create', '--name', 'Till', '--scopes', 'orders:read,money:read', '--account', who.email);
  expect([status, key]).toEqual([0, expect.stringMatching(/^fk_test_\w{46}$/)]);
  expect((await callApi(shop, key, 'GET /orders')).body).toEqual({ data: [], has_more: false, next: null });
  expect((await callApi(shop, key, 'GET /services')).status).toBe(403);
  const [id = '', hint, name, client] = run(shop, 'list').stdout.split('\t');
  expect([hint, name, client]).toEqual([`${key.slice(0, 12)}…`, 'Till', who.email]);
  expect(run(shop, 'revoke', '--id', id)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect((await callApi(shop, key, 'GET /orders')).status).toBe(401);
});

test.for([
  [['create', '--scopes', 'orders:read'], '--name'],
  [['create', '--name', 'Till', '--scopes', 'all'], 'Scopes: catalogue:read'],
  [['create', '--name', 'Till', '--scopes', 'orders:read', '--account', 'nobody@shop.example'], 'nobody@shop.example'],
  [['revoke', '--id', 'x'], '--id'],
  [['revoke', '--id', '019e1b85-95c0-7001-bd90-ba85adea8d64'], 'no such key'],
  [[], 'Usage:'],
] as const)('%j: says what is missing, and exits with 1', ([args, words], { shop }) => {
  const { status, stdout, stderr } = run(shop, ...args);
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(words)]);
});
