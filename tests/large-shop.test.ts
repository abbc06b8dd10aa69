// The generated shop for benchmarks, in a small size: its data must be valid, also if it was made in several
// runs.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { fillLarge } from '../scripts/large-shop/fill.ts';
import { auditBooks } from '../src/audit/audit.ts';
import { operating } from './support/desk.ts';
import { buyer, listOrders, placed } from './support/money.ts';
import { indexNames, recheckReferences, storedOrder, tableOptions } from './support/rows/database.ts';
import { orderCount, waysOfPaying } from './support/rows/orders.ts';
import { ticketMessageCount } from './support/rows/support.ts';
import { pieceMessageCount } from './support/rows/work.ts';
import { expect, shop as openShop, type Shop, test } from './support/shop.ts';

test('large shop: generated data passes the audit, new orders work, and generating it again is refused', async ({ shop }) => {
  const said: string[] = [];
  await fillLarge(shop.connection, { accounts: 50, orders: 400, tickets: 30, pieceMessages: 700, open: 100 }, (line) => said.push(line));
  expect(said.length).toBeGreaterThan(10);
  expect(await orderCount(shop)).toBe(400);
  // At random, each row would change other pages of its indexes.
  for (const table of ['purchase', 'shop_order', 'order_piece', 'payment'])
    expect(await storedOrder(shop, table, 'id')).toBeGreaterThan(0.99);
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
  expect(await listOrders(shop, who)).toHaveLength(1);
  expect(await auditBooks(shop.ctx.db.pool)).toEqual([]);
  await expect(fillLarge(shop.connection, { accounts: 1, orders: 2 }, () => undefined)).rejects.toThrow('large already');
  expect(await auditBooks(shop.ctx.db.pool)).toEqual([]);
});

test('large shop: a run that is killed at several points is completed by the next, with every index and reference', async () => {
  await using shop = await openShop();
  const before = [await indexNames(shop), await tableOptions(shop)];
  // Beside the jobs of a shop that has just started. Lines: what is bought, then tables. PostgreSQL completes
  // a statement whose client was killed, so a later run has fewer lines than are left after an earlier one;
  // messages of support are the last table.
  for (const line of ['1', '3', '5', 'support_message']) expect(await runSeed(shop, line)).toMatchObject({ signal: 'SIGKILL' });
  expect(await runSeed(shop)).toMatchObject({ status: 0, printed: expect.stringContaining('goes on with 400 orders') });
  expect(await orderCount(shop)).toBe(400);
  expect([await indexNames(shop), await tableOptions(shop)]).toEqual(before);
  await recheckReferences(shop);
  expect(await auditBooks(shop.ctx.db.pool)).toEqual([]);
  expect(await runSeed(shop)).toMatchObject({ status: 1, printed: expect.stringContaining('large already') });
});

/** With `killAfter`, killed after the line of its output with this number, or this end. */
async function runSeed({ connection }: Shop, killAfter?: string) {
  const address = formatConnectionUrl(connection as Parameters<typeof formatConnectionUrl>[0]);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: address, KILL_AFTER: killAfter };
  const killed = killAfter === undefined ? [] : ['--import', './tests/support/preload/kill-after-line.ts'];
  const args = ['--require', './check-node.cjs', ...killed, 'scripts/run.cjs', 'seed', '--large', '--accounts=50', '--orders=400'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed, errors, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, signal, printed: printed + errors };
}
