import { describe, expect, test } from 'vitest';
import { computeLineTotal } from '#lib/money/price.ts';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import { listRequests } from '#modules/catalogue/kinds/content.ts';
import type { Prices } from '#modules/catalogue/shapes.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { Platform, ServiceType } from '../../../tests/support/owner-files.ts';
import {
  type CheckedLine,
  checkLine,
  computeQuantity,
  findOrderNumber,
  isOrderNumber,
  listBriefFiles,
  ORDER_NUMBER_BYTES,
  orderLineShape,
  orderNumber,
  shortenAnswers,
  toKindBrief,
} from './rules.ts';
import type { Line } from './shapes.ts';

const text = (name: string, more: object = {}) => ({ name, kind: 'text' as const, required: false, label: '', help: '', ...more });
const offer = {
  unit: '',
  note: '',
  unitPrice: 1_000,
  minQuantity: 2,
  maxQuantity: 5,
  interval: null,
  revisions: 2,
  howMade: { kind: 'person' as const, tools: [] },
  turnaround: standardTurnaround,
  eachUnitIsPiece: false,
  pieces: [],
};
const prices: Prices = {
  currency: 0,
  offers: [
    {
      ...offer,
      id: 'story',
      serviceType: ServiceType.BrandStories,
      platforms: [],
      fields: [text('brandName', { required: true, max: 20 })],
    },
    {
      ...offer,
      id: 'kit',
      serviceType: ServiceType.SocialBoosts,
      platforms: [Platform.X, Platform.Linkedin],
      fields: [
        text('profileUrl', { kind: 'url' }),
        text('notes', { kind: 'longText' }),
        text('mustAvoid', { kind: 'texts', isReference: true }),
      ],
    },
    {
      ...offer,
      id: 'tags',
      serviceType: ServiceType.HashtagMagic,
      platforms: [Platform.X],
      fields: [text('topic'), text('seedTags', { kind: 'texts' }), text('avoid', { kind: 'texts', isReference: true })],
    },
    {
      ...offer,
      id: 'check',
      serviceType: ServiceType.ContentChecker,
      platforms: [],
      quantityFrom: 'text',
      maxQuantity: 20,
      fields: [
        text('text', { kind: 'longText', isReference: true, required: true, min: 5, max: 20_000 }),
        text('compareTexts', { kind: 'texts', isReference: true, max: 5 }),
        text('notes', { kind: 'longText' }),
      ],
    },
  ],
  platformTypes: [
    { platform: Platform.X, name: 'X', surchargePercent: 0, hosts: ['x.com'] },
    { platform: Platform.Linkedin, name: 'LinkedIn', surchargePercent: 10, hosts: ['linkedin.com'] },
    { platform: Platform.Discord, name: 'Discord', surchargePercent: 0, hosts: ['discord.com'] },
  ],
};
const story: Line = { offerId: 'story', quantity: 2, platform: null, answers: { brandName: 'Loaf' } };
const kit: Line = { offerId: 'kit', quantity: 2, platform: Platform.X, answers: {} };
const check: Line = { offerId: 'check', quantity: 1, platform: null, answers: { text: 'Seven at the door.' } };

/** Maps each invalid field to its message ids. Empty if the line can be ordered. */
function errorIds(line: Line): Record<string, string[]> {
  const checked = checkLine(prices, line);
  if ('line' in checked) return {};
  const { errors } = createValidationError(checked.errors, line);
  return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.map(({ id }) => id)]));
}

describe('cart line', () => {
  test.each<[string, Line, Record<string, string[]>]>([
    ['of a known offer', story, {}],
    ['in the same currency as the cart', { ...story, currency: 0 }, {}],
    ['without a currency', { ...story, currency: null }, {}],
    ['in another currency', { ...story, currency: 1 }, { currency: ['line.currency'] }],
    ['of an unknown offer', { ...story, offerId: 'gone' }, { offerId: ['line.offer'] }],
    ['of an offer named like an object property', { ...story, offerId: 'toString' }, { offerId: ['line.offer'] }],
    [
      'of an unknown offer in another currency',
      { ...story, offerId: '', currency: 4 },
      { currency: ['line.currency'], offerId: ['line.offer'] },
    ],
    ['below the least quantity', { ...story, quantity: 1 }, { quantity: ['field.least'] }],
    ['above the greatest quantity', { ...story, quantity: 6 }, { quantity: ['field.most'] }],
    ['of the greatest quantity', { ...story, quantity: 5 }, {}],
    ['of a fraction', { ...story, quantity: 2.5 }, { quantity: ['field.whole'] }],
    ['of a negative quantity', { ...story, quantity: -2 }, { quantity: ['field.least'] }],
    ['for a platform, of an offer without platforms', { ...story, platform: Platform.X }, { platform: ['line.noPlatform'] }],
    ['without a platform, of an offer with platforms', { ...kit, platform: null }, { platform: ['line.platform'] }],
    ['for a platform of other offers', { ...kit, platform: Platform.Discord }, { platform: ['line.platform'] }],
    ['for an unknown platform', { ...kit, platform: 77 }, { platform: ['line.platform'] }],
    ['without a required answer', { ...story, answers: {} }, { 'answers.brandName': ['field.required'] }],
    ['with an unknown answer', { ...story, answers: { brandName: 'a', more: 1 } }, { 'answers.more': ['brief.unknown'] }],
    ['with an address on its platform', { ...kit, answers: { profileUrl: 'https://x.com/loaf' } }, {}],
    [
      'with an address on another site',
      { ...kit, answers: { profileUrl: 'https://discord.com/loaf' } },
      { 'answers.profileUrl': ['brief.host'] },
    ],
    [
      'with several errors at once',
      { offerId: 'kit', quantity: 0, platform: null, currency: 3, answers: { profileUrl: 'loaf' } },
      { currency: ['line.currency'], quantity: ['field.least'], platform: ['line.platform'], 'answers.profileUrl': ['brief.url'] },
    ],
  ])('%s', (_, line, expected) => expect(errorIds(line)).toEqual(expected));

  test('the price has the surcharge of the platform, and the answers are normalised', () => {
    const line = readLine({ ...kit, platform: Platform.Linkedin, quantity: 3, answers: { notes: ' a\r\nb ' } });
    expect(line).toMatchObject({ unitPrice: 1_000, quantity: 3, surchargePercent: 10, answers: { notes: 'a\nb' } });
    expect(computeLineTotal(line)).toBe(3_300);
    expect(readLine(story).surchargePercent).toBe(0);
  });
});

describe('price by the length of a text', () => {
  const words = (count: number) => 'word '.repeat(count).trim();

  test.each([
    [words(2), 1],
    ['......', 1],
    [words(1_000), 1],
    [words(1_001), 2],
    [words(3_999), 4],
    ['猫 '.repeat(10_000), 10],
    ['今日は良い天気です。'.repeat(200), 1],
    ['今日は良い天気です。'.repeat(201), 2],
  ])('each 1,000 words begun count as one, and another quantity is refused (%#)', (text, quantity) => {
    expect(computeQuantity({ quantityFrom: 'text' }, { text })).toEqual({ quantity, words: 1_000 });
    const errorsAt = (quantity: number) => errorIds({ ...check, quantity, answers: { text } });
    expect(errorsAt(quantity)).toEqual({});
    for (const other of [quantity - 1, quantity + 1, -1, 25, 1e9]) expect(errorsAt(other)).toEqual({ quantity: ['line.measured'] });
  });

  test('the error names the right quantity', () => {
    const checked = checkLine(prices, { ...check, quantity: 1, answers: { text: words(2_500) } });
    const { errors } = createValidationError('errors' in checked ? checked.errors : [], check);
    expect(errors.quantity?.[0]?.values).toEqual({ quantity: 3, words: 1_000 });
  });

  test('an invalid text is refused before it is measured, and the normalised text is measured', () => {
    expect(errorIds({ ...check, quantity: 7, answers: { text: 'abc' } })).toEqual({ 'answers.text': ['field.tooShort'] });
    expect(errorIds({ ...check, quantity: 1, answers: { text: `${words(1_000)} \u0000 \u0007` } })).toEqual({});
  });

  test('a brief for its kind: its questions, and which of them have a text to work on', () => {
    expect(toKindBrief(readLine(check), 'x').questions).toStrictEqual([
      { name: 'text', kind: 'longText', isReference: true },
      { name: 'compareTexts', kind: 'texts', isReference: true },
      { name: 'notes', kind: 'longText' },
    ]);
  });

  test('an offer that is not measured has no quantity by length', () =>
    expect(computeQuantity({}, { text: words(5_000) })).toBeUndefined());
});

describe('answers that are checked for forbidden requests', () => {
  test.each<[Line, readonly object[]]>([
    [story, [{ name: 'brandName', text: 'Loaf' }]],
    [{ ...kit, answers: { notes: 'a', mustAvoid: ['b'], profileUrl: 'https://x.com/c' } }, [{ name: 'notes', text: 'a' }]],
    [
      { ...kit, offerId: 'tags', answers: { topic: 'a', seedTags: ['b', 'c'], avoid: ['d'] } },
      [
        { name: 'topic', text: 'a' },
        { name: 'seedTags', text: 'b\nc' },
      ],
    ],
    [{ ...check, answers: { text: 'Buy 500 likes', compareTexts: ['fake fans'], notes: 'a' } }, [{ name: 'notes', text: 'a' }]],
  ])('only the answers that request something are checked (%#)', (line, expected) =>
    expect(listRequests(toKindBrief(readLine(line), null))).toEqual(expected),
  );
});

describe('answers of other offers of the service', () => {
  const [offerOfService] = prices.offers;
  const sibling = { ...offerOfService, id: 'long', fields: [text('tone')] };
  // Shapes are cached by offer.
  const both = { ...prices, offers: [...prices.offers.map((each) => ({ ...each })), sibling] } as Prices;

  test('are left out without an error; those of other services are refused', () => {
    const checked = checkLine(both, { ...story, answers: { brandName: 'Loaf', tone: 'calm' } });
    expect('line' in checked && checked.line.answers).toEqual({ brandName: 'Loaf' });
    const other = checkLine(both, { ...story, answers: { brandName: 'Loaf', profileUrl: 'https://x.com/a' } });
    expect('errors' in other && other.errors.map(({ path }) => path)).toEqual([['answers', 'profileUrl']]);
  });
});

test('shape of a line: made once for each offer and platform, however many unknown platforms are sent', () => {
  const [, offer] = prices.offers;
  if (!offer) throw new Error('no offer');
  const shapeFor = (platform: number | null) => orderLineShape(prices, offer, platform);
  expect(shapeFor(Platform.X)).toBe(shapeFor(Platform.X));
  expect(shapeFor(Platform.X)).not.toBe(shapeFor(Platform.Linkedin));
  expect(new Set([shapeFor(77), shapeFor(78), shapeFor(null)]).size).toBe(1);
});

test('add-ons of a line: charged with it, and refused by their place', () => {
  const withAddOn = {
    ...prices.offers[0],
    addOns: [{ id: 'copy', name: 'Copy', description: '', unitPrice: 300, charged: 'counted', maxQuantity: 3 }],
  };
  const sold = { ...prices, offers: [withAddOn] } as unknown as Prices;
  const checked = checkLine(sold, { ...story, addOns: [{ id: 'copy', quantity: 2 }] });
  expect('line' in checked && checked.line.addOns).toEqual([{ id: 'copy', name: 'Copy', unitPrice: 300, quantity: 2 }]);
  const refused = checkLine(sold, { ...story, addOns: [{ id: 'gone', quantity: 1 }] });
  expect('errors' in refused && refused.errors).toMatchObject([{ path: ['addOns', 0, 'id'] }]);
});

test('files of briefs: each with the field that names it', () => {
  const offer = {
    fields: [text('logo', { kind: 'file' }), text('notes'), text('list', { kind: 'texts' })],
  } as unknown as CheckedLine['offer'];
  const lines = [
    { offer, answers: { notes: 'a', list: ['x'] } },
    { offer, answers: { logo: ['f1', 'f2'], notes: 'b' } },
    { offer, answers: { logo: 'f3' } },
  ];
  expect(listBriefFiles(lines as Parameters<typeof listBriefFiles>[0])).toEqual([
    { field: 'orderFormData[1].answers.logo[0]', id: 'f1' },
    { field: 'orderFormData[1].answers.logo[1]', id: 'f2' },
  ]);
  expect(listBriefFiles(lines.slice(1, 2) as Parameters<typeof listBriefFiles>[0], 'lines')).toMatchObject([
    { field: 'lines[0].answers.logo[0]' },
    {},
  ]);
});

describe('order number', () => {
  test('random bytes: as many letters, which are read in any case', () => {
    const number = orderNumber(Uint8Array.from({ length: ORDER_NUMBER_BYTES }, (_, index) => index * 30));
    expect(number).toMatch(/^F-[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(isOrderNumber(number)).toBe(true);
    expect(findOrderNumber({ number: number.toLowerCase() })).toEqual({ number });
  });

  test.each(['', 'F-', 'F-7K2Q9M4', 'F-7K2Q9M4DD', 'G-7K2Q9M4D', 'F-7K2Q9M4I', 'xF-7K2Q9M4D', 'F-7K2Q9M4D '])('%j: none', (number) => {
    expect(isOrderNumber(number)).toBe(false);
    expect(findOrderNumber({ number })).toBeUndefined();
  });

  test('no number: none', () => expect(findOrderNumber({})).toBeUndefined());
});

test('answers in a list of orders: cut after 200 characters, never within one', () => {
  const long = 'x'.repeat(199);
  expect(shortenAnswers({ a: `${long}yz`, b: `${long}y`, c: [`${long}yz`, 'short'], d: 7, e: `${long} yz`, f: `${long}😀` })).toEqual({
    a: `${long}y…`,
    b: `${long}y`,
    c: [`${long}y…`, 'short'],
    d: 7,
    e: `${long}…`,
    f: `${long}\ufffd…`,
  });
});

function readLine(line: Line): CheckedLine {
  const checked = checkLine(prices, line);
  if ('line' in checked) return checked.line;
  throw new Error(JSON.stringify(checked.errors));
}
