// Prices and policies at the desk: changes are reviewed before they apply, and concurrent changes are merged.
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, look } from '../support/journey.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('owner: a price change is merged with a concurrent one, and a policy gets its next version', async ({ page, shop, pageErrors }) => {
  const [owner, manager] = [await operating(shop, 'owner', { name: 'Olga' }), await operating(shop, 'manager', { name: 'Maren' })];
  await logInToDesk(page, shop, owner.email, '/catalogue');
  await page.getByRole('link', { name: 'Edit Brand Stories' }).click();
  const price = page.getByRole('group', { name: '600 words' }).getByLabel('Price in EUR');
  await price.fill('abc');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await price.fill('109.50');

  // Another owner saves at the same time.
  const { body: file } = await manager.call('GET /api/catalogue/file', { file: 'brand-stories.yaml' });
  const text = file.text.replace('EUR: 13900', 'EUR: 14500');
  await manager.call('POST /api/catalogue/save', { file: file.file, text, from: file.number, why: 'paper costs more' });

  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('article')).toContainText('€109.50');
  await page.getByLabel('Reason').fill('prices of next year');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('alert')).toContainText('Version 2 was saved in the meantime (Maren: “paper costs more”)');
  const merging = Promise.withResolvers<void>();
  await page.route('**/api/catalogue/file?*', async (route) => {
    await merging.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Merge mine' }).click();
  // Until the other version is merged in, a preview would compare the wrong texts.
  await expect(page.getByRole('button', { name: 'Preview' })).toBeDisabled();
  merging.resolve();
  await expect(price).toHaveValue('109.50');
  await page.getByRole('button', { name: 'Preview' }).click();
  // Only her own change is saved; the other price stays.
  await expect(page.getByRole('row', { name: /600 words: price in EUR €99.00 €109.50/ })).toBeVisible();
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('prices of next year');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Version 3 is published' })).toBeVisible();
  await expect(page.getByRole('row', { name: /prices of next year/ })).toContainText('Current');

  await page.goto(`${shop.urls.desk}/policies/cookies`);
  await page.getByLabel('Title').fill('What stays in your browser');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: /Publish version 4/ })).toBeVisible();
  await expect(page.locator('ins').first()).toContainText('What');
  await look(page, { width: 390, colorScheme: 'dark' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Reason').fill('plainer words');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('heading', { name: 'What stays in your browser' })).toBeVisible();
  await expectAccessible(page);

  // Logged for the visit before log-in and for refused calls.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('owner: a new service is added from nothing, previewed, and on sale after its form says so', async ({ page, shop, pageErrors }) => {
  const owner = await operating(shop, 'owner', { name: 'Olga' });
  await logInToDesk(page, shop, owner.email, '/catalogue');
  await page.getByRole('link', { name: 'New service' }).click();
  await expect(page.getByRole('heading', { name: 'New service' })).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  // Every mistake at its field, and their sections open.
  await expect(page.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  const inGroup = async (group: string, texts: readonly [string, string, string]) => {
    const fields = page.getByRole('group', { name: group, exact: true });
    for (const [index, language] of ['English', 'Español', '日本語'].entries()) await fields.getByLabel(language).fill(texts[index] ?? '');
  };
  await inGroup('Name', ['Logo design', 'Diseño de logotipo', 'ロゴデザイン']);
  // Keys follow their names until another is typed.
  await expect(page.getByLabel('Address')).toHaveValue('logo-design');
  await page.getByText('Brief questions (0)').click();
  await page.getByRole('button', { name: 'Add question' }).click();
  const key = page.getByRole('group', { name: 'New question' }).getByLabel('Key');
  await inGroup('Label', ['Your wishes', 'Tus deseos', 'ご要望']);
  await expect(key).toHaveValue('yourWishes');
  await key.fill('wishes');
  await inGroup('Label', ['All wishes', 'Tus deseos', 'ご要望']);
  await expect(key).toHaveValue('wishes');
  await page.getByRole('button', { name: 'Remove question 1' }).click();
  const common = page.getByRole('group', { name: 'Common questions' }).getByRole('checkbox');
  await expect(common.first()).toBeChecked();
  await common.first().uncheck();
  await expect(common.nth(1)).toBeChecked();
  await expectAccessible(page);
  await page.getByLabel('Address').fill('brand-stories');
  await inGroup('Summary', ['A logo in three rounds.', 'Un logotipo en tres rondas.', '3回のやり取りで仕上げるロゴ。']);
  await inGroup('Description', ['A designer draws it.', 'Lo dibuja un diseñador.', 'デザイナーが描きます。']);
  await inGroup('Line 1', ['Three drafts', 'Tres bocetos', '3案']);
  await inGroup('Unit', ['One logo', 'Un logotipo', 'ロゴ1点']);
  await inGroup('Note', ['For a small business', 'Para un pequeño negocio', '小さな店舗に']);
  for (const code of ['EUR', 'USD', 'AUD', 'NOK']) await page.getByLabel(`Price in ${code}`).fill('250');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Another service has this address.').first()).toBeVisible();
  // A reload keeps the form.
  await page.reload();
  await expect(page.getByLabel('Address')).toHaveValue('brand-stories');
  await page.getByLabel('Address').fill('logo-design');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Shown in the published brand.')).toBeVisible();
  await page.getByRole('tab', { name: '日本語' }).click();
  await expect(page.getByRole('article')).toContainText('ロゴデザイン');
  await look(page, { width: 390, colorScheme: 'dark' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Reason').fill('clients ask for it');
  await page.getByRole('button', { name: 'Add service' }).click();

  await expect(page).toHaveURL(/\/catalogue\/logo-design\.yaml$/);
  await page.getByText('Where it is sold').click();
  await page.getByLabel('Sold', { exact: true }).selectOption('In all lists');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Reason').fill('ready');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Version 2 is published' })).toBeVisible();

  // A discarded draft leaves an empty form.
  await page.goto(`${shop.urls.desk}/catalogue/new`);
  await page.getByLabel('Address').fill('cards');
  await page.getByLabel('Price in EUR').fill('99');
  await page.reload();
  await expect(page.getByLabel('Price in EUR')).toHaveValue('99.00');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Price in EUR')).toHaveValue('');
  await expect(page.getByLabel('Address')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);

  await page.goto(`${shop.urls.storefront}/services?lang=es`);
  await expect(page.getByText('Diseño de logotipo').first()).toBeVisible();
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});
