// Saved replies for messages about a piece, over HTTP: whose values they have, and who may read them.

import { openedSetting, operating } from '../../../../tests/support/desk.ts';
import { setAccountLocale } from '../../../../tests/support/rows/accounts.ts';
import { test as base, expect } from '../../../../tests/support/shop.ts';
import { delivered, mira, orderedPiece } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('filled with the order’s values in the customer’s language, for its maker and those who see all pieces', async ({ shop }) => {
  const [maker, other, support] = [
    await operating(shop, 'maker', { name: 'Mira' }),
    await operating(shop, 'maker'),
    await operating(shop, 'support'),
  ];
  const { who, pieceId } = await orderedPiece(shop);
  const { status } = await maker.call('GET /api/piece/canned', { pieceId });
  expect(status).toBe(404);
  await maker.call('POST /api/queue/take', { pieceId });
  const { number } = (await maker.call('GET /api/piece', { pieceId })).body;
  const { canned } = (await maker.call('GET /api/piece/canned', { pieceId })).body;
  expect(canned.map(({ id }) => id)).toEqual(['progress']);
  expect(canned[0]?.text).toMatch(
    new RegExp(
      `^Hello Ada,\n\nBrand Stories of order ${number} is in progress. Expect it by .+ UTC. .+/order-history/${number}[?]part=messages\n\nBest wishes,\nMira$`,
    ),
  );
  await setAccountLocale(shop, who.email, 'es');
  expect((await maker.call('GET /api/piece/canned', { pieceId })).body.canned[0]?.text).toMatch(/^Hola, Ada:/);
  expect((await other.call('GET /api/piece/canned', { pieceId })).status).toBe(404);
  expect((await support.call('GET /api/piece/canned', { pieceId })).status).toBe(403);
  const manager = await operating(shop, 'manager', { name: 'Noor' });
  expect((await manager.call('GET /api/piece/canned', { pieceId })).body.canned[0]?.text).toContain('Noor');
});

test('those of tickets and of pieces are apart, and the owner’s change follows at once', async ({ shop }) => {
  const { text, save, owner } = await openedSetting(shop, 'support');
  const { pieceId } = await orderedPiece(shop);
  const plain = { id: 'plain', title: 'Plain', for: 'pieces' as const, text: { en: 'Hi {name}.', es: 'Hola.', jp: 'こんにちは。' } };
  expect((await save({ canned: [...text.canned, plain] })).body.saved).toBe(true);
  const ids = async () => (await owner.call('GET /api/piece/canned', { pieceId })).body.canned.map(({ id }) => id);
  expect(await ids()).toEqual(['progress', 'plain']);
  const { ticketNumber } = (
    await shop.call('POST /api/support/create-ticket', { name: 'Gail', email: 'gail@example.com', message: 'Where is my loaf?' })
  ).body;
  const { canned } = (await owner.call('GET /api/ticket/canned', { number: ticketNumber })).body;
  expect(canned.map(({ id }) => id)).toEqual(['looking', 'more', 'solved']);
  // A delivered piece has no date, so what needs one is left out.
  await delivered(shop, mira, pieceId);
  expect(await ids()).toEqual(['plain']);
});
