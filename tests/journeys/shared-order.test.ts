// A shared order: its customer creates a link, a guest reads, comments and accepts, and the link is ended.
import { findHtmlErrors } from '../support/html.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, looksIn, shoot } from '../support/journey.ts';
import { funded } from '../support/money.ts';
import { HISTORY, open, shopper } from '../support/orders.ts';
import { delivered, mira, orderedPiece, say } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('shared by its customer: a guest comments and accepts, without an account', async ({
  page,
  context,
  shop,
  openContext,
  pageErrors,
}) => {
  const ada = await shopper(shop, context);
  await funded(shop, ada, 30_000);
  const { pieceId } = await orderedPiece(shop, ada);
  await delivered(shop, mira, pieceId);
  await say(shop, mira, pieceId, 'Is the opening hour right?');
  await open(page, HISTORY);
  await page.getByRole('article').getByRole('heading').getByRole('link').click();
  await page.getByRole('button', { name: 'Share order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Guests may accept deliveries for you').check();
  await expectAccessible(page);
  await shoot(page, 'shared-order/dialog-1280-light');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Not opened yet.')).toBeVisible();
  const link = (await dialog.getByRole('link').getAttribute('href')) ?? '';

  const guest = await openContext();
  const tab = await guest.newPage();
  for (const locale of ['en', 'jp'] as const) {
    await tab.goto(`${link}&lang=${locale}`);
    await live(tab);
    for (const each of looksIn(locale)) {
      await look(tab, each);
      await expectAccessible(tab);
      await expectNoSidewaysScroll(tab);
      await shoot(tab, `shared-order/page-${locale}-${each.width}-${each.colorScheme}`, { fullPage: true });
    }
  }
  await tab.goto(`${link}&lang=en`);
  await live(tab);
  expect(findHtmlErrors(await tab.content())).toEqual([]);
  await tab.getByRole('button', { name: 'Send comment' }).click();
  await expect(tab.getByLabel('Your comment')).toHaveAccessibleDescription(/Write a comment\./);
  await tab.getByLabel('Your name').last().fill('Bo');
  await tab.getByLabel('Your comment').fill('Lovely. Go ahead.');
  await tab.getByRole('button', { name: 'Send comment' }).click();
  await expect(tab.getByText('Thanks, your comment is sent.')).toBeVisible();
  await expect(tab.getByText('Lovely. Go ahead.')).toBeVisible();
  await live(tab);
  await tab.getByLabel('Your name').first().fill('Bo');
  await tab.getByRole('button', { name: 'Accept delivery' }).click();
  await expect(tab.getByText('Thanks, the delivery is accepted.')).toBeVisible();
  await guest.close();

  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await fetch(link)).status).toBe(404);
  expect(pageErrors).toEqual([]);
});
