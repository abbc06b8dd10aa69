// An email's text at the desk: edited with its placeholders, previewed, sent as a test and published.
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, look, shoot } from '../support/journey.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, and the 400 of a text with an error.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('email text: a missing placeholder is named, the preview has three views, and the published text is listed as changed', async ({
  page,
  shop,
}) => {
  const { email } = await operating(shop, 'manager');
  await logInToDesk(page, shop, email, '/mails');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Welcome' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('Come in');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('# Hello');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('The text must use {link}').first()).toBeVisible();
  await expectAccessible(page);

  await text.fill('# Hello\n\n[Confirm]({link})');
  await page.getByRole('button', { name: 'Preview' }).click();
  const letter = page.getByRole('region', { name: 'Email, as recipients will see it' });
  await expect(letter.getByText('Hello')).toBeVisible();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(letter.getByText('Confirm')).toHaveCSS('color', 'rgb(33, 27, 22)');
  await page.getByRole('button', { name: 'Send me a test in English' }).click();
  await expect(page.getByRole('status').filter({ hasText: `Sent to ${email}` })).toBeVisible();
  expect((await shop.mail(email, /^Come in$/)).text).toContain('Hello');
  await expectAccessible(page);
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk/mail-preview', { fullPage: true });
  await page.getByRole('radio', { name: 'Plain text' }).check();
  await expect(page.locator('pre')).toContainText('Hello');

  await page.getByRole('textbox', { name: 'Reason' }).fill('Shorter');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Published. Emails sent from now on have this text.')).toBeVisible();
  await page.getByRole('link', { name: 'All emails' }).click();
  await expect(page.getByRole('row', { name: /Welcome Come in Changed/ })).toBeVisible();
});
