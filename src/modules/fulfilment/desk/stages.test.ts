// The stages of a service: moves on the board, what the customer sees, and the calendar of due dates.
import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { story } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { test as base, buyer, funded, getErrors, listOrders, placed } from '../../../../tests/support/money.ts';
import { type OwnerFiles, ownerFiles } from '../../../../tests/support/owner-files.ts';
import { whole } from '../../../../tests/support/pieces.ts';
import { describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { delivered, mira, orderedPiece, say, take } from '../../../../tests/support/work.ts';

const STORIES = 1;
const words = (text: string) => `{ en: "${text}", es: "${text} (es)", jp: "${text} (jp)" }`;
const stages = `stages:
  - { id: facts, name: ${words('Facts')}, colour: grey }
  - { id: writing, name: ${words('Writing')}, colour: accent }
  - { id: check, name: ${words('Check')}, colour: red, isInternal: true, movedBy: [owner, manager] }
`;

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

async function publish(shop: Shop, files: OwnerFiles, ids: readonly string[]): Promise<void> {
  await files.import();
  const manager = await operating(shop, 'manager');
  await vi.waitFor(async () => {
    const { body } = await manager.call('GET /api/offers');
    expect(body.services.find(({ serviceType }) => serviceType === STORIES)?.stages.map(({ id }) => id)).toEqual(ids);
  });
}

test.beforeAll(async ({ shop }) => {
  await using files = await ownerFiles(shop);
  await files.edit('brand-stories.yaml', /^offers:$/m, `${stages}offers:`);
  await publish(shop, files, ['facts', 'writing', 'check']);
});

const seen = async (shop: Shop, { who, orderId }: Awaited<ReturnType<typeof orderedPiece>>, language = 'en') => {
  const listed = await shop.call('GET /api/orders', {}, { token: who.token, headers: { 'Accept-Language': language } });
  const [details] = (await whole(shop, who, orderId)).pieces;
  return [listed.body.find(({ id }) => id === orderId)?.pieces[0]?.stage, details?.stage];
};

describe('moving a piece', () => {
  test('the customer sees the new stage, and of an internal one the stage before it', async ({ shop }) => {
    const ordered = await orderedPiece(shop);
    const { pieceId, orderId } = ordered;
    const manager = await operating(shop, 'manager');
    const move = (from: string, to: string) => manager.call('POST /api/queue/move', { pieceId, from, to });
    expect(await seen(shop, ordered)).toEqual(['Facts', 'Facts']);
    expect((await move('facts', 'writing')).status).toBe(204);
    expect(await seen(shop, ordered)).toEqual(['Writing', 'Writing']);
    expect((await seen(shop, ordered, 'es'))[0]).toBe('Writing (es)');
    expect((await move('writing', 'check')).status).toBe(204);
    expect(await seen(shop, ordered)).toEqual(['Writing', 'Writing']);
    const { body } = await manager.call('GET /api/order', { id: orderId });
    expect(body.order.pieces).toMatchObject([{ stage: 'Check' }]);
    const { body: log } = await manager.call('GET /api/audit', { kind: 'piece', about: pieceId });
    expect(log).toMatchObject([
      { act: 'piece.move', before: { stage: 'Writing' }, after: { stage: 'Check' } },
      { act: 'piece.move', before: { stage: 'Facts' }, after: { stage: 'Writing' } },
    ]);
    await delivered(shop, mira, pieceId);
    expect(await seen(shop, ordered)).toEqual([null, null]);
    expect(getErrors(await move('check', 'facts'))).toEqual([400, { '': ['Delivered.'] }]);
  });

  test('an order that is not paid has no stage', async ({ shop }) => {
    const who = await buyer(shop);
    await placed(shop, who, { lines: [story()] });
    expect((await listOrders(shop, who))[0]?.pieces).toMatchObject([{ stage: null }]);
  });

  test('a piece that waits for its customer can be moved', async ({ shop }) => {
    const { pieceId } = await orderedPiece(shop);
    const manager = await operating(shop, 'manager');
    await take(shop, mira, pieceId);
    await say(shop, mira, pieceId, 'Which of the two names is it?', true);
    expect((await manager.call('POST /api/queue/move', { pieceId, from: 'facts', to: 'writing' })).status).toBe(204);
  });

  test('two operators move a piece at once: one move is saved, the other is refused with the current stage, a repeat changes nothing', async ({
    shop,
  }) => {
    const { pieceId } = await orderedPiece(shop);
    const operators = [await operating(shop, 'manager'), await operating(shop, 'owner')];
    const targets = ['writing', 'check'];
    const moves = await Promise.all(
      operators.map(({ call }, index) => call('POST /api/queue/move', { pieceId, from: 'facts', to: targets[index] ?? '' })),
    );
    expect(moves.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    const won = moves.findIndex(({ status }) => status === 204);
    const lost = moves.find(({ status }) => status === 400);
    expect(getErrors(lost as never)).toEqual([400, { '': [`Someone has moved it to ${['Writing', 'Check'][won]}.`] }]);
    expect((await operators[0]?.call('POST /api/queue/move', { pieceId, from: 'facts', to: targets[won] ?? '' }))?.status).toBe(204);
    const { body } = await (operators[1] as (typeof operators)[number]).call('GET /api/audit', { kind: 'piece', about: pieceId });
    expect(body).toHaveLength(1);
  });

  test('a maker moves only own pieces, and not to a stage of others; support moves none', async ({ shop }) => {
    const { pieceId } = await orderedPiece(shop);
    const [maker, support] = [await operating(shop, 'maker'), await operating(shop, 'support')];
    const move = (who: typeof maker, to: string) => who.call('POST /api/queue/move', { pieceId, from: 'facts', to });
    expect(getErrors(await move(maker, 'writing'))).toEqual([400, { '': ['Take this piece first.'] }]);
    expect((await maker.call('POST /api/queue/take', { pieceId })).status).toBe(200);
    expect(getErrors(await move(maker, 'check'))).toEqual([400, { '': ['Your role may not move pieces to Check.'] }]);
    expect(getErrors(await move(maker, 'nowhere'))).toEqual([400, { '': ['This service has no such stage any more.'] }]);
    expect((await move(maker, 'writing')).status).toBe(204);
    expect((await move(support, 'writing')).status).toBe(403);
    expect((await maker.call('POST /api/queue/move', { pieceId: randomUUID(), from: 'facts', to: 'writing' })).status).toBe(404);
    const { body } = await maker.call('GET /api/offers');
    expect(body.services.find(({ serviceType }) => serviceType === STORIES)?.stages.map(({ mayMove }) => mayMove)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('board', () => {
  test('pieces by stage, the most urgent first, filtered as the queue is', async ({ shop }) => {
    const who = await buyer(shop);
    await funded(shop, who, 200_000);
    const [first, second] = [await orderedPiece(shop, who), await orderedPiece(shop, who)];
    const manager = await operating(shop, 'manager');
    await manager.call('POST /api/queue/move', { pieceId: second.pieceId, from: 'facts', to: 'writing' });
    await take(shop, mira, first.pieceId);
    const mine = [first.pieceId, second.pieceId];
    const board = async (more: object = {}) => {
      const { body } = await manager.call('GET /api/queue/board', { service: STORIES, ...more });
      return body.map(({ id, rows }) => [id, rows.map((row) => row.id).filter((each) => mine.includes(each))]);
    };
    expect(await board()).toEqual([
      ['facts', [first.pieceId]],
      ['writing', [second.pieceId]],
      ['check', []],
    ]);
    expect(await board({ maker: 'mira' })).toEqual([
      ['facts', [first.pieceId]],
      ['writing', []],
      ['check', []],
    ]);
    const { body } = await manager.call('GET /api/queue', { service: STORIES, stage: 'writing' });
    expect(body.rows.map(({ id, stage }) => [id, stage])).toContainEqual([second.pieceId, 'writing']);
    expect(body.rows.map(({ id }) => id)).not.toContain(first.pieceId);
    expect((await manager.call('GET /api/queue/board', { service: 99 })).body).toEqual([]);
    expect(getErrors(await manager.call('GET /api/queue/board', {}))).toMatchObject([400, { service: expect.anything() }]);
  });

  test('a stage that is removed: its pieces are in the first one, and can be moved on', async ({ shop }) => {
    const ordered = await orderedPiece(shop);
    const { pieceId } = ordered;
    const manager = await operating(shop, 'manager');
    await manager.call('POST /api/queue/move', { pieceId, from: 'facts', to: 'check' });
    await using files = await ownerFiles(shop);
    await files.edit('brand-stories.yaml', /^offers:$/m, `${stages.replace(/.*check.*\n/, '')}offers:`);
    await publish(shop, files, ['facts', 'writing']);
    expect(await seen(shop, ordered)).toEqual(['Facts', 'Facts']);
    expect((await manager.call('POST /api/queue/move', { pieceId, from: 'facts', to: 'writing' })).status).toBe(204);
    await files.edit('brand-stories.yaml', /^stages:\n(?: {2}.*\n)+/m, stages);
    await publish(shop, files, ['facts', 'writing', 'check']);
    expect(await seen(shop, ordered)).toEqual(['Writing', 'Writing']);
  });
});

describe('calendar', () => {
  test('a piece is on the day of its due date, and one whose clock is paused has none', async ({ shop }) => {
    const [due, paused] = [await orderedPiece(shop), await orderedPiece(shop)];
    const manager = await operating(shop, 'manager');
    await take(shop, mira, paused.pieceId);
    const at = (await whole(shop, due.who, due.orderId)).pieces[0]?.dueAt ?? '';
    const day = at.slice(0, 10);
    const read = async () => (await manager.call('GET /api/queue/calendar', { from: day, to: day })).body;
    const before = await read();
    expect(before.days).toMatchObject([{ day, isBusinessDay: true }]);
    await say(shop, mira, paused.pieceId, 'Which of the two names is it?', true);
    const after = await read();
    expect([after.days[0]?.total, after.undated]).toEqual([(before.days[0]?.total ?? 0) - 1, before.undated + 1]);
    const { body } = await manager.call('GET /api/queue', { dueOn: day });
    expect(body.rows.map(({ id }) => id)).toContain(due.pieceId);
    expect(body.total).toBe(after.days[0]?.total);
  });

  test('more than six weeks, an end before its start and no day are refused by field', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const read = (from: string, to: string) => manager.call('GET /api/queue/calendar', { from, to });
    expect(getErrors(await read('2026-05-01', '2026-06-12'))).toMatchObject([400, { to: expect.anything() }]);
    expect(getErrors(await read('2026-05-02', '2026-05-01'))).toMatchObject([400, { to: expect.anything() }]);
    expect(getErrors(await read('2026-02-30', '2026-03-01'))).toMatchObject([400, { from: expect.anything() }]);
    expect((await read('2026-05-01', '2026-06-11')).body.days).toHaveLength(42);
  });
});
