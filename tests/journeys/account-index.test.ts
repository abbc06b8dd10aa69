// The index of the account page, which leads to all of its sections.

import { expect, expectAccessible, expectNoSidewaysScroll, look, looks, shoot, test } from '../support/journey.ts';
import { arrive, open } from '../support/orders.ts';

const DETAILS = '/cabinet/account-details';

test('index: leads to each section, by keyboard too, and keeps what was typed', async ({ page, context, shop }) => {
  await arrive(shop, context, []);
  await open(page, DETAILS);
  const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await expect(links).toHaveCount(await page.getByRole('heading', { level: 2 }).and(page.locator('main [id]')).count());
  await page.getByLabel('City').fill('Cádiz');
  for (const link of await links.all()) {
    const id = (await link.getAttribute('href'))?.slice(1) ?? '';
    const title = page.getByRole('heading', { level: 2, name: (await link.textContent()) ?? '', exact: true });
    await expect(title).toHaveId(id);
    await link.press('Enter');
    await expect(title).toBeFocused();
    await expect(title).toBeInViewport();
  }
  await page.goBack();
  await expect(page).toHaveURL(/#my-data$/);
  await expect(page.getByLabel('City')).toHaveValue('Cádiz');
  for (const each of looks) {
    await look(page, each);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await shoot(page, `account-index-${each.width}-${each.colorScheme}`, { fullPage: true });
  }
});
