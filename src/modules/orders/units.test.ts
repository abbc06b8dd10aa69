// Orders each of whose units is a piece: briefed, dated, delivered and cancelled one by one, at a share of
// the price that never changes.
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { allocate } from '#lib/money/price.ts';
import { addTurnaround, type Turnaround } from '#lib/time/turnaround.ts';
import { operating } from '../../../tests/support/desk.ts';
import {
  type Buyer,
  becomes,
  buyer,
  expectAudited,
  fetchPrice,
  funded,
  getBalance,
  getErrors,
  listOrders,
  order,
  placed,
  statuses,
  withdrawShown,
} from '../../../tests/support/money.ts';
import { ownerFiles } from '../../../tests/support/owner-files.ts';
import { brief, common, whole } from '../../../tests/support/pieces.ts';
import { addCoupon } from '../../../tests/support/rows/wallet.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { delivered, mira, take } from '../../../tests/support/work.ts';
import { auditBooks } from '../../audit/audit.ts';
import type { Line } from './shapes.ts';

const turnaround: Turnaround = { amount: 5, unit: 'businessDays' };

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

// The shop sells episodes at EUR 25.00, from the fourth on at 19.99.
test.beforeAll(async ({ shop }) => {
  const files = await ownerFiles(shop);
  await files.copy('quick-reads', 'episodes', 'episodes');
  const pieces = `pieces: []\n    eachUnitIsPiece: true\n    turnaround: { amount: ${turnaround.amount}, unit: ${turnaround.unit} }`;
  await files.edit(
    'episodes.yaml',
    /maxQuantity: 20\n(.*)\n {4}pieces: \[\]/,
    `maxQuantity: 100\n$1\n    ${pieces}\n    tiers: [{ from: 4, prices: { EUR: 1999, USD: 2000, AUD: 3000, NOK: 20000 } }]`,
  );
  await files.import();
  await files[Symbol.asyncDispose]();
  await vi.waitFor(async () => {
    const { body } = await shop.call('POST /api/prices', { currency: 0 });
    expect(body.offers.some(({ eachUnitIsPiece }) => eachUnitIsPiece)).toBe(true);
  });
});

const episodes = (quantity: number, more: Partial<Line> = {}): Line => ({
  offerId: 'episodes-300',
  quantity,
  platform: null,
  answers: {},
  ...more,
});
const answers = { ...common, topic: 'What the microphone hears' };

async function ordered(shop: Shop, quantity: number, request: Parameters<typeof placed>[2] = {}) {
  const who = await buyer(shop);
  await funded(shop, who, 300_000);
  const { orderIds } = await placed(shop, who, { lines: [episodes(quantity)], payFromBalance: true, startNow: true, ...request });
  const orderId = orderIds[0] ?? '';
  return { who, orderId, pieces: (await whole(shop, who, orderId)).pieces };
}

const cancel = (shop: Shop, { token }: Buyer, orderId: string, pieceId: string, more: object = {}) =>
  shop.call('POST /api/orders/cancel-unit', { orderId, pieceId, ...more }, { token });

describe('an order of five episodes', () => {
  test('five pieces: each is briefed after payment, and due five business days after its brief', async ({ shop }) => {
    const { who, orderId, pieces } = await ordered(shop, 5);
    const [listed] = await listOrders(shop, who);
    const estimate = addTurnaround(new Date(listed?.createdAt ?? ''), turnaround, shop.ctx.calendar()).toISOString();
    expect(listed).toMatchObject({
      status: 2,
      piecesTotal: 5,
      piecesWaiting: 5,
      turnaround,
      estimatedDeliveryAt: estimate,
      price: 3 * 2_500 + 2 * 1_999,
    });
    expect(listed?.pieces.map(({ title, state, stage, deliveredAt }) => ({ title, state, stage, deliveredAt }))).toEqual(
      [1, 2, 3, 4, 5].map((place) => ({ title: `episodes ${place}`, state: 'waiting', stage: null, deliveredAt: null })),
    );
    const [first, second] = pieces;
    shop.clock.turn({ seconds: 60 });
    const sent = await brief(
      shop,
      who,
      orderId,
      [first, second].map((piece) => ({ id: piece?.id, platform: null, answers })),
    );
    const due = addTurnaround(shop.clock.now(), turnaround, shop.ctx.calendar()).toISOString();
    expect(sent.body.pieces.map(({ state, dueAt, expectedBecause }) => [state, dueAt, expectedBecause])).toEqual([
      ['ready', due, 'briefSent'],
      ['ready', due, 'briefSent'],
      ...Array.from({ length: 3 }, () => ['waiting', null, 'paused']),
    ]);
    await delivered(shop, mira, first?.id ?? '');
    const [after] = await listOrders(shop, who);
    expect(after).toMatchObject({ status: 3, piecesWaiting: 3 });
    expect(after?.pieces[0]).toMatchObject({ state: 'delivered', deliveredAt: shop.clock.now().toISOString(), expectedAt: null });
    expect((await whole(shop, who, orderId)).pieces.map(({ deliveredAt }) => deliveredAt)).toEqual([
      shop.clock.now().toISOString(),
      ...Array.from({ length: 4 }, () => null),
    ]);
    await expectAudited(shop);
  });

  test('a brief in the order is that of every piece, and all clocks start at payment', async ({ shop }) => {
    const { pieces } = await ordered(shop, 3, { lines: [episodes(3, { answers })] });
    const due = addTurnaround(shop.clock.now(), turnaround, shop.ctx.calendar()).toISOString();
    expect(pieces.map(({ state, dueAt, expectedBecause }) => [state, dueAt, expectedBecause])).toEqual(
      [1, 2, 3].map(() => ['ready', due, 'paid']),
    );
  });

  test('a brief that is begun has to be whole, and more than 500 pieces are refused', async ({ shop }) => {
    const who = await buyer(shop);
    const half = await order(shop, who, { lines: [episodes(2, { answers: { topic: 'Only this' } })], price: 5_000 });
    expect(getErrors(half)).toMatchObject([400, { 'orderFormData[0].answers.brandName': expect.anything() }]);
    const lines = Array.from({ length: 6 }, () => episodes(100));
    expect(getErrors(await order(shop, who, { lines, price: 1 }))).toMatchObject([400, { 'orderFormData[5].quantity': expect.anything() }]);
    const many = await order(shop, who, { lines: [episodes(101)], price: 1 });
    expect(getErrors(many)).toMatchObject([400, { 'orderFormData[0].quantity': expect.anything() }]);
  });
});

describe('cancelling units', () => {
  test('one by one, with a volume price and a coupon: the shares are the price, and credit stays credit', async ({ shop }) => {
    const couponCode = await addCoupon(shop, { percent: 33 });
    const lines = [episodes(7)];
    const price = await fetchPrice(shop, await buyer(shop), lines, { couponCode });
    const { who, orderId, pieces } = await ordered(shop, 7, { lines, couponCode });
    const before = await getBalance(shop, who);
    const shares = pieces.map(({ share }) => share ?? 0);
    const paid = shares.reduce((sum, share) => sum + share, 0);
    expect([paid, shares]).toEqual([
      price,
      allocate(
        price,
        shares.map(() => 1),
      ),
    ]);
    const inRandomOrder = [4, 0, 6, 2, 5, 1, 3];
    let back = 0;
    for (const [done, index] of inRandomOrder.entries()) {
      expect((await cancel(shop, who, orderId, pieces[index]?.id ?? '')).status).toBe(204);
      back += shares[index] ?? 0;
      expect(await getBalance(shop, who)).toBe(before + back);
      expect(await statuses(shop, who)).toEqual([done === 6 ? -1 : 2]);
    }
    expect(back).toBe(paid);
    await expectAudited(shop);
  });

  test('the others keep their price, work goes on, and the last delivery ends the order', async ({ shop }) => {
    const { who, orderId, pieces } = await ordered(shop, 3, { lines: [episodes(3, { answers })] });
    const [first, second, third] = pieces.map(({ id }) => id);
    await delivered(shop, mira, first ?? '');
    await take(shop, mira, second ?? '');
    expect(getErrors(await cancel(shop, who, orderId, first ?? ''))).toMatchObject([400, { '': expect.anything() }]);
    expect(getErrors(await cancel(shop, who, orderId, second ?? ''))).toMatchObject([400, { '': expect.anything() }]);
    expect((await cancel(shop, who, orderId, third ?? '')).status).toBe(204);
    expect((await cancel(shop, who, orderId, third ?? '')).status, 'cancelled twice').toBe(204);
    expect((await whole(shop, who, orderId)).pieces.map(({ share }) => share)).toEqual([2_500, 2_500, 2_500]);
    expect(await statuses(shop, who)).toEqual([3]);
    await delivered(shop, mira, second ?? '');
    expect(await statuses(shop, who)).toEqual([4]);
    await expectAudited(shop);
  });

  test('all at once: each share goes back once, and the order ends', async ({ shop }) => {
    const { who, orderId, pieces } = await ordered(shop, 5);
    const before = await getBalance(shop, who);
    const twice = [...pieces, ...pieces];
    const answered = await Promise.all(twice.map(({ id }) => cancel(shop, who, orderId, id)));
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await getBalance(shop, who)).toBe(before + 3 * 2_500 + 2 * 1_999);
    await becomes(shop, who, [-1]);
    await expectAudited(shop);
  });

  test('a maker takes the unit at the same moment: it is either in work or cancelled', async ({ shop }) => {
    for (let round = 0; round < 10; round++) {
      const { who, orderId, pieces } = await ordered(shop, 2, { lines: [episodes(2, { answers })] });
      const pieceId = pieces[0]?.id ?? '';
      const [cancelled, taken] = await Promise.allSettled([cancel(shop, who, orderId, pieceId), take(shop, mira, pieceId)]);
      const { state } = (await whole(shop, who, orderId)).pieces[0] ?? {};
      const isCancelled = cancelled.status === 'fulfilled' && cancelled.value.status === 204;
      expect([state, taken.status]).toEqual(isCancelled ? ['cancelled', 'rejected'] : ['inWork', 'fulfilled']);
    }
    await expectAudited(shop);
  });

  test('a withdrawal charges the shares of what was delivered, and gives the rest back once', async ({ shop }) => {
    const { who, orderId, pieces } = await ordered(shop, 4, { lines: [episodes(4, { answers })] });
    const before = await getBalance(shop, who);
    await delivered(shop, mira, pieces[0]?.id ?? '');
    await cancel(shop, who, orderId, pieces[3]?.id ?? '');
    const { body } = await withdrawShown(shop, who, orderId);
    const shares = pieces.map(({ share }) => share ?? 0);
    expect(body).toMatchObject({ charged: shares[0] });
    expect(await getBalance(shop, who)).toBe(before + (shares[1] ?? 0) + (shares[2] ?? 0) + (shares[3] ?? 0));
    await expectAudited(shop);
  });

  test('another customer, an unknown piece and a piece of an ordinary order are refused', async ({ shop }) => {
    const { who, orderId, pieces } = await ordered(shop, 2);
    const pieceId = pieces[0]?.id ?? '';
    expect((await cancel(shop, await buyer(shop), orderId, pieceId)).status).toBe(404);
    expect((await cancel(shop, who, orderId, randomUUID())).status).toBe(404);
    const { orderIds } = await placed(shop, who, { payFromBalance: true, startNow: true });
    const [plain] = (await whole(shop, who, orderIds[0] ?? '')).pieces;
    expect(getErrors(await cancel(shop, who, orderIds[0] ?? '', plain?.id ?? ''))).toMatchObject([400, { '': expect.anything() }]);
  });

  test('an operator cancels a unit with a reason, once', async ({ shop }) => {
    const { orderId, pieces } = await ordered(shop, 2);
    const owner = await operating(shop, 'owner');
    const sent = { act: randomUUID(), id: orderId, pieceId: pieces[1]?.id ?? '', to: 'balance' as const, why: 'The guest is ill.' };
    for (const _ of [1, 2]) expect((await owner.call('POST /api/order/cancel-unit', sent)).status).toBe(204);
    const { body } = await owner.call('GET /api/order', { id: orderId });
    expect(body.order).toMatchObject({ given: 2_500, back: [{ pieceId: pieces[1]?.id, toCash: 2_500 }] });
    expect(body.audit.filter(({ act }) => act === 'order.cancelUnit')).toHaveLength(1);
    expect((await (await operating(shop, 'maker')).call('POST /api/order/cancel-unit', sent)).status).toBe(403);
    await expectAudited(shop);
  });

  test('planted: shares that do not sum up, and a unit that is cancelled without a refund, are reported', async ({ shop }) => {
    const { orderId, pieces } = await ordered(shop, 2);
    const found = async () => (await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule);
    await shop.sql('update order_piece set list_value = list_value + 1 where id = $1', [pieces[0]?.id]);
    expect(await found()).toContain('the units of an order share its price');
    await shop.sql(`update order_piece set list_value = list_value - 1, state = 'cancelled' where id = $1`, [pieces[0]?.id]);
    expect(await found()).toEqual([
      'a unit that is cancelled alone gives back its share and no cent more, and a unit without a refund is not cancelled',
    ]);
    await shop.sql(`update order_piece set state = 'waiting' where order_id = $1`, [orderId]);
    await expectAudited(shop);
  });
});

describe('due date by hand', () => {
  test('an operator sets it for a piece or the order, with a reason that the customer reads if it is shown', async ({ shop }) => {
    const { who, orderId, pieces } = await ordered(shop, 2, { lines: [episodes(2, { answers })] });
    const manager = await operating(shop, 'manager');
    const dueAt = new Date(shop.clock.now().getTime() + 3 * 86_400_000).toISOString();
    const sent = { orderId, pieceId: pieces[0]?.id, dueAt, reason: 'The guest is in town.', showReason: true };
    expect((await manager.call('POST /api/orders/due', sent)).status).toBe(204);
    const [first, second] = (await whole(shop, who, orderId)).pieces;
    expect([first, second]).toMatchObject([
      { dueAt, expectedAt: dueAt, expectedBecause: 'byHand', dueReason: 'The guest is in town.' },
      { expectedBecause: 'paid', dueReason: null },
    ]);
    const all = new Date(Date.parse(dueAt) + 86_400_000).toISOString();
    expect((await manager.call('POST /api/orders/due', { orderId, dueAt: all, reason: 'A holiday.', showReason: false })).status).toBe(204);
    expect((await listOrders(shop, who))[0]).toMatchObject({ expectedAt: all, expectedBecause: 'byHand' });
    expect((await whole(shop, who, orderId)).pieces.map(({ dueReason }) => dueReason)).toEqual([null, null]);
    const past = { orderId, dueAt: shop.clock.now().toISOString(), reason: 'Too late.', showReason: false };
    expect(getErrors(await manager.call('POST /api/orders/due', past))).toMatchObject([400, { dueAt: expect.anything() }]);
    expect((await manager.call('POST /api/orders/due', { ...past, orderId: randomUUID() })).status).toBe(404);
    const { reason: _, ...silent } = { ...past, dueAt };
    expect(getErrors(await manager.call('POST /api/orders/due', silent as typeof past))).toMatchObject([
      400,
      { reason: expect.anything() },
    ]);
    expect((await (await operating(shop, 'maker')).call('POST /api/orders/due', past)).status).toBe(403);
    await expectAudited(shop);
  });
});
