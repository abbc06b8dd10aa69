// Concurrent work on one piece: taking, delivering, assigning, and customers who withdraw, accept or revise
// meanwhile. Naive versions fail.

import type { Operator } from '#lib/people/operator.ts';
import { story } from '../../../tests/support/cart-lines.ts';
import { buyer, expectAudited, funded, listOrders, placed, withdraw } from '../../../tests/support/money.ts';
import { markDelivered, naiveDeliveries, prepareNaiveTake } from '../../../tests/support/rows/work.ts';
import { test as base, describe, expect, type Shop, shopFixture } from '../../../tests/support/shop.ts';
import { actAtDesk, assignQueue, deliver, delivered, desk, mira, noor, orderedPiece, save, take } from '../../../tests/support/work.ts';
import { auditBooks } from '../../audit/audit.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '16' } });
/** In a shop of its own, whose books need not be in order. */
const naiveTest = test.extend('shop', { scope: 'file' }, shopFixture);

const TURNS = 8;
const taker = (index: number): Operator => ({ id: `taker-${index}`, name: `Taker ${index}` });
const succeeded = (answers: readonly PromiseSettledResult<unknown>[]) => answers.filter(({ status }) => status === 'fulfilled').length;
/** The HTTP statuses of the errors; undefined for any other error. */
const refusedStatuses = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.flatMap((answer) => (answer.status === 'rejected' ? [(answer.reason as { status?: number }).status] : []));

async function piecesFor(shop: Shop, count: number): Promise<void> {
  const who = await buyer(shop);
  await funded(shop, who, 1_000_000);
  // Several pieces of one purchase, because a lock on the purchase blocks all of them.
  for (let left = count; left > 0; left -= 3)
    await placed(shop, who, { lines: Array(Math.min(3, left)).fill(story()), payFromBalance: true, startNow: true });
}

describe('concurrent work', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('50 operators take the next of 30 pieces: 30 get one each, 20 are refused', async ({ shop }) => {
    await assignQueue(shop, mira);
    await piecesFor(shop, 30);
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => actAtDesk(shop, (tx) => desk(shop).takeNext(tx, taker(index), {}))),
    );
    expect(succeeded(answers)).toBe(30);
    expect(refusedStatuses(answers)).toEqual(Array(20).fill(400));
    const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.pieceId] : []));
    expect(new Set(taken).size).toBe(30);
    const { rows } = await desk(shop).queue({ limit: 5_000 });
    expect(new Set(rows.flatMap(({ id, maker }) => (taken.includes(id) ? [maker?.id] : []))).size).toBe(30);
  });

  test('ten operators change and read the queue at once: each sees the own change', async ({ shop }) => {
    const ordered = await Promise.all(Array.from({ length: 10 }, () => orderedPiece(shop)));
    const seen = async (id: string) => {
      const { rows, total } = await desk(shop).queue({ limit: 5_000 });
      expect([total, new Set(rows.map((row) => row.id)).size]).toEqual([rows.length, rows.length]);
      expect(rows.map(({ dueAt }) => dueAt ?? '~')).toEqual(rows.map(({ dueAt }) => dueAt ?? '~').sort());
      return rows.find((row) => row.id === id);
    };
    const work = async ({ pieceId }: { readonly pieceId: string }, index: number) => {
      for (let turn = 0; turn < 3; turn++) {
        await take(shop, taker(index), pieceId);
        expect(await seen(pieceId)).toMatchObject({ state: 'inWork', maker: { id: `taker-${index}` } });
        await actAtDesk(shop, (tx) => desk(shop).release(tx, pieceId));
        expect(await seen(pieceId)).toMatchObject({ state: 'ready', maker: null });
      }
      await delivered(shop, taker(index), pieceId);
      expect(await seen(pieceId)).toBeUndefined();
    };
    await Promise.all(ordered.map(work));
  });

  test('20 operators take one piece: one gets it', async ({ shop }) => {
    const { pieceId } = await orderedPiece(shop);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => take(shop, taker(index), pieceId)));
    expect([succeeded(answers), refusedStatuses(answers)]).toEqual([1, Array(19).fill(400)]);
  });

  test('20 operators save one draft: one is saved, the others get that version', async ({ shop }) => {
    const { pieceId } = await orderedPiece(shop);
    const saved = await Promise.all(Array.from({ length: 20 }, (_, index) => save(shop, taker(index), pieceId, `Text ${index}`, 0)));
    const [winner] = saved.filter((each) => each.saved);
    expect(saved.filter((each) => each.saved)).toHaveLength(1);
    expect(new Set(saved.flatMap((each) => (each.saved ? [] : [`${each.version} ${each.by.id}`])))).toEqual(
      new Set([`1 ${winner?.by.id}`]),
    );
  });

  test('ten deliveries of one draft: one delivery and one mail', async ({ shop }) => {
    const { who, pieceId } = await orderedPiece(shop);
    await take(shop, mira, pieceId);
    await save(shop, mira, pieceId, 'The whole of it.');
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => deliver(shop, mira, pieceId)));
    expect([succeeded(answers), refusedStatuses(answers)]).toEqual([1, Array(9).fill(400)]);
    expect((await listOrders(shop, who))[0]?.deliveries).toHaveLength(1);
    await shop.mail(who.email, /^Delivered/);
    expect((await shop.mails(who.email)).filter(({ subject }) => subject.startsWith('Delivered'))).toHaveLength(1);
  });

  test('accepting and revising a delivery at once: only one succeeds', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 200_000);
    for (let turn = 0; turn < TURNS; turn++) {
      const { pieceId } = await orderedPiece(shop, who);
      const deliveryId = await delivered(shop, mira, pieceId);
      const accept = () => shop.call('POST /api/orders/accept', { deliveryId }, { token: who.token });
      const revise = () => shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter, please' }, { token: who.token });
      const answers = await Promise.all(turn % 2 ? [accept(), revise(), accept()] : [revise(), accept(), revise()]);
      const done = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [(body as { state: string }).state] : [])));
      expect(done.size).toBe(1);
      expect((await desk(shop).piece(pieceId)).state).toBe([...done][0]);
    }
  });

  test('withdrawal and delivery at once: only one succeeds', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 200_000);
    for (let turn = 0; turn < TURNS; turn++) {
      const { orderId, pieceId } = await orderedPiece(shop, who);
      await take(shop, mira, pieceId);
      await save(shop, mira, pieceId, 'Just in time.');
      const withdrawAll = () => withdraw(shop, who, { orderId, back: 9_900 });
      const [left, sent] = await Promise.all(
        turn % 2
          ? [withdrawAll(), Promise.allSettled([deliver(shop, mira, pieceId)])]
          : [Promise.resolve().then(withdrawAll), Promise.allSettled([deliver(shop, mira, pieceId)])],
      );
      const order = (await listOrders(shop, who)).find(({ id }) => id === orderId);
      expect([left.status, succeeded(sent), order?.status]).toEqual(left.status === 200 ? [200, 0, -1] : [400, 1, 4]);
    }
  });

  test('cancellation and taking at once: only one succeeds', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 200_000);
    for (let turn = 0; turn < TURNS; turn++) {
      const { orderId, pieceId } = await orderedPiece(shop, who);
      const cancel = () => shop.call('POST /api/orders/cancel', { orderId, refundTo: 'balance' }, { token: who.token });
      const begin = () => Promise.allSettled([take(shop, mira, pieceId)]);
      const [gone, begun] =
        turn % 2 ? await Promise.all([cancel(), begin()]) : ((await Promise.all([begin(), cancel()])).reverse() as never);
      const order = (await listOrders(shop, who)).find(({ id }) => id === orderId);
      expect([gone.status, succeeded(begun), order?.status]).toEqual(gone.status === 204 ? [204, 0, -1] : [400, 1, 3]);
    }
  });

  test('two operators assign the same pieces at once: no deadlock, one assignee', async ({ shop }) => {
    const pieces = await Promise.all([orderedPiece(shop), orderedPiece(shop), orderedPiece(shop)]);
    const ids = pieces.map(({ pieceId }) => pieceId);
    for (let turn = 0; turn < TURNS; turn++) {
      await Promise.all([
        actAtDesk(shop, (tx) => desk(shop).assign(tx, mira, { pieceIds: ids, to: mira })),
        actAtDesk(shop, (tx) => desk(shop).assign(tx, noor, { pieceIds: [...ids].reverse(), to: noor })),
      ]);
      const { rows } = await desk(shop).queue({ limit: 5_000 });
      expect(new Set(rows.flatMap(({ id, maker }) => (ids.includes(id) ? [maker?.id] : []))).size).toBe(1);
    }
  });
});

describe('naive version', () => {
  naiveTest('taking the next piece by read, then write: all get the same piece', async ({ shop }) => {
    await piecesFor(shop, 6);
    // All reads happen before the first write.
    const takes = await Promise.all(Array.from({ length: 12 }, (_, index) => prepareNaiveTake(shop, `naive-${index}`, shop.clock.now())));
    const got: (string | undefined)[] = [];
    for (const takeIt of takes) got.push(await takeIt());
    expect([got.filter(Boolean).length, new Set(got).size]).toEqual([12, 1]);
  });

  naiveTest('numbering deliveries by count, then insert: two get the same version', async ({ shop }) => {
    const { pieceId } = await orderedPiece(shop);
    const prepare = await naiveDeliveries(shop, pieceId);
    const [first, second] = await Promise.all([prepare(), prepare()]);
    expect([await first(), await second()]).toEqual([1, 1]);
  });

  naiveTest('delivering without the lock after a withdrawal: the audit reports it', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderedPiece(shop);
    await take(shop, mira, pieceId);
    await save(shop, mira, pieceId, 'Too late.');
    const before = await desk(shop).piece(pieceId);
    expect((await withdraw(shop, who, { orderId, back: 9_900 })).status).toBe(200);
    expect(before.state).toBe('inWork');
    // The state read before the withdrawal is out of date.
    await markDelivered(shop, pieceId, shop.clock.now());
    await expect(deliver(shop, mira, pieceId)).rejects.toMatchObject({ status: 400 });
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain(
      'a piece knows its newest delivery, and its versions have no gap',
    );
  });
});
