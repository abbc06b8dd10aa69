// Delivery times of the last 90 days, computed from what was really delivered.
import { again, expectAudited, funded } from '../../../tests/support/money.ts';
import { ServiceType } from '../../../tests/support/owner-files.ts';
import { cancelPiece, sellAsBundle } from '../../../tests/support/rows/work.ts';
import { test as base, expect, type Shop } from '../../../tests/support/shop.ts';
import { delivered, desk, mira, type Ordered, orderedPiece, say } from '../../../tests/support/work.ts';
import { roundUp } from './delivery-times.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' }, jobs: false });

const { BrandStories, BrandExpansionSuite } = ServiceType;

async function listTimes(shop: Shop) {
  await shop.fulfilment.deliveryTimes.refresh();
  return shop.fulfilment.deliveryTimes.addTo(shop.catalogue.storefront('en', 0)).deliveryTimes;
}

test('20 deliveries in 90 days: half and nine of ten by service, without revisions, waits and cancelled pieces', async ({ shop }) => {
  const first = await orderedPiece(shop);
  await funded(shop, first.who, 300_000);
  const orders: Ordered[] = [first];
  for (let count = 1; count < 20; count++) orders.push(await orderedPiece(shop, first.who));
  // The last one asks its customer; the ten hours until the answer do not count.
  const last = orders.at(-1);
  for (const [index, { pieceId }] of orders.entries()) {
    shop.clock.turn({ hours: 1 });
    if (index < 19) await delivered(shop, mira, pieceId);
  }
  expect(await listTimes(shop)).toEqual({});
  await desk(shop).piece(last?.pieceId ?? '');
  await say(shop, mira, last?.pieceId ?? '', 'Which year did you open?', true);
  shop.clock.turn({ hours: 10 });
  const who = await again(shop, first.who);
  await shop.call('POST /api/orders/message', { pieceId: last?.pieceId ?? '', text: 'In 1999.' }, { token: who.token });
  const deliveryId = await delivered(shop, mira, last?.pieceId ?? '');
  const version = shop.fulfilment.deliveryTimes.version();
  const expected = { [BrandStories]: { count: 20, half: { amount: 10, unit: 'hours' }, most: { amount: 18, unit: 'hours' } } };
  expect(await listTimes(shop)).toEqual(expected);
  expect(shop.fulfilment.deliveryTimes.version()).toBe(version + 1);

  shop.clock.turn({ hours: 40 });
  const later = await again(shop, who);
  expect((await shop.call('POST /api/orders/revise', { deliveryId, note: 'Shorter' }, { token: later.token })).status).toBe(200);
  shop.clock.turn({ hours: 40 });
  await delivered(shop, mira, last?.pieceId ?? '', 'Shorter.');
  expect(await listTimes(shop)).toEqual(expected);
  expect(shop.fulfilment.deliveryTimes.version()).toBe(version + 1);
  await expectAudited(shop);

  await sellAsBundle(shop, BrandExpansionSuite);
  expect(await listTimes(shop)).toEqual({ ...expected, [BrandExpansionSuite]: expected[BrandStories] });
  // The first piece was delivered 109 hours ago: one more, and nineteen are left.
  shop.clock.turn({ days: 90, hours: -110 });
  expect(await listTimes(shop)).toHaveProperty(String(BrandStories));
  shop.clock.turn({ hours: 1 });
  expect(await listTimes(shop)).toEqual({});
  shop.clock.turn({ hours: -1 });
  await cancelPiece(shop, first.pieceId);
  expect(await listTimes(shop)).toEqual({});
});

test.for([
  [0, 1, 'minutes'],
  [59, 1, 'minutes'],
  [61, 2, 'minutes'],
  [3_540, 59, 'minutes'],
  [3_541, 1, 'hours'],
  [3_600, 1, 'hours'],
  [3_601, 2, 'hours'],
] as const)('%i seconds are within %i %s', ([seconds, amount, unit]) => expect(roundUp(seconds)).toEqual({ amount, unit }));
