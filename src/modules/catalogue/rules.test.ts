import { describe, expect, test } from 'vitest';
import { type AddOnRow, addOnPrice, countChargedUnits, formatNameWithQuantity, viewAddOns } from './add-ons/rules.ts';
import {
  type Catalogue,
  findServiceBySpelling,
  getServiceName,
  isInstantOffer,
  isMeasuredOffer,
  listSold,
  sortRows,
  toCurrencies,
  viewCatalogue,
} from './rules.ts';

const words = (text: string) => ({ en: text, es: `${text} es`, jp: `${text} jp` });
const addOn: AddOnRow = {
  id: 'copy',
  name: words('Copy'),
  description: null,
  charged: 'counted',
  maxQuantity: 3,
  offers: null,
  prices: { EUR: 300 },
};

function toCatalogue(): Catalogue {
  const service = {
    slug: 'stories',
    state: 'sold',
    madeBy: 'mixed',
    interval: null,
    revisions: 2,
    platforms: [1],
    words: {
      name: words('Stories'),
      summary: words('Summary'),
      description: words('Description'),
      contains: [words('Text')],
      excludes: [words('Print')],
      sample: { caption: words('Caption'), text: words('Sample') },
    },
    fields: [
      { name: 'tone', kind: 'choice', label: words('Tone'), help: words(''), options: [{ value: 'warm', label: words('Warm') }] },
      { name: 'facts', kind: 'longText', label: words('Facts'), help: words('What happened') },
    ],
    addOns: [addOn],
  };
  const offer = {
    id: 'story',
    serviceType: 1,
    unit: words('600 words'),
    note: words('Note'),
    minQuantity: 1,
    maxQuantity: 9,
    pieces: [],
    revisions: null,
    omits: [],
    count: 600,
    isInstant: false,
    turnaround: null,
    eachUnitIsPiece: false,
    prices: new Map([[0, 9_900]]),
    tiers: [{ from: 5, prices: { EUR: 9_000 } }],
    isSold: true,
  };
  return {
    version: 'v1',
    currencies: { sold: [0, 1], all: [0, 1, 3] },
    services: [
      { ...service, type: 1, production: { countedIn: 'words', tools: ['Harper'] } },
      { ...service, type: 2, slug: 'check', state: 'hidden', addOns: [], production: { quantityFrom: 'text' } },
      { ...service, type: 3, slug: 'old', state: 'archived', production: {} },
    ],
    offers: [
      offer,
      {
        ...offer,
        id: 'set',
        pieces: [
          { offer: 'story', quantity: 2 },
          { offer: 'gone', quantity: 1 },
        ],
        revisions: 5,
        omits: ['tone'],
        count: null,
        tiers: [],
      },
      { ...offer, id: 'checked', serviceType: 2, isInstant: true, prices: new Map([[1, 500]]) },
      { ...offer, id: 'removed', isSold: false },
      { ...offer, id: 'lost', serviceType: 9 },
    ],
    platforms: [
      { key: 'x', platform: 1, name: 'X', surchargePercent: 10, hosts: ['x.com'], layout: null, posts: {} },
      { key: 'own', platform: 2, name: 'Own', surchargePercent: 0, hosts: [], layout: 'square', posts: {} },
    ],
  } as unknown as Catalogue;
}

describe('catalogue for a visitor', () => {
  const view = viewCatalogue(toCatalogue(), 'es', 0);
  const findOffer = (id: string) => view.allPrices.offers.find((each) => each.id === id);

  test('sold: offers with a price in the currency that were not removed; all of them are known', () => {
    expect(view.prices.offers.map(({ id }) => id)).toEqual(['story', 'set']);
    expect(view.allPrices.offers.map(({ id }) => id)).toEqual(['story', 'set', 'checked', 'removed']);
    expect([view.version, view.currencies]).toEqual(['v1', [0, 1]]);
  });

  test('currency that is no longer sold: nothing can be ordered in it', () => {
    const former = toCatalogue();
    expect(viewCatalogue({ ...former, currencies: { sold: [1], all: [1, 0] } }, 'en', 0).prices.offers).toEqual([]);
    expect(viewCatalogue(former, 'en', 1).prices.offers.map(({ id }) => id)).toEqual(['checked']);
  });

  test('offer: in the language, with tiers and add-ons of the currency', () => {
    expect(findOffer('story')).toEqual({
      id: 'story',
      serviceType: 1,
      unit: '600 words es',
      note: 'Note es',
      unitPrice: 9_900,
      tiers: [{ from: 5, unitPrice: 9_000 }],
      addOns: [{ id: 'copy', name: 'Copy es', description: '', unitPrice: 300, charged: 'counted', maxQuantity: 3 }],
      minQuantity: 1,
      maxQuantity: 9,
      interval: null,
      platforms: [1],
      fields: [
        { name: 'tone', kind: 'choice', label: 'Tone es', help: ' es', options: [{ value: 'warm', label: 'Warm es' }] },
        { name: 'facts', kind: 'longText', label: 'Facts es', help: 'What happened es' },
      ],
      revisions: 2,
      turnaround: { amount: 48, unit: 'hours' },
      eachUnitIsPiece: false,
      howMade: { kind: 'assisted', tools: ['Harper'] },
      pieces: [{ offerId: 'story', serviceType: 1, quantity: 1, unit: '600 words es' }],
    });
  });

  test('bundle: its pieces that exist, its own revisions, without the questions that it omits', () => {
    expect(findOffer('set')).toMatchObject({ revisions: 5, pieces: [{ offerId: 'story', quantity: 2 }], fields: [{ name: 'facts' }] });
    expect(findOffer('set')).not.toHaveProperty('tiers');
    expect(findOffer('set')).not.toHaveProperty('isInstant');
  });

  test('measured offer of a program, without a price here: known as such', () => {
    expect(findOffer('checked')).toMatchObject({
      unitPrice: 0,
      quantityFrom: 'text',
      isInstant: true,
      howMade: { kind: 'generated', tools: [] },
    });
    expect(findOffer('checked')).not.toHaveProperty('addOns');
    expect(findOffer('story')).not.toHaveProperty('quantityFrom');
  });

  test('tier without a price in the currency: left out', () => {
    expect(viewCatalogue(toCatalogue(), 'en', 1).allPrices.offers[0]).not.toHaveProperty('tiers');
  });

  test('platform: without its key and the rules of posts, with its layout if it has one', () => {
    expect(view.prices.platformTypes).toEqual([
      { platform: 1, name: 'X', surchargePercent: 10, hosts: ['x.com'] },
      { platform: 2, name: 'Own', surchargePercent: 0, hosts: [], layout: 'square' },
    ]);
  });

  test('retired platform: nothing new is ordered for it, and what was is still named', () => {
    const catalogue = toCatalogue();
    const [x, own] = catalogue.platforms;
    const { prices, allPrices } = viewCatalogue({ ...catalogue, platforms: [x, { ...own, retired: true }] } as Catalogue, 'en', 0);
    expect([prices, allPrices].map(({ platformTypes }) => platformTypes.map(({ name }) => name))).toEqual([['X'], ['X', 'Own']]);
  });

  test('bundle of one offer: its piece is that offer', () => {
    const catalogue = toCatalogue();
    const offers = catalogue.offers.map((each) => (each.id === 'set' ? { ...each, pieces: [{ offer: 'story', quantity: 2 }] } : each));
    const set = viewCatalogue({ ...catalogue, offers }, 'en', 0).allPrices.offers.find(({ id }) => id === 'set');
    expect(set?.pieces).toEqual([{ offerId: 'story', serviceType: 1, quantity: 2, unit: '600 words' }]);
  });

  test('service that asks no questions: its offers have none', () => {
    const catalogue = toCatalogue();
    const [first, ...others] = catalogue.services;
    const services = [{ ...first, fields: [] }, ...others] as Catalogue['services'];
    expect(viewCatalogue({ ...catalogue, services }, 'en', 0).prices.offers[0]?.fields).toEqual([]);
  });

  test('service in a language: has its texts in it, and no settings of its production', () => {
    expect(view.services[0]).toEqual({
      slug: 'stories',
      state: 'sold',
      madeBy: 'mixed',
      interval: null,
      revisions: 2,
      platforms: [1],
      serviceType: 1,
      name: 'Stories es',
      summary: 'Summary es',
      description: 'Description es',
      contains: ['Text es'],
      excludes: ['Print es'],
      sample: { caption: 'Caption es', text: 'Sample es' },
    });
    expect(listSold(view).map(({ slug }) => slug)).toEqual(['stories']);
  });
});

test.each([
  ['stories', { id: 'stories' }],
  ['STORIES', { id: 'stories' }],
  ['1', { id: 'stories' }],
  ['2', { id: 'check' }],
  ['old', undefined],
  ['3', undefined],
  ['', undefined],
  ['x', undefined],
])('service spelled %j: %o', (id, found) => expect(findServiceBySpelling(toCatalogue(), { id })).toEqual(found));

test('what was ordered: in the unit of the service', () => {
  const catalogue = toCatalogue();
  expect(sortRows(catalogue, { offerId: 'story', quantity: 3 })).toEqual({ count: 1_800, of: 'words' });
  for (const offerId of ['set', 'checked', 'gone']) expect(sortRows(catalogue, { offerId, quantity: 1 }), offerId).toBeUndefined();
  expect(['story', 'checked', 'gone'].map((id) => [isInstantOffer(catalogue, id), isMeasuredOffer(catalogue, id)])).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
  expect([getServiceName(catalogue, 3, 'en'), getServiceName(catalogue, 9, 'en')]).toEqual(['Stories', '']);
});

test('currencies: in the order of the owner, then those of before; the usual ones if none is named', () => {
  const rows = [
    { currency: 4, position: null },
    { currency: 1, position: 1 },
    { currency: 3, position: null },
    { currency: 0, position: 0 },
  ];
  expect(toCurrencies(rows)).toEqual({ sold: [0, 1], all: [0, 1, 3, 4] });
  expect(toCurrencies([{ currency: 4, position: null }])).toEqual({ sold: [0, 1, 3, 4], all: [0, 1, 3, 4] });
  expect(toCurrencies([{ currency: 7, position: 0 }])).toEqual({ sold: [7], all: [7] });
  const turned = [3, 1, 4, 0, 5, 2].map((position) => ({ currency: 10 - position, position }));
  expect(toCurrencies(turned).sold).toEqual([10, 9, 8, 7, 6, 5]);
});

describe('add-ons', () => {
  test('of an offer: those for it, with a price in the currency', () => {
    const rows = [
      addOn,
      { ...addOn, id: 'other', offers: ['set'] },
      { ...addOn, id: 'dear', prices: { USD: 1 } },
      { ...addOn, id: 'free', prices: { EUR: 0 } },
    ];
    expect(viewAddOns(rows, 'story', 'en', 'EUR').map(({ id }) => id)).toEqual(['copy', 'free']);
    expect(viewAddOns(rows, 'set', 'en', 'EUR').map(({ id }) => id)).toEqual(['copy', 'other', 'free']);
    expect(viewAddOns([{ ...addOn, description: words('By post') }], 'story', 'jp', 'EUR')).toMatchObject([{ description: 'By post jp' }]);
  });

  test('a percentage: offered in every currency, without a price of its own', () => {
    const express = { ...addOn, id: 'express', percent: 15, prices: {} };
    expect(viewAddOns([express], 'story', 'en', 'USD')).toMatchObject([{ id: 'express', unitPrice: 0, percent: 15 }]);
    expect(viewAddOns([addOn], 'story', 'en', 'EUR')[0]).not.toHaveProperty('percent');
  });

  test.each([
    // Of its own price, whatever the line costs.
    [{ unitPrice: 300 }, 9_900, 300],
    [{ unitPrice: 0 }, 9_900, 0],
    [{ unitPrice: 0, percent: 15 }, 9_900, 1_485],
    [{ unitPrice: 0, percent: 100 }, 9_900, 9_900],
    [{ unitPrice: 0, percent: 25 }, 0, 0],
    // Half a cent is rounded up, less is rounded down.
    [{ unitPrice: 0, percent: 5 }, 110, 6],
    [{ unitPrice: 0, percent: 5 }, 109, 5],
    [{ unitPrice: 0, percent: 1 }, 49, 0],
    [{ unitPrice: 0, percent: 1 }, 50, 1],
  ])('%o of a line of %i: %i each time', (price, line, each) => expect(addOnPrice(price, line)).toBe(each));

  test.each([
    ['perUnit', 5],
    ['counted', 2],
    ['once', 2],
  ] as const)('charged %s, two chosen for five units: %i times', (charged, times) =>
    expect(countChargedUnits({ charged }, 2, 5)).toBe(times),
  );

  test.each([
    [1, 'Copy'],
    [2, '2 × Copy'],
  ])('%i of it: %s', (quantity, text) => expect(formatNameWithQuantity({ name: 'Copy', quantity })).toBe(text));
});
