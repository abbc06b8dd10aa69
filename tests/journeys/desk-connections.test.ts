// The mail server at the desk: refused at its field, tried, saved after a confirmation, and removed.
import { DESK_PASSWORD, logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';
import { openMailServer } from '../support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, 400 of a refused form and of a call that needs a confirmation.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('owner: a mail server is tried, saved and removed', async ({ page, shop }) => {
  const server = await openMailServer();
  const owner = await operating(shop, 'owner', { name: 'Olga' });
  await logInToDesk(page, shop, owner.email, '/settings');
  await page.getByRole('link', { name: 'Email server and payments' }).click();
  const panel = page.getByRole('region', { name: 'Email server' });
  await expect(panel).toContainText('Not set yet.');
  await panel.getByRole('button', { name: 'Save' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Current password').fill(DESK_PASSWORD);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(panel.getByText('Enter the name of the mail server, such as smtp.your-provider.com.')).toBeVisible();
  await panel.getByLabel('Server').fill('127.0.0.1');
  await panel.getByLabel('Encryption').selectOption('none');
  await panel.getByLabel('Port').fill(String(server.port));
  await panel.getByRole('button', { name: 'Try' }).click();
  await expect(panel.getByRole('status')).toHaveText(`Sent to ${owner.email}. Check that it arrived, and not as spam.`);
  expect(await server.received(1)).toHaveLength(1);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toContainText(`127.0.0.1:${server.port} Entered here.`);
  await expectAccessible(page);
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectNoSidewaysScroll(page);
  await panel.getByRole('button', { name: 'Remove' }).click();
  await expect(panel).toContainText('Not set yet.');
  await server.close();
});
