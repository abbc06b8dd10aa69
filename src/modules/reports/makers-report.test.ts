// Tests the makers' report: pieces taken, delivered, revised and on time, for people and programs.

import { type Operating, operating } from '../../../tests/support/desk.ts';
import { again, expectAudited } from '../../../tests/support/money.ts';
import { addEmptyDays, addStoredDelivery, storedDeliveries } from '../../../tests/support/rows/desk.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { delivered, orderedPiece } from '../../../tests/support/work.ts';
import { auditBooks } from '../../audit/audit.ts';
import { aggregateDays } from './aggregate-days.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });
const rule = 'a day of the makers’ load says what was delivered that day';

async function deliverAtDesk(who: Operating, pieceId: string, version = 0): Promise<string> {
  const saved = await who.call('POST /api/piece/draft', { pieceId, text: '# The loaf\n\nWe open at seven.', version });
  expect(saved.status).toBe(200);
  const { status, body } = await who.call('POST /api/piece/deliver', { pieceId, version: version + 1, why: 'A sample.' });
  expect(status).toBe(200);
  return body.deliveryId ?? '';
}

/**
 * Two people and a program: one piece on time and revised, one late, one delivered immediately, one
 * unfinished.
 */
async function makersAtWork(shop: Shop) {
  const [mira, owner] = [await operating(shop, 'maker', { name: 'Mira' }), await operating(shop, 'owner', { name: 'Noor' })];
  const [first, second, third, fourth] = [
    await orderedPiece(shop),
    await orderedPiece(shop),
    await orderedPiece(shop),
    await orderedPiece(shop),
  ];
  await mira.call('POST /api/queue/take', { pieceId: first.pieceId });
  await owner.call('POST /api/queue/assign', { pieceIds: [fourth.pieceId], to: mira.id });
  shop.clock.turn({ minutes: 18 });
  const deliveryId = await deliverAtDesk(mira, first.pieceId);
  const who = await again(shop, first.who);
  expect(
    (await shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter, please', marks: [] }, { token: who.token })).status,
  ).toBe(200);
  await deliverAtDesk(mira, first.pieceId, 1);
  await delivered(shop, { id: 'program', name: 'content-checker' }, third.pieceId);
  shop.clock.turn({ hours: 50 });
  const later = await operating(shop, 'maker', { name: 'Late Lou' });
  await later.call('POST /api/queue/take', { pieceId: second.pieceId });
  shop.clock.turn({ minutes: 9 });
  await deliverAtDesk(later, second.pieceId);
  return { mira, lou: later, manager: await operating(shop, 'manager') };
}

describe('makers’ report', () => {
  test('computed days, stored days and the file show the same figures for each maker', async ({ shop }) => {
    const { mira, lou, manager } = await makersAtWork(shop);
    const expected = [
      { maker: mira.id, name: 'Mira', taken: 2, delivered: 1, revised: 1, timed: 1, onTime: 1, worked: 1, workSeconds: 1_080 },
      { maker: lou.id, name: 'Late Lou', taken: 1, delivered: 1, revised: 0, timed: 1, onTime: 0, worked: 1, workSeconds: 540 },
      {
        maker: 'program content-checker',
        name: 'content-checker',
        taken: 1,
        delivered: 1,
        revised: 0,
        timed: 1,
        onTime: 1,
        worked: 1,
        workSeconds: 0,
      },
    ];
    const makers = async (who: Operating) =>
      (await who.call('GET /api/reports', {})).body.makers.toSorted((a, b) => a.name.localeCompare(b.name));
    const byName = expected.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(await makers(manager)).toEqual(byName);
    const csv = String((await manager.call('GET /api/reports/table', { table: 'makers' })).body);
    expect(csv).toContain('Maker,Automatic,Taken,Delivered,Revised,With due date,On time,Share on time,Hours per piece');
    expect(csv).toContain('Mira,no,2,1,1,1,1,1.0000,0.30');
    expect(csv).toContain('Late Lou,no,1,1,0,1,0,0.0000,0.15');
    shop.clock.turn({ days: 2 });
    await aggregateDays(shop.ctx, 'UTC');
    const fileStore = await operating(shop, 'manager');
    expect(await makers(fileStore)).toEqual(byName);
    expect(await storedDeliveries(shop)).toBe(3);
    await expectAudited(shop);
  });

  test('a maker who leaves: their open and delivered pieces are counted, a successor revises, and they stay the deliverer', async ({
    shop,
  }) => {
    const [owner, leaving, heir] = [await operating(shop, 'owner'), await operating(shop, 'maker'), await operating(shop, 'maker')];
    const by = { id: leaving.id, name: leaving.name };
    const { who, orderId, pieceId } = await orderedPiece(shop);
    const deliveryId = await delivered(shop, by, pieceId);
    const accepted = await orderedPiece(shop);
    const last = await delivered(shop, by, accepted.pieceId);
    expect((await shop.call('POST /api/orders/accept', { deliveryId: last }, { token: accepted.who.token })).status).toBe(200);
    const open = await orderedPiece(shop);
    await leaving.call('POST /api/queue/take', { pieceId: open.pieceId });
    expect((await owner.call('GET /api/team/holdings', { id: leaving.id })).body).toEqual({ pieces: 1, delivered: 1, tickets: 0 });
    const end = { id: leaving.id, why: 'left the shop', piecesTo: heir.id };
    expect((await owner.call('POST /api/team/end', end)).status).toBe(204);
    const [line] = (await owner.call('GET /api/audit', { about: leaving.id, limit: 1 })).body;
    expect(line?.after).toMatchObject({
      pieces: expect.toSatisfy((ids: string[]) => new Set(ids).symmetricDifference(new Set([pieceId, open.pieceId])).size === 0),
    });
    for (const id of [orderId, accepted.orderId])
      expect((await owner.call('GET /api/order', { id })).body.deliveries).toMatchObject([{ by: leaving.name }]);
    const { body: piece } = await owner.call('GET /api/piece', { pieceId });
    expect([piece.maker, piece.deliveries.map((each) => each.by)]).toEqual([{ id: heir.id, name: heir.name }, [by]]);
    await shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter, please.', marks: [] }, { token: who.token });
    expect((await owner.call('GET /api/piece', { pieceId })).body).toMatchObject({ state: 'revisionAsked', maker: { id: heir.id } });
  });
});

test('makers’ report: a stored day that differs from the deliveries is reported by the audit', async () => {
  await using shop = await openShop({ environment, jobs: false });
  await addEmptyDays(shop, '2026-01-01', '2026-01-02');
  expect((await auditBooks(shop.ctx.db.pool)).map((each) => each.rule)).not.toContain(rule);
  await addStoredDelivery(shop, '2026-01-01');
  expect((await auditBooks(shop.ctx.db.pool)).map((each) => each.rule)).toContain(rule);
});
