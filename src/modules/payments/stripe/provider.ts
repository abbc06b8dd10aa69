// The provider for real money: Stripe's own payment page, asked through Stripe's own SDK. What Stripe says is read with shapes of ours, and its errors
// become words of ours: theirs may repeat an address. A session that nobody was given the address of cannot be paid, so it may be forgotten.
import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { AppContext } from '../../../infra/app-context.ts';
import { GiveUp } from '../../../jobs.ts';
import { locales } from '../../../lib/locale.ts';
import { currencyCode, currencyCodes } from '../../../lib/money/money.ts';
import { type Asked, BadWebhook, type Charge, type Payable, type PaymentState, type Provider } from '../provider.ts';
import { PAYMENT_MARK, paidOf, REFUND_MARK, readEvent, sessionShape } from './events.ts';

/** Only where nobody waits: a customer's patience ends earlier, by the signal. */
const CALL_PATIENCE_MS = 20_000;
/** Stripe takes between half an hour and 24 hours by its own clock, which is not ours. */
const CLOCKS_APART_MS = 10 * 60_000;
const SHORTEST_LINK_MS = 30 * 60_000;
const WEBHOOK_GOOD_SECONDS = 300;
/** As many refunds of one payment as are looked through for one that was given already. */
const REFUNDS_AT_MOST = 100;

/** Asking again can help, although the answer is a 400: what is missing may be there tomorrow. */
const passing: readonly string[] = ['balance_insufficient', 'lock_timeout', 'rate_limit'];

const linkShape = z.object({ id: z.string().check(z.minLength(1)), url: z.string().check(z.minLength(1)) });
const balanceShape = z.object({ livemode: z.boolean(), available: z.array(z.object({ currency: z.string() })) });
const refundShape = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.nullish(z.string()),
  metadata: z.nullish(z.record(z.string(), z.string())),
});

export function stripeProvider({ config, clock }: Pick<AppContext, 'config' | 'clock'>): Provider {
  const { stripe } = config;
  if (!stripe) throw new Error('Stripe is not configured');
  expectCents();
  const clientFor = openSdk(stripe);
  // Reading what is signed needs no call, but the SDK wants a client.
  const { webhooks } = clientFor(new AbortController().signal);
  const askPayment = (intent: string) =>
    told('a payment', clientFor(AbortSignal.timeout(CALL_PATIENCE_MS)).paymentIntents.retrieve(intent));

  return {
    name: 'stripe',
    hosts: [stripe.apiUrl?.host ?? 'checkout.stripe.com'],
    makeLink: (payable, signal) => makeSession(clientFor(signal), payable, clock.now()),
    async cancelLink(asked, signal) {
      if (!asked.reference) return { state: 'unknown' };
      const client = clientFor(signal);
      try {
        await told('the end of a link', client.checkout.sessions.expire(asked.reference));
        return { state: 'cancelled' };
      } catch (cause) {
        // It is not open any more: what is it?
        if (cause instanceof GiveUp) return stateOf(client, asked, clock.now());
        throw cause;
      }
    },
    askState: (asked, signal) => stateOf(clientFor(signal), asked, clock.now()),
    async look(signal) {
      const { livemode, available } = balanceShape.parse(await told('the balance', clientFor(signal).balance.retrieve()));
      const codes = available.map(({ currency }) => currency.toUpperCase());
      return [
        `Stripe knows the key, ${livemode ? 'and money is real' : 'for testing: nobody really pays'}.`,
        `It holds a balance in ${codes.join(', ') || 'no currency yet'}.`,
      ];
    },
    async refund({ amount, reference, paymentId, refundId }, signal) {
      const client = clientFor(signal);
      // Stripe forgets a key after a day, and a job may be older.
      const { data } = await told('what was refunded', client.refunds.list({ payment_intent: reference, limit: REFUNDS_AT_MOST }));
      const before = data.find(({ metadata }) => metadata?.[REFUND_MARK] === refundId);
      const metadata = { [PAYMENT_MARK]: paymentId, [REFUND_MARK]: refundId };
      const given =
        before ??
        (await told('a refund', client.refunds.create({ payment_intent: reference, amount, metadata }, { idempotencyKey: refundId })));
      const refund = refundShape.parse(given);
      if (refund.status === 'failed' || refund.status === 'canceled') throw new GiveUp(`the refund ${refundId} came back to Stripe`);
      return { reference: refund.id };
    },
    async readWebhook(raw, headers) {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') throw new BadWebhook('signature');
      let event: unknown;
      try {
        event = webhooks.constructEvent(raw, signature, stripe.webhookSecret, WEBHOOK_GOOD_SECONDS, undefined, clock.now().getTime());
      } catch (cause) {
        // The signature is looked at first: what is too old is theirs.
        throw new BadWebhook(String(cause).includes('outside the tolerance') ? 'old' : 'signature');
      }
      if (stampedAt(signature) > clock.now().getTime() / 1_000 + WEBHOOK_GOOD_SECONDS) throw new BadWebhook('old');
      return readEvent(event, askPayment).catch((cause: unknown) => {
        throw cause instanceof z.core.$ZodError ? new BadWebhook('unreadable') : cause;
      });
    },
  };
}

/** Seconds, of a signature that holds: Stripe's SDK refuses what is too old, and takes whatever comes from the future. */
const stampedAt = (signature: string): number =>
  Math.max(...[...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map(([, seconds]) => Number(seconds)));

/** Amounts go to Stripe in its smallest units, as ours are kept; a currency without cents would be charged a hundredfold. */
function expectCents(): void {
  for (const currency of currencyCodes) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
    if (maximumFractionDigits !== 2) throw new Error(`${currency} has no hundredths: its amounts mean something else to Stripe`);
  }
}

/** A client costs a fifth of a millisecond, and each has the signal of its own call. */
function openSdk({ secretKey, apiUrl }: NonNullable<AppContext['config']['stripe']>): (signal: AbortSignal) => Stripe {
  // By `require`: as modules its three hundred files take twice the time and twice the memory.
  const Sdk = createRequire(import.meta.url)('stripe') as typeof Stripe;
  const address = apiUrl && {
    host: apiUrl.hostname,
    port: apiUrl.port || (apiUrl.protocol === 'https:' ? 443 : 80),
    protocol: apiUrl.protocol === 'https:' ? ('https' as const) : ('http' as const),
  };
  const fetchUntil =
    (signal: AbortSignal): typeof fetch =>
    (input: string | URL | Request, init: RequestInit = {}) =>
      fetch(input, { ...init, redirect: 'error', signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal });
  return (signal) =>
    new Sdk(secretKey, {
      ...address,
      // The shop's own jobs try again, and know when to stop.
      maxNetworkRetries: 0,
      timeout: CALL_PATIENCE_MS,
      telemetry: false,
      httpClient: Sdk.createFetchHttpClient(fetchUntil(signal)),
    });
}

/**
 * Stripe gives the first answer again to the same key, its own faults too, and refuses other words under it (a customer may have changed their address).
 * Then the next key makes another session: nobody has the address of the first.
 */
const keysOf = (paymentId: string): readonly string[] => [paymentId, `${paymentId}-2`, `${paymentId}-3`];

async function makeSession(client: Stripe, payable: Payable, now: Date): Promise<{ link: string; reference: string }> {
  const params = paramsOf(payable, Math.floor(sessionExpiry(payable, now) / 1_000));
  for (const idempotencyKey of keysOf(payable.paymentId)) {
    const session = await client.checkout.sessions.create(params, { idempotencyKey }).catch((cause: unknown) => {
      if (isSpent(cause)) return undefined;
      throw plain('a link', cause);
    });
    if (!session) continue;
    const { id, url } = linkShape.parse(session);
    return { link: url, reference: id };
  }
  throw new Error('Stripe has no link for any of the keys');
}

/** Stripe's page closes a little before our link. No page of Stripe's may be that short for a short link: there the end of our link closes it. */
function sessionExpiry({ paymentId, expiresAt }: Payable, now: Date): number {
  const usual = expiresAt.getTime() - CLOCKS_APART_MS;
  if (usual - now.getTime() >= SHORTEST_LINK_MS) return usual;
  // From our expiry, not from now: the same request goes with the same idempotency key.
  const long = expiresAt.getTime() + 2 * CLOCKS_APART_MS;
  if (long - now.getTime() < SHORTEST_LINK_MS + CLOCKS_APART_MS) throw new GiveUp(`a link for ${paymentId} would be over too soon`);
  return long;
}

function paramsOf(payable: Payable, expiresAt: number): Stripe.Checkout.SessionCreateParams {
  const { paymentId, amount, currency, locale, email, what, returnUrl } = payable;
  const metadata = { [PAYMENT_MARK]: paymentId };
  return {
    mode: 'payment',
    client_reference_id: paymentId,
    customer_email: email,
    locale: locales[locale].html,
    line_items: [
      { quantity: 1, price_data: { currency: currencyCode(currency).toLowerCase(), unit_amount: amount, product_data: { name: what } } },
    ],
    // Nothing is converted behind anybody's back.
    adaptive_pricing: { enabled: false },
    metadata,
    payment_intent_data: { metadata },
    expires_at: expiresAt,
    success_url: returnUrl,
    // Stripe sends no webhook when its page is left without paying.
    cancel_url: `${returnUrl}&left=1`,
  };
}

async function stateOf(client: Stripe, { paymentId, reference }: Asked, now: Date): Promise<PaymentState> {
  if (!reference) return { state: 'unknown' };
  const asked = told('how a payment stands', client.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge'] }));
  const found = await asked.catch((cause: unknown) => {
    if (cause instanceof GiveUp) return undefined;
    throw cause;
  });
  if (!found) return { state: 'unknown' };
  const session = sessionShape.parse(found);
  const paid: Charge | undefined = paidOf(session, paymentId);
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charged = typeof intent?.latest_charge === 'object' ? intent.latest_charge?.created : undefined;
  if (paid) return { state: 'paid', charge: paid, at: charged === undefined ? now : new Date(charged * 1_000) };
  if (session.status === 'expired') return { state: 'expired' };
  // Some ways to pay take days; where they come to nothing the page is over all the same.
  const isOver = session.status === 'complete' && ['requires_payment_method', 'canceled'].includes(intent?.status ?? '');
  return { state: isOver ? 'expired' : 'open' };
}

type Fault = Partial<Pick<Stripe.errors.StripeError, 'type' | 'code' | 'statusCode' | 'requestId' | 'headers'>>;
const faultOf = (cause: unknown): Fault => (cause instanceof Error ? (cause as Fault) : {});

const isSpent = (cause: unknown): boolean => {
  const { type, statusCode = 0, headers } = faultOf(cause);
  return (type === 'StripeIdempotencyError' && statusCode === 400) || (statusCode >= 500 && headers?.['idempotent-replayed'] === 'true');
};

async function told<Answer>(what: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    throw plain(what, cause);
  }
}

/** The SDK's errors carry what was sent and what came back; of ours only names and numbers are told. GiveUp: Stripe has understood, and says no. */
function plain(what: string, cause: unknown): Error {
  const { type = 'no answer', code, statusCode, requestId } = faultOf(cause);
  const words = [`Stripe was asked for ${what}:`, type, code, statusCode, requestId].filter((word) => word !== undefined).join(' ');
  const isFinal = type === 'StripeInvalidRequestError' || type === 'StripeCardError';
  return isFinal && !passing.includes(code ?? '') ? new GiveUp(words) : new Error(words);
}
