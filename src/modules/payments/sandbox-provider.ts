// The payment provider for development: uses the sandbox bank (src/sandbox/bank/bank.ts) over HTTP with
// signatures. Links need no call.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { type Signer, signer } from '#platform/identity/hmac.ts';
import { PermanentJobError } from '../../jobs.ts';
import { BadWebhook, type LinkRequest, type Provider, type ProviderEvent } from './provider.ts';
import { meansErrors, meansKinds } from './rules.ts';

/** A webhook of the bank is short. */
const MAX_WEBHOOK_BYTES = 16 * 1024;

const SIGNATURE = 'sandbox-signature';

const momentShape = z.pipe(
  z.iso.datetime(),
  z.transform((at) => new Date(at)),
);
const idShape = z.string().check(z.minLength(1), z.maxLength(64));
const meansShape = z.object({
  customer: idShape,
  reference: idShape,
  kind: z.enum(meansKinds),
  brand: z.string(),
  last4: z.string(),
  expires: z.nullable(z.string()),
});
const chargeShape = z.object({
  reference: idShape,
  amount: z.int().check(z.gte(1)),
  currency: currencyShape,
  means: z.optional(meansShape),
});
const why = z.optional(z.enum(meansErrors));
const headShape = { eventId: idShape, at: momentShape, paymentId: idShape };

const moneyKinds = ['paid', 'refunded', 'disputed', 'disputeLost', 'disputeWon'] as const satisfies ProviderEvent['kind'][];
const attemptKinds = ['declined', 'abandoned', 'expired'] as const satisfies ProviderEvent['kind'][];
const eventShape = z.discriminatedUnion('kind', [
  z.extend(chargeShape, { kind: z.enum(moneyKinds), ...headShape }),
  z.object({ kind: z.literal('begun'), ...headShape, takesDays: z.optional(z.boolean()) }),
  z.object({ kind: z.enum(attemptKinds), ...headShape, why }),
]);
const kindShape = z.object({ kind: z.string() });
const kinds: readonly string[] = ['begun', ...moneyKinds, ...attemptKinds];

const stateShape = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['unknown', 'open', 'processing', 'expired', 'cancelled']) }),
  z.object({ state: z.literal('declined'), why }),
  z.object({ state: z.literal('paid'), at: momentShape, charge: z.extend(chargeShape, { paymentId: idShape }) }),
]);
const refundShape = z.object({ reference: idShape });
const recordShape = z.extend(chargeShape, { at: momentShape });
const pageShape = z.object({
  records: z.array(
    z.discriminatedUnion('kind', [
      z.extend(recordShape, { kind: z.literal('charge'), paymentId: idShape, isRefunded: z.boolean() }),
      z.extend(recordShape, { kind: z.literal('dispute'), paymentId: idShape, decision: z.nullish(z.literal('lost')) }),
      z.extend(recordShape, { kind: z.literal('refund'), refundId: idShape, charge: idShape, isFailed: z.boolean() }),
    ]),
  ),
  next: z.optional(z.string()),
});

export function sandboxProvider({ config, clock }: Pick<AppContext, 'config' | 'clock'>, secrets: Secrets): Provider {
  if (config.sandboxPort === undefined) throw new Error('sandbox provider used in production');
  const bankUrl = `http://localhost:${config.sandboxPort}`;
  const signs = signer(secrets.derive('sandbox bank'));
  const shopOrigin = new URL(config.shopUrl).origin;

  async function ask<Shape extends z.ZodMiniType>(path: string, what: object, shape: Shape, signal: AbortSignal): Promise<z.output<Shape>> {
    const body = JSON.stringify(what);
    const headers = { 'content-type': 'application/json', [SIGNATURE]: signs.stamp(path, body, clock.now()) };
    const { status, answer } = await post(bankUrl + path, { headers, body, signal });
    // A refused call is final, so the job does not retry.
    if (status === 409) throw new PermanentJobError(`sandbox bank refused ${path}: ${answer}`);
    if (status !== 200) throw new Error(`sandbox bank answered ${path} with ${status}`);
    return shape.parse(JSON.parse(answer));
  }

  return {
    name: 'sandbox',
    hosts: [new URL(bankUrl).host],
    linkAtOnce(payable) {
      if (new URL(payable.returnUrl).origin !== shopOrigin) throw new Error('return URL is not on the shop’s origin');
      return `${bankUrl}/pay/${linkToken(payable, signs)}`;
    },
    cancelLink: ({ paymentId }, signal) => ask('/bank/cancel', { paymentId }, stateShape, signal),
    readWebhook: async (raw, headers) => {
      if (raw.length > MAX_WEBHOOK_BYTES) throw new BadWebhook('unreadable');
      const error = signs.findStampError('webhook', raw, headers[SIGNATURE], clock.now());
      if (error) throw new BadWebhook(error);
      return readEvent(raw);
    },
    askState: ({ paymentId }, signal) => ask('/bank/state', { paymentId }, stateShape, signal),
    chargeMeans: async ({ means, ...request }, signal) => ({
      answer: await ask('/bank/charge', { ...request, means: means.reference }, stateShape, signal),
    }),
    removeMeans: async ({ reference }, signal) => void (await ask('/bank/forget', { means: reference }, z.object({}), signal)),
    refund: (refund, signal) => ask('/bank/refund', refund, refundShape, signal),
    // It has no payouts.
    listRecords: async ({ kind, since, after }, signal) =>
      kind === 'payout'
        ? { records: [], next: undefined }
        : { next: undefined, ...(await ask('/bank/list', { kind, since: since.toISOString(), after }, pageShape, signal)) },
  };
}

type Sent = { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly signal: AbortSignal };

/**
 * Without `fetch`, whose client takes 12 MB of memory: each minute's job asks for the payments of the demo.
 */
async function post(url: string, { headers, body, signal }: Sent): Promise<{ readonly status: number; readonly answer: string }> {
  const sent = request(url, { method: 'POST', agent: false, headers, signal });
  sent.end(body);
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, answer: await readText(answer) };
  } catch (cause) {
    // Its reason says more: a timeout, for example.
    signal.throwIfAborted();
    throw cause;
  }
}

/**
 * The link contains all payment data, so the bank needs no call. The payer is left out, because addresses are
 * visible to bystanders.
 */
function linkToken(payable: Omit<LinkRequest, 'email'>, signs: Signer): string {
  const { paymentId, amount, currency, locale, what, expiresAt, returnUrl, save } = payable;
  const content = JSON.stringify({ paymentId, amount, currency, locale, what, expiresAt: expiresAt.toISOString(), returnUrl, save });
  const text = Buffer.from(content).toString('base64url');
  return `${text}.${signs.sign('link', text)}`;
}

function readEvent(raw: Buffer): ProviderEvent | undefined {
  const json = parseJson(raw.toString('utf8'));
  const event = eventShape.safeParse(json);
  if (event.success) return event.data;
  const { success, data } = kindShape.safeParse(json);
  if (success && !kinds.includes(data.kind)) return undefined;
  throw new BadWebhook('unreadable');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadWebhook('unreadable');
  }
}
