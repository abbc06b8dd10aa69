// Saved means of payment: the tick at checkout, the account's list, and the page without log-in after a
// charge that failed.
import { monthly } from '../support/cart-lines.ts';
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look } from '../support/journey.ts';
import { becomes } from '../support/money.ts';
import { arrive, fillIn, open, orderButton } from '../support/orders.ts';
import { shoot } from '../support/page.ts';
import { renewByMeans, subscribedByMeans } from '../support/pieces.ts';
import { letRun } from '../support/rows/jobs.ts';
import { shopFixture } from '../support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in to the desk.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));
});
/** In another shop, whose clock is turned by months. */
const laterTest = test.extend('shop', { scope: 'file' }, shopFixture);

const looks = [
  ['en', 1280, 'light'],
  ['jp', 390, 'dark'],
  ['es', 390, 'light'],
] as const;

test('ticked at checkout, saved at the bank, listed in the account and removed', async ({ page, context, shop }) => {
  await arrive(shop, context, [monthly()]);
  await open(page);
  const save = page.getByLabel('Save my card or account for later payments');
  await expect(save).not.toBeChecked();
  await save.check();
  for (const [, width, colorScheme] of looks.slice(0, 2)) {
    await look(page, { width, colorScheme });
    await shoot(page, `saved-means/checkout-${width}-${colorScheme}`, { fullPage: true });
  }
  await expectAccessible(page);
  await fillIn(page);
  await orderButton(page).click();
  await page.waitForURL(`${shop.urls.sandbox}/pay/**`);
  await expect(page.getByLabel('The shop may charge this for later payments')).toBeChecked();
  await shoot(page, 'saved-means/bank', { fullPage: true });
  await page.getByRole('button', { name: /^Pay / }).first().click();
  await page.waitForURL('**/cabinet/order-history**');
  await page.goto('/cabinet/account-details');
  await live(page);
  const section = page.getByRole('region', { name: 'Payment methods' });
  await expect(section).toContainText('Visa •••• 4242');
  await expect(section).toContainText('Charged for Growth Accelerator');
  for (const [lang, width, colorScheme] of looks.slice(0, 2)) {
    await look(page, { width, colorScheme });
    await page.goto(`/cabinet/account-details?lang=${lang}`);
    await live(page);
    await page.locator('#payment-methods').scrollIntoViewIfNeeded();
    await shoot(page, `saved-means/account-${width}-${colorScheme}-${lang}`);
  }
  await page.goto('/cabinet/account-details?lang=en');
  await live(page);
  await section.getByRole('button', { name: 'Remove Visa •••• 4242' }).click();
  await expect(page.getByRole('dialog')).toContainText('Growth Accelerator goes on. We’ll email you a payment link');
  await shoot(page, 'saved-means/remove');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section).toContainText('You have no saved payment methods.');
});

laterTest('a charge that failed: paid on the page of its mail, without a log-in', async ({ page, shop }) => {
  const ada = await renewByMeans(shop, await subscribedByMeans(shop, 'insufficient'));
  await letRun(shop, 'subscriptions.renew');
  const { text } = await shop.mail(ada.email, /^Not paid yet: /);
  const link = /http\S+\/means\?code=[\w-]+/.exec(text)?.[0] ?? '';
  for (const [lang, width, colorScheme] of looks) {
    await look(page, { width, colorScheme });
    await page.goto(`${link}&lang=${lang}`);
    await shoot(page, `saved-means/page-${width}-${colorScheme}-${lang}`, { fullPage: true });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.goto(`${link}&lang=en`);
  await page.getByLabel('Save the card or account').check();
  await page.getByRole('button', { name: 'Pay €99.00' }).click();
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: /^Pay / }).first().click();
  await becomes(shop, ada, [2, 2]);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your month is paid' })).toBeVisible();
  await shoot(page, 'saved-means/paid', { fullPage: true });
});

laterTest('a higher price: asked for at the desk, agreed to on the page of the mail', async ({ page, shop }) => {
  const ada = await subscribedByMeans(shop);
  const manager = await operating(shop, 'manager');
  await logInToDesk(page, shop, manager.email, '/subscriptions');
  await page.getByRole('button', { name: 'Raise price' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price a month, EUR').fill('129');
  await dialog.getByLabel('Reason').fill('more posts a month');
  await look(page, { width: 1280, colorScheme: 'light' });
  await shoot(page, 'saved-means/desk-price-1280-light');
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'saved-means/desk-price-390-dark');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask the customer' }).click();
  await expect(dialog).toBeHidden();
  const { text } = await shop.mail(ada.email, /^Your price of Growth Accelerator/);
  const link = /http\S+\/means\?code=[\w-]+/.exec(text)?.[0] ?? '';
  for (const [lang, width, colorScheme] of looks) {
    await look(page, { width, colorScheme });
    await page.goto(`${link}&lang=${lang}`);
    await shoot(page, `saved-means/price-${width}-${colorScheme}-${lang}`, { fullPage: true });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.goto(`${link}&lang=en`);
  await page.getByRole('button', { name: 'Agree to €129.00 a month' }).click();
  await expect(page.getByText('You’ve agreed to €129.00 a month')).toBeVisible();
});
