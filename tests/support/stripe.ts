// A fake of the parts of Stripe's API that the shop uses: Checkout sessions, payments, refunds and
// idempotency keys. It can delay, refuse, or drop responses.
// Its data is in stripe-books.ts.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import type { Clock } from '#platform/clock.ts';
import { type Answer, carryOut, createEvent, emptyBooks, name, payBy, refused, settleLate } from './stripe-books.ts';

const { webhooks } = new (createRequire(import.meta.url)('stripe') as typeof Stripe)('sk_test_of_nobody');

export const STRIPE_KEY = 'sk_test_thekeythatnolineofalogmayhave';
export const WEBHOOK_SECRET = 'whsec_thesecretthatnolineofalogmayhave';

/** Outcome of a call: refused, delayed, or done without a response. */
type Turn =
  | { readonly refuse: number; readonly code?: string; readonly type?: string }
  | { readonly slowMs: number }
  | 'silent'
  | 'cut'
  | 'errorAfter';

type Waiting = { readonly path: RegExp; readonly turn: Turn; times: number; readonly each: number; met: number };

type Desk = {
  readonly books: ReturnType<typeof emptyBooks>;
  readonly kept: Map<string, { readonly sent: string; answer?: Answer }>;
  readonly calls: { readonly path: string; readonly key: string | undefined; readonly sent: URLSearchParams }[];
  readonly turns: Waiting[];
};

export type StripeWorld = Awaited<ReturnType<typeof openStripe>>;

export async function openStripe() {
  const books = emptyBooks();
  const desk: Desk = { books, kept: new Map(), calls: [], turns: [] };
  const server = createServer((request, response) => void answer(desk, request, response)).listen(0, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  books.url = url;
  return {
    url,
    calls: desk.calls,
    refunds: books.refunds,
    sessions: books.sessions,
    disputes: books.disputes,
    payouts: books.payouts,
    intents: books.intents,
    environment: { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_HOST: url },
    follow: (clock: Clock) => {
      books.clock = clock;
    },
    /** Sets the outcome of the next `times` calls, or of every `each`-th call. */
    next: (path: RegExp, turn: Turn, times = 1, each = 1) => void desk.turns.push({ path, turn, times, each, met: 0 }),
    /** The next calls are answered as usual. */
    clear: () => void desk.turns.splice(0),
    /** The address that the next links lead to; its own without one. */
    leadTo: (address = url) => {
      books.url = address;
    },
    /** Forgets the idempotency keys, as Stripe does after a day. */
    forgetKeys: () => desk.kept.clear(),
    event: <Thing>(type: string, object: Thing) => createEvent(books, type, object),
    pay: (link: string, how: 'paid' | 'pending' = 'paid', refusal?: string) => payBy(books, link, how, refusal),
    methods: books.methods,
    settle: (reference: string, how: 'paid' | 'failed') => settleLate(books, reference, how),
    /** Sends a webhook as Stripe or as a forger; resolves with the shop's status. */
    async tell(shopUrl: string, told: unknown, { secret = WEBHOOK_SECRET, at = books.clock.now(), raw = JSON.stringify(told) } = {}) {
      const stamp = webhooks.generateTestHeaderString({
        payload: JSON.stringify(told),
        secret,
        timestamp: Math.floor(at.getTime() / 1_000),
      });
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': stamp };
      return (await fetch(`${shopUrl}/api/payments/webhook/stripe`, { method: 'POST', headers, body: raw })).status;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer({ books, kept, calls, turns }: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname: path, searchParams } = new URL(request.url ?? '/', books.url);
  const sent = request.method === 'GET' ? searchParams : new URLSearchParams(await readText(request));
  const key = request.headers['idempotency-key'] as string | undefined;
  const done = ({ status, body }: Answer, replayed = false) => {
    const headers = { 'content-type': 'application/json', 'request-id': name('req'), ...(replayed && { 'idempotent-replayed': 'true' }) };
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
  if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) return done(refused(401, { message: `Invalid API Key: ${STRIPE_KEY}` }));
  calls.push({ path: `${request.method} ${path}`, key, sent });
  const turn = takeTurn(turns, `${request.method} ${path}`);
  if (typeof turn === 'object' && 'refuse' in turn)
    return done(refused(turn.refuse, { ...turn, message: `No, ${sent.get('customer_email')} with ${STRIPE_KEY}` }));
  const before = key === undefined ? undefined : kept.get(key);
  if (before && before.sent !== sent.toString()) return done(refused(400, { type: 'idempotency_error' }));
  if (before) return done(before.answer ?? refused(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }), !!before.answer);
  const keeping = { sent: sent.toString() } as { sent: string; answer?: Answer };
  if (key !== undefined && request.method === 'POST') kept.set(key, keeping);
  if (typeof turn === 'object') await new Promise((past) => setTimeout(past, turn.slowMs));
  const carried = carryOut(books, request.method ?? '', path, sent);
  keeping.answer = turn === 'errorAfter' ? refused(500, { type: 'api_error' }) : carried;
  // Validation errors are not stored under the idempotency key.
  if (carried.status === 400 && key !== undefined) kept.delete(key);
  if (turn === 'cut') request.socket.destroy();
  else if (turn !== 'silent') done(keeping.answer);
}

function takeTurn(turns: readonly Waiting[], path: string): Turn | undefined {
  const next = turns.find((each) => each.times > 0 && each.path.test(path));
  if (!next || ++next.met % next.each !== 0) return undefined;
  next.times--;
  return next.turn;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
