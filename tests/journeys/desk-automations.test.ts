// Automations at the desk: an owner writes one, corrects it, tries it on past events and turns it on.
import { runOnce } from '../support/automations.ts';
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';
import { shoot } from '../support/page.ts';
import { orderedPiece } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, and the 400 of refused forms.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('automation: written, a mistake shown beside its field, tried on past events, turned on, its run logged, removed', async ({
  page,
  shop,
}) => {
  const owner = await operating(shop, 'owner', { name: 'Olga Sample' });
  const { who } = await orderedPiece(shop);
  await runOnce(shop);
  await logInToDesk(page, shop, owner.email, '/automations');
  await expect(page.getByText('No automations yet')).toBeVisible();
  await page.getByRole('link', { name: 'New automation' }).click();
  await page.getByLabel('Name').fill('Nordic orders');
  await page.getByRole('button', { name: 'Add condition' }).click();
  const value = page.getByLabel('Value');
  await value.fill('Norway');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Field').last().selectOption({ label: 'Price of the order' });
  await value.last().fill('50.00');
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Tag the customer' });
  await page.getByLabel('Tag', { exact: true }).fill('Nordic');
  await page.getByRole('button', { name: 'Add action' }).click();
  await page.getByLabel('Action', { exact: true }).last().selectOption({ label: 'Add an internal note' });
  await page.getByLabel('Text').fill('Call them before you begin.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter countries by their two letters')).toBeVisible();
  await expect(value.first()).toBeFocused();
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-automations/form-390-dark', { fullPage: true });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await value.first().fill('SE, NO');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Nordic orders' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try on the last 100 events' }).click();
  await expect(page.getByText('It would have run for 1 of the last event.')).toBeVisible();
  await shoot(page, 'desk-automations/tried-1280-light', { fullPage: true });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  shop.clock.turn({ seconds: 1 });
  await orderedPiece(shop, who);
  await runOnce(shop);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Runs' }).getByText('Done')).toBeVisible();
  await shoot(page, 'desk-automations/runs-1280-light', { fullPage: true });
  await page.getByRole('navigation').getByRole('link', { name: 'Automations' }).click();
  await expect(page.getByText('1 done')).toBeVisible();
  await shoot(page, 'desk-automations/list-1280-light');
  await expectAccessible(page);
  await look(page, { width: 390, colorScheme: 'dark' });
  await shoot(page, 'desk-automations/list-390-dark');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Nordic orders' }).click();
  await page.getByRole('button', { name: 'Remove' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No automations yet')).toBeVisible();
});
