import { describe, expect, test } from 'vitest';
import type { ServiceSheet, ServicesData } from '../../../router/page/data.ts';
import { filterAddress, filterOf, madeFor, platformName, siftServices } from './filter.ts';

const sheet = (slug: string, platforms: ServiceSheet['platforms']): ServiceSheet => ({
  slug,
  platforms,
  name: slug,
  description: '',
  contains: [],
  excludes: [],
  sample: { caption: '', text: '' },
  turnaround: '48h',
  interval: null,
  madeBy: 'person',
  revisions: 2,
  isAllRevised: true,
  prices: [],
  pieces: [],
  partsPrice: undefined,
});
const instagram = { platform: 2, key: 'instagram', name: 'Instagram', surchargePercent: 0, hosts: ['instagram.com'] } as const;
const linkedin = { platform: 5, key: 'linkedin', name: 'LinkedIn', surchargePercent: 10, hosts: ['linkedin.com'] } as const;
const data: ServicesData = {
  services: [sheet('boosts', [2, 5]), sheet('tags', [2]), sheet('stories', [])],
  bundles: [sheet('suite', []), sheet('growth', [5])],
  platforms: [instagram, linkedin],
};

describe('filter in the address', () => {
  test.for([
    ['/services', undefined, undefined],
    ['/services?kind=bundle', 'bundle', undefined],
    ['/services?platform=linkedin&kind=service&utm=1#stories', 'service', 'linkedin'],
    ['/services?kind=other&platform=Instagram', undefined, undefined],
    ['/services?kind=bundle&kind=service', undefined, undefined],
    // In the table of pages, but not offered by this shop.
    ['/services?platform=discord', undefined, undefined],
    ['/services?kind=__proto__&platform=constructor', undefined, undefined],
  ] as const)('%s: parsed', ([address, kind, platform]) => {
    const filter = filterOf(address, data);
    expect([filter.kind, filter.platform?.key]).toEqual([kind, platform]);
  });
});

test.for([
  [undefined, undefined, '/services'],
  ['bundle', undefined, '/services?kind=bundle'],
  [undefined, instagram, '/services?platform=instagram'],
  ['service', linkedin, '/services?kind=service&platform=linkedin'],
] as const)('address of kind %s and platform %o: %s, parsed back as the same', ([kind, platform, address]) => {
  expect(filterAddress({ kind, platform })).toBe(address);
  expect(filterOf(address, data)).toEqual({ kind, platform });
});

describe('filtered services', () => {
  test.for([
    [undefined, undefined, ['boosts', 'tags', 'stories'], ['suite', 'growth']],
    ['service', undefined, ['boosts', 'tags', 'stories'], []],
    ['bundle', undefined, [], ['suite', 'growth']],
    [undefined, instagram, ['boosts', 'tags', 'stories'], ['suite']],
    [undefined, linkedin, ['boosts', 'stories'], ['suite', 'growth']],
    ['bundle', instagram, [], ['suite']],
  ] as const)('kind %s and platform %o', ([kind, platform, services, bundles]) => {
    const shown = siftServices(data, { kind, platform });
    expect(shown.services.map(({ slug }) => slug)).toEqual(services);
    expect(shown.bundles.map(({ slug }) => slug)).toEqual(bundles);
  });

  test('platform chosen: services for it are separate from services for any platform', () => {
    expect(madeFor(data, linkedin).map(({ slug }) => slug)).toEqual(['boosts', 'growth']);
    expect(madeFor(siftServices(data, { kind: 'bundle', platform: instagram }), instagram)).toEqual([]);
  });

  test('platform with a surcharge: the surcharge is shown', () => {
    expect([instagram, linkedin].map(platformName)).toEqual(['Instagram', 'LinkedIn (+10 %)']);
  });
});
