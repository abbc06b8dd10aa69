// Tests of the test shop: each has its own ports, database and clock.

import { describe, expect, test } from 'vitest';
import { databaseExists } from './support/rows/database.ts';
import { highestSurcharge, setSurcharges } from './support/rows/orders.ts';
import { type Shop, shop, testClock } from './support/shop.ts';

/** The time is printed, not asserted, because it depends on the machine. */
async function timed(): Promise<{ opened: Shop; ms: number }> {
  const since = performance.now();
  const opened = await shop();
  return { opened, ms: Math.round(performance.now() - since) };
}

describe('test shop', () => {
  test('storefront, desk and sandbox answer', async () => {
    await using one = await shop();
    for (const url of [one.urls.storefront, one.urls.desk, one.urls.sandbox]) expect((await fetch(`${url}/`)).status).toBeLessThan(500);
    expect((await fetch(`${one.urls.storefront}/readyz`)).status).toBe(200);
    const { status, body } = await one.call('POST /api/prices', { currency: 0 });
    expect(status).toBe(200);
    expect(body.offers.length).toBeGreaterThan(0);
  });

  test('three shops share no URL, data or clock', async () => {
    const first = await timed();
    await using one = first.opened;
    const [second, third] = await Promise.all([timed(), timed()]);
    await using two = second.opened;
    await using three = third.opened;
    console.log(`opened in ${first.ms} ms; two at once in ${second.ms} and ${third.ms} ms`);

    expect(new Set([one, two, three].flatMap(({ urls }) => Object.values(urls))).size).toBe(9);
    await setSurcharges(one, 99);
    expect(await highestSurcharge(one)).toBe(99);
    expect(await highestSurcharge(two)).toBeLessThan(99);
    one.clock.turn({ days: 1 });
    expect(one.clock.now().getTime() - two.clock.now().getTime()).toBe(86_400_000);
  });

  test('closing drops the database and stops the servers', async () => {
    await using other = await shop();
    const one = await shop();
    const { database = '' } = one.connection;
    expect(await databaseExists(other, database)).toBe(true);
    await one.close();
    expect(await databaseExists(other, database)).toBe(false);
    await expect(fetch(one.urls.storefront)).rejects.toThrow('fetch failed');
  });

  test('invalid SHOP_URL is refused with the reason', async () => {
    await expect(shop({ environment: { SHOP_URL: 'https://shop.example' } })).rejects.toThrow(/SHOP_URL must be a localhost address/);
  });
});

describe('test clock', () => {
  test('stands still until it is turned or set', () => {
    const clock = testClock('2026-03-29T00:59:00Z');
    expect(clock.now()).toEqual(clock.now());
    expect(clock.turn({ hours: 1, minutes: 1 }).toISOString()).toBe('2026-03-29T02:00:00.000Z');
    expect(clock.turn({ days: -1 }).toISOString()).toBe('2026-03-28T02:00:00.000Z');
    expect(clock.set('2030-01-01').getUTCFullYear()).toBe(2030);
  });

  test('can run and be turned at the same time', () => {
    const clock = testClock('2026-01-01T00:00:00Z');
    const begin = Date.now();
    clock.run();
    const ahead = clock.turn({ days: 1 }).getTime() - Date.parse('2026-01-02T00:00:00Z');
    expect(ahead).toBeGreaterThanOrEqual(0);
    expect(ahead).toBeLessThanOrEqual(Date.now() - begin);
  });
});
