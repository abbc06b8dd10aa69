import { accountEmails } from '../../../tests/support/rows/accounts.ts';
import { expect, shop as openShop, test } from '../../../tests/support/shop.ts';

test('the demo customer is created once and can log in', async ({ shop }) => {
  const demo = await shop.makeDemo();
  expect(await shop.makeDemo()).toEqual(demo);
  expect(await accountEmails(shop)).toEqual([demo?.email]);
  expect((await shop.call('POST /api/Accounts/login', demo)).status).toBe(200);
});

test('production creates no demo customer', async () => {
  await using shop = await openShop({ environment: { NODE_ENV: 'production', SHOP_URL: 'https://shop.example' } });
  expect(await shop.makeDemo()).toBeUndefined();
  expect(await accountEmails(shop)).toEqual([]);
});
