// API keys at the desk: created, shown once, and revoked; usable by everyone.
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look, shoot } from '../support/journey.ts';
import { callApi, createApiKey } from '../support/keys.ts';
import { buyer } from '../support/money.ts';
import { letRun } from '../support/rows/jobs.ts';
import { addEndpoint, openReceiver } from '../support/webhooks.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { WEBHOOK_HOSTS: '127.0.0.1' } });

// Expected: 401 before the log-in, and the 400 that asks for a confirmation.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('desk: an owner creates a key, a program uses it, and the owner revokes it', async ({ page, shop }) => {
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, '/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Till');
  await dialog.getByLabel('catalogue:read').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Current password').fill(owner.password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new key' });
  const key = (await shown.locator('code').textContent()) ?? '';
  expect(key).toMatch(/^fk_test_/);
  expect((await callApi(shop, key, 'GET /services')).status).toBe(200);
  await shoot(page, 'desk-keys/new-key');
  await page.getByRole('button', { name: 'Close' }).click();
  for (const each of [
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const) {
    await look(page, each);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await shoot(page, `desk-keys/keys-${each.width}-${each.colorScheme}`);
  }
  await page.getByRole('button', { name: 'Revoke Till' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect((await callApi(shop, key, 'GET /services')).status).toBe(401);
});

test('desk: an owner sees what a webhook got, and turns it on again', async ({ page, shop }) => {
  await using receiver = await openReceiver();
  await addEndpoint(await createApiKey(shop), receiver, ['client.created']);
  receiver.answerWith((response) => response.writeHead(410).end('gone'));
  shop.clock.turn({ seconds: 1 });
  await buyer(shop);
  await letRun(shop, 'webhooks.send');
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, '/webhooks');
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
  await page.getByText('Log of the last ninety days').click();
  await expect(page.getByRole('cell', { name: /client\.created/ })).toContainText('"data"');
  for (const each of [
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const) {
    await look(page, each);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await shoot(page, `desk-keys/webhooks-${each.width}-${each.colorScheme}`);
  }
  await page.getByRole('button', { name: 'Turn on again' }).click();
  await expect(page.getByText('One message is on its way.')).toBeVisible();
  await expect(page.getByText('Failing').or(page.getByText('On', { exact: true }))).toBeVisible();
});
