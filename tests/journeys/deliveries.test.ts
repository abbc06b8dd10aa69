// Deliveries in the order history: read, revised, compared, accepted and downloaded. The desk acts by API
// calls; desk.test.ts has both in browsers.
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BrowserContext, Page } from '@playwright/test';
import { toCleanLines } from '#lib/markdown/plain-text.ts';
import { getBody } from '../support/browser.ts';
import { HOSTILE } from '../support/corpus.ts';
import { logInToDesk, operating } from '../support/desk.ts';
import { disc } from '../support/files.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, shoot } from '../support/journey.ts';
import { funded } from '../support/money.ts';
import { HISTORY, openOrder, shopper } from '../support/orders.ts';
import { setAnswers } from '../support/rows/orders.ts';
import type { Shop } from '../support/shop.ts';
import { delivered, desk, mira, orderedPiece } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const FIRST =
  '# The loaf\n\nWe open **at seven**, and by nine the shelves are empty. <img src=x onerror=alert(1)> [Us](https://loaf.example)';

/** The order history of a customer with a delivered story; returns the piece. */
async function openHistory(shop: Shop, page: Page, context: BrowserContext): Promise<string> {
  const who = await shopper(shop, context);
  await funded(shop, who, 20_000);
  const { pieceId } = await orderedPiece(shop, who);
  await delivered(shop, mira, pieceId, FIRST);
  await page.goto(HISTORY);
  await live(page);
  return pieceId;
}

test('delivery: read, revision requested, compared, accepted and downloaded', async ({ page, context, shop }) => {
  const pieceId = await openHistory(shop, page, context);
  const order = page.locator('main');
  await openOrder(page, /Brand Stories/);
  await expect(order.getByRole('heading', { name: 'The loaf' })).toBeVisible();
  await expect(order.locator('strong')).toHaveText('at seven');
  // Scripts are shown as text.
  await expect(order.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(order.getByRole('link', { name: 'Us' })).toHaveAttribute('rel', /noopener noreferrer nofollow/);

  // The decision stays in sight.
  await expect(order.getByText(/^Accepted automatically on .+ 2 revisions left\.$/)).toBeInViewport();
  await expect(order.getByRole('button', { name: 'Accept', exact: true })).toBeInViewport();
  // A passage is selected in the rendered text, and another paragraph is chosen by keyboard.
  const { x = 0, y = 0, width = 0, height = 0 } = (await order.locator('h2', { hasText: 'The loaf' }).boundingBox()) ?? {};
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 1, y + height / 2);
  await page.mouse.up();
  await order.getByRole('button', { name: 'Comment', exact: true }).click();
  const comment = order.getByRole('textbox', { name: 'Comment on “The loaf”' });
  await expect(comment).toBeFocused();
  await comment.fill('A name, please');
  await order.getByRole('button', { name: /^Comment on “We open at seven/ }).press('Enter');
  await order.getByRole('textbox', { name: /^Comment on “We open at seven/ }).fill('Since when?');
  await expect(order.locator('mark').first()).toHaveText('The loaf');
  await expectAccessible(page);
  await shoot(page, 'delivery-revise');
  // A reload keeps the comments.
  await page.reload();
  await live(page);
  await expect(comment).toHaveValue('A name, please');
  await order.getByRole('button', { name: 'Request changes' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 comments on the text. This uses one of your 2 revisions.');
  await dialog.getByLabel('What should we change?').fill('Shorter.');
  const sent = page.waitForRequest('**/api/orders/revise');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  const { marks, note } = JSON.parse(getBody(await sent));
  expect([note, ...marks.map((mark: { from: number; to: number }) => FIRST.slice(mark.from, mark.to))]).toEqual([
    'Shorter.',
    'The loaf',
    FIRST.slice(FIRST.indexOf('We'), FIRST.lastIndexOf(']')).trimEnd(),
  ]);
  await expect(order.getByText('A name, please')).toBeVisible();
  await expect(order.getByText('In revision')).toBeVisible();
  await expect(order.getByText(/^Next version expected by .+ at .+[AP]M\.$/).first()).toBeVisible();

  await delivered(shop, mira, pieceId, '# The long loaf\n\nWe open at seven.');
  await order.getByRole('tab', { name: 'Version 2' }).click();
  await order.getByRole('button', { name: /^Compare with version 1/ }).click();
  await expect(order.locator('ins').first()).toHaveText('long ');
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectAccessible(page);
  await shoot(page, 'delivery-compared');
  const [saved] = await Promise.all([page.waitForEvent('download'), order.getByRole('button', { name: 'Markdown' }).click()]);
  expect(saved.suggestedFilename()).toMatch(/^F-\w+-1-v2\.md$/);
  expect(await readFile(await saved.path(), 'utf8')).toMatch(
    /^# The long loaf\n\nWe open at seven\.\n\n---\n\n\*Made by people\. Reviewer: .+\.\*\n$/,
  );
  await order.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(order.getByText(/^You accepted it on/)).toBeVisible();
});

test('hostile brief and delivery on a phone: no script, no request elsewhere and no sideways scroll, for the customer and at the desk', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const who = await shopper(shop, context);
  await funded(shop, who, 20_000);
  const { pieceId, orderId } = await orderedPiece(shop, who);
  // The content gate refuses most of it in a brief, so it is written to the database, cleaned as a brief is.
  await setAnswers(shop, orderId, { brandName: `\u202e${'W'.repeat(100)}`, facts: toCleanLines(HOSTILE) });
  await delivered(shop, mira, pieceId, HOSTILE);
  const expectHarmless = async () => {
    await look(page, { width: 390, colorScheme: 'light' });
    const schemes = await page.locator('main a[href]').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol));
    expect(schemes.filter((scheme) => !['http:', 'https:', 'mailto:'].includes(scheme))).toEqual([]);
    expect(await page.locator('main :is(script, iframe, [onerror], [onload], [srcdoc])').count()).toBe(0);
    await expectNoSidewaysScroll(page);
    expect(dialogs).toEqual([]);
  };
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(HISTORY);
  await live(page);
  await expectHarmless();
  await openOrder(page, /Brand Stories/);
  await expect(page.getByText('<script>alert(1)</script>').first()).toBeAttached();
  for (const name of [/^Delivery/, /^Brief/, /^Messages/]) {
    await page.getByRole('tab', { name }).click();
    await expectHarmless();
  }
  await shoot(page, 'delivery-hostile', { fullPage: true });
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, `/queue/${pieceId}`);
  await expect(page.getByRole('main')).toContainText('alert(1)');
  await expectHarmless();
  await shoot(page, 'desk-hostile', { fullPage: true });
  await page.goto(`${shop.urls.desk}/orders/${orderId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectHarmless();
  // Expected: 401 before the log-in.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));
});

test('delivery on a phone: commented below the paragraph, and accepted with unsent comments only after a question', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHistory(shop, page, context);
  await openOrder(page, /Brand Stories/);
  const main = page.locator('main');
  await expect(main.getByText('Tap a paragraph or select some words to comment.')).toBeVisible();
  await main.getByRole('button', { name: /^Comment on “We open at seven/ }).click();
  const comment = main.getByRole('textbox', { name: /^Comment on “We open at seven/ });
  await expect(comment).toBeFocused();
  const below = await main.locator('p', { hasText: 'We open' }).first().boundingBox();
  expect((await comment.boundingBox())?.y).toBeGreaterThan((below?.y ?? 0) + (below?.height ?? 0));
  // The card is as wide as the text, without a bullet.
  const card = comment.locator('xpath=ancestor::li');
  await expect(card).toHaveCSS('display', 'block');
  expect((await card.boundingBox())?.x).toBeCloseTo(below?.x ?? 0, 0);
  // An empty comment makes way.
  await comment.press('Escape');
  await expect(comment).toHaveCount(0);
  await expect(main.getByRole('button', { name: /^Comment on “We open at seven/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await comment.fill('Since when?');
  await expect(main.getByRole('button', { name: 'Request changes (1)' })).toBeInViewport();
  await expectAccessible(page);
  const accept = main.getByRole('button', { name: 'Accept', exact: true });
  await accept.click();
  const dialog = page.getByRole('dialog', { name: 'Accept it as it is?' });
  await expect(dialog).toContainText('Your comment hasn’t been sent and will be deleted.');
  await dialog.getByRole('button', { name: 'Keep reading' }).click();
  await expect(comment).toHaveValue('Since when?');
  await accept.click();
  await dialog.getByRole('button', { name: 'Accept without changes' }).click();
  await expect(main.getByText(/^You accepted it on/)).toBeVisible();
});

test('delivered picture at 320 px: pins by pointer and by keyboard are sent, and the desk sees them on the picture', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const who = await shopper(shop, context);
  await funded(shop, who, 20_000);
  const { pieceId } = await orderedPiece(shop, who);
  await desk(shop).addFile(mira, pieceId, { name: 'logo.png', body: Readable.from([disc(600, 400)]) });
  await desk(shop).addFile(mira, pieceId, { name: 'clip.mp4', body: Readable.from([Buffer.from('\0\0\0\x18ftypmp42')]) });
  await desk(shop).addFile(mira, pieceId, { name: 'jingle.wav', body: Readable.from([tone()]) });
  await delivered(shop, mira, pieceId);
  await page.goto(HISTORY);
  await live(page);
  await openOrder(page, /Brand Stories/);
  const main = page.locator('main');
  await expect(main.locator('audio[aria-label="jingle.wav"][controls]')).toBeVisible();
  // A video that cannot be decoded: the policy allows it, and the page says so.
  await expect(main.getByText('This browser can’t show it. Download it instead.')).toBeVisible();
  const surface = main.getByRole('button', { name: 'Comment on the picture “logo.png”' });
  const { width = 0, height = 0 } = (await surface.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(320);
  await surface.click({ position: { x: width / 4, y: height / 2 } });
  const first = main.getByRole('textbox', { name: 'Comment on pin 1 of 1' });
  await expect(first).toBeFocused();
  await first.fill('Rounder');
  // The crosshair begins in the middle.
  await surface.focus();
  for (const key of ['Shift+ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const second = main.getByRole('textbox', { name: 'Comment on pin 2 of 2' });
  await expect(second).toBeFocused();
  // An empty pin makes way.
  await second.press('Escape');
  await expect(second).toHaveCount(0);
  await expect(surface).toBeFocused();
  await page.keyboard.press('Enter');
  await second.fill('Less red');
  await expect(main.getByRole('button', { name: 'Pin 2 of 2: Less red' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await live(page);
  await expect(second).toHaveValue('Less red');
  await main.getByRole('button', { name: 'Request changes (2)' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 comments on pictures.');
  const sent = page.waitForRequest('**/api/orders/revise');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  const { pins } = JSON.parse(getBody(await sent));
  expect(pins).toMatchObject([
    { x: expect.closeTo(0.25, 1), y: expect.closeTo(0.5, 1), note: 'Rounder' },
    { x: 0.62, y: 0.52, note: 'Less red' },
  ]);
  await expect(main.getByRole('img', { name: 'Pin 1 of 2: Rounder' })).toBeVisible();
  await expect(main.locator('mark', { hasText: 'Pin 2' })).toBeVisible();

  const { email } = await operating(shop, 'manager');
  await page.setViewportSize({ width: 1280, height: 900 });
  await logInToDesk(page, shop, email, `/queue/${pieceId}`);
  await page.getByRole('heading', { name: 'Deliveries' }).scrollIntoViewIfNeeded();
  await page.locator('figcaption', { hasText: 'logo.png' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: 'Pin 2 of 2: Less red' })).toBeVisible();
  await expect(page.getByText('Pin 1 on logo.png — Rounder')).toBeVisible();
  await expectAccessible(page);
  // Expected: 401 before the log-in.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));
});

/** A second of silence as WAV: 8,000 samples of one byte. */
function tone(): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0', 'latin1');
  head.writeUInt32LE(36 + 8_000, 4);
  head.writeUInt32LE(8_000, 40);
  return Buffer.concat([head, Buffer.alloc(8_000, 128)]);
}
