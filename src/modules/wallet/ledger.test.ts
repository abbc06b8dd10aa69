// The ledger against a simple model, under random histories and concurrent spends. FULL=1 runs the full
// number.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { tags } from '../../../tests/support/cart-lines.ts';
import { type Customer, makeWorld, type World } from '../../../tests/support/histories/world.ts';
import { buyer, deposit, funded, getBalance, type Outcome, once, order, pay, test } from '../../../tests/support/money.ts';
import { patience } from '../../../tests/support/patience.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { retryFailed } from '../../../tests/support/rows/jobs.ts';
import { addCoupon, debitFor, naiveWallet } from '../../../tests/support/rows/wallet.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';

const FULL = Boolean(process.env.FULL);
const HISTORIES = FULL ? 1_000 : 4;
const OPERATIONS = FULL ? 200 : 40;
const AT_ONCE = 4;
/** Longer than the lease after which a job of a dead process runs again. */
const PAYMENT_TIMEOUT_MS = patience(120_000);
const RETRY_AFTER_MS = 5_000;
/** The price of one set of hashtags. */
const SET_PRICE = 900;

type Step =
  | { readonly what: 'deposit'; readonly amount: number; readonly off: keyof typeof codes }
  | { readonly what: 'spend'; readonly sets: number }
  | { readonly what: 'cancel'; readonly which: number }
  | { readonly what: 'stray' };

/** The model of one customer: balances and paid orders. */
type Model = { cash: number; promo: number; readonly orders: { id: string; price: number; promo: number }[] };

const codes = { 0: null, 20: `TWENTY-${randomUUID()}`, 50: `HALF-${randomUUID()}` } as const;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('deposit'), amount: fc.integer({ min: 500, max: 20_000 }), off: fc.constantFrom(0, 20, 50) }),
  },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('spend'), sets: fc.integer({ min: 1, max: 10 }) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('cancel'), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('stray') }) },
) as fc.Arbitrary<Step>;

type Player = { readonly world: World; readonly who: Customer; readonly model: Model };

/** Sends a call again after a 503, because a shop that is too busy has changed nothing. */
async function answered<A extends { readonly status: number }>(call: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
    await pause(100);
  }
}

/** Repeats the payment until the bank has charged. 409: it had charged already, and its response was lost. */
const charge = (link: string, outcome: Outcome) =>
  expect.poll(async () => (await pay(link, outcome))?.status, { timeout: PAYMENT_TIMEOUT_MS }).toBeOneOf([303, 409]);

/**
 * Waits for the money. Bank and queue retry by clocks that do not run in a test, so both are advanced until
 * it is there.
 */
async function arrives({ world, who, model }: Player): Promise<void> {
  const { shop } = world;
  let since = performance.now();
  const look = async () => {
    if (performance.now() - since > RETRY_AFTER_MS) {
      since = performance.now();
      shop.clock.turn({ seconds: 30 });
      await retryFailed(shop);
    }
    return getBalance(shop, await world.as(who));
  };
  await expect.poll(look, { timeout: PAYMENT_TIMEOUT_MS }).toBe(model.cash + model.promo);
}

const steps: { readonly [What in Step['what']]: (player: Player, step: Extract<Step, { what: What }>) => Promise<void> } = {
  async deposit(player, { amount, off }) {
    const { world, who, model } = player;
    const price = amount - Math.floor((amount * off) / 100);
    const key = once();
    const { status, body } = await answered(async () =>
      deposit(world.shop, await world.as(who), { depositAmount: amount, price, couponCode: codes[off] }, key),
    );
    expect(status).toBe(200);
    await charge(body.paymentLink ?? '', 'success');
    model.cash += price;
    model.promo += amount - price;
    await arrives(player);
  },
  async spend({ world, who, model }, { sets }) {
    const price = sets * SET_PRICE;
    const key = once();
    const { status, body } = await answered(async () =>
      order(world.shop, await world.as(who), { lines: [tags({ quantity: sets })], price, payFromBalance: true }, key),
    );
    const reaches = model.cash + model.promo >= price;
    expect(status).toBe(reaches ? 200 : 400);
    if (!reaches) return;
    const promo = Math.max(0, price - model.cash);
    model.cash -= price - promo;
    model.promo -= promo;
    model.orders.push({ id: body.orderIds[0] ?? '', price, promo });
  },
  async cancel({ world, who, model }, { which }) {
    const { [which % Math.max(1, model.orders.length)]: taken } = model.orders;
    if (!taken) return;
    // The second call refunds nothing.
    for (const _ of [1, 2]) await cancel(world, who, { orderId: taken.id, refundTo: 'balance' });
    model.orders.splice(model.orders.indexOf(taken), 1);
    model.cash += taken.price - taken.promo;
    model.promo += taken.promo;
  },
  async stray(player) {
    const { world, who, model } = player;
    const key = once();
    const { status, body } = await answered(async () => order(world.shop, await world.as(who), { lines: [tags()], price: SET_PRICE }, key));
    expect(status).toBe(200);
    // The webhook of the charge arrives after the order is cancelled.
    await charge(body.paymentLink ?? '', 'late');
    await cancel(world, who, { orderId: body.orderIds[0] ?? '' });
    model.cash += SET_PRICE;
    await arrives(player);
  },
};

async function cancel({ shop, as }: World, who: Customer, sent: object): Promise<void> {
  const call = async () => shop.call('POST /api/orders/cancel', sent, { token: (await as(who)).token });
  expect((await answered(call)).status).toBe(204);
}

async function live(shop: Shop, history: readonly Step[]): Promise<void> {
  const world = await makeWorld(shop, 1);
  const [who = expect.fail()] = world.customers;
  const model: Model = { cash: 0, promo: 0, orders: [] };
  for (const each of history) {
    // TypeScript cannot pair a step with its function in a generic call.
    await steps[each.what]({ world, who, model }, each as never);
    const statement = async () =>
      shop.call('GET /api/balance/statement', { currency: 0, limit: 1 }, { token: (await world.as(who)).token });
    const { body } = await answered(statement);
    expect([body.balance, body.promo, body.lines[0]?.balanceAfter ?? 0]).toEqual([model.cash + model.promo, model.promo, body.balance]);
  }
}

describe('ledger', () => {
  test('random deposits, spends, refunds and late payments: the balance equals the model after every step', {
    timeout: patience(FULL ? 14_400_000 : 300_000),
  }, async ({ shop }) => {
    for (const [off, code] of Object.entries(codes)) if (code) await addCoupon(shop, { code, percent: Number(off), appliesTo: 'deposits' });
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
  test('exactly the funded spends succeed, and the balance ends at zero', { timeout: patience(FULL ? 1_200_000 : 300_000) }, async ({
    shop,
  }) => {
    const ada = await buyer(shop);
    const most = 1_000_000;
    for (let left = FUNDED * SET_PRICE; left > 0; left -= most) await funded(shop, ada, Math.min(left, most));
    const spend = async () => (await order(shop, ada, { lines: [tags()], price: SET_PRICE, payFromBalance: true })).status;
    expect(await spendAll(spend)).toEqual({ 200: FUNDED, 400: FUNDED });
    expect(await getBalance(shop, ada)).toBe(0);
  });

  test('a naive wallet that reads, then writes, overspends', async ({ shop }) => {
    const spend = await naiveWallet(shop, FUNDED * SET_PRICE);
    expect((await spendAll(() => spend(SET_PRICE)))[200]).toBeGreaterThan(FUNDED);
  });

  test('purchases of one statement that fit alone but not together: refused, and nothing is debited', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 1_000);
    const id = await accountId(shop, ada.email);
    await expect(debitFor(shop, id, [600, 500])).rejects.toMatchObject({ code: 'FF004' });
    expect(await getBalance(shop, ada)).toBe(1_000);
  });
});
