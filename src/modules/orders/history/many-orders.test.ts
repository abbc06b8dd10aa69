// Lists of an account that has most of the shop's orders.
import { fillLarge } from '../../../../scripts/large-shop/fill.ts';
import { accountWithMostOrders } from '../../../../tests/support/rows/orders.ts';
import { expect, shop as openShop, test } from '../../../../tests/support/shop.ts';
import { planNodes } from '../../../../tests/support/test-context.ts';
import { listOrders } from './queries.ts';

const PAGE = 10;
const ORDERS = 6_000;

test('first page of an account with most of the orders: the database reads only what is on it', async () => {
  await using shop = await openShop({ jobs: false });
  await fillLarge(shop.connection, { accounts: 1, orders: ORDERS, tickets: 1 }, () => undefined);
  const listing = { accountId: await accountWithMostOrders(shop), before: undefined, purchase: undefined, number: undefined, limit: PAGE };
  const nodes = await planNodes(shop.ctx.db, ({ pool }) => listOrders(pool, 'all', [listing], shop.clock.now()));
  expect(nodes.length).toBeGreaterThan(0);
  expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBeLessThan(PAGE * PAGE);
});
