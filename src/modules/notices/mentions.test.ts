// Notes that mention an operator, over HTTP: who may be mentioned, and where they see it.

import { noticeCount, noticeMail, operating, sendNotices } from '../../../tests/support/desk.ts';
import { getErrors } from '../../../tests/support/money.ts';
import { listAudit } from '../../../tests/support/rows/desk.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { orderedPiece } from '../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.beforeEach(async ({ shop }) => {
  shop.clock.turn({ hours: 1 });
  await sendNotices(shop);
  shop.clock.turn({ minutes: 20 });
});

/** A piece that its maker has taken, and a manager who may write about it. */
async function taken(shop: Shop) {
  const [maker, manager] = [await operating(shop, 'maker', { name: 'Mira Sample' }), await operating(shop, 'manager', { name: 'Noor' })];
  const { pieceId } = await orderedPiece(shop);
  await maker.call('POST /api/queue/take', { pieceId });
  const mention = (...mentions: string[]) =>
    manager.call('POST /api/piece/note', { pieceId, text: '@Mira Sample: please call them.', mentions });
  return { maker, manager, pieceId, mention };
}

describe('a mentioned operator', () => {
  test('sees it at the desk until the piece is opened, once for a piece', async ({ shop }) => {
    const { maker, manager, pieceId, mention } = await taken(shop);
    expect((await mention(maker.id)).status).toBe(204);
    await mention(maker.id);
    const mentions = async () => (await maker.call('GET /api/mentions')).body;
    expect(await mentions()).toEqual([{ pieceId, number: expect.stringMatching(/^F-/), by: 'Noor' }]);
    expect((await manager.call('GET /api/mentions')).body).toEqual([]);
    const { notes } = (await maker.call('GET /api/piece', { pieceId })).body;
    expect(notes.at(-1)).toMatchObject({ mentions: [{ id: maker.id, name: 'Mira Sample' }] });
    expect((await maker.call('POST /api/mentions/seen', { pieceId })).status).toBe(204);
    expect(await mentions()).toEqual([]);
    expect((await listAudit(shop, pieceId)).at(-1)).toMatchObject({ act: 'piece.note', after: { mentions: ['Mira Sample'] } });
  });

  test('gets an email without the note, unless they have seen it already', async ({ shop }) => {
    const { maker, pieceId, mention } = await taken(shop);
    await mention(maker.id);
    await sendNotices(shop);
    const { subject, text } = await noticeMail(shop, maker);
    expect(subject).toMatch(/^Fanfare: You are mentioned: F-/);
    expect(text).toContain(`${shop.urls.desk}/queue/${pieceId}`);
    expect(text).not.toContain('call them');
    shop.clock.turn({ minutes: 20 });
    await mention(maker.id);
    await maker.call('POST /api/mentions/seen', { pieceId });
    await sendNotices(shop);
    expect(await noticeCount(shop, maker)).toBe(1);
  });

  test('who mentions themselves is not told', async ({ shop }) => {
    const { manager, mention } = await taken(shop);
    expect((await mention(manager.id)).status).toBe(204);
    expect((await manager.call('GET /api/mentions')).body).toEqual([]);
  });

  test('their name stays in the note after they have left', async ({ shop }) => {
    const { maker, manager, pieceId, mention } = await taken(shop);
    await mention(maker.id);
    const owner = await operating(shop, 'owner');
    await owner.call('POST /api/team/end', { id: maker.id, why: 'left the shop', piecesTo: null, ticketsTo: null });
    const { notes } = (await manager.call('GET /api/piece', { pieceId })).body;
    expect(notes.at(-1)?.mentions).toEqual([{ id: maker.id, name: 'Mira Sample' }]);
    expect(getErrors(await mention(maker.id))).toEqual([400, { mentions: [expect.any(String)] }]);
  });
});

test('a maker who does not see the piece cannot be mentioned, and loses the mention with the piece', async ({ shop }) => {
  const { maker, manager, pieceId, mention } = await taken(shop);
  const other = await operating(shop, 'maker');
  expect(getErrors(await mention(other.id))).toEqual([400, { mentions: [expect.any(String)] }]);
  expect((await listAudit(shop, pieceId)).map(({ act }) => act)).toEqual(['piece.take']);
  await mention(maker.id);
  await manager.call('POST /api/queue/assign', { pieceIds: [pieceId], to: other.id });
  expect((await maker.call('GET /api/mentions')).body).toEqual([]);
  await sendNotices(shop);
  expect(await noticeCount(shop, maker)).toBe(0);
});
