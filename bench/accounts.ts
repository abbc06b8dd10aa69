// Benchmark of accounts: log-ins against bare argon2, the profile against a bare Fastify route that reads one
// row, refreshes, and whether the response time reveals a customer. One run on one machine, because only
// ratios compare.
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { CUSTOMER_PASSWORD, registerCustomer } from '../ops/lab/customers.ts';
import { sendLoad } from './load.ts';
import { computeMedian, json, openTarget, printRate } from './measure.ts';

const CONNECTIONS = 32;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const SAMPLES = Number(process.env.BENCH_SAMPLES ?? 1_000);

type Tokens = { readonly accessToken: string; readonly refreshToken: string };

const shop = await openTarget('shop');
const bare = await openTarget('one row');
try {
  const email = await registerCustomer(shop.url);
  const credentials = { email, password: CUSTOMER_PASSWORD };
  const first = await post('/api/Accounts/login', credentials);
  // A known browser: a log-in from a new device also sends a mail.
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { accessToken } = (await first.json()) as Tokens;
  const argon = await measureBareArgon();
  const loginUrl = `${shop.url}/api/Accounts/login`;
  const logins = await load({ url: loginUrl, method: 'POST', body: JSON.stringify(credentials), headers: { ...json, cookie } });
  printRate('log-ins', logins, argon, 'the bare argon2');
  const profile = await load({ url: `${shop.url}/api/Accounts/profile`, headers: { authorization: `Bearer ${accessToken}` } });
  printRate('profile', profile, await load({ url: bare.url }), 'Fastify with one row by its key');
  printRate('refreshes', await measureRefreshes(credentials));
  await compare('log-in', email, (each) => post('/api/Accounts/login', { email: each, password: 'not the password' }));
  await compare('forgotten password', email, (each) => post('/api/Accounts/forgot-password', { email: each }));
} finally {
  shop.close();
  bare.close();
}

function post(path: string, body: object): Promise<Response> {
  return fetch(shop.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

/** One verification per core at a time. */
async function measureBareArgon(): Promise<number> {
  const options = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  const passwordHash = await hash(CUSTOMER_PASSWORD, options);
  const until = performance.now() + SECONDS * 1_000;
  let count = 0;
  const worker = async () => {
    for (; performance.now() < until; count++) await verify(passwordHash, CUSTOMER_PASSWORD);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return count / SECONDS;
}

type Requests = Omit<Parameters<typeof sendLoad>[0], 'connections' | 'duration'>;

async function load(requests: Requests): Promise<number> {
  await sendLoad({ ...requests, connections: CONNECTIONS, duration: 1 });
  return (await sendLoad({ ...requests, connections: CONNECTIONS, duration: SECONDS })).requests.average;
}

/** Each connection refreshes its own session, as browsers do. */
async function measureRefreshes(credentials: object): Promise<number> {
  const logIn = async () => (await (await post('/api/Accounts/login', credentials)).json()) as Tokens;
  const sessions = await Promise.all(Array.from({ length: CONNECTIONS }, logIn));
  const getBody = ({ refreshToken }: Tokens) => JSON.stringify({ refreshToken });
  const { requests } = await sendLoad({
    url: `${shop.url}/api/Accounts/refresh`,
    connections: CONNECTIONS,
    duration: SECONDS,
    method: 'POST',
    headers: json,
    setupClient(client) {
      client.setBody(getBody(sessions.pop() as Tokens));
      client.on('body', (body) => client.setBody(getBody(JSON.parse(String(body)) as Tokens)));
    },
  });
  return requests.average;
}

/** Alternating, so that other load on the machine affects both alike. */
async function compare(what: string, email: string, send: (email: string) => Promise<Response>): Promise<void> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const kind of ['known', 'unknown'] as const) {
      const begun = performance.now();
      await (await send(kind === 'known' ? email : `nobody-${sample}@shop.example`)).text();
      times[kind].push(performance.now() - begun);
    }
  }
  const [known, unknown] = [computeMedian(times.known), computeMedian(times.unknown)];
  const apart = Math.abs(known - unknown).toFixed(2);
  console.log(`${what.padEnd(24)}known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms: ${apart} ms apart (${SAMPLES} each)`);
}
