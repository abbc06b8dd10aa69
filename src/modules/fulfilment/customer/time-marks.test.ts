// Comments at a time of recordings and films, over HTTP: sent with a revision, kept with their version,
// refused where they do not belong.
import { Readable } from 'node:stream';
import { samples, silentMp3 } from '../../../../tests/support/files.ts';
import { auditedTest, getErrors } from '../../../../tests/support/money.ts';
import { expect, type Shop } from '../../../../tests/support/shop.ts';
import { delivered, desk, mira, orderedPiece, take } from '../../../../tests/support/work.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off' } });

async function deliveredEpisode(shop: Shop) {
  const { who, pieceId } = await orderedPiece(shop);
  await take(shop, mira, pieceId);
  const add = async (name: string, bytes: Buffer) => (await desk(shop).addFile(mira, pieceId, { name, body: Readable.from([bytes]) })).id;
  const episode = await add('episode.mp3', silentMp3(1));
  const film = await add('film.mp4', Buffer.from('\0\0\0\x18ftypmp42'));
  const cover = await add('cover.png', samples.png);
  const deliveryId = await delivered(shop, mira, pieceId);
  const revise = (timeMarks: unknown) => shop.call('POST /api/orders/revise', { deliveryId, timeMarks } as never, { token: who.token });
  return { who, pieceId, deliveryId, episode, film, cover, revise };
}

test('sent, read by customer and desk with the name of the file, and kept with their version', async ({ shop }) => {
  const { who, pieceId, deliveryId, episode, film, revise } = await deliveredEpisode(shop);
  const sent = await revise([
    { fileId: episode, at: 133, note: ' A breath here ' },
    { fileId: film, at: 0, note: 'Begin later' },
  ]);
  expect([sent.status, sent.body]).toMatchObject([200, { state: 'revisionAsked' }]);
  const timeMarks = [
    { fileId: episode, name: 'episode.mp3', at: 133, note: 'A breath here' },
    { fileId: film, name: 'film.mp4', at: 0, note: 'Begin later' },
  ];
  await delivered(shop, mira, pieceId);
  expect((await desk(shop).piece(pieceId)).deliveries.map(({ revision }) => revision?.timeMarks)).toEqual([timeMarks, undefined]);
  const { body } = await shop.call('GET /api/orders/delivery', { id: deliveryId }, { token: who.token });
  expect(body.revision).toMatchObject({ note: '', marks: [], pins: [], timeMarks });
});

test('on a picture, on the file of another, before the beginning, without words or too many: refused by name', async ({ shop }) => {
  const { deliveryId, who, episode, cover, revise } = await deliveredEpisode(shop);
  const foreign = await deliveredEpisode(shop);
  const mark = { fileId: episode, at: 5, note: 'Here' };
  const notHere = 'This recording isn’t in the delivery.';
  const cases: readonly (readonly [object, Readonly<Record<string, unknown>>])[] = [
    [{ at: -1 }, { 'timeMarks[0].at': [expect.any(String)] }],
    [{ at: 0.5 }, { 'timeMarks[0].at': [expect.any(String)] }],
    [{ at: 360_001 }, { 'timeMarks[0].at': [expect.any(String)] }],
    [{ note: ' ' }, { 'timeMarks[0].note': [expect.any(String)] }],
    [{ fileId: cover }, { 'timeMarks[0].fileId': [notHere] }],
    [{ fileId: foreign.episode }, { 'timeMarks[0].fileId': [notHere] }],
  ];
  for (const [invalid, errors] of cases)
    expect(getErrors(await revise([{ ...mark, ...invalid }])), JSON.stringify(invalid)).toEqual([400, errors]);
  expect((await revise(Array.from({ length: 101 }, () => mark))).status).toBe(400);
  const { body } = await shop.call('GET /api/orders/delivery', { id: deliveryId }, { token: who.token });
  expect(body.revision).toBeNull();
});
