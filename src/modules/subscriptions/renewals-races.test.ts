// Many bundles due at once, renewed by two nodes with cut connections: one charge each. A naive renewal charges twice.
import { inject } from 'vitest';
import { monthly } from '../../../tests/support/cart-lines.ts';
import { type Buyer, balanceOf, buyer, expectAudited, funded, order, ordersOf, placed } from '../../../tests/support/money.ts';
import { freePorts } from '../../../tests/support/process.ts';
import { letRun } from '../../../tests/support/scheduled.ts';
import { test as base, describe, expect, shop as openShop, SECRET_KEYS, type Shop } from '../../../tests/support/shop.ts';
import { again, PRICE, subscribed } from '../../../tests/support/subscriptions.ts';
import { audit } from '../../audit/audit.ts';
import { readConfig } from '../../infra/config/config.ts';
import { createApp, type ShopApp } from '../../server/create-app.ts';

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

  async function secondNode({ connection, clock, ctx }: Shop): Promise<ShopApp> {
    const [port = 0, sandboxPort = 0] = await freePorts(2);
    const { config } = readConfig({
      NODE_ENV: 'test',
      PORT: String(port),
      SHOP_URL: `http://localhost:${port}`,
      DESK_PORT: '0',
      SANDBOX_PORT: String(sandboxPort),
      DATABASE_POOL: '4',
      SECRET_KEYS,
      LOG_LEVEL: 'silent',
      ...environment,
    });
    return createApp({ config, connection, clock, log: ctx.log, build: inject('build'), jobs: true, refuseEarly: false });
  }

  test('database connections are cut during renewal: one charge for each bundle', { timeout: 300_000 }, async () => {
    await using shop = await openShop({ environment });
    const buyers = await allDue(shop);
    await letRun(shop, 'subscriptions.renew', 100_000);
    shop.clock.turn({ days: 3 });
    const other = await secondNode(shop);
    try {
      await shop.sql(`select graphile_worker.add_job('subscriptions.renew', '{}'::json) from generate_series(1, 6)`);
      let cuts = 0;
      // Ends connections as a killed node would: their transactions roll back.
      await expect
        .poll(
          async () => {
            if (cuts < 10)
              cuts += (
                await shop.sql(`select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ~ 'subscription|order_piece|spend_from'`)
              ).length;
            const left = await shop.sql(`select from graphile_worker.jobs where task_identifier = 'subscriptions.renew'`);
            return left.length;
          },
          { timeout: 200_000, interval: 20 },
        )
        .toBe(0);
      expect(cuts).toBeGreaterThan(0);
    } finally {
      await other.stop();
    }
    const [{ months, most } = {}] = await shop.sql(
      `select sum(count)::int as months, max(count)::int as most from (select count(*) from shop_order where status = 2 group by subscription_id) as each`,
    );
    expect({ months, most }).toEqual({ months: ACCOUNTS * EACH * 2, most: 2 });
    for (const who of buyers) expect(await balanceOf(shop, await again(shop, who))).toBe(Math.max(500_000 - EACH * PRICE * 2, 0));
    await expectAudited(shop);
  });

  /** The naive way: reads the due subscriptions, then renews them. */
  async function renewNaively({ ctx: { db }, clock }: Shop): Promise<() => Promise<void>> {
    const now = clock.now();
    const { rows } = await db.pool.query(`select * from subscription where state = 'active' and renews_at <= $1`, [now]);
    return async () => {
      for (const { id, account_id, currency, price } of rows) {
        await db.pool.query('select debit_wallet($1, $2::smallint, $3, gen_random_uuid(), $4)', [account_id, currency, price, now]);
        await db.pool.query(`update subscription set renews_at = renews_at + interval '1 month' where id = $1`, [id]);
      }
    };
  }

  test('naive version: two nodes charge twice, and the audit reports it', async () => {
    await using shop = await openShop({ environment, jobs: false });
    const who = await buyer(shop);
    await shop.sql(`select credit_wallet(id, 0::smallint, 50000, 'bonus', gen_random_uuid(), 'promotion', 'promo', now()) from account`);
    await placed(shop, who, { lines: [monthly()], payFromBalance: true });
    shop.clock.turn({ days: 32 });
    const [one, two] = await Promise.all([renewNaively(shop), renewNaively(shop)]);
    await Promise.all([one(), two()]);
    expect(await balanceOf(shop, await again(shop, who))).toBe(50_000 - 3 * PRICE);
    expect((await audit(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain('nothing is spent but on a purchase');
  });

  test('the database refuses a second order for one month', async ({ shop }) => {
    const ada = await subscribed(shop);
    const [{ id = '' } = {}] = await ordersOf(shop, ada);
    const twin = shop.sql(
      `insert into shop_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', 'F-TWIN'))).* from shop_order as o where id = $1`,
      [id],
    );
    await expect(twin).rejects.toThrow('shop_order_month');
  });
});
