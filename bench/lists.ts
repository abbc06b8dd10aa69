// Benchmark of order lists and prices beside a Fastify route that sends the same bytes. The shop and the
// route are measured alternately, because only ratios of one run compare. An argument measures only what has
// it in its name. The processor time is that of Node and of PostgreSQL for one request.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { newCustomer, purchase as samplePurchase } from '../ops/lab/customers.ts';
import { sendLoad } from './load.ts';
import { cpuSecondsOf } from './processes.ts';
import type { TargetMessage } from './target.ts';

const CONNECTIONS = 32;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ORDERS_OF_EACH = 10;
const purchase = {
  ...samplePurchase,
  orderFormData: [
    {
      offerId: 'brand-stories-600',
      quantity: 1,
      platform: null,
      answers: {
        brandName: 'Loaf & Queue',
        language: 'en',
        tone: 'warm',
        rightsConfirmed: true,
        facts: 'A bakery in a side street. '.repeat(10),
        values: ['craft'],
        founded: 2014,
      },
    },
  ],
};
const json = { 'content-type': 'application/json' };

type Server = { readonly child: ChildProcess; readonly port: number };
type Case = {
  readonly label: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  readonly tokens?: readonly string[];
  readonly br?: boolean;
};
type Sample = { readonly perSecond: number; readonly nodeMicroseconds: number; readonly wholeMicroseconds: number };

const shop = await open('shop');
const tokens = await customers();
const list = { path: `/api/orders?limit=${ORDERS_OF_EACH}` };
const cases: readonly Case[] = [
  { label: 'prices', path: '/api/prices', method: 'POST', body: '{"currency":0}', br: true },
  { ...list, label: 'lists of one customer', tokens: tokens.slice(0, 1) },
  { ...list, label: `lists of ${CONNECTIONS} customers`, tokens },
];
console.log('                              per second   Node µs   with PostgreSQL µs   of Fastify with the same bytes');
const [only = ''] = process.argv.slice(2);
for (const each of cases.filter(({ label }) => label.includes(only))) await compare(each);
shop.child.disconnect();

async function compare(each: Case): Promise<void> {
  const sent = await look(each);
  const route = await open('fastify, same bytes', JSON.stringify(sent));
  const samples: { ours: Sample[]; route: Sample[] } = { ours: [], route: [] };
  await measure(shop, each, 2);
  await measure(route, { ...each, path: '/' }, 1);
  for (let round = 0; round < ROUNDS; round++) {
    samples.ours.push(await measure(shop, each, SECONDS));
    samples.route.push(await measure(route, { ...each, path: '/' }, SECONDS));
  }
  route.child.disconnect();
  const middle = (of: readonly Sample[], what: keyof Sample) => median(of.map((sample) => sample[what]));
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

async function measure({ child, port }: Server, { path, method = 'GET', body, br, tokens = [] }: Case, duration: number): Promise<Sample> {
  const before = [(await weight(child)).cpuMicroseconds, cpuSecondsOf(child.pid ?? 0)] as const;
  let connected = 0;
  const headers = { ...(body ? json : {}), ...(br ? { 'accept-encoding': 'br' } : {}) };
  const { requests, non2xx, errors } = await sendLoad({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    duration,
    method,
    headers,
    setupClient: (client) => {
      if (tokens.length > 0) client.setHeaders({ ...headers, authorization: `Bearer ${tokens[connected++ % tokens.length]}` });
    },
    ...(body ? { body } : {}),
  });
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} were refused, ${errors} failed`);
  const after = [(await weight(child)).cpuMicroseconds, cpuSecondsOf(child.pid ?? 0)] as const;
  return {
    perSecond: requests.average,
    nodeMicroseconds: (after[0] - before[0]) / requests.total,
    wholeMicroseconds: ((after[1] - before[1]) * 1e6) / requests.total,
  };
}

/** Bytes and headers of one answer. */
async function look({ path, method = 'GET', body, br, tokens = [] }: Case) {
  const answer = await fetch(`http://127.0.0.1:${shop.port}${path}`, {
    method,
    headers: { ...json, 'accept-encoding': br ? 'br' : 'identity', ...(tokens[0] ? { authorization: `Bearer ${tokens[0]}` } : {}) },
    ...(body ? { body } : {}),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await answer.arrayBuffer();
  const compared = [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date', 'transfer-encoding'].includes(name));
  return { bytes: Number(answer.headers.get('content-length')), headers: Object.fromEntries(compared) };
}

async function customers(): Promise<string[]> {
  const found: string[] = [];
  while (found.length < CONNECTIONS) {
    const { token } = await newCustomer(`http://127.0.0.1:${shop.port}`);
    for (let count = 0; count < ORDERS_OF_EACH; count++) await post('/api/orders', purchase, token);
    found.push(token);
  }
  return found;
}

async function post(path: string, body: object, token = ''): Promise<Response> {
  const headers = { ...json, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`http://127.0.0.1:${shop.port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function open(name: string, argument?: string): Promise<Server> {
  const args = argument === undefined ? [name] : [name, argument];
  const child = fork(join(import.meta.dirname, 'target.ts'), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { port } = (await nextMessage(child)) as { port: number };
  return { child, port };
}

async function weight(child: ChildProcess): Promise<Extract<TargetMessage, { mebibytes: number }>> {
  child.send('weight');
  return (await nextMessage(child)) as Extract<TargetMessage, { mebibytes: number }>;
}

function nextMessage(child: ChildProcess): Promise<TargetMessage> {
  return new Promise((done, fail) => {
    const ended = (code: number | null) => fail(new Error(`the measured process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      done(message as TargetMessage);
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
