// The data of the Stripe fake: sessions, payments and refunds. Its HTTP side is in stripe.ts.
import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';

export type Fields = { [name: string]: unknown };
export type Session = Fields & { id: string; status: string; payment_status: string; payment_intent: string | null; url: string | null };
export type Answer = { readonly status: number; readonly body: Fields };
type Intent = Fields & { id: string; status: string };
type Listed = Fields & { id: string; created: number };
type Refund = Fields & { id: string; payment_intent: string; amount: number };

export type Books = {
  clock: Clock;
  url: string;
  readonly sessions: Map<string, Session>;
  readonly intents: Map<string, Intent>;
  /** Saved payment methods. `refusal`: how the bank answers while the payer is away. */
  readonly methods: Map<string, Fields & { id: string; refusal?: string | undefined }>;
  readonly refunds: Refund[];
  readonly disputes: Listed[];
  readonly payouts: Listed[];
};

export const emptyBooks = (): Books => ({
  clock: { now: () => new Date() },
  url: '',
  sessions: new Map(),
  intents: new Map(),
  methods: new Map(),
  refunds: [],
  disputes: [],
  payouts: [],
});

export const name = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`;
const seconds = ({ clock }: Books): number => Math.floor(clock.now().getTime() / 1_000);

export const createEvent = <Thing>(books: Books, type: string, object: Thing) => ({
  id: name('evt'),
  object: 'event',
  type,
  created: seconds(books),
  data: { object },
});

export function carryOut(books: Books, method: string, path: string, sent: URLSearchParams): Answer {
  const [kind = '', id = '', act = ''] = path.replace(/^\/v1\/(checkout\/)?/, '').split('/');
  const intent = books.intents.get(id);
  if (kind === 'balance')
    return { status: 200, body: { object: 'balance', livemode: false, available: [{ amount: 0, currency: 'eur' }], pending: [] } };
  const listed = method === 'GET' && id === '' && !sent.has('payment_intent') ? lists[kind]?.(books) : undefined;
  if (listed) return page(listed, sent);
  if (kind === 'sessions' && method === 'POST')
    return id === '' ? create(books, sent) : act === 'expire' ? expire(books, id) : refused(404, {});
  if (kind === 'sessions') return retrieve(books, id, sent);
  if (kind === 'refunds' && method === 'POST') return refund(books, sent);
  if (kind === 'refunds') {
    const data = books.refunds.filter(({ payment_intent }) => payment_intent === sent.get('payment_intent'));
    return { status: 200, body: { object: 'list', data, has_more: false } };
  }
  if (kind === 'payment_methods') return act === 'detach' && books.methods.delete(id) ? { status: 200, body: { id } } : refused(404, {});
  if (kind === 'payment_intents' && id === '') return method === 'POST' ? charge(books, sent) : listIntents(books, sent);
  if (kind === 'payment_intents' && intent && act === 'cancel') return refused(400, { code: 'payment_intent_unexpected_state' });
  if (kind === 'payment_intents' && intent && sent.has('expand[0]'))
    return { status: 200, body: { ...intent, payment_method: books.methods.get(String(intent.payment_method)) ?? null } };
  return kind === 'payment_intents' && intent ? { status: 200, body: intent } : refused(404, { code: 'resource_missing' });
}

const lists: Readonly<Record<string, (books: Books) => readonly Listed[]>> = {
  sessions: ({ sessions, intents }) =>
    [...sessions.values()]
      .filter(({ status }) => status === 'complete')
      .map((session) => ({
        ...(session as Session & Listed),
        payment_intent: intents.get(session.payment_intent ?? '') ?? null,
      })) as unknown as Listed[],
  refunds: ({ refunds }) => refunds as unknown as Listed[],
  disputes: ({ disputes, intents }) => disputes.map((each) => ({ ...each, payment_intent: intents.get(String(each.payment_intent)) })),
  payouts: ({ payouts }) => payouts,
};

/** Newest first, after the object of the cursor. */
function page(all: readonly Listed[], sent: URLSearchParams): Answer {
  const since = Number(sent.get('created[gte]') ?? 0);
  const sorted = all.filter(({ created }) => created >= since).toReversed();
  const from = sorted.findIndex(({ id }) => id === sent.get('starting_after')) + 1;
  const until = from + Math.min(Number(sent.get('limit') ?? 10), PAGE);
  return { status: 200, body: { object: 'list', data: sorted.slice(from, until), has_more: until < sorted.length } };
}

/** Stripe's is 100. */
const PAGE = 2;

function create(books: Books, sent: URLSearchParams): Answer {
  const expiresAt = Number(sent.get('expires_at'));
  const email = sent.get('customer_email') ?? '';
  if (expiresAt < seconds(books) + 30 * 60 || expiresAt > seconds(books) + 24 * 3_600) return refused(400, { param: 'expires_at' });
  if (!email.includes('@')) return refused(400, { code: 'email_invalid', message: `Invalid email address: ${email}` });
  const id = name('cs_test');
  const currency = sent.get('line_items[0][price_data][currency]');
  const amount = Number(sent.get('line_items[0][price_data][unit_amount]'));
  const session: Session = {
    id,
    object: 'checkout.session',
    created: seconds(books),
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    url: `${books.url}/pay/${id}`,
    amount_total: amount,
    currency,
    expires_at: expiresAt,
    metadata: readFields(sent, 'metadata'),
    locale: sent.get('locale'),
    customer_email: email,
    intentMarks: readFields(sent, 'payment_intent_data[metadata]'),
    isSaved: sent.get('payment_intent_data[setup_future_usage]') === 'off_session' && sent.get('customer_creation') === 'always',
    return: sent.get('success_url'),
  };
  books.sessions.set(id, session);
  return { status: 200, body: session };
}

const listIntents = ({ intents }: Books, sent: URLSearchParams): Answer => {
  const data = [...intents.values()].filter(({ customer }) => customer === sent.get('customer'));
  return { status: 200, body: { object: 'list', data, has_more: false } };
};

/** Stripe's error codes of cards that are declined without their payer, by its documents. */
const cardErrors: Readonly<Record<string, Fields>> = {
  authenticate: { code: 'authentication_required', decline_code: 'authentication_required' },
  expired: { code: 'expired_card' },
  insufficient: { code: 'card_declined', decline_code: 'insufficient_funds' },
};

/** An off-session charge of a saved method. */
function charge(books: Books, sent: URLSearchParams): Answer {
  const method = books.methods.get(sent.get('payment_method') ?? '');
  if (!method || method.customer !== sent.get('customer') || sent.get('off_session') !== 'true')
    return refused(400, { code: 'resource_missing' });
  const intent = {
    id: name('pi'),
    object: 'payment_intent',
    created: seconds(books),
    status: method.type === 'sepa_debit' ? 'processing' : 'succeeded',
    amount: Number(sent.get('amount')),
    currency: sent.get('currency'),
    customer: method.customer,
    payment_method: method.id,
    metadata: readFields(sent, 'metadata'),
  };
  const error = cardErrors[method.refusal ?? ''];
  const stored = error ? { ...intent, status: 'requires_payment_method', last_payment_error: error } : intent;
  books.intents.set(stored.id, stored);
  return error ? refused(402, { type: 'card_error', ...error, payment_intent: stored }) : { status: 200, body: stored };
}

function refund(books: Books, sent: URLSearchParams): Answer {
  const intent = books.intents.get(sent.get('payment_intent') ?? '');
  if (!intent) return refused(404, { code: 'resource_missing' });
  const amount = Number(sent.get('amount'));
  const before = books.refunds.filter(({ payment_intent }) => payment_intent === intent.id).reduce((all, each) => all + each.amount, 0);
  if (before + amount > (intent.amount as number)) return refused(400, { code: 'charge_already_refunded' });
  const made = {
    id: name('re'),
    object: 'refund',
    created: seconds(books),
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    status: 'succeeded',
    metadata: readFields(sent, 'metadata'),
  };
  books.refunds.push(made);
  return { status: 200, body: made };
}

function expire(books: Books, id: string): Answer {
  const session = found(books, id);
  if (!session) return refused(404, { code: 'resource_missing' });
  if (session.status !== 'open') return refused(400, { message: `This Session is not in an expireable state: ${session.status}.` });
  Object.assign(session, { status: 'expired', url: null });
  return { status: 200, body: session };
}

function retrieve(books: Books, id: string, sent: URLSearchParams): Answer {
  const session = found(books, id);
  if (!session) return refused(404, { code: 'resource_missing' });
  const intent = sent.has('expand[0]') && session.payment_intent ? books.intents.get(session.payment_intent) : undefined;
  return { status: 200, body: { ...session, payment_intent: intent ?? session.payment_intent } };
}

function found(books: Books, id: string): Session | undefined {
  const session = books.sessions.get(id);
  if (session?.status === 'open' && (session.expires_at as number) <= seconds(books))
    Object.assign(session, { status: 'expired', url: null });
  return session;
}

/**
 * A customer pays on Stripe's page; returns the event that Stripe would send. `pending`: by a method that
 * takes days.
 */
export function payBy(books: Books, link: string, how: 'paid' | 'pending', refusal?: string) {
  const session = found(books, link.split('/').at(-1) ?? '');
  if (session?.status !== 'open') throw new Error('nobody can pay by this link');
  const { intentMarks: metadata, amount_total: amount, currency } = session;
  const charge = { id: name('ch'), created: seconds(books), amount, currency, metadata };
  const status = how === 'paid' ? 'succeeded' : 'processing';
  const saved = session.isSaved ? saveMethod(books, how, refusal) : {};
  const created = seconds(books);
  const intent = { id: name('pi'), object: 'payment_intent', created, status, amount, currency, metadata, latest_charge: charge, ...saved };
  books.intents.set(intent.id, intent);
  Object.assign(session, { status: 'complete', url: null, payment_intent: intent.id, payment_status: how === 'paid' ? 'paid' : 'unpaid' });
  return createEvent(books, 'checkout.session.completed', { ...session });
}

function saveMethod({ methods }: Books, how: 'paid' | 'pending', refusal: string | undefined) {
  const [id, customer] = [name('pm'), name('cus')];
  const card = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 };
  const method = how === 'paid' ? { type: 'card', card } : { type: 'sepa_debit', sepa_debit: { last4: '3000', country: 'DE' } };
  methods.set(id, { id, object: 'payment_method', customer, ...method, refusal });
  return { payment_method: id, customer };
}

/** An asynchronous payment succeeds or fails; returns the event. */
export function settleLate(books: Books, reference: string, how: 'paid' | 'failed') {
  const session = books.sessions.get(reference);
  if (!session?.payment_intent) throw new Error('nobody has paid by this link');
  if (how === 'paid') session.payment_status = 'paid';
  Object.assign(books.intents.get(session.payment_intent) ?? {}, { status: how === 'paid' ? 'succeeded' : 'requires_payment_method' });
  return createEvent(books, `checkout.session.async_payment_${how === 'paid' ? 'succeeded' : 'failed'}`, { ...session });
}

export const refused = (status: number, error: Fields): Answer => ({
  status,
  body: { error: { type: status < 500 ? 'invalid_request_error' : 'api_error', ...error } },
});

function readFields(sent: URLSearchParams, field: string): Readonly<Record<string, string>> {
  const inside = [...sent].filter(([each]) => each.startsWith(`${field}[`) && each.lastIndexOf('[') === field.length);
  return Object.fromEntries(inside.map(([each, value]) => [each.slice(field.length + 1, -1), value]));
}
