// Customers with a monthly bundle that renews.
import { expect } from 'vitest';
import type { Output, Sent } from '../../src/api.ts';
import { logIn } from './accounts.ts';
import { monthly } from './cart-lines.ts';
import type { Span } from './clock.ts';
import { type Buyer, buyer, funded, placed, statuses } from './money.ts';
import { letRun } from './scheduled.ts';
import type { Shop } from './shop.ts';

/** Price of a month, in cents. */
export const PRICE = 9_900;

/** Logs in again: turning the clock expires the access token. */
export const again = async (shop: Shop, who: Buyer): Promise<Buyer> => ({ ...who, token: (await logIn(shop, who.email)).token });

export async function later(shop: Shop, who: Buyer, span: Span): Promise<Buyer> {
  shop.clock.turn(span);
  await letRun(shop, 'subscriptions.renew');
  return again(shop, who);
}

export type Running = Output<'GET /api/orders/subscriptions'>[number];
export const running = async (shop: Shop, { token }: Buyer): Promise<Running[]> =>
  (await shop.call('GET /api/orders/subscriptions', undefined, { token })).body;
export const act = (shop: Shop, { token }: Buyer, request: Sent<'POST /api/orders/subscription'>) =>
  shop.call('POST /api/orders/subscription', request, { token });
export async function acted(shop: Shop, who: Buyer, what: Sent<'POST /api/orders/subscription'>['do']): Promise<Running> {
  const [{ id = '' } = {}] = await running(shop, who);
  const { status, body } = await act(shop, who, { subscriptionId: id, do: what });
  expect([status, body]).toMatchObject([200, { id }]);
  return body;
}

export const about = async (shop: Shop, { email }: Buyer, words: RegExp) =>
  (await shop.mails(email)).filter(({ subject }) => words.test(subject)).length;
/** The renewal date of each subscription. */
export const renewalDays = async (shop: Shop, who: Buyer) => (await running(shop, who)).map(({ renewsAt }) => renewsAt?.slice(0, 10));

/** A customer whose first month is paid from the balance; `left` remains in it. */
export async function subscribed(shop: Shop, left = 0): Promise<Buyer> {
  const who = await buyer(shop);
  await funded(shop, who, PRICE + left);
  await placed(shop, who, { lines: [monthly()], payFromBalance: true });
  return who;
}

/** A month later, with an empty balance: the renewal is announced, and then waits for its payment. */
export async function unpaid(shop: Shop): Promise<Buyer> {
  const who = await subscribed(shop);
  await later(shop, who, { days: 29 });
  const now = await later(shop, who, { days: 3 });
  expect(await statuses(shop, now)).toEqual([5, 2]);
  return now;
}
