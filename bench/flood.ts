// Benchmark of honest log-ins while one address floods the log-in with 300 connections, at storefront and
// desk, against the idle shop. Rate limits are on.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openTarget } from './measure.ts';
import type { Desk } from './target.ts';

const CONNECTIONS = 300;
const HONEST = 12;
const PAUSE_MS = 400;
const PASSWORD = 'nine-lives-of-paper';
const ATTACKER = '127.77.2.1';
const getHonestAddress = (index: number): string => `127.88.2.${index + 1}`;

type Answer = { readonly status: number; readonly ms: number; readonly cookie: string };
type LoginRequest = {
  readonly url: string;
  readonly body: object;
  readonly from: string;
  readonly cookie?: string;
  readonly agent?: Agent;
};
type Person = { readonly url: string; readonly email: string; readonly from: string; readonly cookie: string };

const shop = await openTarget('shop', { environment: { RATE_LIMITS: 'on' } });
try {
  const { desk } = await shop.ask<{ desk: Desk }>('desk');
  const customers: Person[] = [];
  for (let index = 0; index < HONEST; index++) customers.push(await createCustomer(shop.url, getHonestAddress(index)));
  const operator = await createOwner(desk);
  const attacker = await createCustomer(shop.url, ATTACKER);
  await report('no flood', customers, operator, async () => 'none');
  const floods = {
    'without a device cookie': () => '',
    'with its own device cookie': () => attacker.cookie,
    'with an altered device cookie': () => `${attacker.cookie}.${randomUUID()}`,
  };
  for (const [name, cookie] of Object.entries(floods))
    await report(name, customers, operator, (stop) => floodLogIns(attacker, cookie, stop));
} finally {
  shop.close();
}

function post({ url, body, from, cookie = '', agent }: LoginRequest): Promise<Answer> {
  const begun = performance.now();
  return new Promise((done) => {
    const headers = { 'content-type': 'application/json', origin: new URL(url).origin, cookie };
    const sent = request(url, { method: 'POST', headers, localAddress: from, ...(agent ? { agent } : {}) }, (response) => {
      response.resume().once('end', () => {
        const [set = ''] = (response.headers['set-cookie'] ?? []).filter((each) => each.includes('device='));
        done({ status: response.statusCode ?? 0, ms: performance.now() - begun, cookie: set.split(';')[0] ?? '' });
      });
    });
    sent.once('error', () => done({ status: 0, ms: performance.now() - begun, cookie: '' }));
    sent.end(JSON.stringify(body));
  });
}

function logIn({ url, email, from, cookie }: Person): Promise<Answer> {
  return post({ url, body: { email, password: PASSWORD }, from, cookie });
}

/** Registers and logs in once, so that the device is known. */
async function createCustomer(shop: string, from: string): Promise<Person> {
  const email = `${randomUUID()}@shop.example`;
  const person = {
    firstName: 'Ada',
    lastName: 'Sample',
    email,
    password: PASSWORD,
    repeatedPassword: PASSWORD,
    agreedToPrivacyPolicy: true,
  };
  const { status } = await post({ url: `${shop}/api/Accounts/register`, body: person, from });
  if (status !== 204) throw new Error(`a customer could not register: ${status}`);
  const known = { url: `${shop}/api/Accounts/login`, email, from, cookie: '' };
  return { ...known, cookie: (await logIn(known)).cookie };
}

async function createOwner({ url, link }: Desk): Promise<Person> {
  const from = getHonestAddress(HONEST);
  await post({ url: `${url}/api/join`, body: { code: link.split('#')[1], name: 'Owner', password: PASSWORD }, from });
  const known = { url: `${url}/api/log-in`, email: 'owner@desk.example', from, cookie: '' };
  return { ...known, cookie: (await logIn(known)).cookie };
}

/** Guesses passwords of the attacker's own account without pause until aborted. */
async function floodLogIns({ url, email }: Person, cookie: () => string, stop: AbortSignal): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const counts = { tried: 0, refused: 0 };
  const connection = async () => {
    while (!stop.aborted) {
      const { status } = await post({ url, body: { email, password: 'a guess' }, from: ATTACKER, cookie: cookie(), agent });
      counts[status === 400 ? 'tried' : 'refused']++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return `${counts.tried} tried, ${counts.refused} refused`;
}

async function report(
  name: string,
  customers: readonly Person[],
  operator: Person,
  begin: (stop: AbortSignal) => Promise<string>,
): Promise<void> {
  const stop = new AbortController();
  const flooding = begin(stop.signal);
  await pause(2_000);
  const answers: { shop: Answer[]; desk: Answer[] } = { shop: [], desk: [] };
  for (const [index, person] of customers.entries()) {
    answers.shop.push(await logIn(person));
    // One operator may log in 20 times in 15 minutes.
    if (index % 3 === 0) answers.desk.push(await logIn(operator));
    await pause(PAUSE_MS);
  }
  stop.abort();
  console.log(`${name.padEnd(32)}storefront ${summarize(answers.shop)}   desk ${summarize(answers.desk)}   attacker ${await flooding}`);
}

function summarize(answers: readonly Answer[]): string {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const accepted = answers.filter(({ status }) => status === 200 || status === 204).length;
  const formatSeconds = (ms = Number.NaN) => `${(ms / 1_000).toFixed(2)} s`;
  return `${accepted} of ${answers.length}, median ${formatSeconds(times[Math.floor(times.length / 2)])}, longest ${formatSeconds(times.at(-1))}`;
}
