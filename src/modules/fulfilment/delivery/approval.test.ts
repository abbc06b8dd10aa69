// A service whose deliveries a second person approves before their customers get them.
import { vi } from 'vitest';
import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { test as base, expectAudited, getErrors } from '../../../../tests/support/money.ts';
import { ownerFiles } from '../../../../tests/support/owner-files.ts';
import { whole } from '../../../../tests/support/pieces.ts';
import { naiveApprovals } from '../../../../tests/support/rows/work.ts';
import { describe, expect, type Shop, shopFixture } from '../../../../tests/support/shop.ts';
import { LOAF, type Ordered, orderedPiece } from '../../../../tests/support/work.ts';

const shared = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '16' } });

async function askForApproval(shop: Shop): Promise<void> {
  await using files = await ownerFiles(shop);
  await files.edit('brand-stories.yaml', /^offers:$/m, 'approval: true\noffers:');
  await files.import();
  await vi.waitFor(() => expect(shop.catalogue.current().services.some(({ production }) => production.approval)).toBe(true));
}

const test = shared;
const naiveTest = shared.extend('shop', { scope: 'file' }, shopFixture);
test.beforeAll(({ shop }) => askForApproval(shop));

type Submitted = Ordered & { readonly maker: Operating };

/** Taken, written and submitted by a maker. */
async function submitted(shop: Shop): Promise<Submitted> {
  const ordered = await orderedPiece(shop);
  const { pieceId } = ordered;
  const maker = await operating(shop, 'maker');
  expect((await maker.call('POST /api/queue/take', { pieceId })).status).toBe(200);
  expect((await maker.call('POST /api/piece/draft', { pieceId, version: 0, text: LOAF })).status).toBe(200);
  const { status, body } = await maker.call('POST /api/piece/deliver', { pieceId, version: 1, why: 'A sample.' });
  expect([status, body]).toEqual([200, { deliveryId: null }]);
  return { ...ordered, maker };
}

const getState = async (shop: Shop, { who, pieceId }: Ordered) =>
  (await shop.call('GET /api/orders/piece', { pieceId }, { token: who.token })).body;

const listActs = async ({ call }: Operating, pieceId: string) =>
  (await call('GET /api/audit', { kind: 'piece', about: pieceId })).body.map(({ act }) => act);

describe('approval', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('a submitted delivery waits in the queue as in review, and its customer sees work in progress', async ({ shop }) => {
    const piece = await submitted(shop);
    const manager = await operating(shop, 'manager');
    const { body } = await manager.call('GET /api/queue', { state: 'inReview' });
    expect(body.rows.filter(({ id }) => id === piece.pieceId)).toMatchObject([{ state: 'inReview', maker: { id: piece.maker.id } }]);
    expect(body.counts.inReview).toBeGreaterThan(0);
    expect((await manager.call('GET /api/piece', { pieceId: piece.pieceId })).body.submission).toMatchObject({
      by: { id: piece.maker.id },
      howMade: { kind: 'person' },
      why: 'A sample.',
    });
    expect(await getState(shop, piece)).toMatchObject({ state: 'inWork', deliveries: [], messages: [] });
    expect((await whole(shop, piece.who, piece.orderId)).pieces).toMatchObject([{ state: 'inWork' }]);
  });

  test('approved by a second person: delivered at that moment, with the maker as author and the approver as reviewer', async ({ shop }) => {
    const piece = await submitted(shop);
    const { pieceId } = piece;
    shop.clock.turn({ minutes: 3 });
    const manager = await operating(shop, 'manager');
    const { status, body } = await manager.call('POST /api/piece/approve', { pieceId, version: 1 });
    expect(status).toBe(200);
    const now = shop.clock.now();
    const seen = await getState(shop, piece);
    expect(seen).toMatchObject({ state: 'delivered', deliveries: [{ id: body.deliveryId, deliveredAt: now.toISOString() }] });
    expect(seen.acceptAt).toBe(new Date(now.getTime() + 72 * 3_600_000).toISOString());
    const { body: read } = await shop.call('GET /api/orders/delivery', { id: body.deliveryId ?? '' }, { token: piece.who.token });
    expect(read).toMatchObject({
      text: LOAF,
      howMade: { kind: 'person', reviewedBy: manager.name, reviewedAt: now.toISOString() },
      passport: { madeBy: { kind: 'person', name: piece.maker.name } },
    });
    expect(await listActs(manager, pieceId)).toEqual(['piece.approve', 'piece.submit', 'piece.take']);
  });

  test('returned with a note: back with its maker, who is notified, and submits a second version that is approved', async ({ shop }) => {
    const { pieceId, maker, ...ordered } = await submitted(shop);
    const manager = await operating(shop, 'manager');
    expect(getErrors(await manager.call('POST /api/piece/return', { pieceId, note: ' ' }))[0]).toBe(400);
    expect((await manager.call('POST /api/piece/return', { pieceId, note: 'Name the oven.' })).status).toBe(204);
    const { body } = await maker.call('GET /api/piece', { pieceId });
    expect(body).toMatchObject({ state: 'inWork', submission: null, notes: [{ text: 'Name the oven.', mentions: [{ id: maker.id }] }] });
    expect((await maker.call('GET /api/mentions')).body).toMatchObject([{ pieceId }]);
    expect((await maker.call('POST /api/piece/draft', { pieceId, version: 1, text: `${LOAF} It is an oven of 1931.` })).status).toBe(200);
    expect((await maker.call('POST /api/piece/deliver', { pieceId, version: 2, why: 'A sample.' })).status).toBe(200);
    expect(getErrors(await manager.call('POST /api/piece/approve', { pieceId, version: 1 }))).toEqual([
      400,
      { version: ['It has changed since it was submitted. Return it.'] },
    ]);
    expect((await manager.call('POST /api/piece/approve', { pieceId, version: 2 })).status).toBe(200);
    expect((await getState(shop, { ...ordered, pieceId })).deliveries).toHaveLength(1);
  });

  test('an operator approves no delivery of their own, and none without the permission', async ({ shop }) => {
    const { pieceId } = await orderedPiece(shop);
    const manager = await operating(shop, 'manager');
    expect((await manager.call('POST /api/queue/take', { pieceId })).status).toBe(200);
    expect((await manager.call('POST /api/piece/draft', { pieceId, version: 0, text: LOAF })).status).toBe(200);
    expect((await manager.call('POST /api/piece/deliver', { pieceId, version: 1, why: 'A sample.' })).status).toBe(200);
    expect(getErrors(await manager.call('POST /api/piece/approve', { pieceId, version: 1 }))).toEqual([
      400,
      { '': ['Nobody approves their own work. Ask a colleague.'] },
    ]);
    const maker = await operating(shop, 'maker');
    expect((await maker.call('POST /api/piece/approve', { pieceId, version: 1 })).status).toBe(403);
    expect((await (await operating(shop, 'owner')).call('POST /api/piece/approve', { pieceId, version: 1 })).status).toBe(200);
  });

  test('while it waits: its maker changes nothing before taking it back, and another maker takes nothing back', async ({ shop }) => {
    const { pieceId, maker } = await submitted(shop);
    const locked = [400, { '': ['It waits for approval. Take it back to change it.'] }];
    expect(getErrors(await maker.call('POST /api/piece/draft', { pieceId, version: 1, text: 'Other.' }))).toEqual(locked);
    expect(getErrors(await maker.call('POST /api/piece/deliver', { pieceId, version: 1 }))).toEqual(locked);
    const manager = await operating(shop, 'manager');
    expect(getErrors(await manager.call('POST /api/piece/take-back', { pieceId }))[0]).toBe(400);
    expect((await maker.call('POST /api/piece/take-back', { pieceId })).status).toBe(204);
    expect((await maker.call('POST /api/piece/draft', { pieceId, version: 1, text: 'Other.' })).status).toBe(200);
    expect(getErrors(await manager.call('POST /api/piece/approve', { pieceId, version: 2 }))).toEqual([
      400,
      { '': ['It doesn’t wait for approval any more.'] },
    ]);
  });

  test('given to another maker: it does not wait any more', async ({ shop }) => {
    const { pieceId } = await submitted(shop);
    const manager = await operating(shop, 'manager');
    const other = await operating(shop, 'maker');
    expect((await manager.call('POST /api/queue/assign', { pieceIds: [pieceId], to: other.id })).status).toBe(200);
    expect((await manager.call('GET /api/piece', { pieceId })).body).toMatchObject({ submission: null, maker: { id: other.id } });
  });
});

describe('races of an approval', () => {
  test('two approve at once: one delivery, the other is refused', async ({ shop }) => {
    for (let turn = 0; turn < 4; turn++) {
      const piece = await submitted(shop);
      const approvers = [await operating(shop, 'manager'), await operating(shop, 'owner')];
      const answers = await Promise.all(
        approvers.map(({ call }) => call('POST /api/piece/approve', { pieceId: piece.pieceId, version: 1 })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expect((await getState(shop, piece)).deliveries).toHaveLength(1);
    }
    await expectAudited(shop);
  });

  test('its maker takes it back while it is approved: one of both happens', async ({ shop }) => {
    for (let turn = 0; turn < 4; turn++) {
      const piece = await submitted(shop);
      const { pieceId, maker } = piece;
      const manager = await operating(shop, 'manager');
      const [approved, back] = await Promise.all([
        manager.call('POST /api/piece/approve', { pieceId, version: 1 }),
        maker.call('POST /api/piece/take-back', { pieceId }),
      ]);
      expect([approved.status, back.status]).toEqual(approved.status === 200 ? [200, 400] : [400, 204]);
      expect((await getState(shop, piece)).deliveries).toHaveLength(approved.status === 200 ? 1 : 0);
    }
    await expectAudited(shop);
  });

  test('its maker saves a change while it is approved: what is delivered is what was read', async ({ shop }) => {
    for (let turn = 0; turn < 4; turn++) {
      const piece = await submitted(shop);
      const { pieceId, maker } = piece;
      const manager = await operating(shop, 'manager');
      const [approved] = await Promise.all([
        manager.call('POST /api/piece/approve', { pieceId, version: 1 }),
        maker.call('POST /api/piece/draft', { pieceId, version: 1, text: 'A change at the last moment.' }),
      ]);
      expect(approved.status).toBe(200);
      const { body } = await shop.call('GET /api/orders/delivery', { id: approved.body.deliveryId ?? '' }, { token: piece.who.token });
      expect(body.text).toBe(LOAF);
    }
  });

  naiveTest('without the lock, two who approve at once would both deliver', async ({ shop }) => {
    await askForApproval(shop);
    const { pieceId } = await submitted(shop);
    expect(await naiveApprovals(shop, pieceId)).toBe(2);
  });
});
