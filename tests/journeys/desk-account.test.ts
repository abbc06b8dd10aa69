// The operator’s own account at the desk, and a forgotten password.
import { atDesk, DESK_PASSWORD, logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, look, shoot } from '../support/journey.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in and after sessions end, and the 400 of refused forms.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('forgotten password: a link is mailed, sets a new password after a mistake, and works once', async ({ page, shop }) => {
  const { email } = await operating(shop, 'owner');
  await page.goto(shop.urls.desk);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await look(page, { width: 390, colorScheme: 'dark' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText(`If ${email} belongs to an operator`)).toBeVisible();
  await expectAccessible(page);
  const link = /http\S+\/reset#[\w-]+/.exec((await shop.mail(email, /^A new password/)).text)?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  expect(page.url()).not.toContain('#');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Use at least 12 characters.')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'desk-account/reset-390-dark');
  await page.getByLabel('New password').fill('seventeen-quiet-owls');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('seventeen-quiet-owls');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  // The fragment alone would not load the page again.
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link isn’t valid' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('own account: name, sessions and a new address, which counts once its link is confirmed', async ({ page, shop }) => {
  const maker = await operating(shop, 'maker', { name: 'Mika' });
  await atDesk(shop, 'POST /api/log-in', { email: maker.email, password: DESK_PASSWORD });
  await logInToDesk(page, shop, maker.email, '/account');
  await page.getByLabel('Name').fill('Mika Sato');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('Mika Sato maker').last()).toBeVisible();
  const sessions = page.getByRole('region', { name: 'My sessions' });
  await expect(sessions.getByRole('row')).toHaveCount(4);
  for (const [width, colorScheme] of [[390, 'dark'] as const, [1280, 'light'] as const]) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await shoot(page, `desk-account/account-${width}-${colorScheme}`, { fullPage: true });
  }
  await page.getByRole('button', { name: 'Log out the others' }).click();
  await expect(sessions.getByRole('row')).toHaveCount(2);

  const email = `new.${maker.email}`;
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill('new');
  await dialog.getByRole('button', { name: 'Email me a link' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Current password').fill(DESK_PASSWORD);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Enter an email address')).toBeVisible();
  await dialog.getByLabel('New email').fill(email);
  await dialog.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText(`Open the link in the email to ${email}`)).toBeVisible();
  const link = /http\S+\/confirm-email#[\w-]+/.exec((await shop.mail(email, /^Confirm your new address/)).text)?.[0] ?? '';
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`From now on you log in with ${email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible();
});
