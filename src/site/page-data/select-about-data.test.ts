// The price that the calculator of a service's page shows, from the address alone.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Currency } from '#lib/money/money.ts';
import type { RenderRequest } from '#lib/rendering.ts';
import { contentKind } from '#modules/content/pages.ts';
import { readContent } from '#modules/content/source/pages.ts';
import { defaultShop, root } from '#platform/paths.ts';
import { storefrontOfFiles } from '../../../tests/support/owner-files.ts';
import { pickAbout } from './select-about-data.ts';

const texts = readContent(await contentKind.read(defaultShop));
const [fanfare, bureau] = await Promise.all([storefrontOfFiles(), storefrontOfFiles(join(root, 'examples/shops/bureau'))]);

function about(getStorefront: typeof fanfare, slug: string, query = '') {
  const storefront = getStorefront('en', Currency.EUR);
  const service = storefront.services.find((each) => each.slug === slug);
  if (!service) throw new Error(`no service ${slug}`);
  const request = { shop: texts, locale: 'en', path: `/services/${slug}/about${query}` } as unknown as RenderRequest;
  return pickAbout(storefront, service, request);
}
const calculator = (...request: Parameters<typeof about>) => about(...request).calculator;

describe('calculator of a service', () => {
  test.for([
    ['plain address: the first offer, once', '', 29_00],
    ['unknown offer and platform: the first ones', '?offer=gone&platform=99', 29_00],
    ['quantity', '?offer=social-boosts-10&quantity=2', 158_00],
    ['platform with a surcharge of 10%', '?offer=social-boosts-10&quantity=2&platform=5', 173_80],
    ['full-width digits', '?offer=social-boosts-10&quantity=２', 158_00],
  ] as const)('%s', ([, query, total]) => expect(calculator(fanfare, 'social-boosts', query)?.cost?.total).toBe(total));

  test.for([
    ['the 50 units before the volume price keep theirs', '?offer=translation-general&quantity=60', 820_00],
    ['an add-on once', '?offer=translation-general&quantity=60&addOn1=1', 840_00],
    ['an add-on of another offer costs nothing', '?offer=translation-general&quantity=60&addOn2=1', 820_00],
    ['an add-on for each unit', '?offer=translation-specialist&quantity=10&addOn2=1', 10 * 1_900 + 10 * 3_00],
  ] as const)('%s', ([, query, total]) => expect(calculator(bureau, 'translation', query)?.cost?.total).toBe(total));

  test.for(['0', '201', '1.5', 'many', '-3'])('quantity %s: stays as it was typed, and has no price', (typed) => {
    const { quantity, cost } = calculator(bureau, 'translation', `?offer=translation-general&quantity=${typed}`) ?? {};
    expect([quantity, cost]).toEqual([{ typed, hasError: true }, undefined]);
  });

  test('each add-on keeps its parameter, whatever offer is chosen', () => {
    const parameters = (query: string) => calculator(bureau, 'translation', query)?.addOns.map(({ id, parameter }) => [id, parameter]);
    expect(parameters('?offer=translation-specialist')).toEqual(parameters(''));
  });
});

test('questions: what the brief must have, and the number of the others', () => {
  const { asks } = about(fanfare, 'quick-reads');
  expect(asks.required).toContain('Brand name');
  expect(asks.required).toHaveLength(5);
  expect(asks.optional).toBeGreaterThan(5);
});
