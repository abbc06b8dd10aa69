// The Stripe provider: hosted checkout pages through Stripe's SDK. Its errors are replaced, because they may
// contain addresses.
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { getLanguage } from '#lib/locale.ts';
import { type CurrencyNumber, getCurrencyCode } from '#lib/money/money.ts';
import type { AppContext } from '#platform/app-context.ts';
import { StartError, type StripeConfig } from '#platform/config/config.ts';
import { PermanentJobError } from '../../../jobs.ts';
import { BadWebhook, type Charge, type LinkRequest, type Provider, type ProviderPayment, type ProviderPaymentState } from '../provider.ts';
import { findCurrencyError, getStripeUnits } from './amounts.ts';
import { PAYMENT_MARK, REFUND_MARK, SAVE_MARK } from './common.ts';
import { getIntentMethod, readCharge, readEvent, sessionShape } from './events.ts';
import { chargeMeans, detachMeans, readIntent, readMeans } from './means.ts';
import { listStripe } from './records.ts';

/** For calls outside requests. In requests, the signal ends the call earlier. */
const CALL_PATIENCE_MS = 20_000;
/** Stripe accepts 30 minutes to 24 hours by its own clock, which may differ from ours by this much. */
const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000;
const SHORTEST_LINK_MS = 30 * 60_000;
const WEBHOOK_GOOD_SECONDS = 300;
/** The number of refunds of one payment that are searched for an earlier one with our id. */
const REFUNDS_AT_MOST = 100;

/** Error codes that a retry can solve, although the status is 400. */
const passing: readonly string[] = ['balance_insufficient', 'lock_timeout', 'rate_limit'];

const linkShape = z.object({ id: z.string().check(z.minLength(1)), url: z.string().check(z.minLength(1)) });
const balanceShape = z.object({ livemode: z.boolean(), available: z.array(z.object({ currency: z.string() })) });
const refundShape = z.object({
  id: z.string().check(z.minLength(1)),
  status: z.nullish(z.string()),
  metadata: z.nullish(z.record(z.string(), z.string())),
});

/** `currencies`: what the shop sells in. */
export async function createStripeProvider(
  { stripe, clock }: Pick<AppContext, 'clock'> & { readonly stripe: StripeConfig },
  currencies: readonly CurrencyNumber[],
): Promise<Provider> {
  expectPayable(currencies);
  const clientFor = await openSdk(stripe);
  // Verifying a signature needs no call, but the SDK needs a client.
  const { webhooks } = clientFor(new AbortController().signal);
  const askPayment = (intent: string) =>
    callStripe(
      'a payment',
      clientFor(AbortSignal.timeout(CALL_PATIENCE_MS)).paymentIntents.retrieve(intent, { expand: ['payment_method'] }),
    );

  return {
    name: 'stripe',
    hosts: [stripe.apiUrl === undefined ? 'checkout.stripe.com' : new URL(stripe.apiUrl).host],
    makeLink: (payable, signal) => makeSession(clientFor(signal), payable, clock.now()),
    cancelLink: (payment, signal) => endPayment(clientFor(signal), payment, clock.now()),
    askState: (payment, signal) => fetchState(clientFor(signal), payment, clock.now()),
    chargeMeans: (request, signal) => chargeMeans(clientFor(signal), callStripe, request),
    removeMeans: ({ reference }, signal) => detachMeans(clientFor(signal), callStripe, reference),
    listRecords: (request, signal) => listStripe(clientFor(signal), request, callStripe),
    async look(signal) {
      const { livemode, available } = balanceShape.parse(await callStripe('the balance', clientFor(signal).balance.retrieve()));
      const codes = available.map(({ currency }) => currency.toUpperCase());
      return [
        `Stripe knows the key, ${livemode ? 'and money is real' : 'for testing: nobody really pays'}.`,
        `It holds a balance in ${codes.join(', ') || 'no currency yet'}.`,
      ];
    },
    async refund({ amount, currency, reference, paymentId, refundId }, signal) {
      const client = clientFor(signal);
      // Stripe forgets an idempotency key after a day, and a job may be older.
      const { data } = await callStripe('what was refunded', client.refunds.list({ payment_intent: reference, limit: REFUNDS_AT_MOST }));
      const before = data.find(({ metadata }) => metadata?.[REFUND_MARK] === refundId);
      const metadata = { [PAYMENT_MARK]: paymentId, [REFUND_MARK]: refundId };
      const created =
        before ??
        (await callStripe(
          'a refund',
          client.refunds.create(
            { payment_intent: reference, amount: amount * getStripeUnits(currency), metadata },
            { idempotencyKey: refundId },
          ),
        ));
      const refund = refundShape.parse(created);
      if (refund.status === 'failed' || refund.status === 'canceled') throw new PermanentJobError(`Stripe returned refund ${refundId}`);
      return { reference: refund.id };
    },
    async readWebhook(raw, headers) {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') throw new BadWebhook('signature');
      let event: unknown;
      try {
        event = webhooks.constructEvent(raw, signature, stripe.webhookSecret, WEBHOOK_GOOD_SECONDS, undefined, clock.now().getTime());
      } catch (cause) {
        // The SDK checks the signature before the timestamp, so an old webhook is genuine.
        throw new BadWebhook(String(cause).includes('outside the tolerance') ? 'old' : 'signature');
      }
      if (getSignatureTime(signature) > clock.now().getTime() / 1_000 + WEBHOOK_GOOD_SECONDS) throw new BadWebhook('old');
      return readEvent(event, askPayment).catch((cause: unknown) => {
        throw cause instanceof z.core.$ZodError ? new BadWebhook('unreadable') : cause;
      });
    },
  };
}

/** The timestamp of a signature, in seconds. The SDK rejects old timestamps but accepts future ones. */
const getSignatureTime = (signature: string): number =>
  Math.max(...[...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map(([, seconds]) => Number(seconds)));

/** Before anybody orders: a customer could not pay some amounts of such a currency. */
function expectPayable(currencies: readonly CurrencyNumber[]): void {
  const errors = currencies.flatMap((currency) => findCurrencyError(currency) ?? []);
  if (errors.length > 0) throw new StartError(errors);
}

/** Creating a client takes 0.2 ms; each call gets its own for its signal. */
async function openSdk({ secretKey, apiUrl }: StripeConfig): Promise<(signal: AbortSignal) => Stripe> {
  // Without Stripe it is not loaded.
  const { default: Sdk } = await import('stripe');
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  const address = url && {
    host: url.hostname,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
  };
  const fetchUntil =
    (signal: AbortSignal): typeof fetch =>
    (input: string | URL | Request, init: RequestInit = {}) =>
      fetch(input, { ...init, redirect: 'error', signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal });
  return (signal) =>
    new Sdk(secretKey, {
      ...address,
      // The job queue retries.
      maxNetworkRetries: 0,
      timeout: CALL_PATIENCE_MS,
      telemetry: false,
      httpClient: Sdk.createFetchHttpClient(fetchUntil(signal)),
    });
}

/**
 * Stripe repeats its first response to an idempotency key, even an error of its own, and rejects changed
 * parameters (such as a new email).
 * The next key then creates another session. The first one cannot be paid, because its address was given to
 * no customer.
 */
const listKeys = (paymentId: string): readonly string[] => [paymentId, `${paymentId}-2`, `${paymentId}-3`];

async function makeSession(client: Stripe, payable: LinkRequest, now: Date): Promise<{ link: string; reference: string }> {
  const params = toParams(payable, Math.floor(getSessionExpiry(payable, now) / 1_000));
  for (const idempotencyKey of listKeys(payable.paymentId)) {
    const session = await client.checkout.sessions.create(params, { idempotencyKey }).catch((cause: unknown) => {
      if (isSpent(cause)) return undefined;
      throw toPlainError('a link', cause);
    });
    if (!session) continue;
    const { id, url } = linkShape.parse(session);
    return { link: url, reference: id };
  }
  throw new Error('Stripe returned no link for any idempotency key');
}

/**
 * Stripe's page closes shortly before our link. Stripe allows no page as short as a short link; that page is
 * closed when the link expires.
 */
function getSessionExpiry({ paymentId, expiresAt }: LinkRequest, now: Date): number {
  const usual = expiresAt.getTime() - MAX_CLOCK_DIFFERENCE_MS;
  if (usual - now.getTime() >= SHORTEST_LINK_MS) return usual;
  // From our expiry, not from now: the same idempotency key needs the same parameters.
  const long = expiresAt.getTime() + 2 * MAX_CLOCK_DIFFERENCE_MS;
  if (long - now.getTime() < SHORTEST_LINK_MS + MAX_CLOCK_DIFFERENCE_MS)
    throw new PermanentJobError(`link for ${paymentId} would expire too soon`);
  return long;
}

/** Languages of Stripe's page; in another one, the browser's language decides. */
const pageLocales: readonly string[] = (
  'bg cs da de el en es et fi fr hr hu id it ja ko lt lv ms mt' + ' nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'
).split(' ');

const toPageLocale = (tag: string) => (pageLocales.includes(tag) ? tag : 'auto') as Stripe.Checkout.SessionCreateParams.Locale;

function toParams(payable: LinkRequest, expiresAt: number): Stripe.Checkout.SessionCreateParams {
  const { paymentId, amount, currency, locale, email, what, returnUrl, save = false } = payable;
  // The owner may have begun to sell in it since the start.
  const error = findCurrencyError(currency);
  if (error) throw new PermanentJobError(error);
  const metadata = { [PAYMENT_MARK]: paymentId, ...(save && { [SAVE_MARK]: 'yes' }) };
  return {
    mode: 'payment',
    client_reference_id: paymentId,
    customer_email: email,
    locale: toPageLocale(getLanguage(locale).html),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: getCurrencyCode(currency).toLowerCase(),
          unit_amount: amount * getStripeUnits(currency),
          product_data: { name: what },
        },
      },
    ],
    // No currency conversion.
    adaptive_pricing: { enabled: false },
    metadata,
    ...(save && { customer_creation: 'always' as const }),
    payment_intent_data: { metadata, ...(save && { setup_future_usage: 'off_session' as const }) },
    expires_at: expiresAt,
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
}

/** Of a charge of a saved means. The others are sessions. */
const isIntent = (reference: string): boolean => reference.startsWith('pi_');

async function endPayment(client: Stripe, payment: ProviderPayment, now: Date): Promise<ProviderPaymentState> {
  const { reference } = payment;
  if (!reference) return { state: 'unknown' };
  const ending: Promise<unknown> = isIntent(reference)
    ? client.paymentIntents.cancel(reference)
    : client.checkout.sessions.expire(reference);
  try {
    await callStripe('the end of a link', ending);
    return { state: 'cancelled' };
  } catch (cause) {
    // It is no longer open: read its state.
    if (cause instanceof PermanentJobError) return fetchState(client, payment, now);
    throw cause;
  }
}

async function fetchState(client: Stripe, { paymentId, reference }: ProviderPayment, now: Date): Promise<ProviderPaymentState> {
  if (!reference) return { state: 'unknown' };
  if (isIntent(reference)) return readIntent(await callStripe('how a charge stands', client.paymentIntents.retrieve(reference)), paymentId);
  const request = callStripe(
    'how a payment stands',
    client.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge', 'payment_intent.payment_method'] }),
  );
  const found = await request.catch((cause: unknown) => {
    if (cause instanceof PermanentJobError) return undefined;
    throw cause;
  });
  if (!found) return { state: 'unknown' };
  const session = sessionShape.parse(found);
  const paid: Charge | undefined = readCharge(session, paymentId);
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charged = typeof intent?.latest_charge === 'object' ? intent.latest_charge?.created : undefined;
  const means = readMeans(getIntentMethod(intent));
  if (paid) return { state: 'paid', charge: { ...paid, means }, at: charged === undefined ? now : new Date(charged * 1_000) };
  if (session.status === 'expired') return { state: 'expired' };
  if (intent?.status === 'processing') return { state: 'processing' };
  if (session.status !== 'complete') return { state: 'open' };
  // Some payment methods take days. If they fail, the session is over although it is complete.
  return { state: ['requires_payment_method', 'canceled'].includes(intent?.status ?? '') ? 'expired' : 'processing' };
}

type StripeErrorDetails = Partial<Pick<Stripe.errors.StripeError, 'type' | 'code' | 'statusCode' | 'requestId' | 'headers'>>;
const getErrorDetails = (cause: unknown): StripeErrorDetails => (cause instanceof Error ? (cause as StripeErrorDetails) : {});

const isSpent = (cause: unknown): boolean => {
  const { type, statusCode = 0, headers } = getErrorDetails(cause);
  return (type === 'StripeIdempotencyError' && statusCode === 400) || (statusCode >= 500 && headers?.['idempotent-replayed'] === 'true');
};

async function callStripe<Answer>(what: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    throw toPlainError(what, cause);
  }
}

/**
 * The SDK's errors contain request and response data, so only type, code and ids are copied.
 * PermanentJobError: Stripe refuses permanently.
 */
function toPlainError(what: string, cause: unknown): Error {
  const { type = 'no answer', code, statusCode, requestId } = getErrorDetails(cause);
  const words = [`Stripe was asked for ${what}:`, type, code, statusCode, requestId].filter((word) => word !== undefined).join(' ');
  const isFinal = type === 'StripeInvalidRequestError' || type === 'StripeCardError';
  return isFinal && !passing.includes(code ?? '') ? new PermanentJobError(words) : new Error(words);
}
