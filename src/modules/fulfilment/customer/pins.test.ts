// Pins on delivered pictures, over HTTP: sent with a revision, kept with their version, refused where they do
// not belong.
import { Readable } from 'node:stream';
import { samples } from '../../../../tests/support/files.ts';
import { auditedTest, type buyer, funded, getErrors } from '../../../../tests/support/money.ts';
import { expect, type Shop } from '../../../../tests/support/shop.ts';
import { delivered, desk, mira, orderedPiece } from '../../../../tests/support/work.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off' } });

/** A delivery with two pictures and a text file, of a new customer or of this one. */
async function deliveredPictures(shop: Shop, of?: Awaited<ReturnType<typeof buyer>>) {
  const { who, pieceId } = await orderedPiece(shop, of);
  const addFile = (name: string, bytes: Buffer) => desk(shop).addFile(mira, pieceId, { name, body: Readable.from([bytes]) });
  const { id: logo } = await addFile('logo.png', samples.png);
  const { id: sign } = await addFile('sign.PNG', samples.png);
  const { id: notes } = await addFile('notes.txt', Buffer.from('Printed on matte paper.'));
  const deliveryId = await delivered(shop, mira, pieceId);
  const revise = (pins: object, more: object = {}) =>
    shop.call('POST /api/orders/revise', { deliveryId, pins, ...more } as never, { token: who.token });
  return { who, pieceId, deliveryId, logo, sign, notes, revise };
}

test('pins: sent, read by customer and desk with their picture, and kept with their version', async ({ shop }) => {
  const { who, pieceId, deliveryId, logo, sign, revise } = await deliveredPictures(shop);
  const sent = await revise([
    { fileId: sign, x: 0.123456, y: 1, note: ' Larger, please ' },
    { fileId: logo, x: 0, y: 0.5, note: 'Less red' },
  ]);
  expect([sent.status, sent.body]).toMatchObject([200, { state: 'revisionAsked' }]);
  const pins = [
    { fileId: sign, name: 'sign.PNG', x: 0.1235, y: 1, note: 'Larger, please' },
    { fileId: logo, name: 'logo.png', x: 0, y: 0.5, note: 'Less red' },
  ];
  const read = async (id: string) => (await shop.call('GET /api/orders/delivery', { id }, { token: who.token })).body.revision;
  expect(await read(deliveryId)).toMatchObject({ note: '', marks: [], pins });
  const second = await delivered(shop, mira, pieceId);
  expect((await desk(shop).piece(pieceId)).deliveries.map(({ revision }) => revision?.pins)).toEqual([pins, undefined]);
  expect([await read(deliveryId), await read(second)]).toMatchObject([{ pins }, null]);
  // A picture of the version before is not on this one.
  const stale = { deliveryId: second, pins: [{ fileId: logo, x: 0, y: 0, note: 'Here' }] };
  const refused = await shop.call('POST /api/orders/revise', stale, { token: who.token });
  expect(getErrors(refused)).toEqual([400, { 'pins[0].fileId': ['This picture isn’t in the delivery.'] }]);
});

test('pins: outside the picture, on another file, without words or too many are refused by name, and nothing is kept', async ({ shop }) => {
  const { who, deliveryId, logo, notes, revise } = await deliveredPictures(shop);
  await funded(shop, who, 20_000);
  const [own, foreign] = [await deliveredPictures(shop, who), await deliveredPictures(shop)];
  const pin = { fileId: logo, x: 0.5, y: 0.5, note: 'Here' };
  const notHere = 'This picture isn’t in the delivery.';
  const cases: readonly (readonly [object, Readonly<Record<string, unknown>>])[] = [
    [{ x: -0.01 }, { 'pins[0].x': [expect.any(String)] }],
    [{ y: 1.01 }, { 'pins[0].y': [expect.any(String)] }],
    [{ x: 'left' }, { 'pins[0].x': [expect.any(String)] }],
    [{ note: ' ' }, { 'pins[0].note': [expect.any(String)] }],
    [{ note: 'x'.repeat(1_001) }, { 'pins[0].note': [expect.any(String)] }],
    [{ fileId: notes }, { 'pins[0].fileId': [notHere] }],
    [{ fileId: own.logo }, { 'pins[0].fileId': [notHere] }],
    [{ fileId: foreign.logo }, { 'pins[0].fileId': [notHere] }],
  ];
  for (const [invalid, errors] of cases)
    expect(getErrors(await revise([{ ...pin, ...invalid }])), JSON.stringify(invalid)).toEqual([400, errors]);
  expect((await revise(Array.from({ length: 101 }, () => pin))).status).toBe(400);
  expect((await foreign.revise([pin], { deliveryId })).status).toBe(404);
  const { body } = await shop.call('GET /api/orders/delivery', { id: deliveryId }, { token: who.token });
  expect(body.revision).toBeNull();
  expect((await revise(Array.from({ length: 100 }, () => pin))).status).toBe(200);
});
