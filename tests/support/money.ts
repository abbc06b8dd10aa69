// Customers with money: they order, pay at the sandbox bank and fill their balance.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Line, PlacedOrder, Quote } from '#modules/orders/shapes.ts';
import type { Sent } from '../../src/api.ts';
import { audit } from '../../src/audit/audit.ts';
import { logIn, register } from './accounts.ts';
import { story } from './cart-lines.ts';
import type { CallOptions, Shop } from './shop.ts';

export const billing = {
  firstName: 'Ada',
  lastName: 'Sample',
  country: 'NO',
  city: 'Oslo',
  address: 'Sample Street 1',
  state: '',
  zipCode: '0150',
  agreedToPP_TOS: true as const,
};
const browser = {
  javascriptEnabled: true,
  acceptLanguage: 'en',
  screenWidth: 1280,
  screenHeight: 800,
  timeZone: -60,
  userAgent: 'Sample/1.0',
};

/** Status and field errors of a response. */
export const getErrors = ({ status, body }: { status: number; body: unknown }) => [status, (body as { errors?: object }).errors] as const;

export type Buyer = { readonly email: string; readonly token: string };

export async function buyer(shop: Shop): Promise<Buyer> {
  const email = await register(shop);
  return { email, token: (await logIn(shop, email)).token };
}

/** Logs in again: turning the clock expires the access token. */
export const again = async (shop: Shop, who: Buyer): Promise<Buyer> => ({ ...who, token: (await logIn(shop, who.email)).token });

type Order = Partial<Sent<'POST /api/orders'>> & { readonly lines?: readonly Line[] };

export async function fetchPrice(shop: Shop, { token }: Buyer, lines: readonly Line[], more: Partial<Sent<'POST /api/orders/quote'>> = {}) {
  const { status, body } = await shop.call(
    'POST /api/orders/quote',
    { currency: 0, couponCode: null, orderFormData: lines, ...more },
    { token },
  );
  expect([status, body]).toMatchObject([200, {}]);
  return (body as Quote).price;
}

/** Places an order, at the quoted price unless `price` is set. */
export async function order(shop: Shop, who: Buyer, { lines = [story()], ...more }: Order = {}, options: CallOptions = {}) {
  const { currency = 0, couponCode = null } = more;
  const price = more.price ?? (await fetchPrice(shop, who, lines, { currency, couponCode }));
  const sent = { ...billing, currency, couponCode, orderFormData: lines, price, ...more };
  return shop.call('POST /api/orders', sent, { token: who.token, ...options });
}

export async function placed(
  shop: Shop,
  who: Buyer,
  request: Order = {},
  options: CallOptions = {},
): Promise<PlacedOrder & { paymentLink: string }> {
  const { status, body } = await order(shop, who, request, options);
  expect([status, body]).toMatchObject([200, { paymentLink: expect.any(String) }]);
  return body as PlacedOrder & { paymentLink: string };
}

export const deposit = (shop: Shop, { token }: Buyer, more: Partial<Sent<'POST /api/balance/deposit'>> = {}, options: CallOptions = {}) => {
  const amount = more.depositAmount ?? 10_000;
  const sent = { ...billing, ...browser, currency: 0 as const, price: amount, depositAmount: amount, couponCode: null, ...more };
  return shop.call('POST /api/balance/deposit', sent, { token, ...options });
};

export type Outcome = 'success' | 'decline' | 'abandon' | 'lost' | 'late' | 'twice' | 'dispute' | 'dispute-lost';

/** Uses the bank's page; resolves with the response, or undefined if it never arrives. */
export const pay = (link: string, outcome: Outcome = 'success'): Promise<Response | undefined> =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' }).catch(() => undefined);

export const listOrders = async (shop: Shop, { token }: Buyer) => (await shop.call('GET /api/orders', undefined, { token })).body;
export const statuses = async (shop: Shop, who: Buyer) => (await listOrders(shop, who)).map(({ status }) => status);
export const getBalance = async (shop: Shop, { token }: Buyer, currency = 0) =>
  (await shop.call('POST /api/balance', { currency }, { token })).body.balance;

/** Waits for these statuses, because the bank's webhook arrives later. */
export const becomes = (shop: Shop, who: Buyer, expected: readonly number[]) => expect.poll(() => statuses(shop, who)).toEqual(expected);

/** Pays a deposit into the balance. */
export async function funded(shop: Shop, who: Buyer, amount = 100_000): Promise<void> {
  const before = await getBalance(shop, who);
  const { status, body } = await deposit(shop, who, { depositAmount: amount, price: amount });
  expect([status, body]).toMatchObject([200, { paymentLink: expect.any(String) }]);
  await pay(body.paymentLink ?? '');
  await expect.poll(() => getBalance(shop, who)).toBe(before + amount);
}

export const once = (key: string = randomUUID()): CallOptions => ({ headers: { 'idempotency-key': key } });

/** Expects the audit of the books to find nothing. */
export async function expectAudited(shop: Shop): Promise<void> {
  expect(await audit(shop.ctx.db.pool)).toEqual([]);
}
