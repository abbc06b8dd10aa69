// Customers with money: they order, pay at the sandbox bank and fill their balance.

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Line, PlacedOrder, Quote } from '#modules/orders/shapes.ts';
import type { Sent } from '../../src/api.ts';
import { auditBooks } from '../../src/audit/audit.ts';
import { logIn, register } from './accounts.ts';
import { story } from './cart-lines.ts';
import type { Operating } from './desk.ts';
import { test as base, type CallOptions, type Shop, type ShopOptions } from './shop.ts';

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

/** Uses the bank's page; resolves with the response, or undefined if it never arrives. */
export const pay = (
  link: string,
  outcome: Outcome = 'success',
  more: Readonly<Record<string, string>> = {},
): Promise<Response | undefined> =>
  fetch(link, { method: 'POST', body: new URLSearchParams({ outcome, ...more }), redirect: 'manual' }).catch(() => undefined);

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
  expect(await auditBooks(shop.ctx.db.pool)).toEqual([]);
}

// Customers who withdraw while operators start work and deliver.

export const preview = (shop: Shop, { token }: Buyer, orderId: string) => shop.call('GET /api/orders/withdrawal', { orderId }, { token });

export const withdraw = (shop: Shop, { token }: Buyer, request: Sent<'POST /api/orders/withdraw'>) =>
  shop.call('POST /api/orders/withdraw', request, { token });

/** Previews the withdrawal and confirms it. */
export async function withdrawShown(shop: Shop, who: Buyer, orderId: string, more: Partial<Sent<'POST /api/orders/withdraw'>> = {}) {
  const { body } = await preview(shop, who, orderId);
  return withdraw(shop, who, { orderId, back: body.back, ...more });
}

export const listRefunds = (shop: Shop, orderId: string): Promise<{ amount: number; state: string }[]> =>
  shop.sql('select amount, state from payment_refund where cause_id = $1', [orderId]);

/** An operator starts the work; returns the number of pieces. */
export async function begin(shop: Shop, orderId: string): Promise<number> {
  await shop.sql('update shop_order set status = 3, started_at = $2 where id = $1 and status = 2', [orderId, shop.clock.now()]);
  const pieces = await shop.sql(
    `update order_piece set state = 'inWork', maker_id = 'mira', maker_name = 'Mira', taken_at = greatest($2, may_begin_at)
     where order_id = $1 and state <> 'cancelled' returning id`,
    [orderId, shop.clock.now()],
  );
  return pieces.length;
}

/**
 * Delivers the next pieces, and with the last one the order, in one transaction. False: the order was
 * withdrawn.
 */
export async function deliverPieces({ ctx: { db }, clock }: Shop, orderId: string, count: number): Promise<boolean> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from purchase where id = (select purchase_id from shop_order where id = $1) for update', [orderId]);
    const { rowCount } = await client.query(
      `update order_piece set state = 'delivered', due_at = null
       where id in (select id from order_piece where order_id = $1 and state = 'inWork' order by position limit $2)`,
      [orderId, count],
    );
    await client.query(
      `update shop_order set status = 4, delivered_at = $2
       where id = $1 and status = 3 and not exists (select from order_piece where order_id = $1 and state <> 'delivered')`,
      [orderId, clock.now()],
    );
    await client.query('commit');
    return (rowCount ?? 0) > 0;
  } finally {
    client.release();
  }
}

/** The share of the price for the first pieces, by the public price list. */
export async function computeWorth(shop: Shop, orderId: string, delivered: number): Promise<number> {
  const { offers } = (await shop.call('POST /api/prices', { currency: 0 })).body;
  const pieces = await shop.sql<{ offer_id: string; quantity: number; price: number }>(
    `select piece.offer_id, piece.quantity, o.price from order_piece as piece join shop_order as o on o.id = piece.order_id
     where o.id = $1 order by piece.position`,
    [orderId],
  );
  const values = pieces.map(({ offer_id, quantity }) => (offers.find(({ id }) => id === offer_id)?.unitPrice ?? 0) * quantity);
  const sum = (of: readonly number[]): number => of.reduce((total, each) => total + each, 0);
  return Math.floor(((pieces[0]?.price ?? 0) * sum(values.slice(0, delivered))) / sum(values));
}

// Paid orders and the actions of the desk on them.

type OrderOptions = Parameters<typeof placed>[2];

/** Orders and pays from the balance; returns the order's id. */
export async function paidFromBalance(shop: Shop, who: Buyer, amount: number, options: OrderOptions = {}): Promise<string> {
  await funded(shop, who, amount);
  return (await placed(shop, who, { ...options, payFromBalance: true })).orderIds[0] ?? '';
}

/** Orders and pays at the bank; returns the order's id. */
export async function paidByLink(shop: Shop, who: Buyer, options: OrderOptions = {}): Promise<string> {
  const { paymentLink, orderIds } = await placed(shop, who, options);
  await pay(paymentLink);
  await becomes(
    shop,
    who,
    orderIds.map(() => 2),
  );
  return orderIds[0] ?? '';
}

type Refund = { readonly amount: number; readonly given?: number; readonly to?: 'source' | 'balance'; readonly act?: string };

export const refund = (operator: Operating, id: string, { amount, given = 0, to = 'balance', act = randomUUID() }: Refund) =>
  operator.call('POST /api/order/refund', { act, id, amount, given, to, why: 'the second text came late' });

type Cancel = { readonly back: number; readonly to?: 'source' | 'balance'; readonly act?: string };

export const cancel = (operator: Operating, id: string, { back, to = 'balance', act = randomUUID() }: Cancel) =>
  operator.call('POST /api/order/cancel', { act, id, back, to, why: 'the customer asked us to by phone' });

// `test` for files about money: no rate limits, and after each test the audit of the books must find nothing.

/** The same with other options of the shop. */
export const auditedTest = (options: ShopOptions) =>
  base
    .extend('shopOptions', { scope: 'file' }, options)
    .extend('audited', { auto: true }, ({ shop }, { onCleanup }) => onCleanup(() => expectAudited(shop)));

export const test = auditedTest({ environment: { RATE_LIMITS: 'off' } });
