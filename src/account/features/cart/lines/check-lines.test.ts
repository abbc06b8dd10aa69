// Checks of an older cart line against the current prices and offers.
import { describe, expect, test } from 'vitest';
import { Currency } from '#lib/money/money.ts';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import type { Offer, Prices } from '#modules/catalogue/shapes.ts';
import type { Coupon } from '#modules/coupons/shapes.ts';
import { type CartLine, readLines } from '#ui/browser/cart-store.ts';
import { checkLines, computeTotal, quoteLocally, toQuoteRequest } from './check-lines.ts';

const brandName = { name: 'brandName', kind: 'text', required: true, label: 'Brand name', help: '' } as const;
const rights = { name: 'rightsConfirmed', kind: 'yesNo', required: true, label: 'Rights', help: '' } as const;
const offer = (more: Partial<Offer>): Offer => ({
  id: 'story',
  serviceType: 1,
  unit: '600 words',
  note: '',
  unitPrice: 99_00,
  minQuantity: 1,
  maxQuantity: 10,
  interval: null,
  platforms: [],
  fields: [brandName, rights],
  revisions: 2,
  howMade: { kind: 'person', tools: [] },
  turnaround: standardTurnaround,
  eachUnitIsPiece: false,
  pieces: [],
  ...more,
});
const prices: Prices = {
  currency: Currency.EUR,
  offers: [offer({}), offer({ id: 'kit', serviceType: 0, unitPrice: 79_00, platforms: [2, 5] })],
  platformTypes: [
    { platform: 2, name: 'Instagram', surchargePercent: 0, hosts: [] },
    { platform: 5, name: 'LinkedIn', surchargePercent: 10, hosts: [] },
  ],
};
const answers = { brandName: 'Loaf', rightsConfirmed: true };
const story: CartLine = { offerId: 'story', quantity: 1, platform: null, answers, currency: Currency.EUR, unitPriceSeen: 99_00 };
const kit: CartLine = { offerId: 'kit', quantity: 2, platform: 5, answers, currency: Currency.EUR, unitPriceSeen: 79_00 };
const check = (line: CartLine) => {
  const [checked] = checkLines([line], prices);
  if (!checked) throw new Error('a line was dropped');
  return checked;
};
const eur = (amount: number) => ({ amount, currency: Currency.EUR });

test('unchanged line: no notes', () => {
  for (const line of [story, kit]) expect(check(line)).toMatchObject({ line, words: [], open: undefined });
});

test('units that are briefed after payment: no answer is missing', () => {
  const units = offer({ eachUnitIsPiece: true, fields: [brandName] });
  expect(checkLines([{ ...story, answers: {} }], { ...prices, offers: [units] })).toMatchObject([{ open: undefined }]);
  expect(check({ ...story, answers: {} })).toMatchObject({ open: { what: 'brief' } });
});

test('line with a question that is no longer asked: its answer is not required, and left out of what is ordered', () => {
  const tagline = { ...brandName, name: 'tagline', label: 'Tagline', askedIf: { question: 'hasTagline', isAnswered: true } };
  const hasTagline = { ...rights, name: 'hasTagline', required: false };
  const conditional = { ...prices, offers: [offer({ fields: [brandName, rights, hasTagline, tagline] })] };
  const checked = (more: object) => checkLines([{ ...story, answers: { ...answers, ...more } }], conditional)[0];
  expect(checked({ hasTagline: false, tagline: 'Bread first' })).toMatchObject({
    line: { answers: { ...answers, hasTagline: false } },
    open: undefined,
  });
  expect(checked({ tagline: 'Bread first' })?.line.answers).toEqual(answers);
  expect(checked({ hasTagline: true })?.open).toEqual({ what: 'brief', missing: ['Tagline'] });
});

test('volume prices: counted in the total and the local quote, and a change of them is shown as the price of the quantity', () => {
  const tiers = [{ from: 3, unitPrice: 80_00 }];
  const tiered = { ...prices, offers: [offer({ tiers })] };
  const checked = (more: Partial<CartLine>) => {
    const [line] = checkLines([{ ...story, quantity: 4, ...more }], tiered);
    if (!line) throw new Error('a line was dropped');
    return line;
  };
  expect(computeTotal(checked({ tiersSeen: tiers }))).toBe(358_00);
  expect(quoteLocally([checked({ tiersSeen: tiers })], undefined, prices).price).toBe(358_00);
  expect(checked({ tiersSeen: tiers }).words).toEqual([]);
  expect(checked({}).words).toEqual([{ what: 'price', was: eur(396_00), now: eur(358_00) }]);
  expect(checked({}).line.tiersSeen).toEqual(tiers);
  expect(check({ ...story, quantity: 4, tiersSeen: tiers })).toMatchObject({
    words: [{ what: 'price', was: eur(358_00), now: eur(396_00) }],
  });
  expect(check({ ...story, tiersSeen: tiers }).line).not.toHaveProperty('tiersSeen');
  const [stored] = readLines(
    JSON.stringify([
      { ...story, tiersSeen: tiers },
      { ...story, tiersSeen: [{ from: 'x' }, null] },
    ]),
  ).lines;
  expect(stored?.tiersSeen).toEqual(tiers);
  expect(readLines(JSON.stringify([{ ...story, tiersSeen: [{ from: 'x' }, null] }])).lines[0]).not.toHaveProperty('tiersSeen');
});

describe('add-ons', () => {
  const copy = { id: 'copy', name: 'Copy', description: '', unitPrice: 9_00, charged: 'counted', maxQuantity: 5 } as const;
  const rush = { id: 'rush', name: 'Rush', description: '', unitPrice: 3_00, charged: 'perUnit', maxQuantity: 1 } as const;
  const offering = (...addOns: Offer['addOns'] & object) => ({ ...prices, offers: [offer(addOns.length > 0 ? { addOns } : {})] });
  const seen = (addOn: Pick<typeof copy | typeof rush, 'id' | 'name' | 'unitPrice'>, quantity = 1) => ({
    id: addOn.id,
    name: addOn.name,
    quantity,
    unitPriceSeen: addOn.unitPrice,
  });
  const line: CartLine = { ...story, quantity: 4, addOns: [seen(copy, 2), seen(rush)] };
  const checked = (given: CartLine, today = offering(copy, rush)) => {
    const [found] = checkLines([given], today);
    if (!found) throw new Error('a line was dropped');
    return found;
  };

  test('counted and per unit: in the total, and in the request by id and quantity only', () => {
    expect(checked(line)).toMatchObject({ line, words: [] });
    expect(computeTotal(checked(line))).toBe(4 * 99_00 + 2 * 9_00 + 4 * 3_00);
    const addOns = [
      { id: 'copy', quantity: 2 },
      { id: 'rush', quantity: 1 },
    ];
    expect(toQuoteRequest([checked(line)], null, Currency.EUR)).toMatchObject({ orderFormData: [{ addOns }] });
    expect(JSON.stringify(toQuoteRequest([checked(story)], null, Currency.EUR))).not.toContain('addOns');
  });

  test('a changed price: shown for the whole line', () => {
    const words = [{ what: 'price', was: eur(4 * 99_00 + 2 * 9_00 + 4 * 3_00), now: eur(4 * 99_00 + 2 * 8_00 + 4 * 3_00) }];
    const cheaper = checked(line, offering({ ...copy, unitPrice: 8_00 }, rush));
    expect(cheaper.words).toEqual(words);
    expect(checked(cheaper.line, offering({ ...copy, unitPrice: 8_00 }, rush)).words).toEqual([]);
  });

  test('no longer offered, or fewer of it: said by name, and ordered as it can be', () => {
    const without = checked(line, offering(rush));
    expect(without).toMatchObject({ words: [{ what: 'addOn', name: 'Copy', now: 0 }], line: { addOns: [seen(rush)] } });
    expect(checked({ ...line, addOns: [seen(copy, 9)] })).toMatchObject({
      words: [{ what: 'addOn', name: 'Copy', now: 5 }],
      line: { addOns: [seen(copy, 5)] },
    });
    expect(checked(line, offering()).line).not.toHaveProperty('addOns');
  });

  test('of an earlier order: the number of a ticked one follows from the line, without a notice', () => {
    const again = checked({ ...bare, quantity: 4, addOns: [{ id: 'rush', quantity: 4 }] });
    expect(again).toMatchObject({ words: [], line: { addOns: [seen(rush)] } });
  });

  test('unreadable ones are left out of the stored line', () => {
    const stored = (addOns: unknown) => readLines(JSON.stringify([{ ...story, addOns }])).lines[0];
    expect(stored([seen(copy)])).toHaveProperty('addOns', [seen(copy)]);
    for (const invalid of ['copy', [null], [{ id: 1, quantity: 1 }], [{ id: 'copy', quantity: '2' }]])
      expect(stored(invalid)).not.toHaveProperty('addOns');
  });
});

const { currency: _, unitPriceSeen: __, ...bare } = story;
test.for<[string, CartLine, object]>([
  ['no price seen before', bare, { words: [] }],
  ['price increased', { ...story, unitPriceSeen: 89_00 }, { words: [{ what: 'price', was: eur(89_00), now: eur(99_00) }] }],
  ['price decreased', { ...story, unitPriceSeen: 100_00 }, { words: [{ what: 'price', was: eur(100_00), now: eur(99_00) }] }],
  [
    'price in another currency',
    { ...story, currency: Currency.NOK, unitPriceSeen: 1_150_00 },
    { words: [{ what: 'currency', was: { amount: 1_150_00, currency: Currency.NOK }, now: eur(99_00) }] },
  ],
  ['price in an unknown currency', { ...story, currency: 2 }, { words: [{ what: 'currency', was: undefined, now: eur(99_00) }] }],
  ['quantity too large', { ...story, quantity: 11 }, { words: [{ what: 'quantity', was: 11, now: 10 }], line: { quantity: 10 } }],
  ['quantity too small', { ...story, quantity: -3 }, { words: [{ what: 'quantity', was: -3, now: 1 }], line: { quantity: 1 } }],
  ['platform not needed', { ...story, platform: 2 }, { words: [{ what: 'noPlatform' }], line: { platform: null } }],
  ['platform not offered', { ...kit, platform: 0 }, { open: { what: 'platform' }, surchargePercent: 0 }],
  ['platform missing', { ...kit, platform: null }, { open: { what: 'platform' } }],
  ['offer is gone', { ...story, offerId: 'gone' }, { offer: undefined, open: { what: 'gone' } }],
  ['brief is empty', { ...story, answers: {} }, { open: { what: 'brief', missing: ['Brand name', 'Rights'] } }],
  ['rights not confirmed', { ...story, answers: { ...answers, rightsConfirmed: false } }, { open: { what: 'brief', missing: ['Rights'] } }],
])('changed line: %s', ([, line, expected]) => {
  expect(check(line)).toMatchObject(expected);
});

test('accepted line: its notes disappear', () => {
  for (const line of [
    { ...story, unitPriceSeen: 1 },
    { ...story, currency: 1 },
    { ...story, quantity: 99, platform: 3 },
  ])
    expect(check(check(line).line).words).toEqual([]);
});

describe('total of the cart', () => {
  test('total: same rule as the server, with the platform surcharge and without removed offers', () => {
    const checked = checkLines([story, kit, { ...story, offerId: 'gone' }], prices);
    expect(checked.map(computeTotal)).toEqual([99_00, 173_80, 0]);
    expect(quoteLocally(checked, undefined, prices)).toMatchObject({
      subtotal: 272_80,
      discount: 0,
      price: 272_80,
      unfit: undefined,
    });
  });

  const coupon: Coupon = {
    code: 'TEN',
    kind: 'percent',
    percent: 10,
    amount: null,
    currency: Currency.EUR,
    appliesTo: 'orders',
    depositShare: 50,
    minimum: 0,
    expiresAt: null,
    limited: false,
  };
  const checked = checkLines([story, kit], prices);
  test.for<[string, Partial<Coupon>, number, string | undefined]>([
    ['with a percentage', {}, 27_28, undefined],
    ['with an amount', { kind: 'amount', percent: null, amount: 5_00 }, 5_00, undefined],
    ['above the total', { kind: 'amount', percent: null, amount: 900_00 }, 272_80, undefined],
    ['for deposits', { appliesTo: 'deposits' }, 0, 'depositsOnly'],
    ['of another currency', { currency: Currency.NOK }, 0, undefined],
    ['with a minimum just reached', { minimum: 272_80 }, 27_28, undefined],
    ['with a minimum not reached', { minimum: 272_81 }, 0, 'minimum'],
  ])('coupon %s: discount and reason', ([, more, discount, unfit]) => {
    const reckoned = quoteLocally(checked, { ...coupon, ...more }, prices);
    expect(reckoned).toMatchObject({ discount, price: 272_80 - discount });
    expect(reckoned.unfit?.what).toBe(unfit);
    expect(reckoned.lines.reduce((sum, line) => sum + line.discount, 0)).toBe(discount);
  });
});

test.for<[ownPercent: number, couponPercent: number | null, discount: number, unfit: string | undefined]>([
  [7.25, null, 19_77, undefined],
  [7.25, 10, 27_28, undefined],
  [10, 10, 27_28, 'smaller'],
  [12.5, 10, 34_10, 'smaller'],
  [100, 10, 272_80, 'smaller'],
])('own discount of %d %% and a coupon of %d %%: the larger one counts', ([discountPercent, percent, discount, unfit]) => {
  const coupon = { code: 'TEN', kind: 'percent', amount: null, currency: Currency.EUR, appliesTo: 'orders', depositShare: 50 } as const;
  const applied = percent === null ? undefined : { ...coupon, percent, minimum: 0, expiresAt: null, limited: false };
  const reckoned = quoteLocally(checkLines([story, kit], prices), applied, { ...prices, discountPercent });
  expect(reckoned).toMatchObject({ discount, price: 272_80 - discount });
  expect(reckoned.unfit?.what).toBe(unfit);
});

test('quote request: sent for a complete cart only, without fields of the browser', () => {
  const request = (lines: readonly CartLine[]) => toQuoteRequest(checkLines(lines, prices), 'TEN', Currency.EUR);
  expect(request([])).toBeUndefined();
  expect(request([story, { ...story, unitPriceSeen: 1 }])).toBeUndefined();
  expect(request([story, { ...kit, platform: 0 }])).toBeUndefined();
  expect(request([kit])).toEqual({
    currency: 0,
    couponCode: 'TEN',
    orderFormData: [{ offerId: 'kit', quantity: 2, platform: 5, answers }],
  });
});

describe('stored cart', () => {
  test.for<[string | undefined, number, boolean]>([
    [undefined, 0, false],
    ['[]', 0, false],
    ['null', 0, false],
    ['{{{', 0, true],
    ['{"offerId":"story"}', 0, true],
    ['[null, 1, {}]', 0, true],
    [JSON.stringify([story, 7, kit]), 2, true],
    [JSON.stringify([story]), 1, false],
    ['[{"offerId":"story","quantity":1.5,"platform":"x","answers":[1],"currency":"EUR"}]', 1, false],
  ])('%s', ([text, count, unread]) => {
    const read = readLines(text);
    expect(read.lines).toHaveLength(count);
    expect(read.unread).toBe(unread);
  });

  test('stored line without a brief: read as a line', () => {
    expect(readLines('[{"offerId":"story"}]').lines).toEqual([{ offerId: 'story', quantity: 1, platform: null, answers: {} }]);
  });
});
