// As much of Stripe's API as the shop uses, after Stripe's documentation, on a port of its own: sessions of Checkout, payments, refunds, and keys under
// which the first answer is given again. It can be told to be slow, to refuse, and to be silent after it has done what it was asked for.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';
import type { Clock } from '../../src/infra/clock.ts';

const { webhooks } = new (createRequire(import.meta.url)('stripe') as typeof Stripe)('sk_test_of_nobody');

export const STRIPE_KEY = 'sk_test_thekeythatnolineofalogmayhave';
export const WEBHOOK_SECRET = 'whsec_thesecretthatnolineofalogmayhave';

type Fields = { [name: string]: unknown };
type Session = Fields & { id: string; status: string; payment_status: string; payment_intent: string | null; url: string | null };
type Answer = { readonly status: number; readonly body: Fields };
/** What becomes of one call: refused before anything is done, held up, or done and never answered. */
type Turn =
  | { readonly refuse: number; readonly code?: string; readonly type?: string }
  | { readonly slowMs: number }
  | 'silent'
  | 'cut'
  | 'faultAfter';

type Waiting = { readonly path: RegExp; readonly turn: Turn; times: number; readonly each: number; met: number };

export type StripeWorld = Awaited<ReturnType<typeof openStripe>>;

const name = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`;

export async function openStripe() {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Fields & { id: string; status: string }>();
  const refunds: (Fields & { id: string; payment_intent: string; amount: number })[] = [];
  const kept = new Map<string, { readonly sent: string; answer?: Answer }>();
  const calls: { readonly path: string; readonly key: string | undefined; readonly sent: URLSearchParams }[] = [];
  const turns: Waiting[] = [];
  let clock: Clock = { now: () => new Date() };
  const seconds = () => Math.floor(clock.now().getTime() / 1_000);

  const isOver = (session: Session): boolean => session.status === 'open' && (session.expires_at as number) <= seconds();
  const found = (id: string): Session | undefined => {
    const session = sessions.get(id);
    if (session && isOver(session)) Object.assign(session, { status: 'expired', url: null });
    return session;
  };

  function create(sent: URLSearchParams): Answer {
    const expiresAt = Number(sent.get('expires_at'));
    const email = sent.get('customer_email') ?? '';
    if (expiresAt < seconds() + 30 * 60 || expiresAt > seconds() + 24 * 3_600) return refused(400, { param: 'expires_at' });
    if (!email.includes('@')) return refused(400, { code: 'email_invalid', message: `Invalid email address: ${email}` });
    const id = name('cs_test');
    const currency = sent.get('line_items[0][price_data][currency]');
    const amount = Number(sent.get('line_items[0][price_data][unit_amount]'));
    const session: Session = {
      ...{ id, object: 'checkout.session', status: 'open', payment_status: 'unpaid', payment_intent: null, url: `${url}/pay/${id}` },
      ...{ amount_total: amount, currency, expires_at: expiresAt, metadata: marksOf(sent, 'metadata'), locale: sent.get('locale') },
      ...{ customer_email: email, intentMarks: marksOf(sent, 'payment_intent_data[metadata]'), return: sent.get('success_url') },
    };
    sessions.set(id, session);
    return { status: 200, body: session };
  }

  function refund(sent: URLSearchParams): Answer {
    const intent = intents.get(sent.get('payment_intent') ?? '');
    if (!intent) return refused(404, { code: 'resource_missing' });
    const amount = Number(sent.get('amount'));
    const before = refunds.filter(({ payment_intent }) => payment_intent === intent.id).reduce((all, each) => all + each.amount, 0);
    if (before + amount > (intent.amount as number)) return refused(400, { code: 'charge_already_refunded' });
    const made = {
      id: name('re'),
      object: 'refund',
      amount,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: marksOf(sent, 'metadata'),
    };
    refunds.push(made);
    return { status: 200, body: made };
  }

  function expire(id: string): Answer {
    const session = found(id);
    if (!session) return refused(404, { code: 'resource_missing' });
    if (session.status !== 'open') return refused(400, { message: `This Session is not in an expireable state: ${session.status}.` });
    Object.assign(session, { status: 'expired', url: null });
    return { status: 200, body: session };
  }

  function retrieve(id: string, sent: URLSearchParams): Answer {
    const session = found(id);
    if (!session) return refused(404, { code: 'resource_missing' });
    const intent = sent.has('expand[0]') && session.payment_intent ? intents.get(session.payment_intent) : undefined;
    return { status: 200, body: { ...session, payment_intent: intent ?? session.payment_intent } };
  }

  function carryOut(method: string, path: string, sent: URLSearchParams): Answer {
    const [kind = '', id = '', act = ''] = path.replace(/^\/v1\/(checkout\/)?/, '').split('/');
    const intent = intents.get(id);
    if (kind === 'sessions' && method === 'POST') return id === '' ? create(sent) : act === 'expire' ? expire(id) : refused(404, {});
    if (kind === 'sessions') return retrieve(id, sent);
    if (kind === 'refunds' && method === 'POST') return refund(sent);
    if (kind === 'refunds') {
      const data = refunds.filter(({ payment_intent }) => payment_intent === sent.get('payment_intent'));
      return { status: 200, body: { object: 'list', data, has_more: false } };
    }
    return kind === 'payment_intents' && intent ? { status: 200, body: intent } : refused(404, { code: 'resource_missing' });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', url);
    const sent = request.method === 'GET' ? searchParams : new URLSearchParams(await textOf(request));
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
    const carried = carryOut(request.method ?? '', path, sent);
    keeping.answer = turn === 'faultAfter' ? refused(500, { type: 'api_error' }) : carried;
    // What was refused for its words alone is not kept under the key.
    if (carried.status === 400 && key !== undefined) kept.delete(key);
    if (turn === 'cut') request.socket.destroy();
    else if (turn !== 'silent') done(keeping.answer);
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  const event = <Thing>(type: string, object: Thing) => ({ id: name('evt'), object: 'event', type, created: seconds(), data: { object } });

  /** As Stripe sends it, or somebody in its name; resolves with the shop's status. */
  async function tell(shopUrl: string, told: unknown, { secret = WEBHOOK_SECRET, at = clock.now(), raw = JSON.stringify(told) } = {}) {
    const stamp = webhooks.generateTestHeaderString({ payload: JSON.stringify(told), secret, timestamp: Math.floor(at.getTime() / 1_000) });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': stamp };
    return (await fetch(`${shopUrl}/api/payments/webhook/stripe`, { method: 'POST', headers, body: raw })).status;
  }

  return {
    url,
    calls,
    refunds,
    sessions,
    event,
    tell,
    environment: { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_HOST: url },
    follow: (shop: Clock) => {
      clock = shop;
    },
    /** What becomes of the next calls of this kind, or of each third of them. */
    next: (path: RegExp, turn: Turn, times = 1, each = 1) => void turns.push({ path, turn, times, each, met: 0 }),
    /** A customer pays on Stripe's page: the event that Stripe would send. `pending`: by a way that takes days. */
    pay(link: string, how: 'paid' | 'pending' = 'paid') {
      const session = found(link.split('/').at(-1) ?? '');
      if (session?.status !== 'open') throw new Error('nobody can pay by this link');
      const { id: _, intentMarks: metadata, amount_total: amount, currency } = session;
      const charge = { id: name('ch'), created: seconds(), amount, currency, metadata };
      const status = how === 'paid' ? 'succeeded' : 'processing';
      const intent = { id: name('pi'), object: 'payment_intent', status, amount, currency, metadata, latest_charge: charge };
      intents.set(intent.id, intent);
      Object.assign(session, {
        status: 'complete',
        url: null,
        payment_intent: intent.id,
        payment_status: how === 'paid' ? 'paid' : 'unpaid',
      });
      return event('checkout.session.completed', { ...session });
    },
    /** A way to pay that took days has come to its end. */
    settle(reference: string, how: 'paid' | 'failed') {
      const session = sessions.get(reference);
      if (!session?.payment_intent) throw new Error('nobody has paid by this link');
      if (how === 'paid') session.payment_status = 'paid';
      Object.assign(intents.get(session.payment_intent) ?? {}, { status: how === 'paid' ? 'succeeded' : 'requires_payment_method' });
      return event(`checkout.session.async_payment_${how === 'paid' ? 'succeeded' : 'failed'}`, { ...session });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function takeTurn(turns: readonly Waiting[], path: string): Turn | undefined {
  const next = turns.find((each) => each.times > 0 && each.path.test(path));
  if (!next || ++next.met % next.each !== 0) return undefined;
  next.times--;
  return next.turn;
}

const refused = (status: number, error: Fields): Answer => ({
  status,
  body: { error: { type: status < 500 ? 'invalid_request_error' : 'api_error', ...error } },
});

function marksOf(sent: URLSearchParams, field: string): Readonly<Record<string, string>> {
  const inside = [...sent].filter(([each]) => each.startsWith(`${field}[`) && each.lastIndexOf('[') === field.length);
  return Object.fromEntries(inside.map(([each, value]) => [each.slice(field.length + 1, -1), value]));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
