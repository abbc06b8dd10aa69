// The ledger against a simple model, under random histories and concurrent spends. FULL=1 runs the full number.
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
// The bank's webhooks are asynchronous, and 1,000 histories load the machine.
const PAYMENT_TIMEOUT_MS = FULL ? 60_000 : 10_000;
/** The price of one set of hashtags. */
const SET_PRICE = 900;

type Step =
  | { readonly what: 'deposit'; readonly amount: number; readonly off: keyof typeof codes }
  | { readonly what: 'spend'; readonly sets: number }
  | { readonly what: 'cancel'; readonly which: number }
  | { readonly what: 'stray' };

/** The model: what a customer has. */
type Model = { cash: number; promo: number; readonly orders: { id: string; price: number; promo: number }[] };

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
  readonly [What in Step['what']]: (shop: Shop, who: Buyer, model: Model, step: Extract<Step, { what: What }>) => Promise<void>;
} = {
  async deposit(shop, who, model, { amount, off }) {
    const price = amount - Math.floor((amount * off) / 100);
    const { status, body } = await deposit(shop, who, { depositAmount: amount, price, couponCode: codes[off] });
    expect(status).toBe(200);
    if (price > 0) await pay(body.paymentLink ?? '');
    model.cash += price;
    model.promo += amount - price;
    await expect.poll(() => balanceOf(shop, who), { timeout: PAYMENT_TIMEOUT_MS }).toBe(model.cash + model.promo);
  },
  async spend(shop, who, model, { sets }) {
    const price = sets * SET_PRICE;
    const { status, body } = await order(shop, who, { lines: [tags({ quantity: sets })], price, payFromBalance: true });
    const reaches = model.cash + model.promo >= price;
    expect(status).toBe(reaches ? 200 : 400);
    if (!reaches) return;
    const promo = Math.max(0, price - model.cash);
    model.cash -= price - promo;
    model.promo -= promo;
    model.orders.push({ id: body.orderIds[0] ?? '', price, promo });
  },
  async cancel(shop, who, model, { which }) {
    const { [which % Math.max(1, model.orders.length)]: taken } = model.orders;
    if (!taken) return;
    // The second call refunds nothing.
    for (const _ of [1, 2]) await shop.call('POST /api/orders/cancel', { orderId: taken.id, refundTo: 'balance' }, { token: who.token });
    model.orders.splice(model.orders.indexOf(taken), 1);
    model.cash += taken.price - taken.promo;
    model.promo += taken.promo;
  },
  async stray(shop, who, model) {
    const { paymentLink, orderIds } = await placed(shop, who, { lines: [tags()], price: SET_PRICE });
    // The webhook of the charge arrives after the order is cancelled.
    await pay(paymentLink, 'late');
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: who.token });
    model.cash += SET_PRICE;
    await expect.poll(() => balanceOf(shop, who), { timeout: PAYMENT_TIMEOUT_MS }).toBe(model.cash + model.promo);
  },
};

async function live(shop: Shop, history: readonly Step[]): Promise<void> {
  const who = await buyer(shop);
  const model: Model = { cash: 0, promo: 0, orders: [] };
  for (const each of history) {
    // TypeScript cannot pair a step with its function in a generic call.
    await steps[each.what](shop, who, model, each as never);
    const { body } = await shop.call('GET /api/balance/statement', { currency: 0, limit: 1 }, { token: who.token });
    expect([body.balance, body.promo, body.lines[0]?.balanceAfter ?? 0]).toEqual([model.cash + model.promo, model.promo, body.balance]);
  }
}

describe('ledger', () => {
  test('random deposits, spends, refunds and late payments: the balance equals the model after every step', {
    timeout: FULL ? 7_200_000 : 120_000,
  }, async ({ shop }) => {
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
      // Shrinking would take as long as the whole run.
      { numRuns: HISTORIES / AT_ONCE, endOnFailure: true },
    );
  });
});

const CLIENTS = FULL ? 100 : 20;
const SPENDS = FULL ? 10_000 : 500;
const FUNDED = SPENDS / 2;

/** Concurrent clients, each sending its next spend after the last answer. */
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

describe('concurrent spends beyond the balance', () => {
  test('exactly the funded spends succeed, and the balance ends at zero', { timeout: FULL ? 1_200_000 : 60_000 }, async ({ shop }) => {
    const ada = await buyer(shop);
    const most = 1_000_000;
    for (let left = FUNDED * SET_PRICE; left > 0; left -= most) await funded(shop, ada, Math.min(left, most));
    const spend = async () => (await order(shop, ada, { lines: [tags()], price: SET_PRICE, payFromBalance: true })).status;
    expect(await spendAll(spend)).toEqual({ 200: FUNDED, 400: FUNDED });
    expect(await balanceOf(shop, ada)).toBe(0);
  });

  test('a naive wallet that reads, then writes, overspends', async ({ shop }) => {
    await shop.sql('create table naive_wallet (cash integer)');
    await shop.sql('insert into naive_wallet values ($1)', [FUNDED * SET_PRICE]);
    const spend = async () => {
      const [had] = await shop.sql<{ cash: number }>('select cash from naive_wallet');
      if (!had || had.cash < SET_PRICE) return 400;
      await shop.sql('update naive_wallet set cash = $1', [had.cash - SET_PRICE]);
      return 200;
    };
    expect((await spendAll(spend))[200]).toBeGreaterThan(FUNDED);
  });
});
