// The server's price is authoritative: a tampered cart gets the price of the catalogue or an error.
import fc from 'fast-check';
import { computeLineTotal, priceLines } from '#lib/money/price.ts';
import type { Prices } from '#modules/catalogue/shapes.ts';
import { logIn, register } from '../../../../tests/support/accounts.ts';
import { kits, story, suite, tags, textCheck } from '../../../../tests/support/cart-lines.ts';
import { test as base, expect } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const carts = fc.constantFrom(story(), tags(), kits(), suite(), textCheck('word '.repeat(60)));

/** Only the prices in it are changed, so it must get a quote. */
const underpaid = fc.record({
  currency: fc.constantFrom<unknown>(0, 1, 3, 4),
  price: fc.integer(),
  couponCode: fc.constantFrom<unknown>(null, 'WELCOME10', 'FIVE'),
  orderFormData: fc.array(
    fc
      .tuple(carts, fc.dictionary(fc.constantFrom('unitPriceSeen', 'unitPrice', 'total', 'discount'), fc.integer(), { maxKeys: 2 }))
      .map(([line, more]): Record<string, unknown> => ({ ...line, ...more })),
    { minLength: 1, maxLength: 4 },
  ),
});

const tampered = fc.record({
  currency: fc.constantFrom<unknown>(0, 0, 0, 1, 3, 4, 2, '0', null),
  price: fc.integer(),
  couponCode: fc.constantFrom<unknown>(null, null, 'WELCOME10', 'FIVE', 'LATE', 'TOPUP5', '%', ['FIVE'], '\u0000'),
  orderFormData: fc.array(
    fc
      .tuple(
        carts,
        fc.dictionary(
          fc.constantFrom(
            ...['offerId', 'quantity', 'platform', 'currency', 'unitPriceSeen', 'unitPrice', 'total', 'discount', 'answers', 'addOns'],
          ),
          fc.constantFrom<unknown>(
            ...[
              0,
              1,
              2,
              5,
              20,
              21,
              -1,
              0.5,
              1e308,
              null,
              '1',
              {},
              [],
              [{ id: 'gift', quantity: 1, unitPrice: 1 }],
              'hashtag-magic-5',
              'toString',
              '__proto__',
            ],
          ),
          { maxKeys: 2 },
        ),
      )
      .map(([line, more]): Record<string, unknown> => ({ ...line, ...more })),
    { minLength: 1, maxLength: 4 },
  ),
});

test('quote: 300 tampered carts get the price of the catalogue or an error', async ({ shop }) => {
  await shop.makeDemo();
  const { token } = await logIn(shop, await register(shop));
  const lists = new Map<unknown, Prices>();
  for (const currency of [0, 1, 3, 4]) lists.set(currency, (await shop.call('POST /api/prices', { currency })).body);
  const worths = new Map<unknown, { percent: number } | { amount: number }>([['WELCOME10', { percent: 10 }]]);
  const five: Record<number, number> = { 0: 500, 1: 500, 3: 800, 4: 5_500 };
  let priced = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(tampered, underpaid), async (sent) => {
      const { status, body } = await shop.call('POST /api/orders/quote', sent, { token });
      expect([200, 400]).toContain(status);
      if (status === 400) {
        expect(Object.keys((body as unknown as { errors: object }).errors).length).toBeGreaterThan(0);
        return;
      }
      priced += 1;
      const prices = lists.get(sent.currency);
      const lines = sent.orderFormData.map(({ offerId, quantity, platform }) => ({
        unitPrice: prices?.offers.find(({ id }) => id === offerId)?.unitPrice ?? Number.NaN,
        quantity: Number(quantity),
        surchargePercent: prices?.platformTypes.find((each) => each.platform === platform)?.surchargePercent ?? 0,
        takes: true,
      }));
      const reduction = sent.couponCode === 'FIVE' ? { amount: five[Number(sent.currency)] ?? 0 } : worths.get(sent.couponCode);
      const { lines: shares, ...sums } = priceLines(lines, reduction);
      expect(body).toEqual({ ...sums, lines: shares.map((share) => ({ ...share, why: null, review: false })) });
      expect(body.subtotal).toBe(lines.reduce((sum, line) => sum + computeLineTotal(line), 0));
    }),
    { numRuns: 300 },
  );
  expect(priced).toBeGreaterThan(20);
});
