// The provider for a machine that has no outside world: it speaks with the sandbox's bank (src/sandbox/bank/bank.ts) as it would with a real one, over HTTP
// and with signatures. A link needs no call: it carries everything, and the bank learns of a payment when its page is opened.
import * as z from 'zod/mini';
import type { AppContext } from '../../infra/app-context.ts';
import type { Secrets } from '../../infra/config/secrets.ts';
import { type Signer, signer } from '../../infra/identity/hmac.ts';
import { GiveUp } from '../../jobs.ts';
import { currencyShape } from '../catalogue/shapes.ts';
import { BadWebhook, type Payable, type Provider, type ProviderEvent } from './provider.ts';

/** A bank's news are short. */
const MAX_WEBHOOK_BYTES = 16 * 1024;

const SIGNATURE = 'sandbox-signature';

const momentShape = z.pipe(
  z.iso.datetime(),
  z.transform((at) => new Date(at)),
);
const idShape = z.string().check(z.minLength(1), z.maxLength(64));
const chargeShape = z.object({ reference: idShape, amount: z.int().check(z.gte(1)), currency: currencyShape });
const headShape = { eventId: idShape, at: momentShape, paymentId: idShape };

const eventShape = z.discriminatedUnion('kind', [
  z.extend(chargeShape, { kind: z.enum(['paid', 'refunded', 'disputed']), ...headShape }),
  z.object({ kind: z.enum(['declined', 'abandoned', 'expired']), ...headShape }),
]);
const kindShape = z.object({ kind: z.string() });
const kinds: readonly string[] = ['paid', 'refunded', 'disputed', 'declined', 'abandoned', 'expired'] satisfies ProviderEvent['kind'][];

const stateShape = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['unknown', 'open', 'declined', 'expired', 'cancelled']) }),
  z.object({ state: z.literal('paid'), at: momentShape, charge: z.extend(chargeShape, { paymentId: idShape }) }),
]);
const refundShape = z.object({ reference: idShape });

export function sandboxProvider({ config, clock }: Pick<AppContext, 'config' | 'clock'>, secrets: Secrets): Provider {
  if (config.sandboxPort === undefined) throw new Error('the sandbox is not for production');
  const bankUrl = `http://localhost:${config.sandboxPort}`;
  const signs = signer(secrets.derive('sandbox bank'));
  const shopOrigin = new URL(config.shopUrl).origin;

  async function ask<Shape extends z.ZodMiniType>(path: string, what: object, shape: Shape, signal: AbortSignal): Promise<z.output<Shape>> {
    const body = JSON.stringify(what);
    const headers = { 'content-type': 'application/json', [SIGNATURE]: signs.stamp(path, body, clock.now()) };
    const answer = await fetch(bankUrl + path, { method: 'POST', headers, body, signal, redirect: 'error' });
    const text = await answer.text();
    // The bank has understood, and will say the same tomorrow.
    if (answer.status === 409) throw new GiveUp(`the bank refuses ${path}: ${text}`);
    if (!answer.ok) throw new Error(`the bank answered ${path} with ${answer.status}`);
    return shape.parse(JSON.parse(text));
  }

  return {
    name: 'sandbox',
    hosts: [new URL(bankUrl).host],
    linkAtOnce(payable) {
      if (new URL(payable.returnUrl).origin !== shopOrigin) throw new Error('a payment page leads back to the shop and nowhere else');
      return `${bankUrl}/pay/${linkToken(payable, signs)}`;
    },
    cancelLink: ({ paymentId }, signal) => ask('/bank/cancel', { paymentId }, stateShape, signal),
    readWebhook: async (raw, headers) => {
      if (raw.length > MAX_WEBHOOK_BYTES) throw new BadWebhook('unreadable');
      const fault = signs.stampFault('webhook', raw, headers[SIGNATURE], clock.now());
      if (fault) throw new BadWebhook(fault);
      return readEvent(raw);
    },
    askState: ({ paymentId }, signal) => ask('/bank/state', { paymentId }, stateShape, signal),
    refund: (refund, signal) => ask('/bank/refund', refund, refundShape, signal),
  };
}

/** Everything that the bank needs to know, so that it need not ask. Who pays is not in it: addresses are read over shoulders. */
function linkToken({ paymentId, amount, currency, locale, what, expiresAt, returnUrl }: Omit<Payable, 'email'>, signs: Signer): string {
  const told = JSON.stringify({ paymentId, amount, currency, locale, what, expiresAt: expiresAt.toISOString(), returnUrl });
  const text = Buffer.from(told).toString('base64url');
  return `${text}.${signs.sign('link', text)}`;
}

function readEvent(raw: Buffer): ProviderEvent | undefined {
  const json = parsedJson(raw.toString('utf8'));
  const event = eventShape.safeParse(json);
  if (event.success) return event.data;
  const { success, data } = kindShape.safeParse(json);
  if (success && !kinds.includes(data.kind)) return undefined;
  throw new BadWebhook('unreadable');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadWebhook('unreadable');
  }
}
