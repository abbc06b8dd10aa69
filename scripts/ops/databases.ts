// Runs the shop with a real PgBouncer and with real replicas, which the ordinary tests do not need. Prints one line for each result.
import { setTimeout as pause } from 'node:timers/promises';
import { isInstalled, promote, type Server, sql, startPgBouncer, startPrimary, startReplica, stopAll, urlOf } from './servers.ts';
import { production, type ShopProcess, startShop, whenReady } from './shop-process.ts';
import { makeReport } from './tools.ts';

const report = makeReport();

async function expectRefused(what: string, environment: Readonly<Record<string, string>>, words: RegExp): Promise<void> {
  const shop = await startShop(environment);
  const code = await Promise.race([shop.ended, pause(60_000)]);
  if (code === undefined) await shop.stop();
  report(what, code === 1 && words.test(shop.output()), shop.output().trim());
}

const REQUESTS = 300;
const AT_ONCE = 12;

/** Log-ins, refused log-ins, links for new passwords, lists of the demo customer's orders, and pages, several at once. Counts the responses by status. */
async function drive(shop: ShopProcess, requests = REQUESTS): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let next = 0;
  const { url } = shop;
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  for (let tries = 0; tries < 100 && !shop.output().includes('Log in as'); tries++) await pause(100);
  const [, email = '', password = ''] = /Log in as\s+(\S+)\s+password: (.+)/.exec(shop.output()) ?? [];
  const logIn = () => post('/api/Accounts/login', { email, password });
  const { accessToken } = (await (await logIn()).json()) as { accessToken?: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const calls = [
    () => fetch(`${url}/api/orders?limit=20`, { headers }),
    () => fetch(`${url}/api/papers?limit=20`, { headers }),
    logIn,
    (n: number) => post('/api/Accounts/login', { email: `nobody${n % 7}@shop.example`, password: 'not the password' }),
    (n: number) => post('/api/Accounts/forgot-password', { email: `nobody${n % 50}@shop.example` }),
    () => fetch(`${url}/services`),
  ];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < requests) {
        const n = next++;
        const status = await calls[n % calls.length]?.(n).then(
          (answer) => String(answer.status),
          (cause: Error) => cause.message,
        );
        counts[status ?? ''] = (counts[status ?? ''] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

const isWell = (counts: Record<string, number>): boolean => !Object.keys(counts).some((status) => !/^[1234]/.test(status));

async function untilZero(primary: Server, statement: string): Promise<number> {
  let count = -1;
  for (let tries = 0; tries < 100 && count !== 0; tries++) {
    count = Number(sql(primary, statement, 'fanfare'));
    if (count !== 0) await pause(200);
  }
  return count;
}

async function tryPooler(primary: Server): Promise<void> {
  const pooler = await startPgBouncer(primary, 'transaction');
  const pooled = urlOf([pooler.port]);
  await expectRefused('pooler without DATABASE_DIRECT_URL is refused', { DATABASE_URL: pooled }, /^DATABASE_URL leads to a pooler/m);
  await expectRefused(
    'DATABASE_DIRECT_URL that leads to the pooler is refused',
    { DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled },
    /^DATABASE_DIRECT_URL must lead to PostgreSQL itself/m,
  );
  const shop = await startShop({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: urlOf([primary.port]) });
  await whenReady(shop);
  // The history of the demo customer: some dozen orders, payments and deliveries through the pooler.
  for (let tries = 0; tries < 150 && Number(sql(primary, 'select count(*) from shop_order', 'fanfare')) < 5; tries++) await pause(200);
  const orders = sql(primary, 'select count(*) from shop_order', 'fanfare');
  report('orders of the demo customer through the pooler', Number(orders) >= 5, orders);
  const counts = await drive(shop);
  report(`${REQUESTS} requests through the pooler`, isWell(counts), counts);
  report('log-ins are limited', (counts['429'] ?? 0) > 0, counts);
  const jobs = await untilZero(primary, 'select count(*) from graphile_worker.jobs where run_at < now() and attempts < max_attempts');
  report('jobs are done', jobs === 0, `${jobs} are due`);
  const faults = shop
    .output()
    .split('\n')
    .filter((line) => /"level":[45]0|prepared statement/.test(line) && !/request\.answered/.test(line));
  report('no warning in the log', faults.length === 0, faults.slice(0, 5));
  report('stop', (await shop.stop()) === 0, 'exit code 0');
  pooler.stop();
}

async function trySessionPooler(primary: Server): Promise<void> {
  const pooler = await startPgBouncer(primary, 'session');
  const shop = await startShop({ DATABASE_URL: urlOf([pooler.port]), DATABASE_POOL: '3' });
  await whenReady(shop);
  const counts = await drive(shop, 60);
  report('pooler with pool_mode=session needs no DATABASE_DIRECT_URL', isWell(counts), counts);
  await shop.stop();
  pooler.stop();
}

async function tryReplicas(primary: Server): Promise<Server> {
  const replica = await startReplica(primary, 'replica');
  await expectRefused('replica alone is refused', { DATABASE_URL: urlOf([replica.port]) }, /^DATABASE_URL: this server is a replica/m);
  await expectRefused(
    'several hosts, all replicas, are refused',
    { DATABASE_URL: urlOf([replica.port, 1], '?target_session_attrs=read-write') },
    /^DATABASE_URL: only replicas answer/m,
  );
  const address = { ...production, DATABASE_URL: urlOf([primary.port]) };
  sql(primary, `grant pg_monitor to shop`);
  await expectRefused('asynchronous replica is refused in production', address, /none of its replicas is synchronous/);
  sql(primary, `revoke pg_monitor from shop`);
  const unseen = await startShop(address);
  await whenReady(unseen);
  report('replica whose state is hidden: a warning', /grant pg_monitor/.test(unseen.output()), 'pg_monitor is named');
  await unseen.stop();
  sql(primary, `grant pg_monitor to shop`);
  sql(primary, `alter system set synchronous_standby_names = '*'`);
  sql(primary, 'select pg_reload_conf()');
  await pause(1_000);
  const synchronous = await startShop(address);
  await whenReady(synchronous);
  report('synchronous replica is accepted in production', true, 'ready');
  await synchronous.stop();
  return replica;
}

async function tryFailover(primary: Server, replica: Server): Promise<void> {
  const hosts = urlOf([replica.port, primary.port], '?target_session_attrs=read-write');
  const shop = await startShop({ DATABASE_URL: hosts });
  await whenReady(shop);
  report('replica first, primary second: starts and writes', isWell(await drive(shop, 30)), 'no 5xx');
  primary.stop();
  const stoppedAt = performance.now();
  await pause(2_000);
  promote(replica);
  sql(replica, `alter system set synchronous_standby_names = ''`);
  sql(replica, 'select pg_reload_conf()');
  const promotedAt = performance.now();
  let seconds = Number.NaN;
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${shop.url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) {
      seconds = (performance.now() - promotedAt) / 1_000;
      break;
    }
    await pause(50);
  }
  report(
    'ready again after the promotion',
    seconds < 10,
    `${seconds.toFixed(2)} s (${((promotedAt - stoppedAt) / 1_000).toFixed(1)} s without a primary)`,
  );
  const counts = await drive(shop, 60);
  report('requests after the failover', isWell(counts), counts);
  const jobs = await untilZero(replica, 'select count(*) from graphile_worker.jobs where run_at < now() and attempts < max_attempts');
  report('jobs are done after the failover', jobs === 0, `${jobs} are due`);
  await shop.stop();
}

/** The number of results that are not as expected; undefined if a tool is missing. */
export async function tryDatabases(): Promise<number | undefined> {
  if (!isInstalled()) {
    console.log('not run: PostgreSQL 15 and PgBouncer are not installed (apt-get install postgresql-15 pgbouncer)');
    return undefined;
  }
  try {
    const primary = await startPrimary();
    await tryPooler(primary);
    await trySessionPooler(primary);
    const replica = await tryReplicas(primary);
    await tryFailover(primary, replica);
  } finally {
    stopAll();
  }
  return report.faults();
}
