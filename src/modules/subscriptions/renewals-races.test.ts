// Many bundles due at once, renewed by two nodes with cut connections: one charge each. A naive renewal
// charges twice.

import { monthly } from '../../../tests/support/cart-lines.ts';
import { type Buyer, buyer, expectAudited, funded, getBalance, listOrders, order, placed } from '../../../tests/support/money.ts';
import { patience } from '../../../tests/support/patience.ts';
import { again, PRICE, subscribed } from '../../../tests/support/pieces.ts';
import { endConnectionsRunning } from '../../../tests/support/rows/database.ts';
import { addJobs, jobsOfTask, letRun } from '../../../tests/support/rows/jobs.ts';
import { insertTwin, paidMonths, prepareNaiveRenewal } from '../../../tests/support/rows/orders.ts';
import { giveBonus } from '../../../tests/support/rows/wallet.ts';
import { secondNode } from '../../../tests/support/second-node.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const ACCOUNTS = process.env.FULL ? 20 : 2;
const EACH = process.env.FULL ? 50 : 15;

describe('renewals on two nodes', () => {
  /** Bundles that are due at once, with the balance for two months of each. */
  async function allDue(shop: Shop): Promise<Buyer[]> {
    const buyers: Buyer[] = [];
    for (let account = 0; account < ACCOUNTS; account++) {
      const who = await buyer(shop);
      await funded(shop, who, 500_000);
      if (EACH * PRICE * 2 > 500_000) await funded(shop, who, EACH * PRICE * 2 - 500_000);
      await order(shop, who, { lines: Array.from({ length: EACH }, () => monthly()), payFromBalance: true });
      buyers.push(who);
    }
    shop.clock.turn({ days: 29 });
    return buyers;
  }

  test('database connections are cut during renewal: one charge for each bundle', async () => {
    await using shop = await openShop({ environment });
    const buyers = await allDue(shop);
    await letRun(shop, 'subscriptions.renew');
    shop.clock.turn({ days: 3 });
    {
      await using _ = await secondNode(shop, environment);
      await addJobs(shop, 'subscriptions.renew', 6);
      let cuts = 0;
      // Ends connections as a killed node would: their transactions roll back.
      await expect
        .poll(
          async () => {
            if (cuts < 10) cuts += await endConnectionsRunning(shop, 'subscription|order_piece|spend_from');
            return (await jobsOfTask(shop, 'subscriptions.renew')).length;
          },
          { timeout: patience(200_000), interval: 20 },
        )
        .toBe(0);
      expect(cuts).toBeGreaterThan(0);
    }
    expect(await paidMonths(shop)).toEqual({ months: ACCOUNTS * EACH * 2, most: 2 });
    for (const who of buyers) expect(await getBalance(shop, await again(shop, who))).toBe(Math.max(500_000 - EACH * PRICE * 2, 0));
    await expectAudited(shop);
  });

  test('naive version: two nodes charge twice, and the audit reports it', async () => {
    await using shop = await openShop({ environment, jobs: false });
    const who = await buyer(shop);
    await giveBonus(shop, 50_000);
    await placed(shop, who, { lines: [monthly()], payFromBalance: true });
    shop.clock.turn({ days: 32 });
    const now = shop.clock.now();
    const [one, two] = await Promise.all([prepareNaiveRenewal(shop, now), prepareNaiveRenewal(shop, now)]);
    await Promise.all([one(), two()]);
    expect(await getBalance(shop, await again(shop, who))).toBe(50_000 - 3 * PRICE);
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain('nothing is spent but on a purchase');
  });

  test('the database refuses a second order for one month', async ({ shop }) => {
    const ada = await subscribed(shop);
    const [{ id = '' } = {}] = await listOrders(shop, ada);
    await expect(insertTwin(shop, id)).rejects.toThrow('shop_order_month');
  });
});
