// Deposits and the statement over HTTP: validation, coupons, idempotency and access.

import { story } from '../../../tests/support/cart-lines.ts';
import {
  type Buyer,
  becomes,
  buyer,
  deposit,
  funded,
  getBalance,
  getErrors,
  once,
  pay,
  placed,
  test,
} from '../../../tests/support/money.ts';
import { addCoupon, type CouponOptions, depositCount } from '../../../tests/support/rows/wallet.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';
import type { TransferKind } from './rules.ts';

const percent = (shop: Shop, of: number) => addCoupon(shop, { percent: of, appliesTo: 'deposits' });
const getStatement = async (shop: Shop, { token }: Buyer, more: object = {}) =>
  (await shop.call('GET /api/balance/statement', { currency: 0, ...more }, { token })).body;

describe('deposit', () => {
  test.for([
    ...(['firstName', 'lastName', 'city', 'address'] as const).flatMap((field) => [[field, ' '] as const, [field, 7] as const]),
    ['country', 'Norway'],
    ['state', 7],
    ['zipCode', 'x'.repeat(21)],
    ['agreedToPP_TOS', false],
    ['currency', 2],
    ['currency', 'EUR'],
    ['price', 99.5],
    ['price', -1],
    ['depositAmount', '5000'],
    ['depositAmount', 50.5],
    ['couponCode', 'NOSUCHCODE'],
    ['couponCode', 7],
    ['javascriptEnabled', 'yes'],
    ['acceptLanguage', null],
    ['screenWidth', -1],
    ['screenHeight', 1.5],
    ['timeZone', 100_000],
    ['userAgent', 'x'.repeat(2_001)],
  ] as const)('an invalid field is refused by name: %s as %j', async ([field, spoiled], { shop }) => {
    const ada = await buyer(shop);
    // `price` comes first, so that the case of a wrong price replaces it.
    const { status, body } = await deposit(shop, ada, { price: 10_000, depositAmount: 10_000, [field]: spoiled } as object);
    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([400, [field]]);
    expect(await depositCount(shop, ada.email)).toBe(0);
  });

  test.for(['\u0000', '\ud800'])(
    'browser data with a character that no database stores is accepted without it: %j',
    async (text, { shop }) => {
      const ada = await buyer(shop);
      const sent = await deposit(shop, ada, { acceptLanguage: `en${text}`, userAgent: `Browser${text}` });
      expect([sent.status, await depositCount(shop, ada.email)]).toEqual([200, 1]);
    },
  );

  test('a price one cent off is refused with the right price', async ({ shop }) => {
    const ada = await buyer(shop);
    const code = await percent(shop, 10);
    const refusedWith = (price: string) => [400, { price: [`This deposit now costs ${price}. Review it and try again.`] }];
    for (const price of [9_999, 10_001])
      expect(getErrors(await deposit(shop, ada, { price, depositAmount: 10_000 }))).toEqual(refusedWith('€100.00'));
    for (const price of [8_999, 9_001, 10_000])
      expect(getErrors(await deposit(shop, ada, { price, depositAmount: 10_000, couponCode: code }))).toEqual(refusedWith('€90.00'));
    expect(await depositCount(shop, ada.email)).toBe(0);
  });

  test.for([
    [0, 500, 1_000_000, '€5.00', '€10,000.00'],
    [1, 500, 1_000_000, 'US$5.00', 'US$10,000.00'],
    [3, 500, 1_000_000, 'A$5.00', 'A$10,000.00'],
    [4, 5_000, 10_000_000, 'NOK 50.00', 'NOK 100,000.00'],
  ] as const)(
    'amounts outside the limits of currency %i are refused, its limits are accepted',
    async ([currency, least, most, shownLeast, shownMost], { shop }) => {
      const ada = await buyer(shop);
      for (const depositAmount of [0, least - 1, most + 1]) {
        const [status, errors] = getErrors(await deposit(shop, ada, { currency, depositAmount }));
        expect([status, JSON.stringify(errors).replaceAll('\u00a0', ' ')]).toEqual([
          400,
          JSON.stringify({ depositAmount: [`Deposit between ${shownLeast} and ${shownMost}.`] }),
        ]);
      }
      for (const depositAmount of [least, most]) expect((await deposit(shop, ada, { currency, depositAmount })).status).toBe(200);
      const { body } = await shop.call('GET /api/balance/funds', undefined, { token: ada.token });
      expect(body.currencies.find((each) => each.currency === currency)).toEqual({ currency, least, most, balance: 0, promo: 0 });
    },
  );
});

describe('deposit coupon', () => {
  const expectCredited = async (shop: Shop, who: Buyer, request: Parameters<typeof deposit>[2], balance: number, promo: number) => {
    const { status, body } = await deposit(shop, who, request);
    expect([status, body]).toMatchObject([200, { paymentLink: expect.any(String) }]);
    await pay(body.paymentLink ?? '');
    await expect.poll(() => getBalance(shop, who)).toBe(balance);
    expect(await getStatement(shop, who)).toMatchObject({ balance, promo });
  };

  test('a percentage lowers the charge, rounded down, and the rest is promotional credit', async ({ shop }) => {
    const ada = await buyer(shop);
    await expectCredited(shop, ada, { depositAmount: 999, price: 950, couponCode: await percent(shop, 5) }, 999, 49);
  });

  test('a fixed amount lowers the charge from its minimum on, also with a code for orders and deposits', async ({ shop }) => {
    await shop.makeDemo();
    const ada = await buyer(shop);
    expect(getErrors(await deposit(shop, ada, { depositAmount: 1_999, price: 1_499, couponCode: 'FIVE' }))).toEqual([
      400,
      { couponCode: ['This code requires at least €20.00. €19.99 counts toward it.'] },
    ]);
    await expectCredited(shop, ada, { depositAmount: 2_000, price: 1_500, couponCode: 'five' }, 2_000, 500);
  });

  test('a code for orders only is refused', async ({ shop }) => {
    await shop.makeDemo();
    const ada = await buyer(shop);
    expect(getErrors(await deposit(shop, ada, { depositAmount: 5_000, price: 4_500, couponCode: 'WELCOME10' }))).toEqual([
      400,
      { couponCode: ['This code is for orders, not for deposits.'] },
    ]);
  });

  test('a code for a first purchase: taken by the first deposit, refused for the next one', async ({ shop }) => {
    const ada = await buyer(shop);
    const code = () => addCoupon(shop, { percent: 10, appliesTo: 'deposits', firstPurchaseOnly: true });
    await expectCredited(shop, ada, { depositAmount: 5_000, price: 4_500, couponCode: await code() }, 5_000, 500);
    expect(getErrors(await deposit(shop, ada, { depositAmount: 5_000, price: 4_500, couponCode: await code() }))).toEqual([
      400,
      { couponCode: ['This code is only for a first purchase.'] },
    ]);
  });

  test.for<[string, CouponOptions]>([
    ['100 percent', { percent: 100 }],
    ['51 percent', { percent: 51 }],
    ['an amount above the deposit', { amount: 100_000 }],
    ['an amount above half of the deposit', { amount: 2_600 }],
  ])('a code for %s, made before the owner had a limit: half is charged, the rest is credit', async ([, options], { shop }) => {
    const ada = await buyer(shop);
    const couponCode = await addCoupon(shop, { appliesTo: 'deposits', ...options });
    for (const price of [0, 2_400, 2_500])
      expect(getErrors(await deposit(shop, ada, { depositAmount: 5_001, price, couponCode }))).toEqual([
        400,
        { price: ['This deposit now costs €25.01. Review it and try again.'] },
      ]);
    const { body } = await shop.call('GET /api/orders/coupon', { code: couponCode }, { token: ada.token });
    expect(body).toMatchObject({ depositShare: 50 });
    await expectCredited(shop, ada, { depositAmount: 5_001, price: 2_501, couponCode }, 5_001, 2_500);
  });
});

describe('idempotency key', () => {
  test('100 equal requests at once make one deposit, and another request under the key is refused', async ({ shop }) => {
    const ada = await buyer(shop);
    const key = once();
    const all = await Promise.all(Array.from({ length: 100 }, () => deposit(shop, ada, {}, key)));
    expect(new Set(all.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect([all[0]?.status, await depositCount(shop, ada.email)]).toEqual([200, 1]);
    expect(getErrors(await deposit(shop, ada, { depositAmount: 10_001 }, key))).toEqual([
      400,
      { '': ['This Idempotency-Key was already used with a different request.'] },
    ]);
  });
});

describe('deposit and statement', () => {
  test('the owner sees the deposit with its link, another account gets 404', async ({ shop }) => {
    const [ada, eve] = [await buyer(shop), await buyer(shop)];
    const { body } = await deposit(shop, ada, { depositAmount: 5_000 });
    const look = ({ token }: Buyer) => shop.call('GET /api/balance/deposit', { id: body.depositId }, { token });
    expect((await look(ada)).body).toMatchObject({ state: 'open', price: 5_000, paymentLink: body.paymentLink });
    expect((await look(eve)).status).toBe(404);
    await pay(body.paymentLink ?? '', 'decline');
    expect((await look(ada)).body).toMatchObject({ state: 'open', paymentLink: body.paymentLink });
    await pay(body.paymentLink ?? '');
    await expect.poll(async () => (await look(ada)).body).toMatchObject({ state: 'paid', paymentLink: null });
    const [line] = (await getStatement(shop, ada)).lines;
    const explain = ({ token }: Buyer) => shop.call('GET /api/balance/movement', { id: line?.id }, { token });
    expect((await explain(ada)).body).toEqual({ kind: 'deposit', deposit: { price: 5_000, amount: 5_000 }, orders: [] });
    expect((await explain(eve)).status).toBe(404);
    expect(await getStatement(shop, eve)).toMatchObject({ balance: 0, lines: [] });
  });

  test('each movement names its order, and the filter by direction works', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 20_000);
    const { orderIds } = await placed(shop, ada, { payFromBalance: true });
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token });
    const [came, went] = [await getStatement(shop, ada, { kind: 'in' }), await getStatement(shop, ada, { kind: 'out' })];
    expect([came, went].map(({ lines }) => lines.map(({ kind }) => kind))).toEqual([['giveBack', 'deposit'], ['spend']]);
    for (const { id } of [came.lines[0], went.lines[0]].flatMap((line) => line ?? [])) {
      const { body } = await shop.call('GET /api/balance/movement', { id }, { token: ada.token });
      expect(body).toMatchObject({ deposit: null, orders: [{ number: expect.stringMatching(/^F-/), serviceType: 1, price: 9_900 }] });
    }
  });

  test('the statement is read in pages without repeated lines', async ({ shop }) => {
    const ada = await buyer(shop);
    for (const amount of [500, 600, 700]) await funded(shop, ada, amount);
    const first = await getStatement(shop, ada, { limit: 2 });
    const last = await getStatement(shop, ada, { limit: 2, before: first.lines.at(-1)?.id });
    expect([first, last].map(({ lines, more }) => [lines.map(({ amount }) => amount), more])).toEqual([
      [[700, 600], true],
      [[500], false],
    ]);
  });

  test('a payment received after cancellation names its order', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink, orderIds } = await placed(shop, ada, { lines: [story()] });
    // The webhook arrives after the order is cancelled.
    await pay(paymentLink, 'late');
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token });
    await becomes(shop, ada, [-1]);
    shop.clock.turn({ minutes: 1 });
    await expect.poll(() => getBalance(shop, ada)).toBe(9_900);
    const [line] = (await getStatement(shop, ada)).lines;
    expect(line?.kind).toBe('stray' satisfies TransferKind);
    const { body } = await shop.call('GET /api/balance/movement', { id: line?.id }, { token: ada.token });
    expect(body).toMatchObject({ deposit: null, orders: [{ price: 9_900 }] });
  });
});
