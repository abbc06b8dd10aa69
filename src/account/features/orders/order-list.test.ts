import { describe, expect, test } from 'vitest';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import type { HistoryData } from '#ui/page/data.ts';
import {
  countIn,
  filterOrders,
  findNewestDelivery,
  getHistoryAddress,
  getOutcome,
  listSteps,
  mergeOrders,
  parseChoice,
} from './order-list.ts';
import { orderNames } from './order-names.ts';

const order = (more: Partial<OrderView> = {}): OrderView => ({
  id: 'b',
  number: 'F-7K2Q9M4D',
  createdAt: '2026-05-12T09:30:00Z',
  estimatedDeliveryAt: '2026-05-14T09:30:00Z',
  dueAt: null,
  turnaround: standardTurnaround,
  pieces: [],
  piecesTotal: 1,
  expectedAt: null,
  expectedBecause: null,
  mayBeginAt: null,
  piecesWaiting: 0,
  acceptAt: null,
  inRevision: false,
  status: 1,
  serviceType: 0,
  offerId: 'social-boosts-10',
  quantity: 1,
  platform: 5,
  price: 7_900,
  currency: 0,
  answers: { brandName: 'Café Loaf', mustInclude: ['Sourdough'] },
  purchaseId: 'p',
  purchasePrice: 7_900,
  paidFrom: null,
  subscriptionId: null,
  paymentLink: null,
  paymentOutcome: null,
  dispute: null,
  linkExpiresAt: null,
  couponReleased: false,
  renewsAt: null,
  paidAt: null,
  startedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  withdrawUntil: null,
  withdrawn: null,
  refund: null,
  deliveries: [],
  ...more,
});
const names: HistoryData = {
  services: [{ serviceType: 0, slug: 'social-boosts', name: 'Social Boosts', kind: 'service', state: 'sold', delivers: 'article' }],
  titles: { 'social-boosts-10': 'Social Boosts, 10 post kits' },
  platforms: [{ platform: 5, name: 'LinkedIn' }],
};
const purchase = '01a1fe11-6ee3-7000-a9e6-c26bd8950607';

describe('order history address', () => {
  test.for([
    ['', { show: 'all', wanted: '', purchase: undefined }, ''],
    ['?show=work&q=loaf', { show: 'work', wanted: 'loaf', purchase: undefined }, '?show=work&q=loaf'],
    ['?show=anything&q=a&q=b', { show: 'all', wanted: '', purchase: undefined }, ''],
    [`?purchase=${purchase}`, { show: 'all', wanted: '', purchase }, `?purchase=${purchase}`],
    ['?purchase=1%20or%201', { show: 'all', wanted: '', purchase: undefined }, ''],
    [`?q=${'x'.repeat(90)}`, { show: 'all', wanted: 'x'.repeat(80), purchase: undefined }, `?q=${'x'.repeat(80)}`],
  ] as const)('%s: parsed and written in one way', ([query, choice, spelled]) => {
    expect(parseChoice(`/cabinet/order-history${query}`)).toEqual({ brief: undefined, ...choice });
    expect(getHistoryAddress(choice)).toBe(`/cabinet/order-history${spelled}`);
  });
});

test.for([
  ['', 1],
  ['f-7k2q9m4d', 1],
  ['ＢＯＯＳＴＳ linkedin', 1],
  ['cafe sourdough', 1],
  ['cafe rye', 0],
] as const)('search for %j: finds %i orders', ([wanted, count]) => {
  expect(filterOrders([order()], { show: 'all', wanted }, names)).toHaveLength(count);
});

test('status filter: each status is in one group and in all', () => {
  const orders = ([0, 1, 2, 3, 4, 5, -1] as const).map((status) => order({ status }));
  expect((['all', 'unpaid', 'work', 'delivered', 'cancelled'] as const).map((show) => countIn(orders, show))).toEqual([7, 3, 2, 1, 1]);
});

test('order of a removed offer: still has a name', () => {
  expect(orderNames(order({ quantity: 2 }), names).title).toBe('2 × Social Boosts, 10 post kits');
  expect(orderNames(order({ offerId: 'gone' }), names).title).toBe('Social Boosts');
  expect(orderNames(order({ offerId: 'gone', serviceType: 9, platform: 4 }), names)).toMatchObject({ title: 'gone', platform: undefined });
});

test('steps of an order: a future step has no date', () => {
  expect(listSteps(order({ paidAt: '2026-05-12T10:00:00Z' })).map(({ at }) => at !== null)).toEqual([true, true, false, false]);
});

test('delivery date: that of the newest version, in the steps too', () => {
  const version = (deliveredAt: string) => ({ id: deliveredAt, piece: 1, version: 1, deliveredAt, report: null, files: [] });
  const revised = order({
    deliveredAt: '2026-05-13T09:30:00Z',
    deliveries: [version('2026-05-16T08:00:00Z'), version('2026-05-13T09:30:00Z')],
  } as unknown as Partial<OrderView>);
  expect(findNewestDelivery(revised)).toBe('2026-05-16T08:00:00Z');
  expect(listSteps(revised).at(-1)).toEqual({ step: 'delivered', at: '2026-05-16T08:00:00Z' });
  expect(findNewestDelivery(order({ deliveredAt: '2026-05-13T09:30:00Z' }))).toBe('2026-05-13T09:30:00Z');
});

test('merged orders: a newer version replaces an older one, newest first', () => {
  const all = mergeOrders([order({ id: 'c' }), order({ id: 'b' })], [order({ id: 'b', status: 2 }), order({ id: 'a' })]);
  expect(all.map(({ id, status }) => [id, status])).toEqual([
    ['c', 1],
    ['b', 2],
    ['a', 1],
  ]);
});

describe('outcome of a purchase', () => {
  test.for([
    ['unknown', []],
    ['making', [order({ status: 0 })]],
    ['waiting', [order(), order({ status: -1 })]],
    ['paid', [order({ status: 2, paidFrom: 'link' }), order({ status: -1, paidFrom: 'link' })]],
    ['cancelled', [order({ status: -1 })]],
    ['cancelled', [order({ status: -1, paidFrom: 'balance' })]],
  ] as const)('%s', ([outcome, orders]) => expect(getOutcome(orders)).toBe(outcome));
});
