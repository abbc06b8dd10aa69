// Checks that no call gets slower with the number of customers: counts the rows and blocks that each call
// reads in the data folder of a large, stopped shop (npm run seed -- --large). Nothing else runs.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import { readConfig } from '#platform/config/config.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { createReadableStream, makeLog } from '#platform/logging/log.ts';
import { ensureBuilt } from '#site/builds/build.ts';
import { findFreePort } from '../ops/lab/servers.ts';
import { createApp } from '../src/app.ts';
import { jobs } from '../src/jobs.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';

/** Above what one customer's page needs, far below the size of a large table. */
const MAX_ROWS = 2_000;
/** A report reads its days, and the orders of today. */
const MAX_ROWS_OF_DAYS = 20_000;
const ROWS_PER_ORDER_OF_A_DAY = 12;
/** The job reads the newest days again. */
const DAYS_AGAIN = 3;
/** Open pieces are read completely: by a node's first queue call, and by automatic production. */
const ROWS_PER_OPEN_PIECE = 6;
/** Of the last two days in a shop with seven thousand orders a day. */
const MISMATCHES = 14_000;
/** PostgreSQL reports the counters of an idle connection after ten seconds. */
const TOLD_MS = 12_000;
const JOB_CONNECTIONS = 4;
const DAY_MS = 86_400_000;
/** The queue reads again what changed in the last minute: after a fill, these are all open pieces. */
const CHANGED_MS = 61_000;

// Jobs ask the bank there.
const sandboxPort = String(await findFreePort());
const createConfig = (poolSize: number) =>
  readConfig({
    DATA_DIR: process.env.DATA_DIR,
    PORT: '0',
    DESK_PORT: '0',
    SANDBOX_PORT: sandboxPort,
    DATABASE_POOL: String(poolSize),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  }).config;
const log = makeLog({ level: 'error', readable: await createReadableStream() });
const postgres = await startPostgres({ dataDir: createConfig(1).dataDir, log, settings: { autovacuum: 'off' } });
const { connection } = postgres;
await prepareDatabase(connection, log);
const build = await ensureBuilt({});
const watcher = new pg.Client(connection);
await watcher.connect();
await waitUntilQuiet();
// Of before, which would run beside the jobs that are counted.
await watcher.query('delete from graphile_worker._private_jobs where locked_at is null');
// One connection for all calls, so that its counters are complete; jobs need several.
const open = (withJobs: boolean) =>
  createApp({
    config: createConfig(withJobs ? JOB_CONNECTIONS : 1),
    connection,
    log,
    build,
    jobs: withJobs,
    schedules: false,
    refuseEarly: false,
  });
let shop = await open(false);

/** `blocks`: read by the shop's connection; undefined if the connection has changed. */
type Reads = { readonly rows: ReadonlyMap<string, number>; readonly pid: number; readonly blocks: number };
let isLarge = true;
let token = '';

try {
  await measureCalls();
  await shop.stop();
  // The jobs that the calls enqueued are not counted.
  await watcher.query('delete from graphile_worker._private_jobs where locked_at is null');
  shop = await open(true);
  await measureJobs();
  await shop.stop();
  await insertMismatches();
  shop = await open(false);
  await measureDeskCalls();
} finally {
  await watcher.end();
  await shop.stop();
  await postgres.stop();
}
process.exitCode = isLarge ? 0 : 1;

async function waitUntilQuiet(): Promise<void> {
  const { rows } = await watcher.query<{ age: number }>(
    `select coalesce(extract(epoch from clock_timestamp() - max(changed_at)) * 1000, $1)::float as age from order_piece where may_begin_at is not null`,
    [CHANGED_MS],
  );
  await pause(Math.max(0, CHANGED_MS - (rows[0]?.age ?? 0)));
}

async function countReads(): Promise<Reads> {
  const { pool } = shop.ctx.db;
  await pool.query('select pg_stat_force_next_flush()');
  const { rows: own } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = own[0]?.pid ?? 0;
  const { rows } = await watcher.query<{ name: string; rows: string }>(
    `select relname as name, seq_tup_read + coalesce((select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as rows
    from pg_stat_user_tables t where schemaname <> 'graphile_worker'`,
  );
  const { rows: sums } = await watcher.query<{ blocks: string }>(
    `select coalesce(sum(hits + coalesce(reads, 0)), 0) as blocks from pg_stat_get_backend_io($1) where object = 'relation'`,
    [pid],
  );
  return { rows: new Map(rows.map(({ name, rows: read }) => [name, Number(read)])), pid, blocks: Number(sums[0]?.blocks) };
}

function printReads(what: string, before: Reads, after: Reads, mostRows = MAX_ROWS): void {
  const read = [...after.rows].map(([name, rows]) => ({ name, rows: rows - (before.rows.get(name) ?? 0) })).filter(({ rows }) => rows > 0);
  const most = read.toSorted((a, b) => b.rows - a.rows);
  const sum = read.reduce((total, { rows }) => total + rows, 0);
  const grows = sum > mostRows;
  if (grows) isLarge = false;
  const blocks = before.pid === after.pid && !what.startsWith('job ') ? String(after.blocks - before.blocks) : '?';
  const where = most.slice(0, 4).map(({ name, rows }) => `${name} ${rows}`);
  console.log(
    `${grows ? 'GROWS' : 'ok   '} ${what.padEnd(52)}${String(sum).padStart(8)} rows ${blocks.padStart(7)} blocks  ${where.join(', ')}`,
  );
}

async function call<Answer = unknown>(name: string, body?: object): Promise<Answer> {
  const [method = 'GET', path = '/'] = name.split(' ');
  const before = await countReads();
  const answer = await fetch(`${shop.urls.storefront}${path}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`);
  printReads(name.replace(/[0-9a-f-]{36}/, ':id'), before, await countReads());
  const isJson = answer.headers.get('content-type')?.includes('json');
  return (isJson ? JSON.parse(text) : undefined) as Answer;
}

async function countMostOfOpenWork(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `select count(*)::int as count from order_piece where may_begin_at is not null and state in ('ready', 'inWork', 'revisionAsked')`,
  );
  return MAX_ROWS + (rows[0]?.count ?? 0) * ROWS_PER_OPEN_PIECE;
}

async function countMostOfReport(): Promise<number> {
  const yesterday = getFirstIdAt(new Date(Date.now() - DAY_MS));
  const { rows } = await watcher.query<{ count: number }>('select count(*)::int as count from shop_order where id > $1', [yesterday]);
  return MAX_ROWS_OF_DAYS + (rows[0]?.count ?? 0) * ROWS_PER_ORDER_OF_A_DAY;
}

/** A piece is claimed, delivered, revised and discussed. */
async function work(bought: object): Promise<void> {
  const { desk } = shop.fulfilment;
  const by = { id: 'growth', name: 'Growth' };
  const act = <T>(run: (tx: DbClient) => Promise<T>) => transaction(shop.ctx.db, run);
  const { orderIds } = await call<{ orderIds: string[] }>('POST /api/orders', bought);
  const { pieces } = await call<{ pieces: { id: string }[] }>(`GET /api/orders/order?id=${orderIds[0]}`);
  const pieceId = pieces[0]?.id ?? '';
  const unread = await countReads();
  await desk.queue({ limit: 100 });
  printReads('the desk’s first look at the queue', unread, await countReads(), await countMostOfOpenWork());
  const before = await countReads();
  await act((tx) => desk.take(tx, by, pieceId));
  const { version } = await act((tx) => desk.saveDraft(tx, by, { pieceId, version: 0, text: 'The loaf.' }));
  const review = await desk.review(pieceId);
  const { deliveryId } = await act((tx) => desk.deliver(tx, by, { pieceId, version, why: 'A sample.' }, review));
  await desk.queue({ limit: 100 });
  printReads('the desk takes and delivers a piece', before, await countReads());
  for (const path of [`piece?pieceId=${pieceId}`, `delivery?id=${deliveryId}`, `take-away?id=${deliveryId}&as=pdf`])
    await call(`GET /api/orders/${path}`);
  await call('POST /api/orders/message', { pieceId, text: 'Thank you' });
  await call('POST /api/orders/revise', { deliveryId, note: 'Shorter' });
}

/** All calls of a customer. */
async function measureCalls(): Promise<void> {
  const [email, password] = [`growth-${Date.now()}@shop.example`, 'seven blue herons'];
  const person = { firstName: 'Ada', lastName: 'Sample', country: 'NO', city: 'Oslo', address: 'Sample Street 1', zipCode: '0150' };
  const { firstName, lastName } = person;
  await call('POST /api/Accounts/register', {
    firstName,
    lastName,
    email,
    password,
    repeatedPassword: password,
    agreedToPrivacyPolicy: true,
  });
  const first = await call<{ accessToken: string; refreshToken: string }>('POST /api/Accounts/login', { email, password });
  token = first.accessToken;
  token = (await call<{ accessToken: string }>('POST /api/Accounts/refresh', { refreshToken: first.refreshToken })).accessToken;
  for (const path of ['profile', 'sessions', 'two-factor', 'brand-kits', 'email-change', 'closing'])
    await call(`GET /api/Accounts/${path}`);
  await call('POST /api/accounts/update', person);
  await call('POST /api/prices', { currency: 0 });
  const facts = { facts: 'A bakery in a side street. '.repeat(5), values: ['craft'], founded: 2014 };
  const answers = { brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true, ...facts };
  const orderFormData = [{ offerId: 'brand-stories-600', quantity: 1, platform: null, answers }];
  const cart = { currency: 0, couponCode: null, orderFormData };
  const { price } = await call<{ price: number }>('POST /api/orders/quote', cart);
  const bill = { ...person, state: '', agreedToPP_TOS: true, price, ...cart };
  const { purchaseId, orderIds } = await call<{ purchaseId: string; orderIds: string[] }>('POST /api/orders', bill);
  await call('POST /api/orders/pay', { purchaseId });
  await call('POST /api/orders/cancel', { orderId: orderIds[0] });
  const { rows } = await watcher.query<{ id: string }>('select id from account where email_key = $1', [email]);
  await watcher.query(`select credit_wallet($1, 0::smallint, 1000000, 'bonus', gen_random_uuid(), 'promotion', 'promo', now())`, [
    rows[0]?.id,
  ]);
  const paid = await call<{ purchaseId: string; orderIds: string[] }>('POST /api/orders', { ...bill, payFromBalance: true });
  for (const path of ['?limit=50', `?limit=10&purchase=${purchaseId}`, `/order?id=${paid.orderIds[0]}`, '/subscriptions'])
    await call(`GET /api/orders${path}`);
  await call('POST /api/orders/cancel', { orderId: paid.orderIds[0] });
  await work({ ...bill, payFromBalance: true, startNow: true });
  await call('POST /api/balance', { currency: 0 });
  await call('GET /api/balance/funds');
  const { lines } = await call<{ lines: { id: number }[] }>('GET /api/balance/statement?currency=0&limit=50');
  await call(`GET /api/balance/movement?id=${lines[0]?.id}`);
  await call('GET /api/files');
  await call('POST /api/Accounts/logout');
}

/**
 * The audit reads everything until it has a watermark. The test bank knows none of the generated charges, so
 * a reconciliation would write a mismatch for each of the last days.
 */
function isOfHistory(name: string): boolean {
  return name.startsWith('audit.') || name === 'payments.reconcile';
}

/** Each by itself, the second time: the first one processes all that it finds, such as all closed days. */
async function measureJobs(): Promise<void> {
  const scheduled = Object.entries(jobs).flatMap(([name, row]) => ('schedule' in row && !isOfHistory(name) ? [name] : []));
  const run = async (name: string) => {
    await watcher.query(`select graphile_worker.add_job($1, '{}'::json, job_key => 'growth')`, [name]);
    while ((await watcher.query(`select from graphile_worker.jobs where key = 'growth'`)).rows.length > 0) await pause(TOLD_MS / 100);
  };
  for (const name of scheduled) await run(name);
  await pause(TOLD_MS);
  for (const name of scheduled) {
    const before = await countReads();
    await run(name);
    await pause(TOLD_MS);
    printReads(
      `job ${name}`,
      before,
      await countReads(),
      name === 'desk.aggregateReports' ? DAYS_AGAIN * (await countMostOfReport()) : await countMostOfOpenWork(),
    );
  }
}

/** Charges that the provider does not know, as many as one reconciliation may find. */
async function insertMismatches(): Promise<void> {
  await watcher.query(
    `insert into payment_mismatch (id, provider, kind, reference, amount, currency, happened_at, found_at)
    select gen_random_uuid(), provider, 'notAtProvider', reference, amount, currency, charged_at, now() from payment_charge
    order by charged_at desc limit $1 on conflict do nothing`,
    [MISMATCHES],
  );
  await watcher.query('analyze payment_mismatch');
  // Otherwise, what this connection has read is reported with the next call.
  await watcher.query('select pg_stat_force_next_flush()');
}

/** All calls of an owner. */
async function measureDeskCalls(): Promise<void> {
  const link = await shop.linkToDesk({ email: `growth-${Date.now()}@desk.example`, name: 'Growth', role: 'owner' });
  const { desk } = shop.urls;
  const headers = { 'content-type': 'application/json', origin: desk };
  const joined = await fetch(`${desk}/api/join`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code: link.split('#')[1], name: 'Growth', password: 'nine-lives-of-paper' }),
  });
  const cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? '';
  const lastYear = new Date(Date.now() - 364 * DAY_MS).toISOString().slice(0, 10);
  const customers = ['', '?sort=name', '?sort=spend', '?sort=lastOrder'].map((query) => `customers${query}`);
  const paths = ['reports', `reports?from=${lastYear}`, 'reports/table?table=everything', 'troubles', 'first-hour', 'audit'];
  for (const path of [...paths, ...customers]) {
    const before = await countReads();
    const answer = await fetch(`${desk}/api/${path}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    await answer.text();
    printReads(`desk: GET /api/${path}`, before, await countReads(), path.startsWith('reports') ? await countMostOfReport() : MAX_ROWS);
  }
}
