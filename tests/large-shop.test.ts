// The generated shop for benchmarks, in a small size: its data must be valid.

import { fillLarge } from '../scripts/large-shop.ts';
import { audit } from '../src/audit/audit.ts';
import { operating } from './support/desk.ts';
import { buyer, ordersOf, placed } from './support/money.ts';
import { orderCount, waysOfPaying } from './support/rows/orders.ts';
import { ticketMessageCount } from './support/rows/support.ts';
import { pieceMessageCount } from './support/rows/work.ts';
import { expect, test } from './support/shop.ts';

test('large shop: generated data passes the audit, new orders work, and generating it again is refused', async ({ shop }) => {
  const said: string[] = [];
  await fillLarge(shop.ctx.db.pool, { accounts: 50, orders: 400, tickets: 30, pieceMessages: 700, open: 100 }, (line) => said.push(line));
  expect(said.length).toBeGreaterThan(10);
  expect(await orderCount(shop)).toBe(400);
  expect(await waysOfPaying(shop)).toEqual(['balance', 'link', null]);
  expect(await ticketMessageCount(shop)).toBe(150);
  expect(await pieceMessageCount(shop)).toBe(700);
  const owner = await operating(shop, 'owner');
  const { rows, total, counts } = (await owner.call('GET /api/queue', { from: 90, limit: 5 })).body;
  // Some of the newest hundred were never paid.
  expect([total, rows.length, counts.ready > 0, counts.inWork > 0]).toEqual([94, 4, true, true]);
  const { tickets } = (await owner.call('GET /api/tickets', { status: 'closed' })).body;
  expect((await owner.call('GET /api/ticket', { number: tickets[0]?.number })).body.messages).toHaveLength(5);
  expect((await owner.call('GET /api/tickets', { search: `ORDER ${tickets[0]?.number.slice(2, 7)}` })).body.tickets).toMatchObject([
    { number: tickets[0]?.number },
  ]);
  const who = await buyer(shop);
  await placed(shop, who);
  expect(await ordersOf(shop, who)).toHaveLength(1);
  expect(await audit(shop.ctx.db.pool)).toEqual([]);
  await expect(fillLarge(shop.ctx.db.pool, { accounts: 1, orders: 2 }, () => undefined)).rejects.toThrow('large already');
  expect(await audit(shop.ctx.db.pool)).toEqual([]);
});
