// Benchmark of the desk with a year's orders and five thousand open pieces: each list against the bare statement and a bare response of the same size, in
// turn; and page times in a browser.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { fillLarge } from '../scripts/large-shop/fill.ts';
import { aYear } from '../scripts/large-shop/rows.ts';
import { findPostgres } from '../src/infra/embedded-postgres/find.ts';
import { measureClicks } from './desk-clicks.ts';
import type { Desk, TargetMessage } from './target.ts';

const SAMPLES = Number(process.env.BENCH_SAMPLES ?? 200);
/** Some of them are never paid. */
const NEWEST = 5_400;
const PASSWORD = 'nine-lives-of-paper';
const WARM_UP = 10;
const ALL_NEW_MS = 61_000;

type Call = {
  readonly path: string;
  /** The minimal statement for the same data. */
  readonly bare: string;
  /** Runs before each measurement. */
  readonly change?: string;
};

const child = fork(join(import.meta.dirname, 'target.ts'), ['shop'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
const { dataDir } = (await nextMessage(child)) as { dataDir: string };
const connection = { ...findPostgres(dataDir) };
const pool = new pg.Pool({ ...connection, max: 4 });
const bytes = createServer((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1)), 'a')));
try {
  await fill();
  child.send('desk');
  const { desk } = (await nextMessage(child)) as { desk: Desk };
  const cookie = await joined(desk);
  await new Promise<void>((done) => bytes.listen(0, '127.0.0.1', done));
  await measureCalls(desk, cookie);
  await measureClicks(desk.url, { email: 'owner@desk.example', password: PASSWORD });
} finally {
  bytes.close();
  await pool.end();
  // The child ends when this process ends.
  child.disconnect();
}

function nextMessage(from: ChildProcess): Promise<TargetMessage> {
  return new Promise((done, fail) => {
    from.once('message', (message) => done(message as TargetMessage));
    from.once('exit', (code) => fail(new Error(`the measured process ended with ${code}`)));
  });
}

async function fill(): Promise<void> {
  const begun = performance.now();
  await fillLarge(connection, { ...aYear, open: NEWEST }, () => undefined);
  await pool.query(`select graphile_worker.add_job('desk.aggregateReports', '{}'::json, job_key => 'bench')`);
  while ((await pool.query(`select from graphile_worker.jobs where key = 'bench'`)).rows.length > 0) await pause(100);
  const seconds = (performance.now() - begun) / 1_000;
  // Age the rows: the cache of open pieces rereads recent rows, and here all rows are recent.
  await pause(ALL_NEW_MS);
  console.log(`filled a year of orders in ${seconds.toFixed(0)} s; ${SAMPLES} of each, milliseconds\n`);
}

async function joined({ url, link }: Desk): Promise<string> {
  const answer = await fetch(`${url}/api/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ code: link.split('#')[1], name: 'Owner', password: PASSWORD }),
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** One object of each kind, from the middle of the year. */
async function things(): Promise<Record<'order' | 'number' | 'customer' | 'payment' | 'ticket' | 'piece', string>> {
  const { rows } = await pool.query(`
    select o.id as order, o.number, o.account_id as customer,
      (select id from payment where id > o.id order by id limit 1) as payment,
      (select number from support_ticket where account_id is not null order by created_at desc offset 100 limit 1) as ticket,
      (select id from order_piece where state = 'ready' order by due_at limit 1) as piece
    from shop_order o where status = 4 order by o.id offset 30000 limit 1`);
  return rows[0];
}

async function calls(): Promise<Readonly<Record<string, Call>>> {
  const { order, number, customer, payment, ticket, piece } = await things();
  const open =
    "from order_piece where may_begin_at is not null and state in ('ready', 'inWork', 'revisionAsked') order by due_at limit 160";
  const [queue, orders, tickets] = [`select * ${open}`, 'select * from shop_order order by id desc', 'select * from support_ticket'];
  const change = `update order_piece set trouble = trouble where id = (select id ${open.replace('160', '1')} offset floor(random() * 4000))`;
  return {
    'queue, first page': { path: 'queue?limit=160', bare: queue },
    'queue, a piece changes before': { path: 'queue?limit=160', bare: queue, change },
    'queue, filtered': { path: 'queue?limit=160&state=inWork&service=1', bare: queue },
    'queue, searched': { path: 'queue?limit=160&search=L1-36', bare: queue },
    'queue, far down': { path: 'queue?limit=160&from=4000', bare: `${queue} offset 4000` },
    piece: { path: `piece?pieceId=${piece}`, bare: `select * from order_piece where id = '${piece}'` },
    orders: { path: 'orders?limit=50', bare: `${orders} limit 51` },
    'orders, delivered': { path: 'orders?limit=50&status=4', bare: `${orders} limit 51` },
    'orders, cancelled': { path: 'orders?limit=50&status=-1', bare: `${orders} limit 51` },
    'orders, of a day': { path: `orders?limit=50&from=${daysAgo(100)}&until=${daysAgo(100)}`, bare: `${orders} limit 51` },
    'orders, none like that': { path: 'orders?limit=50&status=5', bare: `${orders} limit 51` },
    'orders, of a customer': {
      path: `orders?limit=50&customer=${customer}`,
      bare: `select * from shop_order where account_id = '${customer}'`,
    },
    order: { path: `order?id=${order}`, bare: `select * from shop_order where id = '${order}'` },
    customers: { path: 'customers?q=customer1', bare: 'select * from account limit 50' },
    customer: { path: `customer?id=${customer}`, bare: `select * from account where id = '${customer}'` },
    payments: { path: 'payments?limit=50', bare: 'select * from payment order by id desc limit 51' },
    'payments, expired': { path: 'payments?limit=50&state=expired', bare: 'select * from payment order by id desc limit 51' },
    'payments, none like that': {
      path: 'payments?limit=50&state=paid&provider=stripe',
      bare: 'select * from payment order by id desc limit 51',
    },
    payment: { path: `payment?id=${payment}`, bare: `select * from payment where id = '${payment}'` },
    tickets: { path: 'tickets?status=open', bare: `${tickets} where status = 'open' order by waits_since limit 50` },
    'tickets, all': { path: 'tickets', bare: `${tickets} order by updated_at desc limit 50` },
    'tickets, searched': { path: 'tickets?search=written+every', bare: `${tickets} order by updated_at desc limit 50` },
    'tickets, counted': { path: 'tickets/counts', bare: `select count(*) from support_ticket where status <> 'closed'` },
    ticket: { path: `ticket?number=${ticket}`, bare: `select * from support_message where ticket_number = '${ticket}'` },
    'find, a number': { path: `find?q=${number}`, bare: `select * from shop_order where number = '${number}'` },
    'find, a name': { path: 'find?q=customer+12', bare: 'select * from account limit 50' },
    'reports, a month': { path: 'reports', bare: 'select * from desk_day order by day desc limit 30' },
    'reports, a year': { path: `reports?from=${daysAgo(364)}`, bare: 'select * from desk_day order by day desc limit 365' },
    troubles: { path: 'troubles', bare: 'select 1' },
    team: { path: 'team', bare: 'select * from operator' },
    audit: { path: 'audit', bare: 'select * from desk_audit order by id desc limit 50' },
    'first hour': { path: 'first-hour', bare: 'select * from desk_setup_step' },
  };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

async function measureCalls({ url }: Desk, cookie: string): Promise<void> {
  console.log(
    `${''.padEnd(32)}${['kB', 'p50', 'p95', 'p99', 'max', 'CPU'].map((name) => name.padStart(8)).join('')}   bare statement p50 p99   bare bytes p50 p99`,
  );
  for (const [name, { path, bare, change }] of Object.entries(await calls())) {
    let size = 0;
    const sendRequest = async () => {
      const answer = await fetch(`${url}/api/${path}`, { headers: { cookie } });
      size = (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    };
    for (let turn = 0; turn < WARM_UP; turn++) await sendRequest();
    const same = async () => (await fetch(`http://127.0.0.1:${(bytes.address() as AddressInfo).port}/${size}`)).arrayBuffer();
    const statement = () => pool.query({ name, text: bare });
    const times: Record<'ours' | 'statement' | 'bytes', number[]> = { ours: [], statement: [], bytes: [] };
    const cpuBefore = await cpu();
    for (let turn = 0; turn < SAMPLES; turn++) {
      if (change) await pool.query(change);
      times.ours.push(await took(sendRequest));
      times.statement.push(await took(statement));
      times.bytes.push(await took(same));
    }
    const own = [50, 95, 99, 100].map((part) => at(times.ours, part));
    const numbers = [size / 1_000, ...own, ((await cpu()) - cpuBefore) / SAMPLES / 1_000]
      .map((each) => each.toFixed(1).padStart(8))
      .join('');
    const beside = [times.statement, times.bytes].map(
      (each) => `${at(each, 50).toFixed(1).padStart(17)} ${at(each, 99).toFixed(1).padStart(6)}`,
    );
    console.log(`${name.padEnd(32)}${numbers}${beside.join('')}`);
  }
}

/** CPU time of the shop's process, in microseconds. */
async function cpu(): Promise<number> {
  child.send('weight');
  const [{ cpuMicroseconds }] = (await once(child, 'message')) as [{ cpuMicroseconds: number }];
  return cpuMicroseconds;
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((part / 100) * sorted.length) - 1)] ?? Number.NaN;
}
