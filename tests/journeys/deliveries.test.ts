// Deliveries in the order history: read, revised, compared, accepted and downloaded. The desk acts by API calls; desk.test.ts has both in browsers.
import { readFile } from 'node:fs/promises';
import { test as base, expect, expectAccessible, live, look, shoot } from '../support/journey.ts';
import { funded } from '../support/money.ts';
import { HISTORY, openOrder, shopper } from '../support/orders.ts';
import { delivered, mira, orderedPiece } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const FIRST =
  '# The loaf\n\nWe open **at seven**, and by nine the shelves are empty. <img src=x onerror=alert(1)> [Us](https://loaf.example)';

test('delivery: read, revision requested, compared, accepted and downloaded', async ({ page, context, shop }) => {
  const who = await shopper(shop, context);
  await funded(shop, who, 20_000);
  const { pieceId } = await orderedPiece(shop, who);
  await delivered(shop, mira, pieceId, FIRST);
  await page.goto(HISTORY);
  await live(page);
  const order = page.locator('main');
  await openOrder(page, /Brand Stories/);
  await expect(order.getByRole('heading', { name: 'The loaf' })).toBeVisible();
  await expect(order.locator('strong')).toHaveText('at seven');
  // Scripts are shown as text.
  await expect(order.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(order.getByRole('link', { name: 'Us' })).toHaveAttribute('rel', /noopener noreferrer nofollow/);
  await expect(order.getByText('Revisions left until then: 2.')).toBeVisible();

  await order.getByRole('button', { name: 'Ask for a revision' }).click();
  const source = order.getByLabel('The text as it was written');
  await source.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 10));
  await order.getByRole('button', { name: 'Mark what is selected' }).click();
  await order.getByLabel('What should be otherwise here').fill('A name, please');
  await order.getByLabel('What should be otherwise', { exact: true }).fill('Shorter.');
  await expectAccessible(page);
  await shoot(page, 'delivery-revise');
  await order.getByRole('button', { name: 'Send the revision' }).click();
  await expect(order.getByText('A name, please')).toBeVisible();
  await expect(order.getByText('In revision')).toBeVisible();
  await expect(order.getByText(/^Next delivery expected by .+ at .+[AP]M\.$/).first()).toBeVisible();

  await delivered(shop, mira, pieceId, '# The long loaf\n\nWe open at seven.');
  await order.getByRole('tab', { name: 'Version 2' }).click();
  await order.getByRole('button', { name: /^Show what is different from version 1/ }).click();
  await expect(order.locator('ins').first()).toHaveText('long ');
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectAccessible(page);
  await shoot(page, 'delivery-compared');
  const [saved] = await Promise.all([page.waitForEvent('download'), order.getByRole('button', { name: 'Markdown' }).click()]);
  expect(saved.suggestedFilename()).toMatch(/^F-\w+-1-v2\.md$/);
  expect(await readFile(await saved.path(), 'utf8')).toBe('# The long loaf\n\nWe open at seven.');
  await order.getByRole('button', { name: 'Accept it' }).click();
  await expect(order.getByText(/^You accepted it on/)).toBeVisible();
});
