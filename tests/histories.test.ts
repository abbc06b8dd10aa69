// Random histories of customers, an operator and the clock on a real shop; every invariant holds after each.
// A failed history prints its seed;
// `HISTORY_SEED=… npm test -- tests/histories` repeats it.

import fc from 'fast-check';
import { launch } from './support/browser.ts';
import { type InvariantName, invariants } from './support/histories/invariants.ts';
import { history } from './support/histories/kinds.ts';
import { carryOut } from './support/histories/steps.ts';
import { makeCoupons, makeExtras, makeWorld, runJobs, type World } from './support/histories/world.ts';
import { deposit, pay } from './support/money.ts';
import { patience } from './support/patience.ts';
import { allRefundStates, pollNow } from './support/rows/payments.ts';
import { plantBug, type StoredBug } from './support/rows/planted-errors.ts';
import { describe, expect, shop as openShop, type Shop, test } from './support/shop.ts';

const environment = { RATE_LIMITS: 'off', DATABASE_POOL: '8' };

/** Per shop. More would fill its queue and slow down its audit. */
const HISTORIES = process.env.FULL ? 30 : 5;
const SHOPS = process.env.FULL ? Math.ceil(2_000 / HISTORIES) : 1;
const STEPS = 30;
const CUSTOMERS = 3;
/** Pages are compared in every fifth history only: each comparison takes a second per customer. */
const PAGES_EVERY = 5;
const first = Number(process.env.HISTORY_SEED ?? process.env.CASES_SEED ?? Date.now() % 2_147_483_647);
const seeds = Array.from({ length: SHOPS }, (_, index) => (first + index) % 2_147_483_647);

const traveller = { locale: 'en-US', timezoneId: 'Europe/Berlin' };

/** Delivers outstanding bank webhooks and runs the due jobs. */
async function rest(shop: Shop): Promise<void> {
  shop.clock.turn({ minutes: 2 });
  // The shop polls a payment with a lost answer at growing intervals; this makes the next poll due now.
  await pollNow(shop, shop.clock.now());
  await runJobs(shop);
}

async function broken(world: World): Promise<string[]> {
  const found: string[] = [];
  for (const [name, check] of Object.entries(invariants)) found.push(...(await check(world)).map((what) => `${name}: ${what}`));
  return found;
}

test.for(seeds)(
  `histories: every invariant holds after each of ${HISTORIES} with ${STEPS} steps (seed %i)`,
  { timeout: patience(900_000) },
  async (seed) => {
    await using shop = await openShop({ environment });
    await using browser = await launch();
    const page = await browser.newPage(traveller);
    await makeCoupons({ shop });
    await makeExtras({ shop });
    let played = 0;
    const property = fc.asyncProperty(history(STEPS), async (steps) => {
      const world = await makeWorld(shop, CUSTOMERS);
      played += 1;
      // Each customer needs a balance.
      for (const who of world.customers) {
        const { body } = await deposit(shop, await world.as(who), { depositAmount: 100_000, price: 100_000 });
        await pay(body.paymentLink ?? '');
      }
      for (const step of steps) await carryOut(world, step);
      await rest(shop);
      expect(await broken(played % PAGES_EVERY === 0 ? { ...world, page } : world)).toEqual([]);
    });
    // All histories share one database, so a failed one cannot be shrunk.
    await fc.assert(property, { numRuns: HISTORIES, seed, endOnFailure: true });
  },
);

const REFUNDS = 20;

test('histories: refunds whose call to the bank is cut by a turn of the clock are carried out', async () => {
  await using own = await openShop({ environment });
  const world = await makeWorld(own, 1);
  await carryOut(world, { do: 'deposit', with: { who: 0, amount: 100_000, coupon: 'none', pays: true } });
  // Not every turn of the clock happens during a call, but of so many some do.
  for (let round = 0; round < REFUNDS; round++) {
    await carryOut(world, { do: 'depositBack', with: { who: 0, index: 0, share: 1 } });
    own.clock.turn({ hours: 1 });
  }
  await rest(own);
  expect(await allRefundStates(own)).toEqual(Array(REFUNDS).fill('done'));
  expect(await broken(world)).toEqual([]);
});

// A test of the invariants themselves, in the full run only.
const describeInFull: (title: string, work: () => void) => void = process.env.FULL ? describe : () => undefined;
describeInFull('histories: a planted bug breaks its invariant', () => {
  type Bug = readonly [invariant: InvariantName, what: string, plant: (world: World) => Promise<World>];
  /** Changes stored data the way such a bug would. */
  const spoil = (bug: StoredBug) => async (world: World) => {
    await plantBug(world.shop, bug);
    return world;
  };
  const bugs: readonly Bug[] = [
    ['audit finds nothing', 'a wallet has one cent too much', spoil('cent without a transfer')],
    [
      'every open purchase can be paid at the sum of its orders',
      'a free purchase waits for a payment',
      spoil('free purchase that is open'),
    ],
    [
      'list, order and desk show the same date, sum and state',
      'the list shows another date',
      async (world) => ({
        ...world,
        orders: async (who) =>
          (await world.orders(who)).map((order) => ({ ...order, expectedAt: order.estimatedDeliveryAt.replace('T', ' ') })),
      }),
    ],
    [
      'an order costs each of its units, the surcharge of its platform, and its add-ons',
      'an order shows an add-on that was not paid',
      spoil('add-on that was not paid'),
    ],
    ['paid purchase has one confirmation email and a document with its sum', 'the email shows another sum', spoil('other sum in mails')],
    [
      'order history page shows the dates and sums of the API',
      'the list shows another sum',
      async (world) => ({
        ...world,
        orders: async (who) => (await world.orders(who)).map((order) => ({ ...order, price: order.price + 1 })),
      }),
    ],
    [
      'order history page shows the dates and sums of the API',
      'the page of an order shows another date',
      async (world) => ({
        ...world,
        orders: async (who) => (await world.orders(who)).map((order) => ({ ...order, estimatedDeliveryAt: order.createdAt })),
      }),
    ],
    ['newest payment email has the date of the API', 'the email shows another date', spoil('other date in mails')],
    ['no work is left undone', 'an invoice is never issued', spoil('invoice that is not issued')],
    [
      'no work is left undone',
      'a piece is missing in the queue',
      async (world) => ({
        ...world,
        async operator() {
          const operator = await world.operator();
          return {
            ...operator,
            call: async (name, sent) => {
              const answer = await operator.call(name, sent);
              return name === 'GET /api/queue'
                ? { ...answer, body: { ...(answer.body as object), rows: [] } as typeof answer.body }
                : answer;
            },
          };
        },
      }),
    ],
  ];

  test.for(bugs)('%s: %s', async ([name, , plant]) => {
    await using own = await openShop({ environment });
    await using browser = name.startsWith('order history page') ? await launch() : undefined;
    const page = await browser?.newPage(traveller);
    const world = { ...(await makeWorld(own, 1)), ...(page ? { page } : {}) };
    await carryOut(world, { do: 'deposit', with: { who: 0, amount: 100_000, coupon: 'none', pays: true } });
    for (const fromBalance of [true, false])
      await carryOut(world, {
        do: 'place',
        with: { who: 0, lines: ['story'], coupon: 'none', fromBalance, startNow: true, saveMeans: false },
      });
    await rest(own);
    expect(await broken(world)).toEqual([]);
    expect(await invariants[name](await plant(world))).not.toEqual([]);
  });
});
