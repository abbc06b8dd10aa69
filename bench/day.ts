// What a day of orders leaves in the database: dead rows and bytes of each table, with autovacuum as the shop configures it. Each order is placed, paid from the
// balance, read, written, delivered and accepted. The day takes minutes, so autovacuum looks every second instead of every minute.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '#platform/config/config.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { makeLog } from '#platform/logging/log.ts';
import { ensureBuilt } from '#platform/web/builds/build.ts';
import { CUSTOMER_PASSWORD, purchase as samplePurchase } from '../ops/lab/customers.ts';
import { createApp, type ShopApp } from '../src/server/create-app.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';

const ORDERS_OF_A_CUSTOMER = 20;
const CUSTOMERS = Math.ceil(Number(process.env.BENCH_ORDERS ?? 4_000) / ORDERS_OF_A_CUSTOMER);
const ORDERS = CUSTOMERS * ORDERS_OF_A_CUSTOMER;
/** Placed before the day, so that neither the customers nor the first pages of tables and indexes count as its orders. */
const FIRST_ORDERS_OF_A_CUSTOMER = 5;
const AT_ONCE = 6;
const VACUUM_SETTINGS = { autovacuum_naptime: '1s' };
const VACUUM_MS = 20_000;
const POLL_MS = 1_000;
/** What is deleted after days or weeks, and the sandbox's, which no shop in production has. */
const emptied =
  /^(?:sandbox_|mail_outbox|staff_notice|_private_jobs|account_code|account_session|idempotency_key|payment_webhook|rate_limit)/;
/** Smaller tables are not listed. */
const MIN_BYTES = 100 * 1_024;
const facts = 'A bakery in a side street that has made the same bread for forty years. '.repeat(3);
const answers = { brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true, facts, values: ['craft'], founded: 2014 };
const purchase = {
  ...samplePurchase,
  payFromBalance: true,
  startNow: true,
  orderFormData: [{ offerId: 'brand-stories-600', quantity: 1, platform: null, answers }],
};
const text = `# The loaf\n\n${'We open at seven, and by nine the shelves are empty. '.repeat(40)}`;

type Table = { readonly name: string; readonly live: number; readonly dead: number; readonly bytes: number; readonly vacuums: number };

const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
const log = makeLog({ level: 'silent', readable: false });
const postgres = await startPostgres({ dataDir, log, settings: VACUUM_SETTINGS });
const watcher = new pg.Pool({ ...postgres.connection, max: 1 });
watcher.on('error', () => undefined);
let shop: ShopApp | undefined;
try {
  await prepareDatabase(postgres.connection, log);
  const ports = { PORT: '0', DESK_PORT: '0', SANDBOX_PORT: '0' };
  const { config } = readConfig({ DATA_DIR: dataDir, ...ports, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  shop = await createApp({ config, connection: postgres.connection, log, build: await ensureBuilt({}), refuseEarly: false });
  const emails = Array.from({ length: CUSTOMERS }, (_, place) => `customer-${place}@shop.example`);
  for (const email of emails) await register(shop, email);
  await day(shop, emails, FIRST_ORDERS_OF_A_CUSTOMER);
  await documents();
  const before = await tables();
  const began = performance.now();
  await day(shop, emails, ORDERS_OF_A_CUSTOMER);
  const seconds = (performance.now() - began) / 1_000;
  const after = await tables();
  await documents();
  print(before, after, await tables(), seconds);
} finally {
  await shop?.stop();
  await watcher.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function day(open: ShopApp, emails: readonly string[], orders: number): Promise<void> {
  const waiting = [...emails];
  const client = async (): Promise<void> => {
    for (let email = waiting.pop(); email !== undefined; email = waiting.pop()) {
      const { accessToken } = await call<{ accessToken: string }>(open, 'POST /api/Accounts/login', { email, password: CUSTOMER_PASSWORD });
      for (let count = 0; count < orders; count++) await order(open, accessToken);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

/** Jobs issue them, and autovacuum cleans up. */
async function documents(): Promise<void> {
  const missing = `select from purchase where state = 'paid' and invoiced_at is null limit 1`;
  while ((await watcher.query(missing)).rows.length > 0) await pause(POLL_MS);
  await pause(VACUUM_MS);
}

async function register(open: ShopApp, email: string): Promise<void> {
  await call(open, 'POST /api/Accounts/register', {
    firstName: 'Ada',
    lastName: 'Sample',
    email,
    password: CUSTOMER_PASSWORD,
    repeatedPassword: CUSTOMER_PASSWORD,
    agreedToPrivacyPolicy: true,
  });
  await watcher.query(
    `select credit_wallet(id, 0::smallint, 2000000, 'bonus', gen_random_uuid(), 'promotion', 'promo', now()) from account where email_key = $1`,
    [email],
  );
}

async function order(open: ShopApp, token: string): Promise<void> {
  const { desk } = open.fulfilment;
  const by = { id: 'day', name: 'Day' };
  const act = <T>(run: (tx: DbClient) => Promise<T>) => transaction(open.ctx.db, run);
  const { orderIds } = await call<{ orderIds: string[] }>(open, 'POST /api/orders', purchase, token);
  const { pieces } = await call<{ pieces: { id: string }[] }>(open, `GET /api/orders/order?id=${orderIds[0]}`, undefined, token);
  const pieceId = pieces[0]?.id ?? '';
  await act((tx) => desk.take(tx, by, pieceId));
  const first = await act((tx) => desk.saveDraft(tx, by, { pieceId, version: 0, text: text.slice(0, 200) }));
  const { version } = await act((tx) => desk.saveDraft(tx, by, { pieceId, version: first.version, text }));
  const review = await desk.review(pieceId);
  const { deliveryId } = await act((tx) => desk.deliver(tx, by, { pieceId, version, why: 'A sample.' }, review));
  await call(open, 'GET /api/orders?limit=10', undefined, token);
  await call(open, 'POST /api/orders/accept', { deliveryId }, token);
}

async function call<Answer = unknown>(open: ShopApp, name: string, body?: object, token = ''): Promise<Answer> {
  const [method = 'GET', path = '/'] = name.split(' ');
  const answer = await fetch(`${open.urls.storefront}${path}`, {
    method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const sent = await answer.text();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${sent}`);
  return (sent ? JSON.parse(sent) : undefined) as Answer;
}

async function tables(): Promise<Map<string, Table>> {
  const { rows } = await watcher.query<Table>(
    `select relname as name, n_live_tup::int as live, n_dead_tup::int as dead, pg_total_relation_size(relid)::float as bytes, autovacuum_count::int as vacuums
    from pg_stat_user_tables`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

function print(before: Map<string, Table>, after: Map<string, Table>, later: Map<string, Table>, seconds: number): void {
  console.log(`${ORDERS} orders in ${seconds.toFixed(0)} s\n`);
  console.log('table                          live     dead   of live    dead after   vacuums     bytes of one order');
  const grown = [...later.values()].map((row) => ({ ...row, grown: row.bytes - (before.get(row.name)?.bytes ?? 0) }));
  for (const { name, live, dead, vacuums, grown: bytes } of grown.toSorted((a, b) => b.grown - a.grown)) {
    if (bytes < MIN_BYTES) continue;
    const then = after.get(name);
    const share = `${(((then?.dead ?? 0) / Math.max(then?.live ?? 0, 1)) * 100).toFixed(0)} %`;
    const numbers = [live, then?.dead ?? 0].map((each) => String(each).padStart(9)).join('');
    console.log(
      `${name.padEnd(26)}${numbers}${share.padStart(10)}${String(dead).padStart(14)}${String(vacuums).padStart(10)}${(bytes / ORDERS).toFixed(0).padStart(23)}`,
    );
  }
  const sumOf = (rows: typeof grown) => (rows.reduce((total, { grown: bytes }) => total + bytes, 0) / ORDERS).toFixed(0);
  const kept = grown.filter(({ name }) => !emptied.test(name));
  console.log(
    `\nwith indexes, of one order: ${sumOf(kept)} bytes that stay, ${sumOf(grown)} with what is deleted later and the sandbox's mails`,
  );
}
