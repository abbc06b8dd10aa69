// Promises 1 and 2 in short: money is never made or lost, and the ledger is a simple model's twin. FULL=1 tries the whole number.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { tags } from '../../../tests/support/carts.ts';
import { type Buyer, balanceOf, buyer, deposit, expectAudited, funded, order, pay, placed } from '../../../tests/support/money.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

const FULL = Boolean(process.env.FULL);
const HISTORIES = FULL ? 1_000 : 20;
const OPERATIONS = FULL ? 200 : 40;
const AT_ONCE = 4;
// The bank tells of it in its own time, and 1,000 histories keep the machine busy.
const PATIENCE_MS = FULL ? 60_000 : 10_000;
/** One set of hashtags. */
const SET = 900;

type Step =
  | { readonly what: 'deposit'; readonly amount: number; readonly off: keyof typeof codes }
  | { readonly what: 'spend'; readonly sets: number }
  | { readonly what: 'cancel'; readonly which: number }
  | { readonly what: 'stray' };

/** What a customer has, as one would keep it on paper. */
type Paper = { cash: number; promo: number; readonly orders: { id: string; price: number; promo: number }[] };

const codes = { 0: null, 20: `TWENTY-${randomUUID()}`, 100: `ALL-${randomUUID()}` } as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('deposit'), amount: fc.integer({ min: 500, max: 20_000 }), off: fc.constantFrom(0, 20, 100) }),
  },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('spend'), sets: fc.integer({ min: 1, max: 10 }) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('cancel'), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('stray') }) },
) as fc.Arbitrary<Step>;

const steps: {
  readonly [What in Step['what']]: (shop: Shop, who: Buyer, paper: Paper, step: Extract<Step, { what: What }>) => Promise<void>;
} = {
  async deposit(shop, who, paper, { amount, off }) {
    const price = amount - Math.floor((amount * off) / 100);
    const { status, body } = await deposit(shop, who, { depositAmount: amount, price, couponCode: codes[off] });
    expect(status).toBe(200);
    if (price > 0) await pay(body.paymentLink ?? '');
    paper.cash += price;
    paper.promo += amount - price;
    await expect.poll(() => balanceOf(shop, who), { timeout: PATIENCE_MS }).toBe(paper.cash + paper.promo);
  },
  async spend(shop, who, paper, { sets }) {
    const price = sets * SET;
    const { status, body } = await order(shop, who, { lines: [tags({ quantity: sets })], price, payFromBalance: true });
    const reaches = paper.cash + paper.promo >= price;
    expect(status).toBe(reaches ? 200 : 400);
    if (!reaches) return;
    const promo = Math.max(0, price - paper.cash);
    paper.cash -= price - promo;
    paper.promo -= promo;
    paper.orders.push({ id: body.orderIds[0] ?? '', price, promo });
  },
  async cancel(shop, who, paper, { which }) {
    const { [which % Math.max(1, paper.orders.length)]: taken } = paper.orders;
    if (!taken) return;
    // The second time gives nothing.
    for (const _ of [1, 2]) await shop.call('POST /api/orders/cancel', { orderId: taken.id, refundTo: 'balance' }, { token: who.token });
    paper.orders.splice(paper.orders.indexOf(taken), 1);
    paper.cash += taken.price - taken.promo;
    paper.promo += taken.promo;
  },
  async stray(shop, who, paper) {
    const { paymentLink, orderIds } = await placed(shop, who, { lines: [tags()], price: SET });
    // Charged, and the shop hears of it when the order is given up already.
    await pay(paymentLink, 'late');
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: who.token });
    paper.cash += SET;
    await expect.poll(() => balanceOf(shop, who), { timeout: PATIENCE_MS }).toBe(paper.cash + paper.promo);
  },
};

async function live(shop: Shop, history: readonly Step[]): Promise<void> {
  const who = await buyer(shop);
  const paper: Paper = { cash: 0, promo: 0, orders: [] };
  for (const each of history) {
    // The table pairs each step with its kind; one call for all of them cannot say so.
    await steps[each.what](shop, who, paper, each as never);
    const { body } = await shop.call('GET /api/balance/statement', { currency: 0, limit: 1 }, { token: who.token });
    expect([body.balance, body.promo, body.lines[0]?.balanceAfter ?? 0]).toEqual([paper.cash + paper.promo, paper.promo, body.balance]);
  }
}

describe('the ledger', () => {
  test('is a model’s twin, whatever is paid in, spent, given back or comes too late', { timeout: FULL ? 7_200_000 : 120_000 }, async ({
    shop,
  }) => {
    for (const [off, code] of Object.entries(codes))
      if (code)
        await shop.sql(
          `insert into coupon (code, code_key, kind, percent, applies_to, created_at) values ($1, upper($1), 'percent', $2, 'deposits', now())`,
          [code, Number(off)],
        );
    const history = fc.array(step, { minLength: OPERATIONS, maxLength: OPERATIONS });
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (histories) => {
        await Promise.all(histories.map((each) => live(shop, each)));
      }),
      // A shorter history would take as long as all of them.
      { numRuns: HISTORIES / AT_ONCE, endOnFailure: true },
    );
  });
});

const CLIENTS = FULL ? 100 : 20;
const SPENDS = FULL ? 10_000 : 500;
const FUNDED = SPENDS / 2;

/** By so many at once, each as soon as its last one is answered. */
async function spendAll(spend: () => Promise<number>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const client = async () => {
    for (let left = SPENDS / CLIENTS; left > 0; left--) {
      const status = await spend();
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return counts;
}

describe('more spends than there is money for', () => {
  test('are as many as there is money for, and nothing is below zero', { timeout: FULL ? 1_200_000 : 60_000 }, async ({ shop }) => {
    const ada = await buyer(shop);
    const most = 1_000_000;
    for (let left = FUNDED * SET; left > 0; left -= most) await funded(shop, ada, Math.min(left, most));
    const spend = async () => (await order(shop, ada, { lines: [tags()], price: SET, payFromBalance: true })).status;
    expect(await spendAll(spend)).toEqual({ 200: FUNDED, 400: FUNDED });
    expect(await balanceOf(shop, ada)).toBe(0);
  });

  test('are more than that for the naive twin, which reads first and writes then', async ({ shop }) => {
    await shop.sql('create table naive_wallet (cash integer)');
    await shop.sql('insert into naive_wallet values ($1)', [FUNDED * SET]);
    const spend = async () => {
      const [had] = await shop.sql<{ cash: number }>('select cash from naive_wallet');
      if (!had || had.cash < SET) return 400;
      await shop.sql('update naive_wallet set cash = $1', [had.cash - SET]);
      return 200;
    };
    expect((await spendAll(spend))[200]).toBeGreaterThan(FUNDED);
  });
});
