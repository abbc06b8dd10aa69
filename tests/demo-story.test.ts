// The demo customer's order history.

import { operating } from './support/desk.ts';
import { expectAudited, statuses } from './support/money.ts';
import { letRun } from './support/rows/jobs.ts';
import { getDemo } from './support/sample-shop.ts';
import { expect, shop as openShop, test } from './support/shop.ts';

/** Months of every length come before these days. */
const days = ['2026-05-12T09:30:00Z', '2026-11-21T13:33:00Z', '2027-03-05T00:10:00Z', '2028-03-05T23:50:00Z'];

test.for(days)(
  'demo story on %s: the customer has orders in every status, running it twice adds nothing, and nothing has failed',
  async (day) => {
    await using shop = await openShop({ at: day });
    await getDemo(shop);
    const demo = await getDemo(shop);
    const login = await shop.call('POST /api/Accounts/login', demo);
    const token = login.body.accessToken;
    expect(new Set(await statuses(shop, { email: '', token }))).toEqual(new Set([-1, 1, 2, 3, 4, 5]));
    const { body } = await shop.call('GET /api/balance/statement', { currency: 0 }, { token });
    expect(body.lines.length).toBeGreaterThan(5);
    const owner = await operating(shop, 'owner');
    expect((await owner.call('GET /api/failures')).body, 'before a poll').toEqual([]);
    await letRun(shop, 'payments.poll');
    await letRun(shop, 'payments.reconcile');
    expect((await owner.call('GET /api/failures')).body, 'by the bank’s books').toEqual([]);
    await expectAudited(shop);
  },
);

test('demo story in a process of its own: the customer has its orders, and a second start adds none', async () => {
  await using shop = await openShop({ at: new Date() });
  const demo = await shop.makeDemo();
  await shop.seedDemo(demo);
  const login = await shop.call('POST /api/Accounts/login', demo);
  const who = { email: '', token: login.body.accessToken };
  const orders = await statuses(shop, who);
  expect(new Set(orders)).toEqual(new Set([-1, 1, 2, 3, 4, 5]));
  await shop.seedDemo(demo);
  expect(await statuses(shop, who)).toEqual(orders);
  await expectAudited(shop);
});

test('demo story of a shop that is stopped meanwhile: its process ends', async () => {
  const shop = await openShop({ at: new Date() });
  const demo = await shop.makeDemo();
  const { body } = await shop.call('POST /api/Accounts/login', demo);
  const refused = expect(shop.seedDemo(demo)).rejects.toThrow('the process gave no answer');
  await expect.poll(() => statuses(shop, { email: '', token: body.accessToken }), { interval: 20 }).not.toEqual([]);
  await shop.close();
  await refused;
});
