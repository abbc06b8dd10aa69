import { describe, expect, test } from 'vitest';
import {
  computeFlow,
  computeSales,
  describeMissingDays,
  formatMakerName,
  isMissing,
  isProgram,
  NO_SERVICE,
  splitInShares,
  sumCoupons,
  sumMakers,
  toReportFigures,
} from './rules.ts';

const span = { from: '2026-11-01', to: '2026-11-22', today: '2026-11-22', until: '2026-11-22' };

test.for([
  ['all days are counted', {}, false, ''],
  [
    'the newest days are not counted',
    { until: '2026-11-10' },
    true,
    'Days after 10 November 2026 aren’t counted yet. Their figures appear here in a few minutes.',
  ],
  ['today is not counted, because it is not over', { until: '2026-11-21', today: '2026-11-21' }, false, ''],
  ['the last days are still to come', { to: '2026-11-30' }, false, ''],
  ['no days are counted', { until: '2026-10-11' }, true, 'These days aren’t counted yet. Their figures appear here in a few minutes.'],
] as const)('missing days: %s', ([, more, missing, text]) => {
  expect(isMissing({ ...span, ...more })).toBe(missing);
  if (missing) expect(describeMissingDays({ ...span, ...more })).toBe(text);
});

describe('amount split by weights', () => {
  test.each<[number, readonly number[], readonly number[]]>([
    [100, [1, 1], [50, 50]],
    [100, [3, 1], [75, 25]],
    // The first ones get the rest.
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [1, [1, 9], [1, 0]],
    [0, [1, 9], [0, 0]],
    [7, [5], [7]],
    // Without weights, the first has it all.
    [100, [0, 0], [100, 0]],
    [100, [], []],
  ])('%i by %j: %j', (amount, weights, parts) => expect(splitInShares(amount, weights)).toEqual(parts));
});

const sale = { day: '2026-11-20', service: 1, currency: 0, orders: 2, gross: 9_000, discount: 500 } as const;
const refunds = { toSource: 0, toBalance: 0, toCredit: 0 };

describe('sales of days', () => {
  const back = { day: '2026-11-20', currency: 0, amount: 1_000 } as const;

  test('a payment and its refunds: one row, each refund where it went', () => {
    const orders = [{ service: 1, price: 9_000 }];
    const backs = [
      { ...back, to: 'provider', orders },
      { ...back, to: 'provider', amount: 50, orders },
      { ...back, to: 'cash', amount: 200, orders },
      { ...back, to: 'promo', amount: 30, orders },
    ];
    expect(computeSales([sale], backs)).toEqual([{ ...sale, toSource: 1_050, toBalance: 200, toCredit: 30 }]);
  });

  test('a refund of several orders: by their prices, on its own day', () => {
    const orders = [
      { service: 1, price: 3_000 },
      { service: 2, price: 1_000 },
      { service: 3, price: 0 },
    ];
    expect(computeSales([sale], [{ ...back, day: '2026-11-21', to: 'provider', orders }])).toEqual([
      { ...sale, ...refunds },
      { ...sale, day: '2026-11-21', orders: 0, gross: 0, discount: 0, ...refunds, toSource: 750 },
      { ...sale, day: '2026-11-21', service: 2, orders: 0, gross: 0, discount: 0, ...refunds, toSource: 250 },
    ]);
  });

  test('a refund without orders: of no service, after the others', () => {
    expect(computeSales([sale], [{ ...back, to: 'cash', orders: [] }])).toEqual([
      { ...sale, ...refunds },
      { ...sale, service: NO_SERVICE, orders: 0, gross: 0, discount: 0, ...refunds, toBalance: 1_000 },
    ]);
  });

  test('rows: by day, service and currency', () => {
    const other = (more: object) => ({ ...sale, ...more });
    const rows = [other({ day: '2026-11-21' }), other({ service: 12 }), other({ currency: 1 }), other({ service: 2 }), sale];
    expect(computeSales(rows, []).map(({ day, service, currency }) => [day.slice(-2), service, currency])).toEqual([
      ['20', 1, 0],
      ['20', 1, 1],
      ['20', 2, 0],
      ['20', 12, 0],
      ['21', 1, 0],
    ]);
  });

  test('an unknown way of refunding: an error, not a lost amount', () => {
    expect(() => computeSales([], [{ ...back, to: 'gift', orders: [] }])).toThrow('unknown refund target: gift');
  });
});

test('figures of a currency: its sales and coupons, the sales of all currencies, and the work of all', () => {
  const work = { day: '2026-11-20', service: 1, delivered: 2, onTime: 1 };
  const maker = { maker: 'mira', name: 'Mira', taken: 1, delivered: 1, revised: 0, timed: 1, onTime: 1, worked: 1, workSeconds: 60 };
  const flow = { day: '2026-11-20', placed: 1, paid: 1, tickets: 0, answered: 0, answerSeconds: 0, answeredSoon: 0 };
  const coupon = { day: '2026-11-20', couponId: 'c', currency: 0, uses: 1, given: 10 } as const;
  const [euros, dollars] = [
    { ...sale, ...refunds },
    { ...sale, ...refunds, currency: 1 },
  ];
  const facts = {
    sales: [euros, dollars],
    work: [work],
    makers: [{ day: '2026-11-20', ...maker }],
    coupons: [coupon, { ...coupon, currency: 1 }],
    flow: [flow],
  } as const;
  expect(toReportFigures(facts, 1)).toEqual({
    byDay: [dollars],
    byService: [dollars],
    byCurrency: [euros, dollars],
    workByDay: [work],
    workByService: [work],
    makers: [maker],
    coupons: [{ ...coupon, currency: 1 }],
    flow: [flow],
  });
});

test('coupons of two modules: summed by day, coupon and currency, in this order', () => {
  const used = (day: string, couponId: string, currency: number, uses: number, given: number) =>
    ({ day, couponId, currency, uses, given }) as Parameters<typeof sumCoupons>[0][number];
  expect(
    sumCoupons([
      used('2026-11-21', 'a', 0, 1, 100),
      used('2026-11-20', 'b', 0, 1, 100),
      used('2026-11-20', 'a', 1, 2, 30),
      used('2026-11-20', 'a', 0, 1, 100),
      used('2026-11-20', 'a', 0, 3, 20),
    ]),
  ).toEqual([
    used('2026-11-20', 'a', 0, 4, 120),
    used('2026-11-20', 'a', 1, 2, 30),
    used('2026-11-20', 'b', 0, 1, 100),
    used('2026-11-21', 'a', 0, 1, 100),
  ]);
});

test('makers: what each took and delivered, in one row', () => {
  const none = { name: 'Mira', taken: 0, delivered: 0, revised: 0, timed: 0, onTime: 0, worked: 0, workSeconds: 0 };
  const made = { ...none, maker: 'mira', delivered: 2, revised: 1, timed: 2, onTime: 1, worked: 3, workSeconds: 600 };
  const rows = [{ ...none, maker: 'noor', taken: 4 }, made, { ...made, taken: 5 }];
  expect(sumMakers(rows, ({ maker }) => maker)).toEqual([
    { ...none, maker: 'mira', taken: 5, delivered: 4, revised: 2, timed: 4, onTime: 2, worked: 6, workSeconds: 1_200 },
    { ...none, maker: 'noor', taken: 4 },
  ]);
});

test('flow of days: each day has a row, with zeros where nothing happened', () => {
  const none = { placed: 0, paid: 0, tickets: 0, answered: 0, answerSeconds: 0, answeredSoon: 0 };
  const on = (day: string, count: number) => ({ day, count });
  expect(
    computeFlow(['2026-11-20', '2026-11-21'], {
      placed: [on('2026-11-21', 5)],
      paid: [on('2026-11-21', 4), on('2026-11-22', 9)],
      tickets: [on('2026-11-21', 3)],
      answers: [{ day: '2026-11-21', answered: 2, seconds: 90, soon: 1 }],
    }),
  ).toEqual([
    { day: '2026-11-20', ...none },
    { day: '2026-11-21', placed: 5, paid: 4, tickets: 3, answered: 2, answerSeconds: 90, answeredSoon: 1 },
  ]);
});

test('names of makers: people by name, one program as automatic, several by number', () => {
  const [mira, one, two] = ['mira', 'program check 1', 'program check 2'].map((maker) => ({ maker, name: 'Mira' }));
  if (!mira || !one || !two) throw new Error('three makers');
  expect(formatMakerName(mira, [mira, one])).toBe('Mira');
  expect(formatMakerName(one, [mira, one])).toBe('Automatic');
  expect([one, two].map((each) => formatMakerName(each, [one, mira, two]))).toEqual(['Automatic 1', 'Automatic 2']);
  expect(isProgram('the program ')).toBe(false);
});
