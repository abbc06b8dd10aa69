// Requests at once with each other, with deliveries, sorting, pauses and renewals. Beside each stands the
// naive version, which decides before it locks.
import { expectAudited, listOrders } from '../../../tests/support/money.ts';
import { act, again, logInLater } from '../../../tests/support/pieces.ts';
import { deliverRequest, PLAN_PRICE, planned, plans, requested, sellPlans, sendRequest } from '../../../tests/support/plans.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { begunRequests, prepareNaiveBeginning, prepareNaiveSorting, prepareNaiveSpending } from '../../../tests/support/rows/plans.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });
test.beforeAll(({ shop }) => sellPlans(shop));

const ROUNDS = process.env.FULL ? 20 : 3;
const advance = (shop: Shop) => letRun(shop, 'plans.advance');
const rules = async (shop: Shop) => (await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule);
const count = <T>(list: readonly T[], isCounted: (each: T) => boolean): number => list.filter(isCounted).length;

/** A shop that is left with wrong rows. */
const withSpoiledShop = async (work: (shop: Shop) => Promise<void>) => {
  await using shop = await openShop({ environment, jobs: false });
  await sellPlans(shop);
  await work(shop);
};

describe('the last credit', () => {
  test('ten requests at once for one credit: one is placed, and it alone spends', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop);
    for (let sent = 0; sent < 3; sent++) await requested(shop, who, subscriptionId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendRequest(shop, who, subscriptionId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    const [plan] = await plans(shop, who);
    expect([plan?.requestsLeft, plan?.active.length, plan?.waiting.length]).toEqual([0, 2, 2]);
    await expectAudited(shop);
  });

  test('naive version: both spend it, and the audit reports it', () =>
    withSpoiledShop(async (shop) => {
      const { who, subscriptionId } = await planned(shop);
      const [one, two] = [await requested(shop, who, subscriptionId), await requested(shop, who, subscriptionId)];
      await requested(shop, who, subscriptionId);
      const both = await Promise.all([one, two].map((orderId) => prepareNaiveSpending(shop, { subscriptionId, orderId }, 1)));
      await Promise.all(both.map((spend) => spend()));
      expect(await rules(shop)).toEqual(['requests spend no more of a month than it gives']);
    }));
});

describe('room in the plan', () => {
  test('a delivery, new requests and the job at once: never more in work than allowed, and no room is left', async ({ shop }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
      const first = await requested(shop, who, subscriptionId);
      const second = await requested(shop, who, subscriptionId);
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => sendRequest(shop, who, subscriptionId)),
        deliverRequest(shop, who, first).then(() => advance(shop)),
        advance(shop),
      ]);
      expect(count(answers, (answer) => answer !== undefined && answer.status === 200)).toBe(3);
      await advance(shop);
      const [plan] = await plans(shop, who);
      // Whoever came first is first: nobody overtakes the one that waited.
      expect([plan?.active, plan?.waiting.length]).toEqual([[second], 3]);
      await expectAudited(shop);
    }
  });

  test('naive version: two begin in one place, and the audit reports it', () =>
    withSpoiledShop(async (shop) => {
      const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
      const first = await requested(shop, who, subscriptionId);
      const waiting = [await requested(shop, who, subscriptionId), await requested(shop, who, subscriptionId)];
      await deliverRequest(shop, who, first);
      const both = await Promise.all(waiting.map((orderId) => prepareNaiveBeginning(shop, { subscriptionId, orderId }, 1)));
      await Promise.all(both.map((begin) => begin()));
      expect(await rules(shop)).toEqual(['no more requests are in work than the plan allows']);
    }));
});

describe('sorting', () => {
  test('two orders of the queue and a beginning at once: each is refused or whole, and none is lost', async ({ shop }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
      const first = await requested(shop, who, subscriptionId);
      const [a, b, c] = [
        await requested(shop, who, subscriptionId),
        await requested(shop, who, subscriptionId),
        await requested(shop, who, subscriptionId),
      ];
      const sort = (orderIds: string[]) => shop.call('POST /api/requests/reorder', { subscriptionId, orderIds }, { token: who.token });
      const [, one, two] = await Promise.all([
        deliverRequest(shop, who, first).then(() => advance(shop)),
        sort([c, a, b]),
        sort([b, c, a]),
      ]);
      for (const { status } of [one, two]) expect([204, 400]).toContain(status);
      await advance(shop);
      const [plan] = await plans(shop, who);
      expect(plan?.active).toHaveLength(1);
      expect([...(plan?.active ?? []), ...(plan?.waiting ?? [])].toSorted()).toEqual([a, b, c].toSorted());
      const isSorted = [
        [a, b, c],
        [c, a, b],
        [b, c, a],
      ].some((order) => order.filter((id) => plan?.waiting.includes(id)).join() === plan?.waiting.join());
      expect(isSorted).toBe(true);
      await expectAudited(shop);
    }
  });

  test('naive version: two requests get one place, and the audit reports it', () =>
    withSpoiledShop(async (shop) => {
      const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
      await requested(shop, who, subscriptionId);
      const [a, b] = [await requested(shop, who, subscriptionId), await requested(shop, who, subscriptionId)];
      const [one, two] = [await prepareNaiveSorting(shop, subscriptionId, [a, b]), await prepareNaiveSorting(shop, subscriptionId, [b, a])];
      for (const step of [one[0], two[0], one[1], two[1]]) await step?.();
      expect(await rules(shop)).toEqual(['each request has a place of its own']);
    }));
});

describe('pause', () => {
  test('a pause, requests and the job at once: after it nothing begins', async ({ shop }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
      const first = await requested(shop, who, subscriptionId);
      await requested(shop, who, subscriptionId);
      await deliverRequest(shop, who, first);
      const [paused, sent] = await Promise.all([
        act(shop, who, { subscriptionId, do: 'pause' }),
        sendRequest(shop, who, subscriptionId),
        advance(shop),
      ]);
      expect(paused.status).toBe(200);
      expect([200, 400]).toContain(sent.status);
      const begun = await begunRequests(shop, subscriptionId);
      await advance(shop);
      expect(await begunRequests(shop, subscriptionId)).toEqual(begun);
      expect((await sendRequest(shop, who, subscriptionId)).status).toBe(400);
      await expectAudited(shop);
    }
  });

  test('naive version: the next request begins although the plan is paused', () =>
    withSpoiledShop(async (shop) => {
      const { who, subscriptionId } = await planned(shop, { offerId: 'endless-plan' });
      const first = await requested(shop, who, subscriptionId);
      const orderId = await requested(shop, who, subscriptionId);
      await deliverRequest(shop, who, first);
      const begin = await prepareNaiveBeginning(shop, { subscriptionId, orderId }, 1);
      await act(shop, who, { subscriptionId, do: 'pause' });
      await begin();
      expect(await begunRequests(shop, subscriptionId)).toContain(orderId);
      expect((await plans(shop, who))[0]).toMatchObject({ paused: true, active: [orderId] });
    }));
});

describe('renewal', () => {
  test('requests and a renewal at once: each credit is of one month, and none is spent twice', async ({ shop }) => {
    const { who, subscriptionId } = await planned(shop, { left: PLAN_PRICE });
    await logInLater(shop, who, { days: 29 });
    shop.clock.turn({ days: 3 });
    const now = await again(shop, who);
    const answers = await Promise.all([
      letRun(shop, 'subscriptions.renew'),
      ...Array.from({ length: 12 }, () => sendRequest(shop, now, subscriptionId)),
    ]);
    await letRun(shop, 'subscriptions.renew');
    const placed = count(answers, (answer) => answer !== undefined && answer.status === 200);
    const [plan] = await plans(shop, now);
    // Four of each month; at most three of the first one stay, less what was spent before the renewal.
    expect(plan?.requestsLeft).toBeGreaterThanOrEqual(0);
    expect(placed).toBeGreaterThanOrEqual(4);
    expect(placed + (plan?.requestsLeft ?? 0)).toBeLessThanOrEqual(8);
    expect(placed + (plan?.requestsLeft ?? 0)).toBeGreaterThanOrEqual(7);
    expect(count(await listOrders(shop, now), ({ plan: month }) => month !== undefined)).toBe(2);
    await expectAudited(shop);
  });
});
