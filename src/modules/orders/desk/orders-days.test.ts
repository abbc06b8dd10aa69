// Tests days and dates of orders at the desk: filters use the reader's time zone, and expected dates match
// what the customer sees.

import { addDays } from '#lib/time/days.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, listOrders, paidFromBalance, placed } from '../../../../tests/support/money.ts';
import { test as base, describe, expect } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
const PRICE = 9_900;

describe('order filter by day', () => {
  test.for([
    ['Europe/Oslo', 1],
    ['UTC', 0],
    [undefined, 0],
    ['America/New_York', 0],
  ] as const)('zone %s: an order of 23:30 UTC is found only under its local day, %i days later', async ([zone, later], { shop }) => {
    const now = shop.clock.now();
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
    shop.clock.turn({ minutes: Math.floor((midnight - now.getTime()) / 60_000) + 1_410 });
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const today = shop.clock.now().toISOString().slice(0, 10);
    const { orderIds } = await placed(shop, ada);
    const countOn = async (day: string) => {
      const { body } = await manager.call('GET /api/orders', { from: day, until: day, ...(zone ? { zone } : {}) });
      return body.orders.filter(({ id }) => id === orderIds[0]).length;
    };
    const days = [addDays(today, -1), today, addDays(today, 1)];
    const counts: number[] = [];
    for (const day of days) counts.push(await countOn(day));
    expect(counts).toEqual(days.map((day) => (day === addDays(today, later) ? 1 : 0)));
    expect((await manager.call('GET /api/orders', { from: today, zone: 'Europe/Atlantis' })).status).toBe(400);
  });
});

describe('expected date of an order', () => {
  test.for([
    ['customer chose to start at once', { startNow: true }, { hasRight: true, startNow: true, expectedBecause: 'paid' }],
    [
      'customer did not choose to start at once',
      { startNow: false },
      { hasRight: true, startNow: false, expectedBecause: 'mayBeginLater' },
    ],
  ] as const)('%s: the desk shows the same date as the customer sees', async ([, request, expected], { shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const id = await paidFromBalance(shop, ada, PRICE, request);
    const [own] = await listOrders(shop, ada);
    const { body } = await support.call('GET /api/order', { id });
    expect(body.order).toMatchObject({ ...expected, expectedAt: own?.expectedAt });
    expect(own).toMatchObject({ expectedAt: expect.any(String), expectedBecause: expected.expectedBecause });
  });
});
