// A refused purchase makes the rest of its batch run a second time, at most once. Measured by the statements
// sent.

import { tags } from '../../../../tests/support/cart-lines.ts';
import { type Buyer, buyer, funded, order, test } from '../../../../tests/support/money.ts';
import { addCoupon } from '../../../../tests/support/rows/wallet.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';

/** The price of one set of hashtags. */
const SET_PRICE = 900;
const ROUNDS = 12;
const OTHERS = 6;

type Document = { readonly purchase: { readonly id: string } };

/** Records the purchases sent in a batch, and those of them that were sent again individually. */
function watch(shop: Shop) {
  const { pool } = shop.ctx.db;
  const { query } = pool;
  const [batched, twice] = [new Set<string>(), new Set<string>()];
  const recordStatement = ({ name, values }: { name?: string; values?: readonly unknown[] }) => {
    if (name !== 'orders.place') return;
    const sent = (JSON.parse(String(values?.[0])) as Document[]).map(({ purchase }) => purchase.id);
    if (sent.length > 1) for (const id of sent) batched.add(id);
    else for (const id of sent) if (batched.has(id)) twice.add(id);
  };
  pool.query = ((...args: Parameters<typeof query>) => {
    recordStatement(args[0] as { name?: string });
    return query.apply(pool, args);
  }) as typeof query;
  const stop = () => {
    pool.query = query;
  };
  return { batched, twice, stop };
}

/**
 * In each round the spoiler sends some purchases from a balance that is too low, while the others pay by
 * link.
 */
async function rounds(shop: Shop, spoiler: Buyer, perRound: number) {
  const others = await Promise.all(Array.from({ length: OTHERS }, () => buyer(shop)));
  const { batched, twice, stop } = watch(shop);
  const bought = new Set<string>();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const place = (who: Buyer, payFromBalance: boolean) => order(shop, who, { lines: [tags()], price: SET_PRICE, payFromBalance });
      const [answers] = await Promise.all([
        Promise.all(others.map((who) => place(who, false))),
        Promise.all(Array.from({ length: perRound }, () => place(spoiler, true))),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
      for (const { body } of answers) bought.add(body.purchaseId);
    }
  } finally {
    stop();
  }
  return { batched: [...batched].filter((id) => bought.has(id)).length, twice: [...twice].filter((id) => bought.has(id)).length };
}

const fromBalance = (shop: Shop, who: Buyer) => order(shop, who, { lines: [tags()], price: SET_PRICE, payFromBalance: true });

describe('batch of purchases', () => {
  test('a buyer with too low a balance: no other purchase runs twice', async ({ shop }) => {
    const { batched, twice } = await rounds(shop, await buyer(shop), 4);
    expect(batched).toBeGreaterThan(0);
    expect(twice).toBe(0);
  });

  test('a buyer who sends many purchases with balance for one: the others run twice in at most one round', async ({ shop }) => {
    const racer = await buyer(shop);
    await funded(shop, racer, SET_PRICE);
    const { batched, twice } = await rounds(shop, racer, 8);
    expect(batched).toBeGreaterThan(OTHERS);
    expect(twice).toBeLessThanOrEqual(OTHERS);
  });

  test('a buyer who has spent the balance: no other purchase runs twice', async ({ shop }) => {
    const often = await buyer(shop);
    await funded(shop, often, 3 * SET_PRICE);
    for (let count = 0; count < 3; count++) expect((await fromBalance(shop, often)).status).toBe(200);
    const { batched, twice } = await rounds(shop, often, 8);
    expect(batched).toBeGreaterThan(OTHERS);
    expect(twice).toBe(0);
  });

  test('a balance that was spent by a purchase with a coupon, placed alone: the others run twice in at most one round', async ({
    shop,
  }) => {
    const spender = await buyer(shop);
    const couponCode = await addCoupon(shop, { percent: 50 });
    await funded(shop, spender, 3 * SET_PRICE);
    expect((await fromBalance(shop, spender)).status).toBe(200);
    expect((await order(shop, spender, { lines: [tags({ quantity: 4 })], couponCode, payFromBalance: true })).status).toBe(200);
    const { batched, twice } = await rounds(shop, spender, 8);
    expect(batched).toBeGreaterThan(OTHERS);
    expect(twice).toBeLessThanOrEqual(OTHERS);
  });
});
