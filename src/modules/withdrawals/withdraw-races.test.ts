// A withdrawal at the same time as another withdrawal, a cancellation, a delivery or a renewal. Naive
// versions show that each race is real.

import { story, suite } from '../../../tests/support/cart-lines.ts';
import {
  again,
  type Buyer,
  begin,
  buyer,
  computeWorth,
  deliverPieces,
  expectAudited,
  funded,
  getBalance,
  listOrders,
  placed,
  preview,
  statuses,
  withdraw,
} from '../../../tests/support/money.ts';
import { act, logInLater, PRICE, running, subscribed } from '../../../tests/support/pieces.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { markReminded, prepareNaiveCancellation, prepareNaiveWithdrawal } from '../../../tests/support/rows/orders.ts';
import { giveBonus } from '../../../tests/support/rows/wallet.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const TURNS = 10;

/** Places an order and pays it from the balance. */
async function paid(shop: Shop, who: Buyer, request: Parameters<typeof placed>[2] = {}): Promise<string> {
  const { orderIds } = await placed(shop, who, { ...request, payFromBalance: true });
  return orderIds[0] ?? '';
}

describe('concurrent withdrawal', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('20 confirmations at once are one withdrawal', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 9_900);
    const orderId = await paid(shop, ada);
    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(shop, ada, { orderId, back: 9_900 })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect([await getBalance(shop, ada), await statuses(shop, ada)]).toEqual([9_900, [-1]]);
    await shop.mail(ada.email, /^You withdrew/);
    expect((await shop.mails(ada.email)).filter(({ subject }) => subject.startsWith('You withdrew'))).toHaveLength(1);
  });

  test('cancellation and withdrawal at once: one refund', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 9_900);
    for (let turn = 0; turn < TURNS; turn++) {
      const orderId = await paid(shop, ada);
      const cancel = () => shop.call('POST /api/orders/cancel', { orderId }, { token: ada.token });
      const withdrawAll = () => withdraw(shop, ada, { orderId, back: 9_900 });
      const answers = await Promise.all(turn % 2 ? [cancel(), withdrawAll()] : [withdrawAll(), cancel()]);
      expect(answers.every(({ status }) => [200, 204, 400].includes(status))).toBe(true);
      expect(await getBalance(shop, ada)).toBe(9_900);
    }
  });

  test('delivery and withdrawal at once: the piece is delivered and charged, or cancelled and refunded', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 500_000);
    let price = 0;
    for (let turn = 0; turn < TURNS; turn++) {
      const before = await getBalance(shop, ada);
      const orderId = await paid(shop, ada, { lines: [suite()], startNow: true });
      price ||= before - (await getBalance(shop, ada));
      await begin(shop, orderId);
      const withdrawAll = () => withdraw(shop, ada, { orderId, back: price });
      // A preview delays every second delivery, so both orders of events occur.
      const deliver = async () => {
        if (turn % 2) await preview(shop, ada, orderId);
        return deliverPieces(shop, orderId, 1);
      };
      const [left, delivered] = await Promise.all([withdrawAll(), deliver()]);
      // After a delivery the amount shown is out of date, so the withdrawal is refused.
      expect([left.status, delivered]).toEqual(delivered ? [400, true] : [200, false]);
      if (!delivered) continue;
      const charged = await computeWorth(shop, orderId, 1);
      expect((await withdraw(shop, ada, { orderId, back: price - charged })).body).toMatchObject({ charged });
      expect(await getBalance(shop, ada)).toBe(before - charged);
    }
  });

  test('renewal, pause or end of the bundle and withdrawal at once: the bundle ends without another charge', async ({ shop }) => {
    for (const how of ['renew', 'pause', 'end'] as const) {
      const first = await subscribed(shop, PRICE);
      const now = await logInLater(shop, await logInLater(shop, first, { days: 29 }), { days: 3 });
      const [{ id: orderId = '' } = {}] = await listOrders(shop, now);
      const [{ id: subscriptionId = '' } = {}] = await running(shop, now);
      await markReminded(shop, subscriptionId);
      const other = () => (how === 'renew' ? letRun(shop, 'subscriptions.renew') : act(shop, now, { subscriptionId, do: how }));
      const [left] = await Promise.all([withdraw(shop, now, { orderId, back: PRICE }), other()]);
      expect(left.status).toBe(200);
      const then = await logInLater(shop, now, { days: 40 });
      expect([await running(shop, then), await getBalance(shop, then)]).toEqual([[], PRICE]);
    }
  });
});

describe('naive version of a withdrawal', () => {
  test('reading before refunding: two requests refund twice, and the audit reports it', async () => {
    await using shop = await openShop({ environment, jobs: false });
    const ada = await buyer(shop);
    await giveBonus(shop, 9_900);
    const orderId = await paid(shop, ada, { lines: [story()] });
    const [one, two] = await Promise.all([prepareNaiveCancellation(shop, orderId), prepareNaiveCancellation(shop, orderId)]);
    await Promise.all([one(), two()]);
    expect(await getBalance(shop, await again(shop, ada))).toBe(2 * 9_900);
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain(
      'what is cancelled after it was paid is given back, whole or less what a withdrawal charges, and nothing else is',
    );
  });

  test('counting pieces before locking them: a delivered piece is not charged, and the audit reports it', async () => {
    await using shop = await openShop({ environment, jobs: false });
    const ada = await buyer(shop);
    await giveBonus(shop, 900_000);
    const orderId = await paid(shop, ada, { lines: [suite()], startNow: true });
    await begin(shop, orderId);
    const withdrawAll = await prepareNaiveWithdrawal(shop, orderId);
    await deliverPieces(shop, orderId, 1);
    await withdrawAll();
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain('a withdrawal counts what its customer has');
  });
});
