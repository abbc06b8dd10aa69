// An operator acts for a customer: by the rules of the customer's own calls, with a reason that the customer
// reads.
import { suite } from '../../../../tests/support/cart-lines.ts';
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { samples } from '../../../../tests/support/files.ts';
import { test as base, expectAudited, getErrors, listOrders } from '../../../../tests/support/money.ts';
import { bundled, createBrief, whole } from '../../../../tests/support/pieces.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { delivered, mira, type Ordered, orderedPiece } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '16' } });
const why = 'Asked for by phone.';

const listActs = async ({ call }: Operating, orderId: string) =>
  (await call('GET /api/audit', { kind: 'order', about: orderId })).body.map(({ act, why }) => [act, why]);
const seenActions = async (shop: Shop, { who, orderId }: Pick<Ordered, 'who' | 'orderId'>) =>
  (await whole(shop, who, orderId)).teamActions?.map(({ action, reason }) => [action, reason]);

async function uploadFor(shop: Shop, operator: Operating, pieceId: string, query: object = {}) {
  const address = `${shop.urls.desk}/api/for-customer/file?${new URLSearchParams({ pieceId, name: 'facts.pdf', why, ...query })}`;
  const headers = { cookie: operator.cookie, origin: shop.urls.desk, 'content-type': 'application/octet-stream' };
  const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(samples.pdf) });
  return { status: answer.status, body: (await answer.json()) as { id: string } };
}

describe('for a customer', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('a brief is filled: the piece begins as if its customer had sent it, and the customer reads why', async ({ shop }) => {
    const { who, orderId, pieces } = await bundled(shop, suite(), undefined, { startNow: true });
    const piece = pieces[2] as (typeof pieces)[number];
    const manager = await operating(shop, 'manager');
    const { id: pieceId, ...sent } = createBrief(piece);
    const refused = await manager.call('POST /api/for-customer/brief', { pieceId, ...sent, answers: { ...sent.answers, topic: '' }, why });
    expect(getErrors(refused)).toEqual([400, { 'pieces[0].answers.topic': ['Fill in this field.'] }]);
    expect(getErrors(await manager.call('POST /api/for-customer/brief', { pieceId, ...sent, why: '' }))).toMatchObject([
      400,
      { why: [/./] },
    ]);
    expect((await manager.call('POST /api/for-customer/brief', { pieceId, ...sent, why })).status).toBe(204);
    const seen = await whole(shop, who, orderId);
    expect(seen.pieces[2]).toMatchObject({ state: 'ready', brief: sent.answers });
    expect(seen.teamActions).toMatchObject([{ pieceId, action: 'brief', reason: why }]);
    expect((await listOrders(shop, who))[0]).toMatchObject({ piecesWaiting: 4 });
    expect(await listActs(manager, orderId)).toEqual([['customer.briefFor', why]]);
  });

  test('a brief is corrected until its delivery, with a file, and the same brief again changes nothing', async ({ shop }) => {
    const ordered = await orderedPiece(shop);
    const { who, orderId, pieceId } = ordered;
    const manager = await operating(shop, 'manager');
    const { answers } = await whole(shop, who, orderId);
    const dueBefore = (await whole(shop, who, orderId)).pieces[0]?.dueAt;
    expect((await uploadFor(shop, manager, pieceId, { why: '' })).status).toBe(400);
    const file = await uploadFor(shop, manager, pieceId);
    expect(file.status).toBe(200);
    const corrected = { ...answers, facts: 'The bakery opened in 1931, in a side street. '.repeat(3), files: [file.body.id] };
    const correct = () => manager.call('POST /api/for-customer/brief', { pieceId, answers: corrected, why });
    expect((await correct()).status).toBe(204);
    const seen = await whole(shop, who, orderId);
    expect(seen.answers).toMatchObject({ facts: corrected.facts.trim(), files: [file.body.id] });
    expect([seen.pieces[0]?.dueAt, seen.files]).toEqual([dueBefore, [{ id: file.body.id, name: 'facts.pdf' }]]);
    expect((await manager.call('GET /api/piece', { pieceId })).body.brief).toEqual(seen.answers);
    expect((await correct()).status).toBe(204);
    expect(await seenActions(shop, ordered)).toEqual([['correction', why]]);
    expect(await listActs(manager, orderId)).toEqual([
      ['customer.briefFor', why],
      ['customer.uploadFor', why],
    ]);
    await delivered(shop, mira, pieceId);
    const late = await manager.call('POST /api/for-customer/brief', { pieceId, answers, why });
    expect(getErrors(late)).toEqual([400, { '': ['A brief can be corrected until its piece is delivered.'] }]);
  });

  test('a corrected brief with errors is refused on their fields', async ({ shop }) => {
    const { who, orderId, pieceId } = await orderedPiece(shop);
    const manager = await operating(shop, 'manager');
    const { answers } = await whole(shop, who, orderId);
    const short = await manager.call('POST /api/for-customer/brief', { pieceId, answers: { ...answers, facts: 'Short.' }, why });
    expect(getErrors(short)).toMatchObject([400, { 'answers.facts': [/./] }]);
    const other = await manager.call('POST /api/for-customer/brief', { pieceId, answers: { ...answers, unheard: 'x' }, why });
    expect(getErrors(other)).toMatchObject([400, { 'answers.unheard': [/./] }]);
  });

  test('a revision and an acceptance: limits are the customer’s, a second acceptance changes nothing', async ({ shop }) => {
    const ordered = await orderedPiece(shop);
    const { who, orderId, pieceId } = ordered;
    const support = await operating(shop, 'support');
    const deliveryId = await delivered(shop, mira, pieceId);
    expect(getErrors(await support.call('POST /api/for-customer/revise', { deliveryId, why }))).toMatchObject([400, { note: [/./] }]);
    expect((await support.call('POST /api/for-customer/revise', { deliveryId, note: 'Shorter.', why })).status).toBe(204);
    expect(getErrors(await support.call('POST /api/for-customer/accept', { deliveryId, why }))).toEqual([
      400,
      { '': ['You’ve already requested changes to this delivery.'] },
    ]);
    shop.clock.turn({ seconds: 1 });
    const second = await delivered(shop, mira, pieceId);
    for (const _ of ['first', 'again'])
      expect((await support.call('POST /api/for-customer/accept', { deliveryId: second, why })).status).toBe(204);
    const { body } = await shop.call('GET /api/orders/delivery', { id: second }, { token: who.token });
    expect(body).toMatchObject({ acceptedBy: 'team' });
    expect(await seenActions(shop, ordered)).toEqual([
      ['revision', why],
      ['acceptance', why],
    ]);
    expect(await listActs(await operating(shop, 'owner'), orderId)).toEqual([
      ['customer.acceptFor', why],
      ['customer.reviseFor', why],
    ]);
  });

  test('makers and contractors cannot act for a customer', async ({ shop }) => {
    const { pieceId } = await orderedPiece(shop);
    for (const role of ['maker', 'contractor'] as const) {
      const { call } = await operating(shop, role);
      expect((await call('POST /api/for-customer/brief', { pieceId, answers: {}, why })).status).toBe(403);
    }
  });

  test('the customer accepts while an operator asks for a revision: one of both happens', async ({ shop }) => {
    for (let turn = 0; turn < 4; turn++) {
      const ordered = await orderedPiece(shop);
      const { who, pieceId } = ordered;
      const manager = await operating(shop, 'manager');
      const deliveryId = await delivered(shop, mira, pieceId);
      const [accepted, revised] = await Promise.all([
        shop.call('POST /api/orders/accept', { deliveryId }, { token: who.token }),
        manager.call('POST /api/for-customer/revise', { deliveryId, note: 'Shorter.', why }),
      ]);
      expect([accepted.status, revised.status]).toEqual(accepted.status === 200 ? [200, 400] : [400, 204]);
      expect(await seenActions(shop, ordered)).toEqual(accepted.status === 200 ? undefined : [['revision', why]]);
    }
  });
});
