// Orders and payments as CSV: every row of the filter, however many pages it has.

import { story } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { becomes, buyer, funded, pay, placed } from '../../../../tests/support/money.ts';
import { expect, shop as openShop, test } from '../../../../tests/support/shop.ts';

/** Without the byte order mark and the last line end. */
const splitLines = (body: unknown): string[] =>
  String(body)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

test('orders: all that match, over several pages', async () => {
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
  const manager = await operating(shop, 'manager');
  const none = await manager.call('GET /api/orders/table', {});
  expect(splitLines(none.body)).toEqual(['Order,Ordered (UTC),Service,Customer,Email,Status,Price,Currency,Add-ons']);

  const [ada, ben] = [await buyer(shop), await buyer(shop)];
  await funded(shop, ben, 20_000);
  const paid = await placed(shop, ben, { payFromBalance: true });
  for (let count = 0; count < 9; count++) await placed(shop, ada, { lines: Array.from({ length: 25 }, () => story()) });
  const unpaid = splitLines((await manager.call('GET /api/orders/table', { status: 1 })).body);
  expect(unpaid).toHaveLength(1 + 225);
  expect(new Set(unpaid).size, 'no row twice').toBe(226);
  const all = splitLines((await manager.call('GET /api/orders/table', {})).body);
  expect(all).toHaveLength(1 + 226);
  const row = all.find((line) => line.includes(',Paid,'));
  expect(row).toMatch(/^F-\w+,2026-05-12 \d\d:\d\d:\d\d,"Brand Stories, 600 words",.+,Paid,99\.00,EUR,$/);
  const [order] = (await manager.call('GET /api/orders', { status: 2 })).body.orders;
  expect(order?.id).toBe(paid.orderIds[0]);
  expect(row?.split(',')[0]).toBe(order?.number);
});

test('payments: those in the state, with what they are for', async ({ shop }) => {
  const [manager, ada] = [await operating(shop, 'manager'), await buyer(shop)];
  await pay((await placed(shop, ada)).paymentLink);
  await becomes(shop, ada, [2]);
  await placed(shop, ada);
  const [head, ...rows] = splitLines((await manager.call('GET /api/payments/table', { state: 'paid' })).body);
  expect(head).toBe('Payment,Created (UTC),Paid (UTC),For,Customer,Email,Provider,Status,Amount,Currency');
  expect(rows).toEqual([expect.stringMatching(/^[0-9a-f-]{36},2026-05-12 .+,2026-05-12 .+,F-\w+,.+,sandbox,Paid,99\.00,EUR$/)]);
});
