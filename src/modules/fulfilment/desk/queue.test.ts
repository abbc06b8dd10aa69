// The queue of the desk: contents, order, filters and actions.

import { listen } from '#platform/database/pg-listen.ts';
import { ALL_CHANNELS } from '#platform/live/channels.ts';
import { kits, story, suite, tags } from '../../../../tests/support/cart-lines.ts';
import { samples, upload } from '../../../../tests/support/files.ts';
import { again, buyer, funded, listOrders, placed, test } from '../../../../tests/support/money.ts';
import { brief, bundled, createBrief, whole } from '../../../../tests/support/pieces.ts';
import { deleteDisputes, disputePurchase } from '../../../../tests/support/rows/payments.ts';
import { addVersions, deleteLaterVersions, deliveryRow, noteCount } from '../../../../tests/support/rows/work.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { hears, listenTo } from '../../../../tests/support/tickets.ts';
import { actAtDesk, deliver, delivered, desk, mira, noor, orderedPiece, say, take } from '../../../../tests/support/work.ts';

const queue = (shop: Shop, request: object = {}) => desk(shop).queue({ from: 0, limit: 5_000, ...request });
const ids = async (shop: Shop, request: object = {}) => (await queue(shop, request)).rows.map(({ id }) => id);
const HOUR_MS = 3_600_000;

describe('queue', () => {
  test('paid and briefed pieces are sorted by due date and can be filtered and searched', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 200_000);
    const first = await orderedPiece(shop, who);
    shop.clock.turn({ hours: 1 });
    const now = await again(shop, who);
    const second = await orderedPiece(shop, now, { lines: [tags()] });
    await placed(shop, now, { lines: [story()] });
    await take(shop, mira, second.pieceId);
    const mine = [first.pieceId, second.pieceId];
    const has = async (request: object) => (await ids(shop, request)).filter((id) => mine.includes(id));
    expect(await has({})).toEqual(mine);
    expect([await has({ service: 5 }), await has({ maker: 'mira' }), await has({ maker: 'nobody' })]).toEqual([
      ...[[second.pieceId], [second.pieceId], [first.pieceId]],
    ]);
    expect([await has({ state: 'inWork' }), await has({ language: 'es' }), await has({ search: 'aDA s' })]).toEqual([
      [second.pieceId],
      [],
      mine,
    ]);
    const [row] = (await queue(shop)).rows.filter(({ id }) => id === first.pieceId);
    expect(await has({ search: row?.number.toLowerCase() })).toEqual([first.pieceId]);
    expect((await queue(shop, { limit: 1 })).rows).toHaveLength(1);
    expect(await queue(shop, { from: 1, limit: 1 })).toMatchObject({ from: 1, total: (await queue(shop)).rows.length });
    expect((await queue(shop, { from: 1 })).rows).toEqual((await queue(shop)).rows.slice(1));
    expect(row).toMatchObject({
      price: 9_900,
      share: 9_900,
      currency: 0,
      piece: 1,
      pieces: 1,
      offerId: 'brand-stories-600',
      makerError: null,
    });
    // A committed change is visible immediately.
    await take(shop, noor, first.pieceId);
    expect(await has({ maker: 'noor' })).toEqual([first.pieceId]);
  });

  test('a piece without a brief is not in the queue, a briefed piece is', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop, suite(), undefined, { startNow: true });
    const [one] = pieces;
    if (!one) throw new Error('a suite has five pieces');
    expect((await ids(shop)).filter((id) => pieces.some((piece) => piece.id === id))).toEqual([]);
    await brief(shop, who, orderId, [createBrief(one)]);
    const row = (await queue(shop)).rows.find(({ id }) => id === one.id);
    expect(row).toMatchObject({ piece: 1, pieces: 5, language: 'en', share: expect.any(Number) });
    // A piece of a bundle has its share of the price.
    expect(row?.share).toBeLessThan(row?.price ?? 0);
    await expect(take(shop, mira, pieces[1]?.id ?? '')).rejects.toMatchObject({ status: 400 });
  });

  test('a piece before its start is listed with its start, cannot be taken, and is due 48 hours after the start', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderedPiece(shop, undefined, { startNow: false });
    const row = (await queue(shop)).rows.find(({ id }) => id === pieceId);
    const [order] = await listOrders(shop, who);
    const from = order?.withdrawUntil ?? '';
    const due = new Date(Date.parse(from) + 48 * HOUR_MS).toISOString();
    const expected = { dueAt: due, expectedAt: due, expectedBecause: 'mayBeginLater' };
    expect(row).toMatchObject({ clock: 'early', mayBeginAt: from, ...expected });
    expect(order).toMatchObject({ mayBeginAt: from, ...expected });
    expect(Date.parse(from) - shop.clock.now().getTime()).toBeGreaterThan(14 * 24 * HOUR_MS);
    await expect(take(shop, mira, pieceId)).rejects.toMatchObject({ errors: { '': [{ id: 'work.early' }] } });
    const next = await actAtDesk(shop, (tx) => desk(shop).takeNext(tx, noor, {})).catch(() => undefined);
    expect(next?.pieceId).not.toBe(pieceId);
    shop.clock.set(from);
    expect(await take(shop, mira, pieceId)).toMatchObject({ orderId });
    expect((await listOrders(shop, await again(shop, who)))[0]?.mayBeginAt).toBeNull();
  });

  test('cancelled and disputed pieces are not in the queue and cannot be taken', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 200_000);
    const cancelled = await orderedPiece(shop, who);
    const disputed = await orderedPiece(shop, who);
    expect((await shop.call('POST /api/orders/cancel', { orderId: cancelled.orderId }, { token: who.token })).status).toBe(204);
    // A dispute as the payment provider reports it.
    await disputePurchase(shop, disputed.purchaseId);
    const open = await ids(shop);
    expect([open.includes(cancelled.pieceId), open.includes(disputed.pieceId)]).toEqual([false, false]);
    for (const { pieceId } of [cancelled, disputed]) await expect(take(shop, mira, pieceId)).rejects.toMatchObject({ status: 400 });
    expect((await desk(shop).piece(disputed.pieceId)).stop).toMatch(/disputed/);
    await deleteDisputes(shop);
    expect(await ids(shop)).toContain(disputed.pieceId);
  });

  test('counts ignore the filter, and the forecast follows the recent deliveries', async ({ shop }) => {
    // The forecast is of one week: deliveries of other tests are older.
    shop.clock.turn({ days: 8 });
    const { counts, forecast } = await queue(shop, { search: 'nobody of this name' });
    const { rows } = await queue(shop);
    expect(counts.open).toBe(rows.length);
    expect(counts.late + counts.soon + counts.fine + counts.waits + counts.early).toBe(rows.length);
    expect(forecast).toMatchObject({ perHour: 0, doneAt: null });
    const { pieceId } = await orderedPiece(shop);
    await delivered(shop, mira, pieceId);
    shop.clock.turn({ minutes: 2 });
    // One delivery is too few for a forecast.
    expect((await queue(shop)).forecast).toMatchObject({ perHour: 0, doneAt: null });
    await addVersions(shop, pieceId, 9);
    shop.clock.turn({ minutes: 2 });
    const after = await queue(shop);
    expect(after.forecast.perHour).toBe(0.06);
    expect(after.forecast.doneAt).not.toBeNull();
    await deleteLaterVersions(shop, pieceId);
  });
});

describe('piece at the desk', () => {
  test('a question pauses its clock, and the answer resumes it with the remaining time', async ({ shop }) => {
    const { who, pieceId } = await orderedPiece(shop);
    shop.clock.turn({ hours: 10 });
    await take(shop, mira, pieceId);
    await say(shop, mira, pieceId, 'Which street?', true);
    await say(shop, mira, pieceId, 'And which number?', true);
    expect(await desk(shop).piece(pieceId)).toMatchObject({ clock: 'waits', dueAt: null, leftSeconds: 38 * 3_600, askedAt: null });
    expect((await shop.mail(who.email, /^A question/)).text).toContain('asks:');
    shop.clock.turn({ days: 3 });
    const now = await again(shop, who);
    await shop.call('POST /api/orders/message', { pieceId, text: 'Mill Lane' }, { token: now.token });
    const due = new Date(shop.clock.now().getTime() + 38 * HOUR_MS).toISOString();
    expect(await desk(shop).piece(pieceId)).toMatchObject({ clock: 'fine', dueAt: due, askedAt: shop.clock.now().toISOString() });
  });

  test('it is assigned with a preview and released, and the order stays in work', async ({ shop }) => {
    const { pieceId, orderId, who } = await orderedPiece(shop);
    const other = await orderedPiece(shop);
    await take(shop, mira, pieceId);
    expect(await desk(shop).previewAssign({ pieceIds: [pieceId, other.pieceId], to: mira })).toMatchObject([
      { pieceId, from: mira, to: mira, changes: false, why: null },
      { from: null, to: mira, changes: true },
    ]);
    const done = await actAtDesk(shop, (tx) => desk(shop).assign(tx, noor, { pieceIds: [pieceId, other.pieceId], to: noor }));
    expect(done.map(({ before, after }) => [before.makerId, after.makerId])).toEqual(
      expect.arrayContaining([
        ['mira', 'noor'],
        [null, 'noor'],
      ]),
    );
    await expect(deliver(shop, mira, pieceId, 0)).rejects.toMatchObject({ status: 400 });
    expect(await actAtDesk(shop, (tx) => desk(shop).release(tx, pieceId))).toMatchObject({
      before: { makerId: 'noor' },
      after: { makerId: null, state: 'ready' },
    });
    expect((await listOrders(shop, who)).find(({ id }) => id === orderId)?.status).toBe(3);
  });

  test('it shows its brief with its files, files of other pieces get 404', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 100_000);
    const { id } = (await upload(shop, who.token, samples.txt)).body;
    const line = kits();
    const { pieceId } = await orderedPiece(shop, who, { lines: [{ ...line, answers: { ...line.answers, files: [id] } }] });
    const other = await orderedPiece(shop);
    const piece = await desk(shop).piece(pieceId);
    expect(piece).toMatchObject({
      platform: 5,
      brief: { objective: 'sales' },
      briefFiles: [{ id, name: 'notes.txt' }],
      customer: 'Ada Sample',
    });
    const { stream } = await desk(shop).readBriefFile(pieceId, id);
    expect(Buffer.concat(await stream.toArray())).toEqual(samples.txt);
    await expect(desk(shop).readBriefFile(other.pieceId, id)).rejects.toMatchObject({ status: 404 });
    await expect(desk(shop).readFile(pieceId, id)).rejects.toMatchObject({ status: 404 });
  });

  test('a bundle is delivered with its last piece', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop, suite(), undefined, { startNow: true });
    await brief(
      shop,
      who,
      orderId,
      pieces.map((piece) => createBrief(piece)),
    );
    const status = async () => (await whole(shop, who, orderId)).status;
    for (const [index, { id }] of pieces.entries()) {
      expect(await status()).toBe(index === 0 ? 2 : 3);
      await delivered(shop, mira, id, `Piece ${index}`);
    }
    expect(await status()).toBe(4);
    expect((await whole(shop, who, orderId)).deliveries.map(({ piece, version }) => [piece, version]).sort()).toEqual(
      [1, 2, 3, 4, 5].map((piece) => [piece, 1]),
    );
  });
});

describe('live updates', () => {
  test('the customer gets a change of orders, the desk a change of the queue, and neither gets the other', async ({ shop }) => {
    const { who, pieceId } = await orderedPiece(shop);
    const heard: string[] = [];
    const { subscribe, stop } = await listen(shop.connection, shop.ctx.log);
    await subscribe(ALL_CHANNELS, (said) => heard.push(...(said?.split('\n') ?? [])));
    const stream = await listenTo(shop.urls.storefront, who.token);
    await hears(stream, /^hello/);
    await take(shop, mira, pieceId);
    await hears(stream, 'news orders');
    await expect.poll(() => heard.filter((line) => line.startsWith('desk:all'))).toContain('desk:all queue');
    expect(heard.filter((line) => line.startsWith('account:') && line.includes('queue'))).toEqual([]);
    stream.close();
    await stop();
  });
});

describe('customer of a delivery', () => {
  test('two revisions are accepted, a third is refused with a message', async ({ shop }) => {
    const { who, pieceId } = await orderedPiece(shop);
    const revise = (deliveryId: string, more: object = { note: 'Shorter' }) =>
      shop.call('POST /api/orders/revise', { deliveryId, ...more }, { token: who.token });
    const first = await delivered(shop, mira, pieceId);
    const rejected = await Promise.all(
      [{}, { marks: [{ from: 5, to: 5 }] }, { marks: [{ from: 0, to: 9_999 }] }].map((more) => revise(first, more)),
    );
    expect(rejected.map(({ status, body }) => [status, Object.keys((body as unknown as { errors: object }).errors)])).toEqual([
      ...[
        [400, ['note']],
        [400, ['marks[0].to']],
        [400, ['marks[0].to']],
      ],
    ]);
    expect((await revise(first)).status).toBe(200);
    expect((await revise(first)).status).toBe(400);
    const second = await delivered(shop, mira, pieceId, 'Two.');
    const stale = await shop.call('POST /api/orders/accept', { deliveryId: first }, { token: who.token });
    expect(stale.status).toBe(400);
    expect((await revise(second)).status).toBe(200);
    const third = await delivered(shop, mira, pieceId, 'Three.');
    expect([(await revise(third)).status, (await revise(third)).body]).toMatchObject([
      ...[400, { errors: { '': [expect.stringContaining('2 revisions')] } }],
    ]);
    expect((await shop.call('POST /api/orders/accept', { deliveryId: third }, { token: who.token })).body).toMatchObject({
      state: 'accepted',
    });
  });

  test('another account gets 404, and account deletion erases deliveries, files and messages', async ({ shop }) => {
    const [ada, eve] = [await orderedPiece(shop), await buyer(shop)];
    const { pieceId } = ada;
    await take(shop, mira, pieceId);
    await desk(shop).addFile(mira, pieceId, {
      name: 'plan.csv',
      body: (async function* () {
        yield Buffer.from('day');
      })(),
    });
    const id = await delivered(shop, mira, pieceId);
    const fileId = (await listOrders(shop, ada.who))[0]?.deliveries[0]?.files[0]?.id ?? '';
    const answers = [
      await shop.call('GET /api/orders/piece', { pieceId }, { token: eve.token }),
      await shop.call('GET /api/orders/delivery', { id }, { token: eve.token }),
      await shop.call('GET /api/orders/delivery-file', { id: fileId }, { token: eve.token }),
      await shop.call('POST /api/orders/revise', { deliveryId: id, note: 'Mine' }, { token: eve.token }),
      await shop.call('POST /api/orders/accept', { deliveryId: id }, { token: eve.token }),
      await shop.call('POST /api/orders/message', { pieceId, text: 'Mine' }, { token: eve.token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    await shop.call('POST /api/orders/message', { pieceId, text: 'Thank you' }, { token: ada.who.token });
    await actAtDesk(shop, (tx) => desk(shop).note(tx, mira, { pieceId, text: 'A friendly one', mentions: [] }));
    const { eventHandlers: reactions } = await import('../../../event-handlers.ts');
    const { accountId } = await deliveryRow(shop, id);
    const whose = { accountId, email: ada.who.email };
    const taken = reactions['accounts.taken'];
    const counts = async () =>
      (
        await Promise.all(
          [taken.deliveries, taken.deliveryFiles, taken.pieceMessages, taken.revisions].map((each) => each(shop.ctx.db.orm, whose, 10)),
        )
      ).map(({ length }) => length);
    expect(await counts()).toEqual([1, 1, 1, 0]);
    // Notes of the desk are not exported.
    expect(JSON.stringify(await taken.pieceMessages(shop.ctx.db.orm, whose, 10))).not.toContain('friendly');
    await actAtDesk(shop, async (tx) => {
      for (const react of reactions['accounts.erased']) await react(tx, whose);
    });
    expect(await counts()).toEqual([0, 0, 0, 0]);
    expect(await noteCount(shop, accountId)).toBe(0);
  });
});
