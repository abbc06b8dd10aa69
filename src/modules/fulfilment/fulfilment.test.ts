import { again, getErrors, listOrders } from '../../../tests/support/money.ts';
import { whole } from '../../../tests/support/pieces.ts';
import { test as base, describe, expect } from '../../../tests/support/shop.ts';
import { delivered, desk, LOAF, mira, noor, orderedPiece, save, say, take } from '../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('piece', () => {
  test('the whole course: taken, delivered, revised, delivered again and accepted', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderedPiece(shop);
    const { rows } = await desk(shop).queue({ limit: 5_000 });
    expect(rows.filter(({ id }) => id === pieceId)).toMatchObject([
      { id: pieceId, state: 'ready', clock: 'fine', customer: 'Ada Sample', language: 'en', maker: null },
    ]);
    expect(await take(shop, mira, pieceId)).toMatchObject({
      before: { state: 'ready', makerId: null },
      after: { state: 'inWork', makerId: 'mira' },
    });
    expect((await listOrders(shop, who))[0]).toMatchObject({ status: 3 });
    const first = await delivered(shop, mira, pieceId);
    expect((await listOrders(shop, who))[0]).toMatchObject({
      status: 4,
      deliveries: [{ id: first, pieceId, piece: 1, version: 1, files: [] }],
    });
    const read = await shop.call('GET /api/orders/delivery', { id: first }, { token: who.token });
    expect([read.status, read.body]).toMatchObject([200, { text: LOAF, passport: { madeBy: { kind: 'person', name: 'Mira Sample' } } }]);
    const marks = [{ from: 2, to: 10, note: 'More of a name, please' }];
    const revised = await shop.call('POST /api/orders/revise', { deliveryId: first, marks }, { token: who.token });
    expect([revised.status, revised.body]).toMatchObject([200, { state: 'revisionAsked', revisions: { included: 2, left: 1 } }]);
    const work = await desk(shop).piece(pieceId);
    expect(work.deliveries[0]?.revision?.marks).toEqual([{ from: 2, to: 10, note: 'More of a name, please', quote: 'The loaf' }]);
    expect(work.draft).toMatchObject({ text: LOAF });
    const second = await delivered(shop, mira, pieceId, `${LOAF}\n\nAnd more.`);
    const accepted = await shop.call('POST /api/orders/accept', { deliveryId: second }, { token: who.token });
    expect([accepted.status, accepted.body]).toMatchObject([200, { state: 'accepted', acceptAt: null }]);
    expect(await desk(shop).piece(pieceId)).toMatchObject({ draft: null, deliveries: [{ text: LOAF }, { text: `${LOAF}\n\nAnd more.` }] });
    expect((await shop.call('GET /api/orders/order', { id: orderId }, { token: who.token })).body).toMatchObject({ status: 4 });
    expect(await shop.mail(who.email, /Delivered/)).toMatchObject({ subject: expect.stringContaining('Brand Stories') });
  });

  test('a delivered piece and an accepted piece are done, never late, and open again for a revision', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderedPiece(shop);
    const deliveryId = await delivered(shop, mira, pieceId);
    shop.clock.turn({ hours: 50 });
    const now = await again(shop, who);
    expect(await desk(shop).piece(pieceId)).toMatchObject({ state: 'delivered', clock: 'done', dueAt: null });
    expect((await desk(shop).queue({ clock: 'late', limit: 5_000 })).rows.filter(({ id }) => id === pieceId)).toEqual([]);
    await shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter' }, { token: now.token });
    expect(await desk(shop).piece(pieceId)).toMatchObject({ state: 'revisionAsked', clock: 'fine' });
    const revised = await delivered(shop, mira, pieceId, 'Shorter.');
    expect((await shop.call('POST /api/orders/accept', { deliveryId: revised }, { token: now.token })).status).toBeLessThan(300);
    expect(await desk(shop).piece(pieceId)).toMatchObject({ state: 'accepted', clock: 'done' });
    expect((await whole(shop, now, orderId)).pieces[0]).toMatchObject({ dueAt: null });
  });

  test('a question of the desk pauses the clock until the customer answers', async ({ shop }) => {
    const { who, pieceId } = await orderedPiece(shop);
    await take(shop, mira, pieceId);
    await say(shop, mira, pieceId, 'Which street?', true);
    expect((await desk(shop).piece(pieceId)).clock).toBe('waits');
    const answered = await shop.call('POST /api/orders/message', { pieceId, text: 'Mill Lane' }, { token: who.token });
    expect([answered.status, answered.body]).toMatchObject([
      200,
      { waits: false, messages: [{ mine: false, text: 'Which street?' }, { mine: true }] },
    ]);
    await expect(take(shop, noor, pieceId)).rejects.toMatchObject({ status: 400 });
    expect(await save(shop, mira, pieceId, 'One', 0)).toMatchObject({ saved: true, version: 1 });
    expect(await save(shop, noor, pieceId, 'Other', 0)).toMatchObject({ saved: false, version: 1, text: 'One', by: mira });
    expect(getErrors(await shop.call('POST /api/orders/accept', { deliveryId: crypto.randomUUID() }, { token: who.token }))[0]).toBe(404);
  });
});
