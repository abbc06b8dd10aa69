// The sample of a studio that edits podcasts: pages, its one offer with turnaround and pieces, and the demo.
import { join } from 'node:path';
import { test as base, expect } from '../support/journey.ts';
import { buyer, statuses } from '../support/money.ts';
import { expectOwnPages, expectSold, getDemo, samplesFolder } from '../support/sample-shop.ts';
import type { Shop } from '../support/shop.ts';

const folder = join(samplesFolder, 'podcasts');
const test = base.extend('shopOptions', { scope: 'file' }, { folder, environment: { RATE_LIMITS: 'off' } });

test('podcasts: every public page answers in every language, without a word of the default shop', async ({ shop }) => {
  await expectOwnPages(shop);
});

/** What visitors read of a page. */
async function read(shop: Shop, path: string, locale: string): Promise<string> {
  const html = await (await fetch(`${shop.urls.storefront}${path}?lang=${locale}`)).text();
  return html.replaceAll(/<(script|style|svg)[\s\S]*?<\/\1>|<[^>]*>/g, '');
}

test.for([
  ['en', '5 business days'],
  ['es', '5 días hábiles'],
  ['jp', '5営業日'],
] as const)('podcasts: in %s, pages tell business days and no 48 hours', async ([locale, told], { shop }) => {
  for (const path of ['/', '/services', '/samples', '/faq', '/about', '/terms-and-conditions']) {
    const text = await read(shop, path, locale);
    expect([path, /.{0,40}\b48[- ]?h.{0,20}|.{0,20}48時間.{0,20}/.exec(text)?.[0]]).toEqual([path, undefined]);
    if (path === '/services') expect(text).toContain(told);
  }
});

test('podcasts: one offer in euros; each unit is a piece, with two questions and five business days', async ({ shop }) => {
  const { body } = await shop.call('POST /api/prices', { currency: 0 });
  expect(body.offers).toMatchObject([
    { id: 'podcast-edit', unitPrice: 8_900, revisions: 2, turnaround: { amount: 5, unit: 'businessDays' }, eachUnitIsPiece: true },
  ]);
  expect(body.offers[0]?.fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['episodeTitle', 'text', true],
    ['rawTracks', 'url', true],
  ]);
  expect(body.platformTypes).toEqual([]);
});

test('podcasts: an episode is ordered, paid, delivered as an MP3 and invoiced', async ({ shop }) => {
  const answers = { episodeTitle: 'We missed the island', rawTracks: 'https://files.example/slow-ferry/07' };
  await expectSold(shop, await buyer(shop), [{ offerId: 'podcast-edit', quantity: 1, platform: null, answers }], {
    name: 'slow-ferry-07.mp3',
    content: Buffer.from('ID3\x04 an episode', 'latin1'),
  });
});

test('podcasts: the demo customer has orders, none of them delivered', async ({ shop }) => {
  const { body } = await shop.call('POST /api/Accounts/login', await getDemo(shop));
  expect((await statuses(shop, { email: '', token: body.accessToken })).toSorted()).toEqual([-1, 1, 2, 3]);
});
