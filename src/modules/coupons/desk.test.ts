// Tests creating and ending coupons at the desk, also concurrently with other operators and customers.

import { operating } from '../../../tests/support/desk.ts';
import { auditedTest, buyer, order } from '../../../tests/support/money.ts';
import { auditedActs } from '../../../tests/support/rows/desk.ts';
import { expect } from '../../../tests/support/shop.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off' }, jobs: false });

const plain = {
  kind: 'percent',
  percent: 20,
  amounts: [],
  appliesTo: 'orders',
  services: null,
  firstPurchaseOnly: false,
  totalLimit: null,
  customerLimit: null,
  startsAt: null,
  expiresAt: null,
  why: 'a trial',
} as const;
const PRICE = 9_900;

test('ten concurrent requests with one code create one coupon and one audit entry', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => manager.call('POST /api/coupon/make', { ...plain, code: turn % 2 ? 'At-Once' : 'AT-ONCE' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 400)]);
  const { coupons } = (await manager.call('GET /api/coupons')).body;
  expect(coupons.filter(({ code }) => code.toUpperCase() === 'AT-ONCE')).toHaveLength(1);
  const made = (await auditedActs(shop, 'coupon.make')).map(({ after }) => (after as { code: string }).code.toUpperCase());
  expect(made.filter((code) => code === 'AT-ONCE')).toHaveLength(1);
});

test('a repeated currency is refused, and a minimum also applies to a percentage', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const twice = [
    { currency: 0, amount: 500, minimum: 0 },
    { currency: 0, amount: 700, minimum: 0 },
  ];
  const refused = await manager.call('POST /api/coupon/make', { ...plain, code: 'TWICE', kind: 'amount', percent: null, amounts: twice });
  expect([refused.status, refused.body]).toMatchObject([400, { errors: { amounts: [expect.any(String)] } }]);
  const amounts = [{ currency: 0, amount: null, minimum: PRICE + 1 }];
  expect((await manager.call('POST /api/coupon/make', { ...plain, code: 'FROM-99', amounts })).status).toBe(204);
  expect((await order(shop, await buyer(shop), { couponCode: 'FROM-99', price: 7_920 })).status).toBe(400);
});

test('a coupon is refused before its start and after an operator has ended it', async ({ shop }) => {
  const manager = await operating(shop, 'manager');
  const startsAt = new Date(shop.clock.now().getTime() + 3_600_000).toISOString();
  expect((await manager.call('POST /api/coupon/make', { ...plain, code: 'LATER', startsAt })).status).toBe(204);
  const getState = async () => (await manager.call('GET /api/coupons')).body.coupons.find(({ code }) => code === 'LATER');
  expect((await getState())?.state).toBe('soon');
  expect((await order(shop, await buyer(shop), { couponCode: 'LATER', price: 7_920 })).status).toBe(400);
  shop.clock.turn({ hours: 1 });
  expect((await order(shop, await buyer(shop), { couponCode: 'LATER', price: 7_920 })).status).toBe(200);
  const later = await operating(shop, 'manager');
  const { id } = (await later.call('GET /api/coupons')).body.coupons.find(({ code }) => code === 'LATER') ?? {};
  // Either order is correct: used before the end or refused after it.
  const ada = await buyer(shop);
  const [ended, used] = await Promise.all([
    later.call('POST /api/coupon/end', { id, why: 'it went round' }),
    order(shop, ada, { couponCode: 'LATER', price: 7_920 }),
  ]);
  expect([ended.status, [200, 400].includes(used.status)]).toEqual([204, true]);
  expect((await order(shop, await buyer(shop), { couponCode: 'LATER', price: 7_920 })).status).toBe(400);
  expect((await later.call('POST /api/coupon/end', { id: crypto.randomUUID(), why: 'a trial' })).status).toBe(404);
});

const amountOff = (amount: number, minimum: number) =>
  ({ kind: 'amount', percent: null, amounts: [{ currency: 0, amount, minimum }] }) as const;

test.for([
  ['51 percent of a deposit', { percent: 51, appliesTo: 'deposits' }, 'percent'],
  ['all of an order or a deposit', { percent: 100, appliesTo: 'both' }, 'percent'],
  ['more than half of the smallest deposit', { ...amountOff(251, 0), appliesTo: 'deposits' }, 'amounts'],
  ['more than half of its minimum', { ...amountOff(1_000, 1_999), appliesTo: 'both' }, 'amounts'],
] as const)('a coupon that takes %s off is refused at its field', async ([, more, field], { shop }) => {
  const manager = await operating(shop, 'manager');
  const { status, body } = await manager.call('POST /api/coupon/make', { code: 'REFUSED', ...plain, ...more });
  expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([400, [field]]);
});

test.for([
  ['half of a deposit', { percent: 50, appliesTo: 'deposits' }],
  ['half of the smallest deposit', { ...amountOff(250, 0), appliesTo: 'deposits' }],
  ['half of its minimum', { ...amountOff(1_000, 2_000), appliesTo: 'both' }],
  ['all of an order', { percent: 100 }],
] as const)('a coupon that takes %s off is created', async ([what, more], { shop }) => {
  const manager = await operating(shop, 'manager');
  const code = what.replaceAll(' ', '-');
  expect((await manager.call('POST /api/coupon/make', { ...plain, code, ...more })).status).toBe(204);
});
