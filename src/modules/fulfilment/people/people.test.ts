// Assignment of new pieces by what operators take, and what the queue says of days off.
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { test as base, buyer, expectAudited, funded, getErrors } from '../../../../tests/support/money.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { forgetAssignment, naiveAssignments } from '../../../../tests/support/rows/work.ts';
import { describe, expect } from '../../../../tests/support/shop.ts';
import { assignQueue, desk, mira, orderedPiece } from '../../../../tests/support/work.ts';
import type { OperatorWork } from './shapes.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '16' } });
const AUTO = 'fulfilment.assignPieces';

type Rules = Partial<Omit<OperatorWork, 'operatorId'>>;
const usual = { isAssigned: true, services: null, languages: null, perDay: null, daysOff: [] };

async function setWork(manager: Operating, { id }: Operating, more: Rules = {}): Promise<void> {
  expect((await manager.call('POST /api/work', { operatorId: id, ...usual, ...more })).status).toBe(204);
}
const findRow = async (manager: Operating, pieceId: string) =>
  (await manager.call('GET /api/queue', {})).body.rows.find(({ id }) => id === pieceId);
const getMaker = async (manager: Operating, pieceId: string) => (await findRow(manager, pieceId))?.maker?.id ?? null;

describe('assignment', () => {
  test.beforeEach(async ({ shop }) => {
    await assignQueue(shop, mira);
    await forgetAssignment(shop);
  });

  test('a new piece is assigned to the suitable operator with the least work, with a notice; a returned one stays unassigned', async ({
    shop,
  }) => {
    const manager = await operating(shop, 'manager');
    const [one, two, other] = [await operating(shop, 'maker'), await operating(shop, 'maker'), await operating(shop, 'maker')];
    const { pieceId: before } = await orderedPiece(shop);
    await letRun(shop, AUTO);
    expect(await getMaker(manager, before)).toBeNull();
    await setWork(manager, other, { services: [0] });
    await setWork(manager, one);
    await setWork(manager, two);
    const { pieceId } = await orderedPiece(shop);
    await letRun(shop, AUTO);
    const makers = [await getMaker(manager, before), await getMaker(manager, pieceId)];
    expect(new Set(makers)).toEqual(new Set([one.id, two.id]));
    expect(await findRow(manager, pieceId)).toMatchObject({ state: 'inWork' });
    const assigned = [one, two].find(({ id }) => id === makers[1]) as Operating;
    expect((await assigned.call('POST /api/queue/release', { pieceId })).status).toBe(204);
    await letRun(shop, AUTO);
    expect(await getMaker(manager, pieceId)).toBeNull();
    await expectAudited(shop);
  });

  test('nobody fits: it stays unassigned until somebody has room', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const maker = await operating(shop, 'maker');
    await setWork(manager, maker, { perDay: 0 });
    const { pieceId } = await orderedPiece(shop);
    await letRun(shop, AUTO);
    expect(await getMaker(manager, pieceId)).toBeNull();
    await setWork(manager, maker, { perDay: 3 });
    await letRun(shop, AUTO);
    expect(await getMaker(manager, pieceId)).toBe(maker.id);
  });

  test('a customer’s own maker gets the pieces of that customer', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const [usualMaker, ownMaker] = [await operating(shop, 'maker'), await operating(shop, 'contractor')];
    await setWork(manager, usualMaker);
    const who = await buyer(shop);
    await funded(shop, who, 100_000);
    const first = await orderedPiece(shop, who);
    const { body } = await manager.call('GET /api/piece', { pieceId: first.pieceId });
    const id = body.accountId ?? '';
    expect((await manager.call('POST /api/customer/maker', { id, maker: ownMaker.id })).status).toBe(204);
    expect((await manager.call('GET /api/customer/maker', { id })).body).toEqual({ maker: ownMaker.id });
    const second = await orderedPiece(shop);
    await letRun(shop, AUTO);
    expect([await getMaker(manager, first.pieceId), await getMaker(manager, second.pieceId)]).toEqual([ownMaker.id, usualMaker.id]);
    const support = await operating(shop, 'support');
    expect(getErrors(await manager.call('POST /api/customer/maker', { id, maker: support.id }))).toEqual([
      400,
      { maker: ['Choose an operator whose role works on pieces.'] },
    ]);
    expect((await support.call('POST /api/customer/maker', { id, maker: null })).status).toBe(403);
  });

  test('bad rules are refused on their field, and operators set their own capacity and days off only', async ({ shop }) => {
    const [manager, maker] = [await operating(shop, 'manager'), await operating(shop, 'maker')];
    const sent = { operatorId: maker.id, ...usual };
    for (const [more, field] of [
      [{ perDay: -1 }, 'perDay'],
      [{ services: [] }, 'services'],
      [{ languages: ['fr'] }, 'languages[0]'],
      [{ daysOff: [{ from: '2026-02-30', until: '2026-03-01' }] }, 'daysOff[0].from'],
      [{ daysOff: [{ from: '2026-03-02', until: '2026-03-01' }] }, 'daysOff[0].until'],
    ] as const)
      expect(getErrors(await manager.call('POST /api/work', { ...sent, ...more }))).toMatchObject([400, { [field]: [/./] }]);
    expect((await maker.call('POST /api/work', sent)).status).toBe(403);
    await setWork(manager, maker, { services: [1] });
    const daysOff = [{ from: '2026-05-12', until: '2026-05-20' }];
    expect((await maker.call('POST /api/account/work', { perDay: 2, daysOff })).status).toBe(204);
    expect((await maker.call('GET /api/work')).body.find(({ operatorId }) => operatorId === maker.id)).toEqual({
      ...{ operatorId: maker.id, isAssigned: true, services: [1], languages: null, perDay: 2, daysOff },
    });
  });

  test('a day off moves nothing that is assigned, and the queue and its calendar say it', async ({ shop }) => {
    const [manager, maker] = [await operating(shop, 'manager'), await operating(shop, 'maker')];
    await setWork(manager, maker, { perDay: 2 });
    const { pieceId } = await orderedPiece(shop);
    await letRun(shop, AUTO);
    expect(await findRow(manager, pieceId)).toMatchObject({ maker: { id: maker.id }, awayUntil: null });
    const daysOff = [{ from: '2026-05-12', until: '2026-05-20' }];
    expect((await maker.call('POST /api/account/work', { perDay: 2, daysOff })).status).toBe(204);
    expect(await findRow(manager, pieceId)).toMatchObject({ maker: { id: maker.id }, awayUntil: '2026-05-20' });
    expect((await manager.call('GET /api/piece', { pieceId })).body.awayUntil).toBe('2026-05-20');
    const { body } = await manager.call('GET /api/queue/calendar', { from: '2026-05-11', to: '2026-05-22' });
    const seen = (day: string) => body.days.find((each) => each.day === day);
    expect(seen('2026-05-19')).toMatchObject({ off: [maker.name], capacity: 0 });
    expect(seen('2026-05-21')).toMatchObject({ off: [], capacity: 2 });
  });

  test('two nodes and an operator at once: each piece has one maker, and nobody more than there is room for', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const [one, two] = [await operating(shop, 'maker'), await operating(shop, 'maker')];
    for (const maker of [one, two]) await setWork(manager, maker, { perDay: 1 });
    const pieces: string[] = [];
    for (let count = 0; count < 8; count++) pieces.push((await orderedPiece(shop)).pieceId);
    const run = () => shop.fulfilment.jobs[AUTO]({}, new AbortController().signal);
    const [taken] = await Promise.all([manager.call('POST /api/queue/take', { pieceId: pieces[0] ?? '' }), run(), run(), run()]);
    const { rows: all } = await desk(shop).queue({ limit: 200 });
    const rows = all.filter(({ id }) => pieces.includes(id));
    const count = (id: string) => rows.filter(({ maker }) => maker?.id === id).length;
    expect(rows).toHaveLength(8);
    // Due in 48 hours: today, tomorrow and the day after.
    expect([count(one.id), count(two.id), count(manager.id)]).toEqual([3, 3, taken.status === 200 ? 1 : 0]);
    await expectAudited(shop);
  });

  test('without the lock, two nodes would each give a person the last place', async ({ shop }) => {
    expect(await naiveAssignments(shop, 1)).toBe(2);
  });
});
