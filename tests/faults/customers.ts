// Requests of a customer to a shop that may be killed at any moment.
import { setTimeout as pause } from 'node:timers/promises';
import { story } from '../support/cart-lines.ts';
import { billing } from '../support/money.ts';
import type { ShopProcess } from '../support/process.ts';

export async function post(to: ShopProcess, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(to.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
}

export const PRICE = 9_900;
export const purchase = { ...billing, currency: 0, couponCode: null, orderFormData: [story()], price: PRICE };

export type Answer = { readonly status: number; readonly text: string };

export async function order(to: ShopProcess, token: string, key: string): Promise<Answer> {
  const answer = await post(to, '/api/orders', purchase, { authorization: `Bearer ${token}`, 'idempotency-key': key });
  return { status: answer.status, text: await answer.text() };
}

const BUSY_MS = 200;

/** A shop that is too busy (503) has acknowledged nothing: the request is sent again. */
export async function answered<A extends { readonly status: number }>(send: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await pause(BUSY_MS);
  }
}
