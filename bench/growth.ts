// Checks that no call gets slower with the number of customers: makes every ordinary call once in a large running shop (npm run seed -- --large) and counts
// the rows that the database reads.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findRunningShop } from '../scripts/running-shop.ts';
import { type DbClient, transaction } from '../src/infra/database/database.ts';
import { makeLog, readableLines } from '../src/infra/logging/log.ts';
import { ensureBuilt } from '../src/infra/web/builds/build.ts';
import { jobs } from '../src/jobs.ts';
import { createApp } from '../src/server/create-app.ts';

/** Above what one customer's page needs, far below the size of a large table. */
const MAX_ROWS = 2_000;
/** A report reads its days and today's orders, seven thousand a day in the large shop. */
const MAX_ROWS_OF_A_DAY = 60_000;
/** Open pieces are read completely: by a node's first queue call, and by automatic production. */
const ROWS_PER_OPEN_PIECE = 6;
/** PostgreSQL reports the counters of an idle connection after ten seconds. */
const TOLD_MS = 12_000;

const { config, connection } = findRunningShop({
  DATA_DIR: process.env.DATA_DIR,
  DATABASE_URL: process.env.DATABASE_URL,
  PORT: '0',
  DESK_PORT: '0',
  SANDBOX_PORT: '0',
  DATABASE_POOL: '1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
});
const log = makeLog({ level: 'warn', readable: await readableLines() });
// One connection for everything, so that its counters are complete.
const shop = await createApp({ config, connection, log, build: await ensureBuilt({}), jobs: false, refuseEarly: false });
const { pool } = shop.ctx.db;
const watcher = new pg.Client(connection);
await watcher.connect();

type Reads = ReadonlyMap<string, number>;
let isLarge = true;
let token = '';

try {
  await calls();
  await reckonAll();
  await deskCalls();
  const before = await reads();
  // The reports read only the newest days; see the limit above. The audit reads everything until it has a watermark: npm run bench:audit measures it.
  for (const [name, row] of Object.entries(jobs))
    if ('schedule' in row && name !== 'desk.aggregateReports' && !name.startsWith('audit.'))
      await watcher.query(`select graphile_worker.add_job($1, '{}'::json)`, [name]);
  await pause(TOLD_MS);
  printReads('every scheduled job, once', before, await reads(), await mostOfOpenWork());
} finally {
  await watcher.end();
  await shop.stop();
}
process.exitCode = isLarge ? 0 : 1;

async function reads(): Promise<Reads> {
  await pool.query('select pg_stat_force_next_flush()');
  await pool.query('select 1');
  const { rows } = await watcher.query<{ name: string; rows: string }>(
    `select relname as name, seq_tup_read + coalesce((select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as rows
    from pg_stat_user_tables t`,
  );
  return new Map(rows.map(({ name, rows: read }) => [name, Number(read)]));
}

function printReads(what: string, before: Reads, after: Reads, mostRows = MAX_ROWS): void {
  const read = [...after].map(([name, rows]) => ({ name, rows: rows - (before.get(name) ?? 0) })).filter(({ rows }) => rows > 0);
  const most = read.toSorted((a, b) => b.rows - a.rows);
  const sum = read.reduce((total, { rows }) => total + rows, 0);
  const grows = sum > mostRows;
  if (grows) isLarge = false;
  const where = most.slice(0, 4).map(({ name, rows }) => `${name} ${rows}`);
  console.log(`${grows ? 'GROWS' : 'ok   '} ${what.padEnd(44)}${String(sum).padStart(9)} rows  ${where.join(', ')}`);
}

async function call<Answer = unknown>(name: string, body?: object): Promise<Answer> {
  const [method = 'GET', path = '/'] = name.split(' ');
  const before = await reads();
  const answer = await fetch(`${shop.urls.storefront}${path}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`);
  printReads(name.replace(/[0-9a-f-]{36}/, ':id'), before, await reads());
  const isJson = answer.headers.get('content-type')?.includes('json');
  return (isJson ? JSON.parse(text) : undefined) as Answer;
}

async function mostOfOpenWork(): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `select count(*)::int as count from order_piece where may_begin_at is not null and state in ('ready', 'inWork', 'revisionAsked')`,
  );
  return MAX_ROWS + (rows[0]?.count ?? 0) * ROWS_PER_OPEN_PIECE;
}

/** A piece is claimed, delivered, revised and discussed. */
async function work(bought: object): Promise<void> {
  const { desk } = shop.fulfilment;
  const by = { id: 'growth', name: 'Growth' };
  const act = <T>(run: (tx: DbClient) => Promise<T>) => transaction(shop.ctx.db, run);
  const { orderIds } = await call<{ orderIds: string[] }>('POST /api/orders', bought);
  const { pieces } = await call<{ pieces: { id: string }[] }>(`GET /api/orders/order?id=${orderIds[0]}`);
  const pieceId = pieces[0]?.id ?? '';
  const unread = await reads();
  await desk.queue({ limit: 100 });
  printReads('the desk’s first look at the queue', unread, await reads(), await mostOfOpenWork());
  const before = await reads();
  await act((tx) => desk.take(tx, by, pieceId));
  const { version } = await act((tx) => desk.saveDraft(tx, by, { pieceId, version: 0, text: 'The loaf.' }));
  const review = await desk.review(pieceId);
  const { deliveryId } = await act((tx) => desk.deliver(tx, by, { pieceId, version, why: 'A sample.' }, review));
  await desk.queue({ limit: 100 });
  printReads('the desk takes and delivers a piece', before, await reads());
  for (const path of [`piece?pieceId=${pieceId}`, `delivery?id=${deliveryId}`, `take-away?id=${deliveryId}&as=pdf`])
    await call(`GET /api/orders/${path}`);
  await call('POST /api/orders/message', { pieceId, text: 'Thank you' });
  await call('POST /api/orders/revise', { deliveryId, note: 'Shorter' });
}

/** All calls of a customer. */
async function calls(): Promise<void> {
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

/** Closed days, aggregated by a job; the first run processes all. */
async function reckonAll(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    const before = await reads();
    await watcher.query(`select graphile_worker.add_job('desk.aggregateReports', '{}'::json, job_key => 'growth')`);
    for (;;) {
      const { rows } = await watcher.query(`select from graphile_worker.jobs where key = 'growth'`);
      if (rows.length === 0) break;
      await pause(TOLD_MS / 10);
    }
    await pause(TOLD_MS);
    if (turn === 1) printReads('the newest days of the reports', before, await reads(), 3 * MAX_ROWS_OF_A_DAY);
  }
}

/** All calls of an owner. */
async function deskCalls(): Promise<void> {
  const link = await shop.linkToDesk({ email: `growth-${Date.now()}@desk.example`, name: 'Growth', role: 'owner' });
  const { desk } = shop.urls;
  const headers = { 'content-type': 'application/json', origin: desk };
  const joined = await fetch(`${desk}/api/join`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code: link.split('#')[1], name: 'Growth', password: 'nine-lives-of-paper' }),
  });
  const cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? '';
  const lastYear = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
  const customers = ['', '?sort=name', '?sort=spend', '?sort=lastOrder'].map((query) => `customers${query}`);
  const paths = ['reports', `reports?from=${lastYear}`, 'reports/table?table=everything', 'troubles', 'first-hour', 'audit'];
  for (const path of [...paths, ...customers]) {
    const before = await reads();
    const answer = await fetch(`${desk}/api/${path}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    await answer.text();
    printReads(`desk: GET /api/${path}`, before, await reads(), path.startsWith('reports') ? MAX_ROWS_OF_A_DAY : MAX_ROWS);
  }
}
