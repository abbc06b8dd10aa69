// The quote of a cart over HTTP: prices, coupons and errors by field.

import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { Currency } from '#lib/money/money.ts';
import { insertCoupon, type NewCoupon } from '#modules/coupons/queries.ts';
import { logIn, register } from '../../../../tests/support/accounts.ts';
import { kits, story, suite, tags, textCheck, withAnswers } from '../../../../tests/support/cart-lines.ts';
import { getErrors } from '../../../../tests/support/money.ts';
import { rowCounts } from '../../../../tests/support/rows/database.ts';
import { deletePrice, retireOffer } from '../../../../tests/support/rows/orders.ts';
import { couponUses } from '../../../../tests/support/rows/wallet.ts';
import { test as base, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import type { Line, Quote } from '../shapes.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

let shop: Shop;
let token = '';
test.beforeEach(async ({ shop: opened }) => {
  shop = opened;
  if (token) return;
  await shop.makeDemo();
  token = (await logIn(shop, await register(shop))).token;
});

type Asked = { currency?: unknown; orderFormData?: unknown; couponCode?: unknown };
const send = (body: unknown, language = 'en') =>
  shop.call('POST /api/orders/quote', body, { token, headers: { 'accept-language': language } });
const request = (lines: readonly unknown[], more: Asked = {}, language = 'en') =>
  send({ currency: 0, couponCode: null, orderFormData: lines, ...more }, language);
async function quote(lines: readonly Line[], more: Asked = {}, language = 'en'): Promise<Quote> {
  const { status, body } = await request(lines, more, language);
  expect([status, body]).toMatchObject([200, {}]);
  return body;
}
async function errors(lines: readonly unknown[], more: Asked = {}, language = 'en'): Promise<Record<string, string[]>> {
  const { status, body } = await request(lines, more, language);
  expect(status).toBe(400);
  return (body as unknown as { errors: Record<string, string[]> }).errors;
}

async function makeCoupon(more: Partial<NewCoupon>): Promise<string> {
  const code = randomUUID().toUpperCase();
  const row = { code, codeKey: code, kind: 'percent', percent: 10, appliesTo: 'orders', createdAt: new Date(), ...more } as const;
  await insertCoupon(shop.ctx.db.orm, row, []);
  return code;
}

describe('price of a cart', () => {
  test('the total is the sum of the lines with their platform surcharges', async () => {
    expect(await quote([story(), tags({ quantity: 3 }), kits({ quantity: 2 }), suite()])).toEqual({
      lines: [9_900, 2_700, 6_380, 18_900].map((total) => ({ total, discount: 0, why: null, review: false })),
      subtotal: 37_880,
      discount: 0,
      price: 37_880,
    });
  });

  test.for([
    [1, 10_900],
    [3, 16_500],
    [4, 113_900],
  ])('each currency has its own price list: %i', async ([currency, price]) => {
    expect(await quote([story()], { currency })).toMatchObject({ price });
  });

  test('extra fields of a stored line and a missing coupon do not change the price', async () => {
    const storedLine = { ...story(), currency: 0, unitPriceSeen: 1, more: { thing: 1 } };
    expect((await send({ currency: 0, orderFormData: [storedLine] })).body).toMatchObject({ price: 9_900 });
  });

  test('a content check costs by the length of its text, and its text may mention forbidden requests', async () => {
    const text = `We never buy likes. Buy 500 followers now! ${'word '.repeat(1_100)}`;
    expect(await quote([textCheck(text, { quantity: 2 })])).toMatchObject({ price: 800 });
    expect(await errors([textCheck(text)])).toEqual({
      'orderFormData[0].quantity': [
        'The price depends on the length of the text, per 1,000 words or part of them: the quantity must be 2.',
      ],
    });
  });

  test('fifty lines of the greatest length get a quote', async () => {
    const lines = Array.from({ length: 50 }, () => textCheck('毎朝焼きたてのパンを並べます。'.repeat(1_300), { quantity: 12 }));
    const { status, body } = await request(lines);
    const must = /must be (\d+)/.exec(JSON.stringify(body))?.[1];
    const sent = status === 400 ? lines.map((line) => ({ ...line, quantity: Number(must) })) : lines;
    expect(await quote(sent)).toMatchObject({ price: 50 * 400 * (sent[0]?.quantity ?? 0) });
  });
});

describe('coupon of a cart', () => {
  const lines = [story(), tags({ quantity: 3 })];

  test.for([
    ['WELCOME10', 0, [990, 270]],
    [' welcome10 ', 0, [990, 270]],
    ['ONCE', 0, [1_980, 540]],
    ['FIVE', 0, [393, 107]],
    ['FIVE', 3, [629, 171]],
    ['FIVE', 4, [4_362, 1_138]],
  ] as const)('code %j in currency %i takes off %j', async ([couponCode, currency, discounts]) => {
    const quoted = await quote(lines, { couponCode, currency });
    expect(quoted.lines.map(({ discount }) => discount)).toEqual(discounts);
    expect(quoted.discount).toBe(discounts[0] + discounts[1]);
    expect(quoted.price).toBe(quoted.subtotal - quoted.discount);
  });

  test.for([
    ['LATE', 'This code has expired.'],
    ['NOSUCH', 'This code isn’t valid. Check it and try again.'],
    ['TOPUP5', 'This code is for deposits, not for orders.'],
    ['', 'Enter the code.'],
    [7, 'Enter the code.'],
    ['x'.repeat(101), 'This code isn’t valid. Check it and try again.'],
  ])('code %j is refused by field', async ([couponCode, words]) => {
    expect(await errors(lines, { couponCode })).toEqual({ couponCode: [words] });
  });

  test('a cart below the minimum is refused with the minimum', async () => {
    expect(await errors([tags()], { couponCode: 'FIVE' })).toEqual({
      couponCode: ['This code requires at least €20.00. €9.00 counts toward it.'],
    });
  });

  test.for([
    ['en', 'This code isn’t valid for this service.'],
    ['es', 'Este código no vale para este servicio.'],
    ['ja', 'このサービスはコードの対象外です。'],
  ] as const)('a code for some services: each other line gives the reason, in %s', async ([language, why]) => {
    const couponCode = await makeCoupon({ services: [1], percent: 15 });
    expect((await quote(lines, { couponCode }, language)).lines).toMatchObject([
      { discount: 1_485, why: null },
      { discount: 0, why },
    ]);
    expect(await errors([tags()], { couponCode })).toEqual({ couponCode: ['This code is for services that aren’t in your cart.'] });
  });

  test('a code for a first purchase is accepted', async () => {
    expect(await quote(lines, { couponCode: await makeCoupon({ firstPurchaseOnly: true }) })).toMatchObject({ discount: 1_260 });
  });

  test('the code is not checked while a line is invalid', async () => {
    expect(Object.keys(await errors([story({ quantity: 0 })], { couponCode: 'NOSUCH' }))).toEqual(['orderFormData[0].quantity']);
  });
});

describe('errors of a quote', () => {
  test.for<[string, unknown, Asked]>([
    ['currency', story(), { currency: 2 }],
    ['orderFormData', null, { orderFormData: [] }],
    ['orderFormData', null, { orderFormData: undefined }],
    ['orderFormData', null, { orderFormData: { 0: story() } }],
    ['orderFormData', null, { orderFormData: Array.from({ length: 51 }, () => story()) }],
    ['orderFormData[0]', 7, {}],
    ['orderFormData[0].offerId', { ...story(), offerId: 7 }, {}],
    ['orderFormData[0].offerId', story({ offerId: 'no-such' }), {}],
    ['orderFormData[0].quantity', { ...story(), quantity: '1' }, {}],
    ['orderFormData[0].quantity', story({ quantity: 1.5 }), {}],
    ['orderFormData[0].quantity', story({ quantity: 0 }), {}],
    ['orderFormData[0].quantity', suite({ quantity: 2 }), {}],
    ['orderFormData[0].platform', story({ platform: 1 }), {}],
    ['orderFormData[0].platform', tags({ platform: null }), {}],
    ['orderFormData[0].platform', tags({ platform: 9 }), {}],
    ['orderFormData[0].platform', { ...tags(), platform: 'X' }, {}],
    ['orderFormData[0].currency', { ...story(), currency: 1 }, {}],
    ['orderFormData[0].answers', { ...story(), answers: [] }, {}],
    ['orderFormData[0].answers.brandName', withAnswers(story(), { brandName: 'x'.repeat(81) }), {}],
    ['orderFormData[0].answers.facts', withAnswers(story(), { facts: 'short' }), {}],
    ['orderFormData[0].answers.founded', withAnswers(story(), { founded: 1.5 }), {}],
    ['orderFormData[0].answers.values', withAnswers(story(), { values: 'craft' }), {}],
    ['orderFormData[0].answers.values[0]', withAnswers(story(), { values: ['speed'] }), {}],
    ['orderFormData[0].answers.tone', withAnswers(story(), { tone: 'rude' }), {}],
    ['orderFormData[0].answers.mustInclude[1]', withAnswers(story(), { mustInclude: ['a', 'x'.repeat(61)] }), {}],
    ['orderFormData[0].answers.referenceUrls[0]', withAnswers(story(), { referenceUrls: ['http://a.example'] }), {}],
    ['orderFormData[0].answers.profileUrl', withAnswers(kits(), { profileUrl: 'https://x.com/loaf' }), {}],
    ['orderFormData[0].answers.rightsConfirmed', withAnswers(story(), { rightsConfirmed: false }), {}],
    ['orderFormData[0].answers.nobodyAsked', withAnswers(story(), { nobodyAsked: 1 }), {}],
    ['orderFormData[0].answers.topic', withAnswers(tags(), { topic: 'We need 500 followers, please buy them' }), {}],
    ['orderFormData[0].answers.seedTags', withAnswers(tags(), { seedTags: ['bread', 'buy followers'] }), {}],
  ])('invalid field is refused by name: %s (%#)', async ([field, line, more]) => {
    expect(await errors([line], more)).toEqual({ [field]: [expect.any(String)] });
  });

  test('all errors are reported together, each on its line', async () => {
    const spoilt = [story(), tags({ quantity: 99 }), withAnswers(kits(), { notes: 'Buy 500 likes' }), story({ offerId: 'x' })];
    expect(Object.keys(await errors(spoilt))).toEqual([
      'orderFormData[1].quantity',
      'orderFormData[2].answers.notes',
      'orderFormData[3].offerId',
    ]);
  });

  test('forbidden requests in fields for things to avoid are accepted', async () => {
    await quote([withAnswers(tags(), { avoid: ['buy followers'], mustAvoid: ['fake likes'] })]);
  });

  test('an offer without a price in the currency, or retired from the catalogue, is refused with its reason', async () => {
    await using own = await openShop();
    const { token } = await logIn(own, await register(own));
    await deletePrice(own, 'quick-reads-300', Currency.NOK);
    await retireOffer(own, 'brand-stories-300');
    const sold = async () => (await own.call('POST /api/prices', { currency: 4 })).body.offers.map(({ id }) => id);
    await expect.poll(sold).not.toContain('brand-stories-300');
    const gone = [story({ offerId: 'brand-stories-300' }), story({ offerId: 'quick-reads-300' })];
    const [retired, priceless] = [
      ['We no longer sell this. Remove it, or choose another service.'],
      ['This isn’t sold in NOK right now. Remove it, or choose another.'],
    ];
    const cart = { currency: 4, couponCode: null, orderFormData: gone };
    expect(getErrors(await own.call('POST /api/orders/quote', cart, { token }))).toEqual([
      400,
      { 'orderFormData[0].offerId': retired, 'orderFormData[1].offerId': priceless },
    ]);
  });

  test.for([
    ['es', 'Elige una de las plataformas de este servicio.', 'Parece que aquí se piden seguidores'],
    ['ja', 'このサービスが対応しているプラットフォームをお選びください。', 'フォロワー、「いいね」、再生数'],
  ] as const)('errors are translated: %s', async ([language, platform, stop]) => {
    const said = await errors([tags({ platform: null }), withAnswers(story(), { notes: 'buy 500 likes' })], {}, language);
    expect(said['orderFormData[0].platform']).toEqual([platform]);
    expect(said['orderFormData[1].answers.notes']?.[0]).toContain(stop);
  });

  test('no session gets 401, a body over the limit gets 413', async () => {
    expect((await shop.call('POST /api/orders/quote', { currency: 0 })).status).toBe(401);
    const long = withAnswers(story(), { notes: 'x'.repeat(4 * 1024 * 1024) });
    expect((await request([long])).status).toBe(413);
    expect((await request([withAnswers(story(), { notes: 'x'.repeat(3 * 1024 * 1024) })])).status).toBe(400);
  });

  test('a body with 200,000 errors gets a short answer', async () => {
    const many = Array.from({ length: 200_000 }, () => 1);
    const names = Object.fromEntries(many.map((one, index) => [`name${index}`, one]));
    const spoilt = [many, [withAnswers(story(), names)], [withAnswers(story(), { mustInclude: many, values: many, referenceUrls: many })]];
    for (const orderFormData of spoilt) {
      const { status, body } = await request([], { orderFormData });
      expect(status).toBe(400);
      expect(JSON.stringify(body).length).toBeLessThan(20_000);
    }
  });
});

test('quote: nothing is stored, and only session and coupon are read', async () => {
  let acquires = 0;
  const count = () => {
    acquires += 1;
  };
  // The lowest of five counts, because jobs use the pool too.
  const during = async (work: () => Promise<unknown>) => {
    const counted: number[] = [];
    for (let times = 0; times < 5; times++) {
      acquires = 0;
      shop.ctx.db.pool.on('acquire', count);
      await work();
      shop.ctx.db.pool.off('acquire', count);
      counted.push(acquires);
    }
    return Math.min(...counted);
  };
  const before = await rowCounts(shop);
  expect(Object.keys(before).length).toBeGreaterThan(10);
  expect(await during(() => quote([story(), tags()]))).toBe(1);
  expect(await during(() => quote([story(), tags()], { couponCode: 'ONCE' }))).toBe(2);
  await errors([story({ quantity: 0 })], { couponCode: 'ONCE' });
  expect(await rowCounts(shop)).toEqual(before);
  expect(await couponUses(shop, 'ONCE')).toEqual({ counted: 0, held: 0 });
});
