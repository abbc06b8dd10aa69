// Benchmark of orders over HTTP against the bare placing statement: by link, from one shared balance, with a
// slow provider; and of the order list.
// BENCH_DATA_DIR: the data folder of a stopped, filled shop (npm run seed -- --large). Only the ratios of one
// run compare.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { findPostgres } from '#platform/embedded-postgres/find.ts';
import { createCustomer, purchase } from '../ops/lab/customers.ts';
import { openStripe } from '../tests/support/stripe.ts';
import { sendLoad } from './load.ts';
import { json, openTarget, placeOrder, printRate } from './measure.ts';

const CONNECTIONS = 32;
/** The shop's own limit. */
const POOL = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const PROVIDER_MS = 200;
const fromBalance = { ...purchase, payFromBalance: true };

const shop = await openTarget('shop', { existingDataDir: process.env.BENCH_DATA_DIR });
let { url } = shop;
const pool = new pg.Pool({ ...findPostgres(shop.dataDir), max: POOL });
try {
  const { email, token } = await createCustomer(url);
  // First, because the jobs of thousands of orders would run beside it.
  for (let count = 0; count < 10; count++) await placeOrder(url, token, purchase);
  // Concurrent requests for the same list share a read, so both are measured: one customer, and one per
  // connection.
  const crowd = [token];
  while (crowd.length < CONNECTIONS) crowd.push((await createCustomer(url)).token);
  for (const other of crowd.slice(1)) for (let count = 0; count < 10; count++) await placeOrder(url, other, purchase);
  const lists = async (what: string) => {
    printRate(`${what}, of one`, await load('/api/orders?limit=10', [token]));
    printRate(`${what}, of ${CONNECTIONS}`, await load('/api/orders?limit=10', crowd));
  };
  await lists('lists of 10');
  const linked = await createTemplate();
  printRate('by link', await load('/api/orders', [token], purchase), await measureBare(linked), 'the bare statement');
  const [whole, part] = [1_000 / (await load('/api/orders', [token], purchase, 1)), 1_000 / (await measureBare(linked, 1))];
  console.log(`one at a time           ${whole.toFixed(2)} ms each, of which the database ${part.toFixed(2)} ms`);
  const half = await measureLatency(token);
  console.log(`placed at half load     p50 ${half.p50} ms, p99 ${half.p99} ms at ${half.perSecond.toFixed(0)} per second`);

  const { rows } = await pool.query<{ id: string }>('select id from account where email_key = $1', [email]);
  const values = [rows[0]?.id];
  await pool.query(`select credit_wallet($1, 0::smallint, 2000000000, 'bonus', gen_random_uuid(), 'promotion', 'promo', now())`, values);
  await pool.query('update wallet set promo = 1000000000000 where account_id = $1', values);
  await placeOrder(url, token, fromBalance);
  const spent = await createTemplate();
  printRate('from one balance', await load('/api/orders', [token], fromBalance), await measureBare(spent), 'the bare statement');

  // As autovacuum does within a minute: plans for empty tables are replaced.
  await pool.query('analyze');
  await lists('after thousands');
} finally {
  await pool.end();
  shop.close();
}
await withSlowProvider();

/** A slow provider delays only its own purchase: this many at once take little more than one. */
async function withSlowProvider(): Promise<void> {
  const stripe = await openStripe();
  stripe.next(/sessions$/, { slowMs: PROVIDER_MS }, Number.POSITIVE_INFINITY);
  const slow = await openTarget('shop', { environment: stripe.environment });
  ({ url } = slow);
  try {
    const { token } = await createCustomer(url);
    await measure('/api/orders', [token], { body: purchase, seconds: 1 });
    const { requests, latency } = await measure('/api/orders', [token], { body: purchase });
    const most = (CONNECTIONS * 1_000) / PROVIDER_MS;
    console.log(
      `with a provider that takes ${PROVIDER_MS} ms: ${requests.average.toFixed(0)} of at most ${most} per second, p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
    );
  } finally {
    slow.close();
    await stripe.close();
  }
}

/** The newest purchase as the shop wrote it, inserted again under new ids. */
async function createTemplate(): Promise<(next: () => string, number: string) => string> {
  const { rows } = await pool.query<{ document: string; ids: string[]; number: string }>(`
    select json_build_array(json_build_object('purchase', to_jsonb(p), 'orders', jsonb_build_array(to_jsonb(o)), 'pieces', jsonb_build_array(to_jsonb(piece)),
      'subscriptions', '[]'::jsonb, 'files', '[]'::jsonb, 'payment', to_jsonb(payment), 'key', null, 'bodyHash', null,
      'answer', json_build_object('paymentLink', payment.link, 'purchaseId', p.id, 'orderIds', json_build_array(o.id))))::text as document,
      array_remove(array[p.id::text, o.id::text, piece.id::text, payment.id::text], null) as ids, o.number
    from purchase p join shop_order o on o.purchase_id = p.id join order_piece piece on piece.order_id = o.id
    left join payment on payment.subject_id = p.id order by p.id desc limit 1`);
  const [found] = rows;
  if (!found) throw new Error('no purchase was stored');
  return (next, number) => found.ids.reduce((text, id) => text.replaceAll(id, next()), found.document).replaceAll(found.number, number);
}

async function measureBare(write: (next: () => string, number: string) => string, clients = CONNECTIONS): Promise<number> {
  const insert = () =>
    pool.query({
      name: 'orders.place',
      text: 'select place_orders($1::jsonb) as stored',
      values: [write(randomUUID, `F-${randomBytes(8).toString('hex')}`)],
    });
  const run = async (seconds: number) => {
    const until = performance.now() + seconds * 1_000;
    let count = 0;
    const client = async () => {
      for (; performance.now() < until; count++) await insert();
    };
    await Promise.all(Array.from({ length: clients }, client));
    return count / seconds;
  };
  await run(1);
  return run(SECONDS);
}

type Load = { readonly body?: object | undefined; readonly connections?: number; readonly seconds?: number; readonly perSecond?: number };

/** Distributes the connections over the customers. */
async function measure(
  path: string,
  tokens: readonly string[],
  { body, connections = CONNECTIONS, seconds = SECONDS, perSecond }: Load = {},
) {
  let connected = 0;
  return sendLoad({
    url: url + path,
    connections,
    duration: seconds,
    setupClient: (client) => client.setHeaders({ ...json, authorization: `Bearer ${tokens[connected++ % tokens.length]}` }),
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    ...(perSecond ? { overallRate: perSecond } : {}),
  });
}

async function load(path: string, tokens: readonly string[], body?: object, connections = CONNECTIONS): Promise<number> {
  await measure(path, tokens, { body, connections, seconds: 1 });
  return (await measure(path, tokens, { body, connections })).requests.average;
}

/** At half the rate reached before, so that requests do not queue. */
async function measureLatency(token: string): Promise<{ p50: number; p99: number; perSecond: number }> {
  const most = await load('/api/orders', [token], purchase);
  const { latency, requests } = await measure('/api/orders', [token], { body: purchase, perSecond: Math.round(most / 2) });
  return { p50: latency.p50, p99: latency.p99, perSecond: requests.average };
}
