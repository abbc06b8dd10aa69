// An order in progress: who is on it, which step it is in, and what comes next; paid late, and cancelled.
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look, looksIn, shoot } from '../support/journey.ts';
import { funded, getBalance } from '../support/money.ts';
import { fromMenu, HISTORY, open, ordered, row, shopper, story } from '../support/orders.ts';
import { changeBrand } from '../support/owner-files.ts';
import { mira, orderedPiece, save, say, take } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test.for(['en', 'es', 'jp'] as const)(
  'in %s: its steps, a question, and a name once the owner shows names',
  async (locale, { page, context, shop }) => {
    const ada = await shopper(shop, context);
    await funded(shop, ada, 30_000);
    const { pieceId } = await orderedPiece(shop, ada);
    await take(shop, mira, pieceId);
    await context.addCookies([{ name: 'locale', value: locale, url: shop.urls.storefront }]);
    await page.goto(HISTORY);
    await page.getByRole('article').getByRole('heading').getByRole('link').click();
    const progress = page.locator('section[aria-labelledby^=progress-]');
    const current = progress.locator('[aria-current=step]');
    const title = progress.getByRole('heading', { level: 2 });
    const words = {
      en: ['Work begun', 'We’re working on it', 'Mira is working on it', 'Draft begun', 'Mira has a question for you'],
      es: [
        'Trabajo empezado',
        'Estamos trabajando en ello',
        'Mira está trabajando en ello',
        'Borrador empezado',
        'Mira tiene una pregunta para ti',
      ],
      jp: ['制作を開始', 'ただいま制作中です', 'Miraが制作しています', '下書きを開始', 'Miraから質問があります'],
    } as const;
    const [begun, unnamed, named, drafted, asks] = words[locale];
    await expect(current).toContainText(begun);
    // The setting of the owner stays for the tests after the first one.
    if (locale === 'en') await expect(title).toHaveText(unnamed);
    await save(shop, mira, pieceId, 'We open at seven.');
    await changeBrand(shop, 'showsMakers: false', 'showsMakers: true');
    await expect(async () => {
      await page.reload();
      await expect(title).toHaveText(named, { timeout: 5_000 });
    }).toPass();
    await expect(current).toHaveText(drafted);
    for (const each of looksIn(locale)) {
      await look(page, each);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shoot(page, `order-progress-${locale}-${each.width}-${each.colorScheme}`, { fullPage: true });
    }
    await say(shop, mira, pieceId, 'Which street?', true);
    await expect(title).toHaveText(asks);
  },
);

test('order history: pays a purchase from the balance, and receives the refund of a cancelled one', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context);
  await funded(shop, ada, 20_000);
  await ordered(shop, ada, { lines: [story], startNow: true });
  await open(page, HISTORY);
  const order = row(page, 'Brand Stories, 600 words');
  await fromMenu(order, /^Pay F-.* from my balance$/);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Balance afterwards€101.00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pay €99.00 from my balance' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(order.getByText('Expected May 14')).toBeVisible();
  await expect(order.getByRole('heading', { level: 2 })).toBeFocused();
  await fromMenu(order, /^Cancel F-/);
  await expect(dialog).toContainText('We’ll refund €99.00 to your balance right away.');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(order).toContainText('Refund: €99.00');
  expect(await getBalance(shop, ada)).toBe(20_000);
});
