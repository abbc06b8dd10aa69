// Customers of a shop with several nodes, for npm run ops: pages, log-ins, orders and live streams, at a
// steady pace. Every answer is looked at.
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { request as requestTls, Agent as TlsAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { examples } from '../../src/api-docs.ts';
import { story } from '../../tests/support/cart-lines.ts';

export const CUSTOMER_PASSWORD = 'seven blue herons';
const json = { 'content-type': 'application/json' };

type Sent = { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };
type Answer = { readonly status: number; readonly text: string };
export type Customer = { readonly email: string; token: string; loggedInAt: number };

/**
 * The API's example for another trade, with a service of the sample shop, and without the consent to an early
 * start. JSON leaves out what is undefined.
 */
export const purchase = { ...(examples['POST /api/orders'] as object), orderFormData: [story()], price: 9_900, startNow: undefined };

export type Traffic = {
  readonly requests: () => number;
  /** Each with its cause. */
  readonly failures: readonly string[];
  readonly slowestMs: () => number;
  /** Streams that a stopping node ended, and that were open again afterwards. */
  readonly resumed: () => number;
  /** The purchases that were acknowledged. */
  readonly purchaseIds: ReadonlySet<string>;
  stop(): Promise<void>;
};

const CUSTOMERS = 6;
const CLIENTS = 10;
const PAUSE_MS = 200;

export async function startTraffic(url: string): Promise<Traffic> {
  const kept = url.startsWith('https:') ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => createCustomer(url)));
  const failures: string[] = [];
  const purchaseIds = new Set<string>();
  let [requests, slowestMs, resumed, isOver] = [0, 0, 0, false];

  async function ask(path: string, sent: Sent, isFresh = false): Promise<Answer | undefined> {
    const startedAt = performance.now();
    requests++;
    const answer = await send(url + path, sent, isFresh ? false : kept).catch((cause: Error) => cause.message);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    if (typeof answer !== 'string' && answer.status < 300) return answer;
    failures.push(`${path}: ${typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 200)}`}`);
    return undefined;
  }

  async function order(customer: Customer): Promise<void> {
    const headers = { authorization: `Bearer ${customer.token}`, 'idempotency-key': randomUUID() };
    const answer = await ask('/api/orders', { method: 'POST', headers, body: purchase });
    if (answer) purchaseIds.add((JSON.parse(answer.text) as { purchaseId: string }).purchaseId);
  }

  const acts: readonly ((customer: Customer) => Promise<unknown>)[] = [
    () => ask('/', {}),
    order,
    () => ask('/services', {}, true),
    ({ token }) => ask('/api/orders?limit=10', { headers: { authorization: `Bearer ${token}` } }),
    () => ask('/services/brand-stories', {}),
    order,
    () => ask('/api/prices', { method: 'POST', body: { currency: 0 } }, true),
    ({ token }) => ask('/api/Accounts/profile', { headers: { authorization: `Bearer ${token}` } }),
    () => ask('/faq', {}),
    ({ email }) => ask('/api/Accounts/login', { method: 'POST', body: { email, password: CUSTOMER_PASSWORD } }),
  ];

  async function client(place: number): Promise<void> {
    for (let turn = place; !isOver; turn++) {
      const customer = customers[turn % customers.length] as Customer;
      await stayLoggedIn(url, customer);
      await acts[turn % acts.length]?.(customer);
      await pause(PAUSE_MS * (0.5 + Math.random()));
    }
  }

  /** Reads the stream, and opens it again when the shop said so. */
  async function follow(customer: Customer): Promise<void> {
    while (!isOver) {
      const { status, text } = await readStream(url, customer, () => isOver).catch((cause: Error) => ({ status: 0, text: cause.message }));
      if (isOver) return;
      if (status === 200 && /event: end\ndata: token\n\n$/.test(text)) {
        await stayLoggedIn(url, customer);
        continue;
      }
      const [, retryMs] = /retry: (\d+)\nevent: end\ndata: stopping\n\n$/.exec(text) ?? [];
      requests++;
      if (status !== 200 || retryMs === undefined) failures.push(`stream: ${status} ${text.slice(-200)}`);
      else resumed++;
      await pause(Number(retryMs ?? 1_000));
    }
  }

  const running = [...Array.from({ length: CLIENTS }, (_, place) => client(place)), ...customers.map(follow)];
  return {
    requests: () => requests,
    failures,
    slowestMs: () => slowestMs,
    resumed: () => resumed,
    purchaseIds,
    async stop() {
      isOver = true;
      await Promise.all(running);
      kept.destroy();
    },
  };
}

const MAX_TRIES = 20;

/** A machine that does much else makes a new node refuse requests. */
async function retryWhileBusy(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (answer.status !== 503 || tries === MAX_TRIES) return answer;
    await pause(1_000);
  }
}

export const createCustomer = async (url: string): Promise<Customer> => logIn(url, await registerCustomer(url));

/** The email address of a new customer. */
export async function registerCustomer(url: string): Promise<string> {
  const email = `customer-${randomUUID()}@shop.example`;
  const name = { firstName: 'Ada', lastName: 'Sample' };
  const body = { ...name, email, password: CUSTOMER_PASSWORD, repeatedPassword: CUSTOMER_PASSWORD, agreedToPrivacyPolicy: true };
  const registered = await retryWhileBusy(() => send(`${url}/api/Accounts/register`, { method: 'POST', body }, false));
  if (registered.status !== 204) throw new Error(`no account: ${registered.status} ${registered.text}`);
  return email;
}

export async function logIn(url: string, email: string): Promise<Customer> {
  const answer = await retryWhileBusy(() =>
    send(`${url}/api/Accounts/login`, { method: 'POST', body: { email, password: CUSTOMER_PASSWORD } }, false),
  );
  return { email, token: (JSON.parse(answer.text) as { accessToken: string }).accessToken, loggedInAt: performance.now() };
}

/** Less than the life of an access token. */
const SESSION_MS = 3 * 60_000;

/** Logs in again, in time. */
export async function stayLoggedIn(url: string, customer: Customer): Promise<void> {
  if (performance.now() - customer.loggedInAt > SESSION_MS) Object.assign(customer, await logIn(url, customer.email));
}

async function send(url: string, { method = 'GET', headers = {}, body }: Sent, agent: Agent | false): Promise<Answer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const length = payload === undefined ? {} : { ...json, 'content-length': String(Buffer.byteLength(payload)) };
  const answer = await open(url, { method, agent, headers: { ...headers, ...length } }, payload);
  return { status: answer.statusCode ?? 0, text: await readText(answer) };
}

function open(url: string, options: RequestOptions, payload?: string): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const sent = (url.startsWith('https:') ? requestTls : request)(url, { timeout: 30_000, ...options }, done);
    sent.on('error', fail);
    sent.on('timeout', () => sent.destroy(new Error('no answer within 30 s')));
    sent.end(payload);
  });
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return text;
}

async function readStream(url: string, { token }: Customer, isOver: () => boolean): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await open(`${url}/api/events`, { agent: false, headers, timeout: 0 });
  const watch = setInterval(() => isOver() && answer.destroy(), 200);
  try {
    return { status: answer.statusCode ?? 0, text: await readText(answer) };
  } finally {
    clearInterval(watch);
  }
}
