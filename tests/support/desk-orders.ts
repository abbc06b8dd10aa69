// Paid orders and the actions of the desk on them.
import { randomUUID } from 'node:crypto';
import type { Operating } from './desk.ts';
import { type Buyer, becomes, funded, pay, placed } from './money.ts';
import type { Shop } from './shop.ts';

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
