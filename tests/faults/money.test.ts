// Orders and balances after kills: acknowledged orders exist, others can be sent again by key, and the audit
// passes.

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { findPostgres } from '#platform/embedded-postgres/find.ts';
import { newcomer, PASSWORD } from '../support/accounts.ts';
import { patience } from '../support/patience.ts';
import { dataFolder, type ShopProcess, startShop } from '../support/process.ts';
import { accountId } from '../support/rows/accounts.ts';
import { sqlOn } from '../support/rows/database.ts';
import { listPurchases } from '../support/rows/orders.ts';
import { addUnbookedWallet } from '../support/rows/wallet.ts';
import { answered, order, post } from './customers.ts';

const KILLS = process.env.FULL ? 200 : 2;
const CLIENTS = 8;
/** The kill comes after this many responses, while others are in progress. */
const ANSWERS = 40;

const folder = dataFolder();
let shop: ShopProcess | undefined;
afterEach(async () => {
  shop?.child.kill('SIGTERM');
  await shop?.ended;
});
afterAll(() => folder.drop());

async function open(): Promise<ShopProcess> {
  shop = await startShop({ DATA_DIR: folder.path, RATE_LIMITS: 'off' });
  await shop.said('Fanfare is open.');
  return shop;
}

const audit = () =>
  spawnSync(process.execPath, ['--require', './check-node.cjs', 'scripts/audit.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder.path },
    encoding: 'utf8',
  });

test('kill under orders: acknowledged orders exist, and an order sent again by key exists once', {
  timeout: patience(process.env.FULL ? 3_600_000 : 300_000),
}, async () => {
  let running = await open();
  const sent = newcomer();
  expect((await post(running, '/api/Accounts/register', sent)).status).toBe(204);
  const logIn = async () => {
    const answer = await answered(() => post(running, '/api/Accounts/login', { email: sent.email, password: PASSWORD }));
    return ((await answer.json()) as { accessToken: string }).accessToken;
  };
  const acknowledged = new Map<string, string>();
  const statuses = new Map<number, number>();
  const keys = new Set<string>();

  for (let kill = 0; kill < KILLS; kill++) {
    const token = await logIn();
    const before = acknowledged.size;
    const send = async (key: string) => {
      const answer = await order(running, token, key);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      return answer;
    };
    const client = async () => {
      for (;;) {
        const key = randomUUID();
        keys.add(key);
        const { status, text } = await answered(() => send(key));
        if (status === 200) acknowledged.set(key, text);
        if (status !== 200 || acknowledged.size >= before + ANSWERS) running.child.kill('SIGKILL');
      }
    };
    // Each client continues until the shop is gone.
    await Promise.allSettled(Array.from({ length: CLIENTS }, client));
    await running.ended;
    running = await open();
  }
  console.info(`${keys.size} orders, ${acknowledged.size} acknowledged; answers by status:`, Object.fromEntries(statuses));
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS * ANSWERS);
  expect([200, 503]).toEqual(expect.arrayContaining([...statuses.keys()]));

  let token = '';
  for (const [index, key] of [...keys].entries()) {
    // A token is valid for five minutes, which many orders take longer than.
    if (index % 500 === 0) token = await logIn();
    const { status, text } = await answered(() => order(running, token, key));
    expect([status, text]).toEqual([200, acknowledged.get(key) ?? expect.stringContaining('"purchaseId"')]);
  }
  const db = new pg.Client(findPostgres(folder.path));
  await db.connect();
  try {
    // Only this account, because the demo customer has orders too.
    const own = await accountId(sqlOn(db), sent.email);
    expect(await listPurchases(sqlOn(db), own)).toHaveLength(keys.size);
    expect(audit()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    // Shows that the audit finds a cent without a transfer.
    await addUnbookedWallet(sqlOn(db), own);
    const failed = audit();
    expect([failed.status, failed.stdout]).toEqual([1, expect.stringContaining('a balance is the sum of its transfers')]);
  } finally {
    await db.end();
  }
});
