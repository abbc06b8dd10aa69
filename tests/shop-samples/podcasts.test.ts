// The sample of a studio that edits podcasts: pages, its one offer with turnaround and pieces, and the demo.
import { join } from 'node:path';
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { buyer, funded, placed, statuses } from '../support/money.ts';
import { expected } from '../support/orders.ts';
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

test('podcasts: two episodes on the board, moved by dragging and by keyboard, and one that somebody else has moved', async ({
  page,
  shop,
  pageErrors,
}) => {
  const ada = await buyer(shop);
  await funded(shop, ada, 30_000);
  const answers = { episodeTitle: 'We missed the island', rawTracks: 'https://files.example/slow-ferry/07' };
  const lines = [{ offerId: 'podcast-edit', quantity: 2, platform: null, answers }];
  await placed(shop, ada, { lines, payFromBalance: true, startNow: true });
  const manager = await operating(shop, 'manager', { name: 'Noor' });
  await logInToDesk(page, shop, manager.email, '/queue/board');
  const { body } = await manager.call('GET /api/queue', {});
  const [first, second] = body.rows.filter(({ pieces }) => pieces === 2);
  const card = (stage: string, piece = first) =>
    page.getByRole('region', { name: stage }).getByRole('link', { name: `${piece?.number} · ${piece?.piece}/2` });
  await card('Editing').dragTo(page.getByRole('region', { name: 'Mixing and mastering' }));
  await expect(card('Mixing and mastering')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press(']');
  await expect(card('Final listen')).toBeFocused();
  // While its page does not hear of it, another operator moves the second one.
  await page.route('**/api/queue/board?*', (route) => route.abort());
  await manager.call('POST /api/queue/move', { pieceId: second?.id, from: 'edit', to: 'final-listen' });
  await page
    .getByRole('combobox', { name: `Stage of ${second?.number}` })
    .first()
    .selectOption('Mixing and mastering');
  await expect(page.getByText('Someone has moved it to Final listen.')).toBeVisible();
  await page.unroute('**/api/queue/board?*');
  await page.reload();
  await expect(card('Final listen')).toBeVisible();
  await expect(card('Final listen', second)).toBeVisible();
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Due in');
  await expectAccessible(page);
  expected(pageErrors, /40[01]|ERR_FAILED/);
});
