// Quotes: `const quote = await sendQuote(manager, { options: [freeLine()] })`, `await accept(shop, quote)`.
import type { Operating } from './desk.ts';
import { freeLine, newClient } from './sales.ts';
import type { Shop } from './shop.ts';

export const DAY_MS = 86_400_000;
export const quoted = (shop: Shop, more: object = {}) => ({
  client: newClient(),
  currency: 0,
  lines: [freeLine()],
  validUntil: new Date(shop.clock.now().getTime() + 14 * DAY_MS).toISOString(),
  ...more,
});

export async function sendQuote(shop: Shop, manager: Operating, more: object = {}) {
  const { status, body } = await manager.call('POST /api/quotes/create', quoted(shop, more));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** A field with a list of values is posted several times. */
export function postQuote(shop: Shop, link: string, fields: Readonly<Record<string, string | readonly string[]>>): Promise<Response> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each);
  return fetch(link, { method: 'POST', headers: { origin: shop.urls.storefront }, body, redirect: 'manual' });
}

export const acceptance = (more: object = {}) => ({ name: 'Ada Sample', agree: 'on', version: '1', ...more });
export const accept = (shop: Shop, link: string, more: object = {}) => postQuote(shop, link, acceptance(more));
