// Benchmark of requests per second at 32 connections and of response sizes. Each target runs in its own process; only the ratios of one run compare.
import { type ChildProcess, fork } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { sendLoad } from './load.ts';
import type { TargetMessage, TargetName } from './target.ts';

type Weight = Extract<TargetMessage, { mebibytes: number }>;

const CONNECTIONS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);

type Case = {
  readonly label: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly br?: boolean;
};
type Row = {
  readonly label: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly refused: number;
  readonly cpu: number;
};

const page = (label: string, path: string): Case => ({ label, path, br: true });
const hello: Case = { label: 'hello', path: '/' };
const pages = [page('GET /', '/'), page('GET /services', '/services')];
const prices: Case = { label: 'POST /api/prices', path: '/api/prices', method: 'POST', body: '{"currency":0}', br: true };

console.log(
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${CONNECTIONS} connections, ${SECONDS} s each\n`,
);
const http = await measure('node:http', [{ ...hello, label: 'node:http hello' }]);
const fastify = await measure('fastify', [{ ...hello, label: 'Fastify hello' }]);
const shop = await measure('shop', [...pages, prices]);
const many = await measure('shop, 2,000 offers', [{ ...prices, label: 'prices of 2,000 offers' }]);
const bytes: Row[] = [];
for (const [index, each] of [...pages, prices].entries()) {
  const sent = shop.sent[index] as Sent;
  const { rows } = await measure('same bytes', [{ ...hello, label: `node:http, ${each.label}'s bytes` }], { like: sent });
  bytes.push(...rows);
}
const manyBytes = await measure('same bytes', [{ ...hello, label: 'node:http, their bytes' }], { like: many.sent[0] as Sent });
// The same request, because parsing its body is a part of the work.
const route: Case = { ...prices, path: '/' };
const fastifyBytes = await measure('fastify, same bytes', [{ ...route, label: "Fastify, prices' bytes" }], { like: shop.sent[2] as Sent });
const fastifyMany = await measure('fastify, same bytes', [{ ...route, label: 'Fastify, their bytes' }], { like: many.sent[0] as Sent });
const uncached = await measure(
  'shop, no cache',
  pages.map((each) => ({ ...each, label: `${each.label}, cache off` })),
  { renders: true },
);

const bare = fastify.rows[0]?.perSecond ?? 0;
table([
  ...[...http.rows, ...fastify.rows, ...bytes, ...manyBytes.rows, ...fastifyBytes.rows, ...fastifyMany.rows].map((row) => ({
    ...row,
    against: bare,
    of: 'Fastify hello',
  })),
  ...[...shop.rows, ...many.rows].map((row) => ({ ...row, against: bare, of: 'Fastify hello' })),
  ...shop.rows.map((row, index) => ({ ...row, against: bytes[index]?.perSecond ?? 0, of: 'node:http with the same bytes' })),
  ...many.rows.map((row) => ({ ...row, against: manyBytes.rows[0]?.perSecond ?? 0, of: 'node:http with the same bytes' })),
  ...shop.rows.slice(2).map((row) => ({ ...row, against: fastifyBytes.rows[0]?.perSecond ?? 0, of: 'Fastify with the same bytes' })),
  ...many.rows.map((row) => ({ ...row, against: fastifyMany.rows[0]?.perSecond ?? 0, of: 'Fastify with the same bytes' })),
  ...uncached.rows.map((row, index) => ({ ...row, against: uncached.rates[index] ?? 0, of: 'the bare render' })),
]);
console.log(
  `\nbare renderToString   GET / ${uncached.rates[0]?.toFixed(0)} per second, GET /services ${uncached.rates[1]?.toFixed(0)} per second`,
);
console.log(`memory of the shop    ${shop.atRest.toFixed(0)} MiB at rest, ${shop.underLoad.toFixed(0)} MiB under load`);

/** Size and headers of one response. */
type Sent = { readonly bytes: number; readonly headers: Record<string, string> };
type How = { readonly renders?: boolean; readonly like?: Sent };
type Measured = {
  readonly rows: Row[];
  readonly sent: Sent[];
  readonly atRest: number;
  readonly underLoad: number;
  readonly rates: readonly number[];
};

async function measure(name: TargetName, cases: readonly Case[], { renders = false, like }: How = {}): Promise<Measured> {
  const args = [name, ...(like ? [JSON.stringify(like)] : [])];
  const child = fork(join(import.meta.dirname, 'target.ts'), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { port } = (await nextMessage(child)) as { port: number };
  const rates = renders ? await ratesOf(child) : [];
  const { mebibytes: atRest } = await weight(child);
  let underLoad = atRest;
  const rows: Row[] = [];
  const sent: Sent[] = [];
  for (const each of cases) {
    if (!like) sent.push(await look(port, each));
    await load(port, each, 1.5);
    const before = await weight(child);
    const { requests, latency, non2xx, errors } = await load(port, each, SECONDS);
    const after = await weight(child);
    underLoad = Math.max(underLoad, after.mebibytes);
    const cpu = (after.cpuMicroseconds - before.cpuMicroseconds) / requests.total;
    rows.push({ label: each.label, perSecond: requests.average, p50: latency.p50, p99: latency.p99, refused: non2xx + errors, cpu });
  }
  child.send('stop');
  await new Promise((done) => child.once('exit', done));
  return { rows, sent, atRest, underLoad, rates };
}

/** Compressed bytes; `fetch` would decompress them. */
async function look(port: number, { path, method = 'GET', body, br }: Case): Promise<Sent> {
  const headers = { 'accept-encoding': br ? 'br' : 'identity', 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body ? { body } : {}) });
  await answer.arrayBuffer();
  const compared = [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date', 'transfer-encoding'].includes(name));
  return { bytes: Number(answer.headers.get('content-length') ?? 0), headers: Object.fromEntries(compared) };
}

function load(port: number, { path, method = 'GET', body, br }: Case, duration: number) {
  return sendLoad({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    duration,
    method,
    headers: { ...(br ? { 'accept-encoding': 'br' } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body } : {}),
  });
}

async function weight(child: ChildProcess): Promise<Weight> {
  child.send('weight');
  return (await nextMessage(child)) as Weight;
}

async function ratesOf(child: ChildProcess): Promise<readonly number[]> {
  child.send('rates');
  return ((await nextMessage(child)) as { rates: readonly number[] }).rates;
}

function nextMessage(child: ChildProcess): Promise<TargetMessage> {
  return new Promise((done, fail) => {
    child.once('message', (message) => done(message as TargetMessage));
    child.once('exit', (code) => fail(new Error(`the measured process ended with ${code}`)));
  });
}

function table(rows: readonly (Row & { against: number; of: string })[]): void {
  console.log(
    `${'what'.padEnd(26)}${'req/s'.padStart(9)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'refused'.padStart(9)}${'CPU µs'.padStart(9)}   ratio`,
  );
  for (const { label, perSecond, p50, p99, refused, cpu, against, of } of rows) {
    const numbers = [perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), String(refused), cpu.toFixed(1)]
      .map((text) => text.padStart(9))
      .join('');
    console.log(`${label.padEnd(26)}${numbers}   ${((perSecond / against) * 100).toFixed(0)} % of ${of}`);
  }
}
