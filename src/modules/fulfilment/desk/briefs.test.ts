// Tests briefs that the policy gate holds for review: work starts only after a person releases them, and one
// decision counts.

import { suite, tags, textCheck, withAnswers } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { auditedTest, buyer, funded, getBalance, getErrors, listOrders, placed } from '../../../../tests/support/money.ts';
import { brief, bundled, createBrief, whole } from '../../../../tests/support/pieces.ts';
import { listAudit } from '../../../../tests/support/rows/desk.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { pieceRow } from '../../../../tests/support/rows/work.ts';
import { DOUBTFUL } from '../../../../tests/support/sample-shop.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import type { Makers } from '../maker.ts';

const madePieces: string[] = [];
const program: Makers = {
  makerFor: (offerId) => (offerId.startsWith('hashtag-magic') ? { name: 'sample', delivers: true } : undefined),
  async make(_, { pieceId }) {
    madePieces.push(pieceId);
    return { text: '#bread', report: { layout: 1 }, files: [], help: ['sample 1.0'] };
  },
  check: async () => ({ layout: 1 }),
};

const test = auditedTest({ environment: { RATE_LIMITS: 'off' }, makers: program });

const FUNDS = 500_000;
const topic = (text: string) => withAnswers(tags(), { topic: text });
async function orderHeld(shop: Shop) {
  const who = await buyer(shop);
  await funded(shop, who, FUNDS);
  const { orderIds } = await placed(shop, who, { lines: [topic(DOUBTFUL)], payFromBalance: true, startNow: true });
  const orderId = orderIds[0] ?? '';
  return { who, orderId, pieceId: (await whole(shop, who, orderId)).pieces[0]?.id ?? '' };
}

describe('brief held for review', () => {
  test('quote: a doubtful line is marked for review, an honest one is not, a refused one names kind and words', async ({ shop }) => {
    const { token } = await buyer(shop);
    const quote = (text: string) =>
      shop.call('POST /api/orders/quote', { currency: 0, orderFormData: [topic(text)], couponCode: null }, { token });
    expect((await quote(DOUBTFUL)).body).toMatchObject({ lines: [{ review: true }] });
    expect((await quote('The first loaf of the morning')).body).toMatchObject({ lines: [{ review: false }] });
    expect(getErrors(await quote('We want to buy 500 followers for the page'))).toEqual([
      400,
      { 'orderFormData[0].answers.topic': [expect.stringMatching(/or other numbers: “.*500 followers.*”.*a person will look/)] },
    ]);
  });

  test('hold, then release: work cannot start before, and the due time counts from the release', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderHeld(shop);
    const manager = await operating(shop, 'manager');
    const [order] = await listOrders(shop, who);
    expect(order).toMatchObject({ id: orderId, status: 2, dueAt: null, expectedBecause: 'review' });
    await letRun(shop, 'fulfilment.makePieces');
    expect(madePieces).not.toContain(pieceId);
    expect((await manager.call('POST /api/queue/take', { pieceId })).status).toBe(400);
    const { rows } = (await manager.call('GET /api/queue', { clock: 'review' })).body;
    expect(rows.filter(({ id }) => id === pieceId)).toMatchObject([{ id: pieceId, clock: 'review' }]);
    expect((await manager.call('GET /api/piece', { pieceId })).body.held).toMatchObject({ words: expect.any(String) });
    shop.clock.turn({ hours: 30 });
    const reader = await operating(shop, 'manager');
    const maker = await operating(shop, 'maker');
    expect((await maker.call('POST /api/piece/release-brief', { pieceId, why: 'Fine.' })).status).toBe(403);
    expect((await reader.call('POST /api/piece/release-brief', { pieceId, why: 'They mean their own regulars.' })).status).toBe(204);
    expect((await pieceRow(shop, pieceId)).dueAt?.getTime()).toBe(shop.clock.now().getTime() + 48 * 3_600_000);
    await letRun(shop, 'fulfilment.makePieces');
    expect(madePieces).toContain(pieceId);
    expect(await listAudit(shop, pieceId)).toMatchObject([{ act: 'piece.releaseBrief', why: 'They mean their own regulars.' }]);
  });

  test('hold, then refuse: the order is cancelled, refunded in full, and the customer gets an email', async ({ shop }) => {
    const { who, pieceId } = await orderHeld(shop);
    const manager = await operating(shop, 'manager');
    expect((await manager.call('POST /api/piece/refuse-brief', { pieceId, why: 'Asks for bought numbers.' })).status).toBe(204);
    expect(await listOrders(shop, who)).toMatchObject([{ status: -1 }]);
    expect(await getBalance(shop, who)).toBe(FUNDS);
    expect((await shop.mail(who.email, /not accepted/)).text).toContain('a person has read your brief');
    expect(await listAudit(shop, pieceId)).toMatchObject([{ act: 'piece.refuseBrief', why: 'Asks for bought numbers.' }]);
  });

  test('race: one of concurrent releases and refusals succeeds', async ({ shop }) => {
    const { who, pieceId } = await orderHeld(shop);
    const manager = await operating(shop, 'manager');
    const why = 'At the same moment.';
    const answers = await Promise.all([
      manager.call('POST /api/piece/release-brief', { pieceId, why }),
      manager.call('POST /api/piece/refuse-brief', { pieceId, why }),
      manager.call('POST /api/piece/release-brief', { pieceId, why }),
      manager.call('POST /api/piece/refuse-brief', { pieceId, why }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect(await listAudit(shop, pieceId)).toHaveLength(1);
    const [{ act } = { act: '' }] = await listAudit(shop, pieceId);
    expect((await getBalance(shop, who)) === FUNDS).toBe(act === 'piece.refuseBrief');
  });

  test('bundle: a doubtful brief of one piece is held when it is sent', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop, suite());
    const [piece] = pieces.filter(({ offerId }) => offerId.startsWith('hashtag-magic'));
    if (!piece) return;
    const sent = createBrief(piece);
    await brief(shop, who, orderId, [{ ...sent, answers: { ...sent.answers, topic: DOUBTFUL } }]);
    expect(await pieceRow(shop, piece.id)).toMatchObject({ state: 'ready', dueAt: null, heldSince: expect.any(Date) });
  });

  test('automatic check: the text to be checked is not judged as a request', async ({ shop }) => {
    const { token } = await buyer(shop);
    const lines = [textCheck('Buy 500 likes for our page. '.repeat(4))];
    const { body } = await shop.call('POST /api/orders/quote', { currency: 0, orderFormData: lines, couponCode: null }, { token });
    expect(body).toMatchObject({ lines: [{ review: false }] });
  });
});
