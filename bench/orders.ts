// How fast orders are: placed over HTTP with all that belongs to it, beside the same statement sent by a bare `pg` client to the same PostgreSQL with
// fsync on; by link, and from the balance of one account that everybody draws on. And how fast they are listed. All in one run on one machine, because only
// the ratios can be compared.
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { findPostgres } from '../src/infra/postgres/find.ts';

const CONNECTIONS = 32;
/** As many as the shop has. */
const POOL = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const PASSWORD = 'seven blue herons';
const PRICE = 9_900;
const json = { 'content-type': 'application/json' };

const child = fork(join(import.meta.dirname, 'target.ts'), ['shop'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
const { port, dataDir } = await new Promise<{ port: number; dataDir: string }>((done, fail) => {
  child.once('message', (message) => done(message as { port: number; dataDir: string }));
  child.once('exit', (code) => fail(new Error(`the measured shop ended with ${code}`)));
});
const pool = new pg.Pool({ ...findPostgres(dataDir), max: POOL });
try {
  const token = await logIn();
  // Before thousands of others are placed, whose mails and invoices are then made beside it.
  for (let count = 0; count < 10; count++) await post('/api/orders', purchase(), token);
  line('a list of 10', await load('/api/orders?limit=10', token));
  const linked = await template();
  line('by link', await load('/api/orders', token, purchase()), await bare(linked), 'the bare statement');

  const { rows } = await pool.query<{ id: string }>('select id from account');
  await pool.query("select fill_wallet($1, 0::smallint, 2000000000, 'bonus', gen_random_uuid(), 'promotion', 'promo', now())", [
    rows[0]?.id,
  ]);
  await pool.query('update wallet set promo = 1000000000000');
  await post('/api/orders', purchase({ payFromBalance: true }), token);
  const spent = await template();
  line('from one balance', await load('/api/orders', token, purchase({ payFromBalance: true })), await bare(spent), 'the bare statement');

  // As autovacuum does within a minute: what was planned for empty tables is planned anew.
  await pool.query('analyze');
  line('of thousands', await load('/api/orders?limit=10', token));
  const half = await latency(token);
  console.log(`placed at half load  p50 ${half.p50} ms, p99 ${half.p99} ms at ${half.perSecond.toFixed(0)} per second`);
} finally {
  await pool.end();
  child.disconnect();
}

function purchase(more: object = {}): object {
  const answers = {
    brandName: 'Loaf & Queue',
    language: 'en',
    tone: 'warm',
    rightsConfirmed: true,
    facts: 'A bakery in a side street. '.repeat(10),
  };
  const line = { offerId: 'brand-stories-600', quantity: 1, platform: null, answers: { ...answers, values: ['craft'], founded: 2014 } };
  const billing = {
    firstName: 'Ada',
    lastName: 'Sample',
    country: 'NO',
    city: 'Oslo',
    address: 'Sample Street 1',
    state: '',
    zipCode: '0150',
  };
  return { ...billing, currency: 0, price: PRICE, agreedToPP_TOS: true, couponCode: null, orderFormData: [line], ...more };
}

async function post(path: string, body: object, token = ''): Promise<Response> {
  const headers = { ...json, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function logIn(): Promise<string> {
  const email = 'ada@shop.example';
  await post('/api/Accounts/register', {
    ...{ firstName: 'Ada', lastName: 'Sample', email, password: PASSWORD, repeatedPassword: PASSWORD, agreedToPrivacyPolicy: true },
  });
  return ((await (await post('/api/Accounts/login', { email, password: PASSWORD })).json()) as { accessToken: string }).accessToken;
}

/** The newest purchase as the shop itself wrote it, to be written again under other names. */
async function template(): Promise<(next: () => string, number: string) => string> {
  const { rows } = await pool.query<{ document: string; ids: string[]; number: string }>(`
    select json_build_object('purchase', to_jsonb(p), 'orders', jsonb_build_array(to_jsonb(o)), 'pieces', jsonb_build_array(to_jsonb(piece)),
      'subscriptions', '[]'::jsonb, 'files', '[]'::jsonb, 'payment', to_jsonb(payment), 'key', null, 'bodyHash', null,
      'answer', json_build_object('paymentLink', payment.link, 'purchaseId', p.id, 'orderIds', json_build_array(o.id)))::text as document,
      array_remove(array[p.id::text, o.id::text, piece.id::text, payment.id::text], null) as ids, o.number
    from purchase p join shop_order o on o.purchase_id = p.id join order_piece piece on piece.order_id = o.id
    left join payment on payment.subject_id = p.id order by p.id desc limit 1`);
  const [found] = rows;
  if (!found) throw new Error('no purchase was kept');
  return (next, number) => found.ids.reduce((text, id) => text.replaceAll(id, next()), found.document).replaceAll(found.number, number);
}

async function bare(write: (next: () => string, number: string) => string): Promise<number> {
  const place = () =>
    pool.query({
      ...{ name: 'orders.place', text: 'select place_purchase($1::jsonb) as kept' },
      values: [write(randomUUID, `F-${randomBytes(8).toString('hex')}`)],
    });
  const run = async (seconds: number) => {
    const until = performance.now() + seconds * 1_000;
    let count = 0;
    const one = async () => {
      for (; performance.now() < until; count++) await place();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
    return count / seconds;
  };
  await run(1);
  return run(SECONDS);
}

async function load(path: string, token: string, body?: object): Promise<number> {
  const ask = (duration: number) =>
    autocannon({
      ...{ url: `http://127.0.0.1:${port}${path}`, connections: CONNECTIONS, duration },
      headers: { ...json, authorization: `Bearer ${token}` },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
  await ask(1);
  const { requests, non2xx, errors } = await ask(SECONDS);
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} were refused, ${errors} failed`);
  return requests.average;
}

/** At half of what was reached before, so that nothing waits for anything but its own work. */
async function latency(token: string): Promise<{ p50: number; p99: number; perSecond: number }> {
  const most = await load('/api/orders', token, purchase());
  const { latency, requests } = await autocannon({
    ...{ url: `http://127.0.0.1:${port}/api/orders`, connections: CONNECTIONS, duration: SECONDS, overallRate: Math.round(most / 2) },
    ...{ method: 'POST', headers: { ...json, authorization: `Bearer ${token}` }, body: JSON.stringify(purchase()) },
  });
  return { p50: latency.p50, p99: latency.p99, perSecond: requests.average };
}

function line(what: string, perSecond: number, against?: number, of = ''): void {
  const ratio = against === undefined ? '' : `   ${((perSecond / against) * 100).toFixed(0)} % of ${of} (${against.toFixed(0)})`;
  console.log(`${what.padEnd(20)}${perSecond.toFixed(0).padStart(8)} per second${ratio}`);
}
