// Benchmark of order lists and prices beside a Fastify route that sends the same bytes. The shop and the
// route are measured alternately, because only ratios of one run compare. An argument measures only what has
// it in its name. The processor time is that of Node and of PostgreSQL for one request.
import { createCustomer, purchase } from '../ops/lab/customers.ts';
import { sendLoad } from './load.ts';
import { computeMedian, json, type OpenTarget, openTarget, placeOrder } from './measure.ts';
import { measureCpuSeconds } from './processes.ts';

const CONNECTIONS = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ORDERS_OF_EACH = 10;

type Case = {
  readonly label: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly tokens?: readonly string[];
  readonly br?: boolean;
};
type Sample = { readonly perSecond: number; readonly nodeMicroseconds: number; readonly wholeMicroseconds: number };

const shop = await openTarget('shop');
const tokens = await createCustomers();
const list = { path: `/api/orders?limit=${ORDERS_OF_EACH}` };
const cases: readonly Case[] = [
  { label: 'prices', path: '/api/prices', method: 'POST', body: '{"currency":0}', br: true },
  { ...list, label: 'lists of one customer', tokens: tokens.slice(0, 1) },
  { ...list, label: `lists of ${CONNECTIONS} customers`, tokens },
];
console.log('                              per second   Node µs   with PostgreSQL µs   of Fastify with the same bytes');
const [only = ''] = process.argv.slice(2);
for (const each of cases.filter(({ label }) => label.includes(only))) await compare(each);
shop.close();

async function compare(each: Case): Promise<void> {
  const sent = await inspectAnswer(each);
  const route = await openTarget('fastify, same bytes', sent);
  const samples: { ours: Sample[]; route: Sample[] } = { ours: [], route: [] };
  await measure(shop, each, 2);
  await measure(route, { ...each, path: '/' }, 1);
  for (let round = 0; round < ROUNDS; round++) {
    samples.ours.push(await measure(shop, each, SECONDS));
    samples.route.push(await measure(route, { ...each, path: '/' }, SECONDS));
  }
  route.close();
  const middle = (of: readonly Sample[], what: keyof Sample) => computeMedian(of.map((sample) => sample[what]));
  for (const [label, of] of [
    [each.label, samples.ours],
    [`  Fastify, ${sent.bytes} bytes`, samples.route],
  ] as const) {
    const ratio = `${((middle(of, 'perSecond') / middle(samples.route, 'perSecond')) * 100).toFixed(0)} %`;
    const [perSecond, node, whole] = [middle(of, 'perSecond'), middle(of, 'nodeMicroseconds'), middle(of, 'wholeMicroseconds')];
    console.log(
      `${label.padEnd(30)}${perSecond.toFixed(0).padStart(10)}${node.toFixed(1).padStart(10)}${whole.toFixed(1).padStart(21)}   ${ratio}`,
    );
  }
}

/** Microseconds of the process alone, and with PostgreSQL. */
async function readCpu({ ask, pid }: OpenTarget): Promise<readonly [number, number]> {
  const { cpuMicroseconds } = await ask<{ cpuMicroseconds: number }>('cpu');
  return [cpuMicroseconds, measureCpuSeconds(pid) * 1e6];
}

async function measure(server: OpenTarget, { path, method = 'GET', body, br, tokens = [] }: Case, duration: number): Promise<Sample> {
  const before = await readCpu(server);
  let connected = 0;
  const headers = { ...(body ? json : {}), ...(br ? { 'accept-encoding': 'br' } : {}) };
  const { requests } = await sendLoad({
    url: server.url + path,
    connections: CONNECTIONS,
    duration,
    method,
    headers,
    setupClient: (client) => {
      if (tokens.length > 0) client.setHeaders({ ...headers, authorization: `Bearer ${tokens[connected++ % tokens.length]}` });
    },
    ...(body ? { body } : {}),
  });
  const after = await readCpu(server);
  return {
    perSecond: requests.average,
    nodeMicroseconds: (after[0] - before[0]) / requests.total,
    wholeMicroseconds: (after[1] - before[1]) / requests.total,
  };
}

/** Bytes and headers of one answer. */
async function inspectAnswer({ path, method = 'GET', body, br, tokens = [] }: Case) {
  const answer = await fetch(shop.url + path, {
    method,
    headers: { ...json, 'accept-encoding': br ? 'br' : 'identity', ...(tokens[0] ? { authorization: `Bearer ${tokens[0]}` } : {}) },
    ...(body ? { body } : {}),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await answer.arrayBuffer();
  const compared = [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date', 'transfer-encoding'].includes(name));
  return { bytes: Number(answer.headers.get('content-length')), headers: Object.fromEntries(compared) };
}

async function createCustomers(): Promise<string[]> {
  const found: string[] = [];
  while (found.length < CONNECTIONS) {
    const { token } = await createCustomer(shop.url);
    for (let count = 0; count < ORDERS_OF_EACH; count++) await placeOrder(shop.url, token, purchase);
    found.push(token);
  }
  return found;
}
