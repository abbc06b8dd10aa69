// Benchmark of accounts: log-ins against bare argon2, the profile against a bare Fastify route that reads one
// row, refreshes, and whether the response time reveals a customer. One run on one machine, because only
// ratios compare.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { type LoadOptions, sendLoad } from './load.ts';

const CONNECTIONS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const SAMPLES = Number(process.env.BENCH_SAMPLES ?? 1_000);
const PASSWORD = 'seven blue herons';
const json = { 'content-type': 'application/json' };

type Tokens = { readonly accessToken: string; readonly refreshToken: string };

const shop = await open('shop');
const bare = await open('one row');
try {
  await post('/api/Accounts/register', {
    firstName: 'Ada',
    lastName: 'Sample',
    email: 'ada@shop.example',
    agreedToPrivacyPolicy: true,
    password: PASSWORD,
    repeatedPassword: PASSWORD,
  });
  const { accessToken } = await logIn();
  // A known browser: a log-in from a new device also sends a mail.
  const known = (await postLogIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
  const argon = await bareArgon();
  const logins = await load(shop.port, '/api/Accounts/login', {
    method: 'POST',
    body: JSON.stringify({ email: 'ada@shop.example', password: PASSWORD }),
    headers: { cookie: known },
  });
  line('log-ins', logins, argon, 'the bare argon2');
  const profile = await load(shop.port, '/api/Accounts/profile', { headers: { authorization: `Bearer ${accessToken}` } });
  line('profile', profile, await load(bare.port, '/', {}), 'Fastify with one row by its key');
  line('refreshes', await refreshes());
  await compare('log-in', (email) => post('/api/Accounts/login', { email, password: 'not the password' }));
  await compare('forgotten password', (email) => post('/api/Accounts/forgot-password', { email }));
} finally {
  // The children end when this process ends.
  shop.child.disconnect();
  bare.child.disconnect();
}

async function open(name: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, 'target.ts'), [name], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { port } = await new Promise<{ port: number }>((done, fail) => {
    child.once('message', (message) => done(message as { port: number }));
    child.once('exit', (code) => fail(new Error(`the measured process ended with ${code}`)));
  });
  return { child, port };
}

async function post(path: string, body: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${shop.port}${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

function postLogIn(): Promise<Response> {
  return post('/api/Accounts/login', { email: 'ada@shop.example', password: PASSWORD });
}

async function logIn(): Promise<Tokens> {
  return (await (await postLogIn()).json()) as Tokens;
}

/** One verification per core at a time. */
async function bareArgon(): Promise<number> {
  const passwordHash = await hash(PASSWORD, { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const until = performance.now() + SECONDS * 1_000;
  let count = 0;
  const worker = async () => {
    for (; performance.now() < until; count++) await verify(passwordHash, PASSWORD);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return count / SECONDS;
}

async function load(port: number, path: string, options: Pick<LoadOptions, 'method' | 'body' | 'headers'>): Promise<number> {
  const url = `http://127.0.0.1:${port}${path}`;
  const runLoad = (duration: number) =>
    sendLoad({ url, connections: CONNECTIONS, duration, ...options, headers: { ...json, ...options.headers } });
  await runLoad(1);
  const { requests, non2xx, errors } = await runLoad(SECONDS);
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} were refused, ${errors} failed`);
  return requests.average;
}

/** Each connection refreshes its own session, as browsers do. */
async function refreshes(): Promise<number> {
  const sessions = await Promise.all(Array.from({ length: CONNECTIONS }, logIn));
  const bodyOf = ({ refreshToken }: Tokens) => JSON.stringify({ refreshToken });
  const { requests, non2xx, errors } = await sendLoad({
    url: `http://127.0.0.1:${shop.port}/api/Accounts/refresh`,
    connections: CONNECTIONS,
    duration: SECONDS,
    method: 'POST',
    headers: json,
    setupClient(client) {
      client.setBody(bodyOf(sessions.pop() as Tokens));
      client.on('body', (body) => client.setBody(bodyOf(JSON.parse(String(body)) as Tokens)));
    },
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refreshes were refused, ${errors} failed`);
  return requests.average;
}

/** Alternating, so that other load on the machine affects both alike. */
async function compare(what: string, send: (email: string) => Promise<Response>): Promise<void> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const kind of ['known', 'unknown'] as const) {
      const begun = performance.now();
      await (await send(kind === 'known' ? 'ada@shop.example' : `nobody-${sample}@shop.example`)).text();
      times[kind].push(performance.now() - begun);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  console.log(
    `${what.padEnd(20)} known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms: ${Math.abs(known - unknown).toFixed(2)} ms apart (${SAMPLES} each)`,
  );
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function line(what: string, perSecond: number, against?: number, of = ''): void {
  const ratio = against === undefined ? '' : `   ${((perSecond / against) * 100).toFixed(0)} % of ${of} (${against.toFixed(0)})`;
  console.log(`${what.padEnd(20)}${perSecond.toFixed(0).padStart(8)} per second${ratio}`);
}
