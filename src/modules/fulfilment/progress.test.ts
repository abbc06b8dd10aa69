// What customers see of a piece in work: its step always, the first name of the editor only if the owner
// shows it.
import { changeBrand } from '../../../tests/support/owner-files.ts';
import { test as base, expect } from '../../../tests/support/shop.ts';
import { delivered, mira, orderedPiece, save, take } from '../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('piece in work: its steps, and a name only if the owner shows names', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  const progress = async () => {
    const { status, body } = await shop.call('GET /api/orders/piece', { pieceId }, { token: who.token });
    expect(status).toBe(200);
    return body.progress;
  };
  expect(await progress()).toBe(null);
  const takenAt = shop.clock.now().toISOString();
  await take(shop, { id: 'mira', name: 'Mira Sample' }, pieceId);
  expect(await progress()).toEqual({ maker: null, takenAt, isDrafted: false });
  await changeBrand(shop, 'showsMakers: false', 'showsMakers: true');
  await expect.poll(progress).toEqual({ maker: 'Mira', takenAt, isDrafted: false });
  const { version } = await save(shop, mira, pieceId, 'We open at seven.');
  expect(await progress()).toMatchObject({ isDrafted: true });
  await save(shop, mira, pieceId, ' ', version);
  expect(await progress()).toMatchObject({ isDrafted: false });
});

test('revision: the delivered text is no new draft, and a delivered piece has no progress', async ({ shop }) => {
  const { who, pieceId } = await orderedPiece(shop);
  const deliveryId = await delivered(shop, { id: 'noor', name: 'noor@shop.example' }, pieceId);
  const read = async () => (await shop.call('GET /api/orders/piece', { pieceId }, { token: who.token })).body;
  expect(await read()).toMatchObject({ state: 'delivered', progress: null });
  await shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter' }, { token: who.token });
  // An address is never shown.
  expect(await read()).toMatchObject({ state: 'revisionAsked', progress: { maker: null, isDrafted: false } });
});

test('piece of another customer: as one that does not exist', async ({ shop }) => {
  const { pieceId } = await orderedPiece(shop);
  const { who } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  expect((await shop.call('GET /api/orders/piece', { pieceId }, { token: who.token })).status).toBe(404);
});
