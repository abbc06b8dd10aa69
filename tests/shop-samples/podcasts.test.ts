// The sample of a studio that edits podcasts: pages, its one offer with turnaround and pieces, and the demo.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { logInToDesk, operating } from '../support/desk.ts';
import { silentMp3 } from '../support/files.ts';
import { test as base, expect, expectAccessible, live, shoot } from '../support/journey.ts';
import { buyer, expectAudited, funded, getBalance, placed, statuses } from '../support/money.ts';
import { expected, HISTORY, shopper } from '../support/orders.ts';
import { whole } from '../support/pieces.ts';
import { expectOwnPages, expectSold, getDemo, samplesFolder } from '../support/sample-shop.ts';
import type { Shop } from '../support/shop.ts';
import { deliver, desk, mira, take } from '../support/work.ts';

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

test('podcasts: two episodes are delivered one by one, one with a comment at 02:13, and a third is cancelled', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  const who = await shopper(shop, context);
  await funded(shop, who, 30_000);
  const lines = [{ offerId: 'podcast-edit', quantity: 3, platform: null, answers: {} }];
  const [orderId = ''] = (await placed(shop, who, { lines, payFromBalance: true, startNow: true })).orderIds;
  const [first = '', second = '', third = ''] = (await whole(shop, who, orderId)).pieces.map(({ id }) => id);
  const answers = { episodeTitle: 'We missed the island', rawTracks: 'https://files.example/slow-ferry/07' };
  const pieces = [first, second].map((id) => ({ id, platform: null, answers }));
  expect((await shop.call('POST /api/orders/brief', { orderId, pieces }, { token: who.token })).status).toBe(200);
  const episode = silentMp3(200);
  const send = async (pieceId: string, name: string) => {
    await take(shop, mira, pieceId);
    await desk(shop).addFile(mira, pieceId, { name, body: Readable.from([episode]) });
    return (await deliver(shop, mira, pieceId, 0)).deliveryId;
  };
  await send(first, 'episode-1.mp3');

  const parts: number[] = [];
  page.on('response', (answer) => answer.url().includes('/linked-file') && parts.push(answer.status()));
  const { number } = await whole(shop, who, orderId);
  await page.goto(`${HISTORY}/${number}?part=delivery`);
  await live(page);
  const player = page.locator('audio[aria-label="episode-1.mp3"]');
  const comment = page.getByRole('button', { name: 'Comment at 02:13' });
  await expect(async () => {
    await player.evaluate((audio: HTMLAudioElement) => {
      audio.currentTime = 133.4;
    });
    await expect(comment).toBeVisible({ timeout: 500 });
  }).toPass();
  await comment.press('Enter');
  const note = page.getByRole('textbox', { name: 'Comment at 02:13' });
  await expect(note).toBeFocused();
  await note.fill('A breath here');
  await expectAccessible(page);
  await shoot(page, 'delivery-time-mark');
  await page.getByRole('button', { name: 'Request changes (1)' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 comment at a time.');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('button', { name: 'Play “episode-1.mp3” from 02:13' })).toBeVisible();
  expect([...new Set(parts)]).toEqual([206]);

  const { email } = await operating(shop, 'manager');
  await logInToDesk(page, shop, email, `/queue/${first}`);
  const place = page.getByRole('button', { name: 'Play episode-1.mp3 from 02:13' });
  await expect(place.locator('xpath=ancestor::li')).toHaveText('02:13 in episode-1.mp3 — A breath here');
  await expect(player).toBeVisible();
  await place.press('Enter');
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThanOrEqual(133);
  await expectAccessible(page);
  await shoot(page, 'desk-time-mark');
  // Expected: 401 before the log-in.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));

  for (const pieceId of [first, second]) {
    const deliveryId = await send(pieceId, pieceId === first ? 'episode-1.mp3' : 'episode-2.mp3');
    expect((await shop.call('POST /api/orders/accept', { deliveryId }, { token: who.token })).status).toBe(200);
  }
  const before = await getBalance(shop, who);
  expect((await shop.call('POST /api/orders/cancel-unit', { orderId, pieceId: third }, { token: who.token })).status).toBe(204);
  expect((await getBalance(shop, who)) - before).toBe(8_900);
  expect((await whole(shop, who, orderId)).pieces.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'cancelled']);
  await expectAudited(shop);
});

test('podcasts: the demo customer has orders, none of them delivered', async ({ shop }) => {
  const { body } = await shop.call('POST /api/Accounts/login', await getDemo(shop));
  expect((await statuses(shop, { email: '', token: body.accessToken })).toSorted()).toEqual([-1, 1, 2, 3]);
});

test('podcasts: the board moves an episode by dragging and by keyboard, and refuses one that another operator has moved', async ({
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
  // The services arrive after the page.
  const board = page.getByRole('heading', { level: 1, name: 'Board' });
  await page.route('**/api/offers', (route) => board.waitFor().then(() => route.continue()));
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
