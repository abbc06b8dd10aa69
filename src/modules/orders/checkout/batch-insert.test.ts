// Who is refused costs the others of a batch a second try once, not again and again. Counted at the statements that the shop sends.
import { tags } from '../../../../tests/support/carts.ts';
import { type Buyer, buyer, expectAudited, funded, order } from '../../../../tests/support/money.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

/** One set of hashtags. */
const SET = 900;
const ROUNDS = 12;
const OTHERS = 6;

type Document = { readonly purchase: { readonly id: string } };

/** The purchases that went in a batch, and of those the ones that were sent again by themselves. */
function watch(shop: Shop) {
  const { pool } = shop.ground.db;
  const { query } = pool;
  const [batched, twice] = [new Set<string>(), new Set<string>()];
  const note = ({ name, values }: { name?: string; values?: readonly unknown[] }) => {
    const sent = () => JSON.parse(String(values?.[0])) as Document & { readonly purchases: readonly { readonly id: string }[] };
    if (name === 'orders.placeAll') for (const { id } of sent().purchases) batched.add(id);
    if (name === 'orders.place' && batched.has(sent().purchase.id)) twice.add(sent().purchase.id);
  };
  pool.query = ((...asked: Parameters<typeof query>) => {
    note(asked[0] as { name?: string });
    return query.apply(pool, asked);
  }) as typeof query;
  const stop = () => {
    pool.query = query;
  };
  return { batched, twice, stop };
}

/** The spoiler sends so many in each round, from a balance that does not reach for them, while the others pay by link. */
async function rounds(shop: Shop, spoiler: Buyer, perRound: number) {
  const others = await Promise.all(Array.from({ length: OTHERS }, () => buyer(shop)));
  const { batched, twice, stop } = watch(shop);
  const bought = new Set<string>();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const place = (who: Buyer, payFromBalance: boolean) => order(shop, who, { lines: [tags()], price: SET, payFromBalance });
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

describe('batch of purchases', () => {
  test('a buyer whose balance does not reach makes nobody else run twice', async ({ shop }) => {
    const { batched, twice } = await rounds(shop, await buyer(shop), 4);
    expect(batched).toBeGreaterThan(0);
    expect(twice).toBe(0);
  });

  test('a buyer who sends many at once, and whose balance reaches for one, makes the others run twice in one round at most', async ({
    shop,
  }) => {
    const racer = await buyer(shop);
    await funded(shop, racer, SET);
    const { batched, twice } = await rounds(shop, racer, 8);
    expect(batched).toBeGreaterThan(OTHERS);
    expect(twice).toBeLessThanOrEqual(OTHERS);
  });
});
