// The sandbox's bank in tests: payment links, the buttons of its page, and a receiver for its webhooks.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Currency } from '#lib/money/money.ts';
import type { LinkRequest, Provider } from '#modules/payments/provider.ts';
import { sandboxProvider } from '#modules/payments/sandbox-provider.ts';
import type { AppContext } from '#platform/app-context.ts';
import { openSecrets } from '#platform/config/secrets.ts';
import { type Signer, signer } from '#platform/identity/hmac.ts';
import { test as base, type Shop } from './shop.ts';

export type Outcome =
  | 'success'
  | 'decline'
  | 'abandon'
  | 'lost'
  | 'late'
  | 'twice'
  | 'dispute'
  | 'dispute-lost'
  | 'debit'
  | 'debit-returned'
  | 'authenticate'
  | 'expired'
  | 'insufficient';

const openShopSecrets = ({ config, clock }: AppContext) => openSecrets(config, clock.now());

export const createSandboxProvider = async (ctx: AppContext): Promise<Provider> => sandboxProvider(ctx, await openShopSecrets(ctx));

/** Signs with the key that shop and bank share. */
export const createSigner = async (ctx: AppContext): Promise<Signer> => signer((await openShopSecrets(ctx)).derive('sandbox bank'));

/** €49 for three orders, until tomorrow. */
export const payable = ({ config, clock }: AppContext, more: Partial<LinkRequest> = {}): LinkRequest => ({
  paymentId: randomUUID(),
  amount: 49_00,
  currency: Currency.EUR,
  locale: 'en',
  email: 'anna@shop.example',
  what: '3 orders',
  expiresAt: new Date(clock.now().getTime() + 86_400_000),
  returnUrl: `${config.shopUrl}/cabinet/order-history`,
  ...more,
});

export const linkTo = (provider: Provider, payable: LinkRequest): string => {
  if (!provider.linkAtOnce) throw new Error('this provider needs a call for its links');
  return provider.linkAtOnce(payable);
};

/** Sends what a button of the payment page sends. */
export const press = (link: string, outcome: Outcome | string): Promise<Response> =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

export type Heard = { readonly raw: Buffer; readonly headers: IncomingHttpHeaders; readonly event: { readonly [name: string]: unknown } };

export type Ear = {
  readonly url: string;
  readonly port: number;
  /** Webhooks of one payment, in order of arrival. */
  of(paymentId: string): readonly Heard[];
  /** Sets the status of the next responses; undefined: no response. */
  answer(status: number | undefined): void;
  close(): Promise<void>;
};

/** Receives the bank's webhooks in place of the shop. */
export async function openEar(): Promise<Ear> {
  const heard: Heard[] = [];
  let status: number | undefined = 204;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      heard.push({ raw, headers: request.headers, event: JSON.parse(raw.toString()) });
      if (status !== undefined) response.writeHead(status).end();
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    port,
    of: (paymentId) => heard.filter(({ event }) => event.paymentId === paymentId),
    answer: (next) => {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A shop whose bank sends its webhooks to the receiver instead. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  .extend('listener', { scope: 'file' }, async ({}, { onCleanup }) => {
    const listener = await openEar();
    onCleanup(() => listener.close());
    return listener;
  })
  .extend('shopOptions', { scope: 'file' }, ({ listener }) => ({ jobs: false, environment: { SHOP_URL: listener.url } }))
  .extend('provider', { scope: 'file' }, ({ shop }) => createSandboxProvider(shop.ctx))
  .extend('signal', { scope: 'file' }, () => new AbortController().signal);

/** A payment with a link. */
export function asked(shop: Shop, provider: Provider, more: Partial<LinkRequest> = {}): LinkRequest & { readonly link: string } {
  const request = payable(shop.ctx, more);
  return { ...request, link: linkTo(provider, request) };
}

type Told = { readonly kind: string; readonly paymentId: string; readonly at?: Date } & Partial<{
  reference: string;
  amount: number;
  currency: number;
}>;

/** Sends a webhook as the bank does; resolves with the shop's status. */
export async function tellShop(shop: Shop, { at = shop.clock.now(), ...event }: Told): Promise<number> {
  const body = JSON.stringify({ eventId: randomUUID(), at: at.toISOString(), ...event });
  const signed = (await createSigner(shop.ctx)).stamp('webhook', body, shop.clock.now());
  const headers = { 'content-type': 'application/json', 'sandbox-signature': signed };
  return (await fetch(`${shop.urls.storefront}/api/payments/webhook/sandbox`, { method: 'POST', headers, body })).status;
}

export const countCharges = async (shop: Shop, paymentId: string): Promise<number> =>
  (await shop.sql('select from sandbox.bank_charge where payment_id = $1', [paymentId])).length;
export const listWebhooks = (shop: Shop, paymentId: string): Promise<{ due_at: Date | null; tries: number; arrived_at: Date | null }[]> =>
  shop.sql('select * from sandbox.bank_webhook where payment_id = $1 order by id', [paymentId]);
