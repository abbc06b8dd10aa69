import { describe, expect, test } from 'vitest';
import type { ServiceGroup, ServiceSheet, ServicesData } from '#ui/page/data.ts';
import { filterAddress, filterServices, findKindInAddress } from './filter.ts';

const sheet = (slug: string, kind: ServiceGroup): ServiceSheet => ({
  slug,
  hasSample: false,
  preview: undefined,
  kind,
  platforms: [],
  name: slug,
  summary: '',
  description: '',
  contains: [],
  excludes: [],
  sample: { caption: '', text: '' },
  isInstant: false,
  turnaround: { amount: 48, unit: 'hours' },
  interval: null,
  icon: null,
  madeKinds: ['person'],
  tools: [],
  revisions: 2,
  isAllRevised: true,
  from: undefined,
  isOnlyPrice: false,
  prices: [],
  pieces: [],
  partsPrice: undefined,
});
const data: ServicesData = {
  services: [sheet('boosts', 'posts'), sheet('tags', 'posts'), sheet('stories', 'texts')],
  bundles: [sheet('suite', 'bundle')],
};

describe('filter in the address', () => {
  test.for([
    ['/services', undefined],
    ['/services?kind=bundle', 'bundle'],
    ['/services?utm=1&kind=texts#stories', 'texts'],
    ['/services?kind=other', undefined],
    ['/services?kind=bundle&kind=posts', undefined],
    ['/services?kind=__proto__', undefined],
  ] as const)('%s: parsed as %s', ([address, kind]) => {
    expect(findKindInAddress(address)).toBe(kind);
  });
});

test.for([
  [undefined, '/services'],
  ['bundle', '/services?kind=bundle'],
] as const)('address of kind %s: %s, parsed back as the same', ([kind, address]) => {
  expect(filterAddress(kind)).toBe(address);
  expect(findKindInAddress(address)).toBe(kind);
});

test.for([
  [undefined, ['boosts', 'tags', 'stories'], ['suite']],
  ['posts', ['boosts', 'tags'], []],
  ['checks', [], []],
  ['bundle', [], ['suite']],
] as const)('services filtered by kind %s: %o and %o', ([kind, services, bundles]) => {
  const shown = filterServices(data, kind);
  expect(shown.services.map(({ slug }) => slug)).toEqual(services);
  expect(shown.bundles.map(({ slug }) => slug)).toEqual(bundles);
});
