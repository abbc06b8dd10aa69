// Requests of a customer to a shop that may be killed at any moment.
import { story } from '../support/carts.ts';
import { billing } from '../support/money.ts';
import type { ShopProcess } from '../support/process.ts';

export async function post(to: ShopProcess, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(to.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
}

export const PRICE = 9_900;
export const purchase = { ...billing, currency: 0, couponCode: null, orderFormData: [story()], price: PRICE };

export const order = (to: ShopProcess, token: string, key: string): Promise<string> =>
  post(to, '/api/orders', purchase, { authorization: `Bearer ${token}`, 'idempotency-key': key }).then((answer) => answer.text());
