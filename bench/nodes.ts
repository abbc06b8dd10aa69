// Benchmark of several nodes over one PostgreSQL: a thousand virtual customers, each with an open stream of live updates, who open pages, ask for prices, list their
// orders, and order by link or from their balance, with a pause after each request. One table for 1, 2 and 4 nodes. Nodes, database and customers share this machine.
// BENCH_NODES=1,2,4  BENCH_CUSTOMERS=1000  BENCH_SECONDS=30  BENCH_THINK_MS=1000 (the mean pause: lower it until the nodes are busy)
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { purchase } from '../ops/lab/customers.ts';
import { stopAll } from '../ops/lab/servers.ts';
import { BUILT, production, type ShopProcess, startShop, whenReady } from '../ops/lab/shop-process.ts';
import { buildShop } from '../ops/lab/tools.ts';
import { readConfig } from '../src/infra/config/config.ts';
import { openSecrets } from '../src/infra/config/secrets.ts';
import { urlOf } from '../src/infra/embedded-postgres/find.ts';
import { type Postgres, startPostgres } from '../src/infra/embedded-postgres/supervisor.ts';
import { makeLog } from '../src/infra/logging/log.ts';
import { accessTokens } from '../src/modules/accounts/login/access-token.ts';
import { cpuSecondsOf } from './processes.ts';

const NODES = (process.env.BENCH_NODES ?? '1,2,4').split(',').map(Number);
const CUSTOMERS = Number(process.env.BENCH_CUSTOMERS ?? 1_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const THINK_MS = Number(process.env.BENCH_THINK_MS ?? 1_000);
const WARM_UP_MS = 5_000;
/** Enough for all orders of a run. */
const BALANCE = 2_000_000_000;

const secretKeys = { SECRET_KEYS: production.SECRET_KEYS };
const pages = ['/', '/services', '/services/brand-stories', '/faq'];

type Customer = { readonly accountId: string; readonly sessionId: string; readonly node: string };
type Run = {
  readonly times: number[];
  readonly failures: Map<string, number>;
  /** From the answer to an order until its live update. */
  readonly newsTimes: number[];
  orders: number;
  isMeasured: boolean;
  isOver: boolean;
};

buildShop();
const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
const postgres = await startPostgres({ dataDir, log: makeLog({ level: 'warn', readable: false }) });
const pool = new pg.Pool({ ...postgres.connection, max: 2 });
pool.on('error', () => undefined);
try {
  const rows = [];
  for (const count of NODES) rows.push(await measure(count));
  console.log(`${CUSTOMERS} customers, a mean pause of ${THINK_MS} ms, ${SECONDS} s each:`);
  console.table(rows);
} finally {
  await pool.end();
  await postgres.stop();
  stopAll();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(count: number) {
  const nodes: ShopProcess[] = [];
  const environment = {
    DATABASE_URL: urlOf(postgres.connection).replace('@/', '@localhost/'),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...secretKeys,
  };
  const run: Run = { times: [], failures: new Map(), newsTimes: [], orders: 0, isMeasured: false, isOver: false };
  const agent = new Agent({ keepAlive: true });
  try {
    // One after the other: the first one migrates.
    for (let place = 0; place < count; place++) {
      const node = await startShop({ ...environment, JOBS: place === 0 ? 'on' : 'off' }, BUILT);
      nodes.push(node);
      await whenReady(node);
    }
    const customers = await addCustomers(nodes);
    const running = customers.map((customer) => live(customer, run, agent));
    await pause(WARM_UP_MS);
    const before = cpuOf(nodes, postgres);
    run.isMeasured = true;
    await pause(SECONDS * 1_000);
    run.isMeasured = false;
    const after = cpuOf(nodes, postgres);
    run.isOver = true;
    await Promise.all(running);
    const cores = (name: keyof typeof after) => ((after[name] - before[name]) / SECONDS).toFixed(2);
    return {
      nodes: count,
      'requests/s': (run.times.length / SECONDS).toFixed(0),
      'orders/s': (run.orders / SECONDS).toFixed(0),
      'p50 ms': quantile(run.times, 0.5),
      'p99 ms': quantile(run.times, 0.99),
      'live p99 ms': quantile(run.newsTimes, 0.99),
      errors: [...run.failures].map(([what, times]) => `${times} × ${what}`).join(', ') || '0',
      'cores: nodes': cores('nodes'),
      database: cores('database'),
      customers: cores('customers'),
    };
  } finally {
    run.isOver = true;
    await Promise.all(nodes.map((node) => node.stop()));
    agent.destroy();
  }
}

/** Inserts accounts, sessions and balances directly: a thousand password hashes would dominate. */
async function addCustomers(nodes: readonly ShopProcess[]): Promise<(Customer & { readonly token: string })[]> {
  const tokens = accessTokens(await openSecrets(readConfig({ DATA_DIR: dataDir, ...secretKeys }).config, new Date()), {
    now: () => new Date(),
  });
  const customers = Array.from({ length: CUSTOMERS }, (_, place) => ({
    accountId: randomUUID(),
    sessionId: randomUUID(),
    node: nodes[place % nodes.length]?.url ?? '',
  }));
  const email = `${randomUUID()}@shop.example`;
  const password = 'seven blue herons';
  const body = { firstName: 'Ada', lastName: 'Sample', email, password, repeatedPassword: password, agreedToPrivacyPolicy: true };
  await fetch(`${nodes[0]?.url}/api/Accounts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const ids = customers.map(({ accountId }) => accountId);
  await pool.query(
    `insert into account select (jsonb_populate_record(a, jsonb_build_object('id', new, 'email', new || '@shop.example', 'email_key', new || '@shop.example'))).*
     from account a, unnest($1::uuid[]) new where a.email = $2`,
    [ids, email],
  );
  await pool.query(
    `insert into account_session (id, account_id, selector_hash, current_hash, created_at, last_used_at, expires_at, remember, device)
     select session, account, sha256(session::text::bytea), sha256(session::text::bytea), now(), now(), now() + interval '1 hour', false, ''
     from unnest($1::uuid[], $2::uuid[]) who (session, account)`,
    [customers.map(({ sessionId }) => sessionId), ids],
  );
  await pool.query(
    `select credit_wallet(account, 0::smallint, $2, 'bonus', gen_random_uuid(), 'promotion', 'promo', now()) from unnest($1::uuid[]) account`,
    [ids, BALANCE],
  );
  await pool.query('analyze');
  return Promise.all(customers.map(async (each) => ({ ...each, token: await tokens.sign(each) })));
}

/** One customer, until the run is over: acts by these weights. */
async function live({ node, token }: Customer & { readonly token: string }, run: Run, agent: Agent): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
  let orderedAt: number | undefined;
  const stream = await follow(node, headers, () => {
    if (orderedAt !== undefined && run.isMeasured) run.newsTimes.push(performance.now() - orderedAt);
    orderedAt = undefined;
  }).catch((cause: Error) => void countFailure(run, `stream ${cause.message}`));
  const send = (path: string, body?: object) => timed(run, () => ask(node + path, { agent, headers }, body));
  const order = async (more: object) => {
    const isPlaced = await send('/api/orders', { ...purchase, ...more });
    if (!isPlaced) return;
    orderedAt = performance.now();
    if (run.isMeasured) run.orders++;
  };
  const acts: readonly (readonly [weight: number, act: Act])[] = [
    [35, () => send(pages[Math.floor(Math.random() * pages.length)] ?? '/')],
    [15, () => send('/api/prices', { currency: 0 })],
    [25, () => send('/api/orders?limit=10')],
    [15, () => order({})],
    [10, () => order({ payFromBalance: true })],
  ];
  await pause(Math.random() * THINK_MS);
  while (!run.isOver) {
    await chosen(acts)();
    // Exponential, as if each customer decided by themselves.
    await pause(-Math.log(1 - Math.random()) * THINK_MS);
  }
  stream?.destroy();
}

type Act = () => Promise<unknown>;

/** The weights add up to 100. */
function chosen(acts: readonly (readonly [weight: number, act: Act])[]): Act {
  let left = Math.random() * 100;
  for (const [weight, act] of acts) {
    left -= weight;
    if (left < 0) return act;
  }
  throw new Error('the weights are too small');
}

async function timed(run: Run, work: () => Promise<number>): Promise<boolean> {
  const begun = performance.now();
  const status = await work().catch((cause: Error) => cause.message);
  if (status !== 200) return countFailure(run, String(status));
  if (run.isMeasured) run.times.push(performance.now() - begun);
  return true;
}

function countFailure(run: Run, what: string): false {
  if (!run.isOver) run.failures.set(what, (run.failures.get(what) ?? 0) + 1);
  return false;
}

function open(url: string, options: RequestOptions, payload?: string): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const sent = request(url, options, done);
    sent.on('error', fail);
    sent.end(payload);
  });
}

async function ask(url: string, { headers, ...options }: RequestOptions, body?: object): Promise<number> {
  const payload = body && JSON.stringify(body);
  const more = payload === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await open(
    url,
    { ...options, method: payload === undefined ? 'GET' : 'POST', headers: { ...headers, ...more } as Record<string, string> },
    payload,
  );
  answer.resume();
  await new Promise((read) => answer.once('close', read));
  return answer.statusCode ?? 0;
}

async function follow(node: string, headers: Readonly<Record<string, string>>, onNews: () => void): Promise<IncomingMessage> {
  const stream = await open(`${node}/api/events`, { agent: false, headers });
  if (stream.statusCode !== 200) throw new Error(String(stream.statusCode));
  stream.on('error', () => undefined);
  stream.setEncoding('utf8').on('data', (text: string) => text.includes('event: news') && onNews());
  return stream;
}

function quantile(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1) ?? '';
}

/** User and system seconds; without /proc, of this process only. */
function cpuOf(nodes: readonly ShopProcess[], { pid }: Postgres): Record<'nodes' | 'database' | 'customers', number> {
  const { user, system } = process.cpuUsage();
  const own = nodes.reduce((sum, node) => sum + cpuSecondsOf(node.pid), 0);
  return { nodes: own, database: cpuSecondsOf(pid() ?? 0), customers: (user + system) / 1e6 };
}
