// A shop that uses the Stripe fake, and checks of its log.
import { pino } from 'pino';
import { expectAudited } from './money.ts';
import { test as base, expect, type Shop } from './shop.ts';
import { openStripe, STRIPE_KEY, type StripeWorld, WEBHOOK_SECRET } from './stripe.ts';

export const said: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void said.push(line) });

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the required fixtures from the pattern.
  .extend('stripe', { scope: 'file' }, async ({}, { onCleanup }) => {
    const stripe = await openStripe();
    onCleanup(() => stripe.close());
    return stripe;
  })
  .extend('shopOptions', { scope: 'file' }, ({ stripe }) => ({ log, environment: { RATE_LIMITS: 'off', ...stripe.environment } }));

/** After each test: the ledger is correct, and no key or address is in the log. */
export async function expectKept(shop: Shop): Promise<void> {
  await expectAudited(shop);
  const kept = await shop.sql('select last_error from graphile_worker._private_jobs where last_error is not null');
  const all = said.join('') + JSON.stringify(kept);
  for (const secret of [STRIPE_KEY, WEBHOOK_SECRET]) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/[^\s"]@shop\.example/);
}

export const tell = (shop: Shop, stripe: StripeWorld, event: object, how: Parameters<StripeWorld['tell']>[2] = {}) =>
  stripe.tell(shop.urls.storefront, event, how);

/** Pays on Stripe's page and sends the webhook. */
export async function pay(shop: Shop, stripe: StripeWorld, link: string): Promise<void> {
  expect(await tell(shop, stripe, stripe.pay(link))).toBe(204);
}

export const getSession = (link: string): string => link.split('/').at(-1) ?? '';
export const createdFor = (stripe: StripeWorld, email: string): number =>
  [...stripe.sessions.values()].filter(({ customer_email }) => customer_email === email).length;
