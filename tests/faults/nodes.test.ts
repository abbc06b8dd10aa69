// Two nodes on one database, killed in turn while connections are cut: every effect happens exactly once.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { makeLog } from '#platform/logging/log.ts';
import { auditBooks } from '../../src/audit/audit.ts';
import { newcomer, PASSWORD } from '../support/accounts.ts';
import { patience } from '../support/patience.ts';
import { dataFolder, type ShopProcess, startShop } from '../support/process.ts';
import { accountId } from '../support/rows/accounts.ts';
import { endSomeConnections, sqlOn } from '../support/rows/database.ts';
import { listPurchases } from '../support/rows/orders.ts';
import { giveBonusTo, walletTotal } from '../support/rows/wallet.ts';
import { PRICE, post, purchase } from './customers.ts';

const CUTS = process.env.FULL ? 500 : 20;
const KILLS = process.env.FULL ? 40 : 2;
const CLIENTS = 8;
/** Responses between two cuts. */
const ANSWERS = 6;
const CUTS_PER_KILL = Math.floor(CUTS / KILLS);

const folder = dataFolder();
const postgres = await startPostgres({ dataDir: folder.path, log: makeLog({ level: 'silent', readable: false }) });
const db = new pg.Pool({ ...postgres.connection, max: 2, application_name: 'watcher' });
// The database may stop before the last connection is closed.
db.on('error', () => undefined);
const nodes: ShopProcess[] = [];
afterAll(async () => {
  for (const { child } of nodes) child.kill('SIGTERM');
  await Promise.all(nodes.map(({ ended }) => ended));
  await db.end();
  await postgres.stop();
  folder.drop();
});

/**
 * Starts a node like a supervisor: again if a cut ended the start, or the database was too busy for it, which
 * the node must log.
 */
async function startNode(place: number): Promise<void> {
  const node = await openNode(place);
  const said = await node.said(
    /Fanfare is open\.|The connection to the database was lost while the shop was starting|the database does not answer/,
  );
  if (!said.includes('Fanfare is open.')) return node.ended.then(() => startNode(place));
  nodes[place] = node;
}

const openNode = (place: number): Promise<ShopProcess> =>
  startShop({
    // The socket written as an address that every URL parser accepts.
    DATABASE_URL: formatConnectionUrl(postgres.connection),
    DATA_DIR: join(folder.path, `node-${place}`),
    RATE_LIMITS: 'off',
    SECRET_KEYS: 'a sample key for two nodes that are one shop',
  });

/** Cuts some random connections. */
const cut = () => endSomeConnections(sqlOn(db), 'fanfare', 3);

test('two nodes killed in turn with connections cut: every key is one order, paid once', {
  timeout: patience(process.env.FULL ? 3_600_000 : 300_000),
}, async () => {
  await startNode(0);
  await startNode(1);
  const sent = newcomer();
  const [first] = nodes;
  if (!first) throw new Error('no node runs');
  expect((await post(first, '/api/Accounts/register', sent)).status).toBe(204);
  let accessToken = '';
  const logIn = async (node: ShopProcess) => {
    const answer = await post(node, '/api/Accounts/login', { email: sent.email, password: PASSWORD });
    if (answer.status === 200) ({ accessToken } = (await answer.json()) as { accessToken: string });
  };
  await logIn(first);
  const own = await accountId(sqlOn(db), sent.email);
  const FUNDS = 2_000_000_000;
  await giveBonusTo(sqlOn(db), own, FUNDS);

  const answers = new Map<string, string>();
  let [cuts, kills] = [0, 0];
  let restart = Promise.resolve();
  const harm = async () => {
    const count = ++cuts;
    await cut();
    if (count % CUTS_PER_KILL !== 0 || kills >= KILLS) return;
    const place = kills++ % nodes.length;
    // One after the other, so that there are never more than two nodes.
    restart = restart.then(async () => {
      nodes[place]?.child.kill('SIGKILL');
      await nodes[place]?.ended;
      await startNode(place);
    });
    await restart;
  };
  /** Sends to the nodes in turn until one of them answers. */
  const placeOrder = async (key: string, turn: number): Promise<string> => {
    for (let tries = turn; ; tries++) {
      const node = nodes[tries % nodes.length];
      const body = { ...purchase, payFromBalance: turn % 2 === 0 };
      const answer = node && (await post(node, '/api/orders', body, createHeaders(key)).catch(() => undefined));
      if (answer?.status === 200) return answer.text();
      if (node && answer?.status === 401) await logIn(node).catch(() => undefined);
      // A client does not retry after a 4xx response.
      if (answer && answer.status < 500 && answer.status !== 401) throw new Error(`${answer.status}: ${await answer.text()}`);
    }
  };
  const createHeaders = (key: string) => ({ authorization: `Bearer ${accessToken}`, 'idempotency-key': key });
  const client = async () => {
    while (cuts < CUTS) {
      const key = randomUUID();
      answers.set(key, await placeOrder(key, answers.size));
      if (answers.size % ANSWERS === 0) await harm();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await restart;

  expect(kills).toBe(KILLS);
  const bought = await listPurchases(sqlOn(db), own);
  expect(bought.map(({ id }) => id).sort()).toEqual([...answers.values()].map((answer) => JSON.parse(answer).purchaseId).sort());
  const fromBalance = bought.filter(({ paidFrom }) => paidFrom === 'balance').length;
  expect([fromBalance > 0, await walletTotal(sqlOn(db), own)]).toEqual([true, FUNDS - fromBalance * PRICE]);
  expect(await auditBooks(db)).toEqual([]);

  // The naive version without an idempotency key: a repeated request buys again.
  const [node] = nodes;
  const naive = () => node && post(node, '/api/orders', purchase, { authorization: `Bearer ${accessToken}` });
  expect([(await naive())?.status, (await naive())?.status]).toEqual([200, 200]);
  expect(await listPurchases(sqlOn(db), own)).toHaveLength(answers.size + 2);
});
