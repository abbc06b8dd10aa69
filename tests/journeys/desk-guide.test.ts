// The set-up by an owner: from an empty shop to the first own service sold and delivered, by the links of the
// guide alone.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '#platform/paths.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look } from '../support/journey.ts';
import { atBank, fillIn, orderButton, putButton } from '../support/orders.ts';

/** As `npm create fanfare` makes it without a trade. */
const test = base.extend(
  'shopOptions',
  { scope: 'file' },
  { folder: join(root, 'create/empty'), at: new Date(), environment: { RATE_LIMITS: 'off' } },
);

test('owner: brands the shop, sells a service of their own, orders it as a customer, and delivers it', async ({
  page,
  context,
  shop,
  pageErrors,
}) => {
  await page.goto((await shop.firstLink()) ?? '');
  await page.getByLabel('Password').fill('nine-lives-of-paper');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByText('0 of 13 set-up steps are done.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  const guide = () => page.getByRole('link', { name: 'Set-up', exact: true }).click();
  const step = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(page.getByText('0 of 13 steps done')).toBeVisible();
  await expectAccessible(page);
  // Its former addresses lead here.
  for (const former of ['/guide', '/first-hour']) {
    await page.goto(shop.urls.desk + former);
    await expect(page).toHaveURL(/\/setup$/);
    await expect(page.getByText('0 of 13 steps done')).toBeVisible();
  }
  // A window of a small laptop: every link of the navigation is whole.
  await page.setViewportSize({ width: 1_280, height: 800 });
  const rail = page.getByRole('complementary');
  for (const name of ['Queue', 'Set-up', 'Team', 'Automations', 'Audit log', 'Log out'])
    await expect(rail.locator('a:visible, button:visible').filter({ hasText: name })).toBeInViewport({ ratio: 1 });
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1_280, colorScheme: 'light' });

  await page.getByRole('link', { name: 'Edit the brand' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Paper & Pine');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Reason').fill('our name');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Published. Pages, emails and icons show it now.')).toBeVisible();

  await guide();
  await expect(step('Your brand')).toContainText('Done');
  await page.getByRole('link', { name: 'Create a service' }).click();
  await page.getByLabel('Address').fill('logo-design');
  const english = (group: string) => page.getByRole('group', { name: group, exact: true }).getByLabel('English');
  for (const [group, text] of [
    ['Name', 'Logo design'],
    ['Summary', 'A logo in three rounds.'],
    ['Description', 'Tell us about your brand; a designer draws it.'],
    ['Line 1', 'Three drafts'],
    ['Sample caption (optional)', 'Sample'],
    ['Sample (optional)', 'A loaf in a circle.'],
    ['Unit', 'One logo'],
    ['Note', 'For a small business'],
  ] as const)
    await english(group).fill(text);
  for (const code of ['EUR', 'USD', 'AUD', 'NOK']) await page.getByLabel(`Price in ${code}`).fill('250');
  await page.getByRole('button', { name: 'Copy English' }).click();
  await expect(page.getByRole('group', { name: 'Unit', exact: true }).getByLabel('日本語')).toHaveValue('One logo');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Reason').fill('our first');
  await page.getByRole('button', { name: 'Add service' }).click();
  await expect(page).toHaveURL(/\/catalogue\/logo-design\.yaml$/);

  await guide();
  await expect(step('Your first service')).toContainText('“Logo design” isn’t in the lists yet.');
  await page.getByRole('link', { name: 'Publish Logo design' }).click();
  await page.getByText('Where it is sold').click();
  await page.getByLabel('Sold', { exact: true }).selectOption('In all lists');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Reason').fill('it is ready');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Version 2 is published.')).toBeVisible();

  await guide();
  await page.getByRole('button', { name: 'Stop selling them' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Archive them' }).click();
  await expect(step('Sample services')).toContainText('Done');

  const [storefront] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Order Logo design' }).click()]);
  await live(storefront);
  await orderAsCustomer(storefront);

  await page.bringToFront();
  await guide();
  await page.getByRole('link', { name: 'Open the piece' }).click();
  await page.getByRole('button', { name: 'Take this piece' }).click();
  await page.getByRole('textbox', { name: 'Text, in Markdown' }).fill('The logo is a loaf in a circle.');
  await page.getByRole('button', { name: 'Deliver …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();

  await guide();
  await expect(page.getByText('4 of 13 steps done')).toBeVisible();
  await expect(step('A test order')).toContainText('was delivered.');
  // What needs a file or the environment is not done by the sandbox.
  for (const title of ['Your company', 'Email', 'Payments']) await expect(step(title)).toContainText('To do');
  await page.getByRole('button', { name: 'I’ve reviewed them' }).click();
  await expect(page.getByText('5 of 13 steps done')).toBeVisible();
  await page.getByRole('button', { name: 'Hide this guide from the first page' }).click();
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
  await expect(page.getByText('set-up steps are done')).toHaveCount(0);
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 401/.test(error)));
});

async function orderAsCustomer(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Create an account' })
    .or(page.getByRole('link', { name: 'Create an account' }))
    .first()
    .click();
  await page.getByLabel('First name').fill('Maya');
  await page.getByLabel('Last name').fill('Lindqvist');
  await page.getByLabel('Email address').fill('maya@clients.example');
  await page.getByLabel('Password', { exact: true }).fill('three quiet herons');
  await page.getByLabel('Confirm password').fill('three quiet herons');
  await page.getByLabel('I agree to the privacy policy.').check();
  await page.locator('main button[type=submit]').click();
  await page.getByRole('checkbox', { name: /I may use/ }).check();
  await putButton(page).click();
  await page.getByRole('link', { name: 'Go to cart' }).click();
  await fillIn(page);
  await orderButton(page, '€250.00').click();
  await atBank(page);
  await page.locator('button[value=success]').click();
  await page.waitForURL(/\/cabinet\//);
}
