import { suite } from '../../../tests/support/cart-lines.ts';
import { samples, upload } from '../../../tests/support/files.ts';
import { buyer, getErrors, listOrders, placed, test } from '../../../tests/support/money.ts';
import { type Bundled, brief, bundled, createBrief, logInLater, whole } from '../../../tests/support/pieces.ts';
import { orderRow } from '../../../tests/support/rows/orders.ts';
import { describe, expect } from '../../../tests/support/shop.ts';
import { exportPieces } from './privacy.ts';

const at = <T>(list: readonly T[], index: number): T => list[index] as T;
const states = ({ pieces }: { pieces: Bundled['pieces'] }) => pieces.map(({ state }) => state);
const bundle = (offerId: string) => ({ ...suite(), offerId });

describe('pieces of a paid bundle', () => {
  test('briefs are sent one by one or together, and each piece is due 48 hours after its brief', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop, suite(), undefined, { startNow: true });
    expect((await listOrders(shop, who))[0]).toMatchObject({ piecesWaiting: 5, dueAt: null });
    shop.clock.turn({ seconds: 60 });
    const first = await brief(shop, who, orderId, [createBrief(at(pieces, 2))]);
    expect(first.status).toBe(200);
    expect(states(first.body)).toEqual(['waiting', 'waiting', 'ready', 'waiting', 'waiting']);
    const due = new Date(shop.clock.now().getTime() + 48 * 3_600_000).toISOString();
    expect(first.body.pieces[2]).toMatchObject({ dueAt: due, brief: { topic: 'Why yesterday’s loaf makes better toast' } });
    expect((await listOrders(shop, who))[0]).toMatchObject({ status: 2, piecesWaiting: 4, dueAt: due });
    const rest = await brief(
      shop,
      who,
      orderId,
      pieces.filter((_, index) => index !== 2).map((piece) => createBrief(piece)),
    );
    expect(states(rest.body)).toEqual(['ready', 'ready', 'ready', 'ready', 'ready']);
    expect(rest.body.pieces[4]).toMatchObject({ platform: 2, brief: { topic: 'The first loaf of the morning' } });
    expect((await listOrders(shop, who))[0]).toMatchObject({ piecesWaiting: 0 });
  });

  test('the data export has the pieces with a brief, and no empty pieces', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop);
    const { accountId } = await orderRow(shop, orderId);
    const exportedPieces = () => exportPieces(shop.ctx.db.orm, { accountId, email: who.email }, 10);
    expect(await exportedPieces()).toEqual([]);
    await brief(shop, who, orderId, [createBrief(at(pieces, 0))]);
    expect(await exportedPieces()).toMatchObject([{ orderId, brief: { brandName: 'Loaf & Queue' } }]);
  });

  test.for(['growth-accelerator-bundle', 'authority-builder-pro', 'enterprise-content-lab'])(
    'all pieces accept a brief: %s',
    async (offerId, { shop }) => {
      const { who, orderId, pieces } = await bundled(shop, bundle(offerId));
      const { status, body } = await brief(
        shop,
        who,
        orderId,
        pieces.map((piece) => createBrief(piece)),
      );
      expect([status, new Set(states(body).slice(0, pieces.length))]).toEqual([200, new Set(['ready'])]);
    },
  );

  test('missing or invalid answers are refused by piece and field, an unknown piece with 404, and no piece changes', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop);
    const [one, two, three, four, five] = pieces.map((piece) => createBrief(piece));
    if (!one || !two || !three || !four || !five) throw new Error('a suite has five pieces');
    const briefErrors = async (...sent: object[]) => getErrors(await brief(shop, who, orderId, sent));
    expect(await briefErrors()).toEqual([400, { pieces: [expect.any(String)] }]);
    expect(await briefErrors(one, two, { ...three, answers: { ...three.answers, topic: 'Toast' } })).toEqual([
      400,
      { 'pieces[2].answers.topic': [expect.stringContaining('10')] },
    ]);
    expect(await briefErrors(one, { id: two.id, answers: {} })).toMatchObject([
      400,
      { 'pieces[1].answers.product': ['Fill in this field.'] },
    ]);
    expect(await briefErrors({ ...five, platform: null })).toEqual([
      400,
      { 'pieces[0].platform': ['Choose one of the platforms of this service.'] },
    ]);
    expect(await briefErrors({ ...one, platform: 2 })).toMatchObject([400, { 'pieces[0].platform': [expect.any(String)] }]);
    expect(await briefErrors(one, one)).toEqual([400, { 'pieces[1].id': ['Send each piece only once.'] }]);
    expect((await brief(shop, who, orderId, [one, two, three, four, five, { ...five, id: crypto.randomUUID() }])).status).toBe(404);
    expect(await briefErrors(one, { ...four, answers: { ...four.answers, topic: 'Please add 5,000 followers to our page' } })).toEqual([
      400,
      { 'pieces[1].answers.topic': [expect.any(String)] },
    ]);
    expect(states(await whole(shop, who, orderId))).toEqual(pieces.map(() => 'waiting'));
  });

  test('the same brief again is accepted, a different one is refused as a general error, also at the same time', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop);
    const one = createBrief(at(pieces, 0));
    const other = createBrief(at(pieces, 0), { brandName: 'Crust' });
    const sent = await Promise.all([one, one, one].map((each) => brief(shop, who, orderId, [each])));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(getErrors(await brief(shop, who, orderId, [other, createBrief(at(pieces, 1))]))).toEqual([
      400,
      { '': ['This piece already has a brief. To change it, write to us.'] },
    ]);
    const raced = await Promise.all(
      ['Loaf', 'Crust', 'Crumb'].map((brandName) => brief(shop, who, orderId, [createBrief(at(pieces, 1), { brandName })])),
    );
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(states(await whole(shop, who, orderId)).filter((state) => state === 'ready')).toHaveLength(2);
  });

  test('the files of a brief are claimed once', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop);
    const { id } = (await upload(shop, who.token, samples.txt)).body;
    const withFile = (piece: Bundled['pieces'][number]) => createBrief(piece, { files: [id] });
    const first = [withFile(at(pieces, 0))];
    expect((await whole(shop, who, orderId)).files).toBeUndefined();
    expect((await brief(shop, who, orderId, first)).status).toBe(200);
    expect((await brief(shop, who, orderId, first)).status).toBe(200);
    expect((await whole(shop, who, orderId)).files).toEqual([{ id, name: expect.stringMatching(/\.txt$/) }]);
    expect((await shop.call('GET /api/files', undefined, { token: who.token })).body.files).toEqual([]);
    expect(getErrors(await brief(shop, who, orderId, [createBrief(at(pieces, 1)), withFile(at(pieces, 2))]))).toEqual([
      400,
      { 'pieces[1].answers.files[0]': ['This file hasn’t arrived. Wait for the upload to finish, or add it again.'] },
    ]);
    expect(states(await whole(shop, who, orderId))[1]).toBe('waiting');
  });

  test('a brief is refused before payment, after cancellation, and from another account', async ({ shop }) => {
    const [ada, eve] = [await buyer(shop), await buyer(shop)];
    const { orderIds } = await placed(shop, ada, { lines: [suite()] });
    const orderId = at(orderIds, 0);
    const { pieces } = await whole(shop, ada, orderId);
    const notNow = [400, { '': ['You can write this brief once the order is paid, and while it’s open.'] }];
    const one = [createBrief(at(pieces, 0))];
    expect(getErrors(await brief(shop, ada, orderId, one))).toEqual(notNow);
    expect((await brief(shop, eve, orderId, one)).status).toBe(404);
    const paid = await bundled(shop, suite(), ada);
    const races = await Promise.all([
      brief(
        shop,
        ada,
        paid.orderId,
        paid.pieces.map((piece) => createBrief(piece)),
      ),
      shop.call('POST /api/orders/cancel', { orderId: paid.orderId, refundTo: 'balance' }, { token: ada.token }),
    ]);
    expect([200, 400]).toContain(races[0].status);
    expect(states(await whole(shop, ada, paid.orderId))).toEqual(pieces.map(() => 'cancelled'));
    expect(getErrors(await brief(shop, ada, paid.orderId, one))).toEqual(notNow);
    const single = await placed(shop, ada, { payFromBalance: true });
    const [only] = (await whole(shop, ada, at(single.orderIds, 0))).pieces;
    expect(getErrors(await brief(shop, ada, at(single.orderIds, 0), [createBrief(only ?? at(pieces, 0))]))).toMatchObject([
      400,
      { '': [expect.stringContaining('already')] },
    ]);
  });
});

describe('words of a content check', () => {
  const words = (count: number) => ({ text: 'word '.repeat(count) });

  test('a text uses part of the words, the rest waits for another text, and the next month has all of them', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop, bundle('growth-accelerator-bundle'));
    const check = at(pieces, 2);
    const { body } = await brief(shop, who, orderId, [createBrief(check, words(1_200))]);
    expect(body.pieces.map(({ offerId, quantity, state }) => [offerId, quantity, state]).slice(2)).toEqual([
      ['content-checker-automatic', 2, 'ready'],
      ['content-checker-automatic', 3, 'waiting'],
    ]);
    const rest = at(body.pieces, 3);
    expect(getErrors(await brief(shop, who, orderId, [createBrief(rest, words(3_001))]))).toEqual([
      400,
      { 'pieces[0].answers.text': [expect.stringContaining('3,000')] },
    ]);
    expect((await brief(shop, who, orderId, [createBrief(rest, words(2_500))])).body.pieces).toHaveLength(4);
    const soon = await logInLater(shop, who, { days: 29 });
    const next = await logInLater(shop, soon, { days: 3 });
    const [renewed] = await listOrders(shop, next);
    const month = await whole(shop, next, renewed?.id ?? '');
    expect(renewed?.id).not.toBe(orderId);
    expect(month.pieces.map(({ offerId, quantity, state, brief: said }) => [offerId, quantity, state, said])).toEqual([
      ['social-boosts-10', 1, 'waiting', null],
      ['hashtag-magic-3', 1, 'waiting', null],
      ['content-checker-automatic', 5, 'waiting', null],
    ]);
  });
});
