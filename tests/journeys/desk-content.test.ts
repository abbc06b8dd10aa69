// Home page, questions and menus at the desk: moved by keyboard, previewed in each language, merged with a
// concurrent change, and shown by the storefront.
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look } from '../support/journey.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, and the 400 of a refused draft.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
});

test('owner: the home page is moved, checked in each language, merged with a concurrent change and published', async ({ page, shop }) => {
  page.on('dialog', (dialog) => dialog.accept());
  const [owner, manager] = [await operating(shop, 'owner', { name: 'Olga' }), await operating(shop, 'manager', { name: 'Maren' })];
  await logInToDesk(page, shop, owner.email, '/content');
  await page.getByRole('link', { name: 'Edit Home page' }).click();
  await page.getByRole('button', { name: 'Move 2. Services down' }).press('Enter');
  const moved = page.getByRole('button', { name: 'Move 3. Services down' });
  await expect(moved).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '3. Services: position 3 of 8.' })).toBeAttached();
  await moved.press('Enter');
  await expect(page.getByRole('button', { name: 'Move 4. Services down' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove 6. Bundles' }).click();
  await expect(page.getByRole('group', { name: 'Bundles' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('6. Bundles').first()).toBeVisible();
  await page.getByText('1. Introduction').click();
  const lead = page.getByLabel('Introduction', { exact: true });
  await lead.fill('Words within ninety minutes.');
  await page.reload();
  await expect(page.getByText('Your unsaved changes are restored.')).toBeVisible();
  await page.getByText('1. Introduction').click();
  await expect(lead).toHaveValue('Words within ninety minutes.');

  const spanish = page.getByRole('tab', { name: 'Español' });
  await spanish.click();
  await lead.fill(' ');
  await page.getByRole('tab', { name: 'English' }).click();
  await expect(spanish).toHaveText('Español 1 missing');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(spanish).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('alert').first()).toHaveText('Block 1: Enter the introduction in Spanish.');
  await expect(lead).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await lead.fill('Palabras en noventa minutos.');

  // Another owner publishes in the meantime.
  const { body } = await manager.call('GET /api/content', { name: 'home' });
  const description = { en: 'From Maren.', es: 'De Maren.', jp: 'マレンより。' };
  await manager.call('POST /api/content/save', { name: 'home', text: { ...body.text, description }, from: body.number, why: 'shorter' });

  await page.getByRole('button', { name: 'Preview' }).click();
  const shown = page.getByRole('region', { name: 'Home page, as customers will see it' });
  await expect(shown).toContainText('Words within ninety minutes.');
  await page.getByRole('tab', { name: 'Español' }).click();
  await expect(shown).toContainText('Palabras en noventa minutos.');
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('faster now');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByRole('alert')).toContainText('Version 2 was saved in the meantime (Maren: “shorter”)');
  await page.getByRole('button', { name: 'Merge mine' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('From Maren.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Reason').fill('faster now');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Published. Visitors see it now.')).toBeVisible();
  await expect(page.getByRole('row', { name: /faster now/ })).toContainText('Olga');
  await page.getByRole('button', { name: 'Open version 1' }).click();
  await page.getByText('1. Introduction').click();
  await expect(lead).toHaveValue(/^Order stories/);

  await page.goto(shop.urls.storefront);
  await live(page);
  await expect(page.getByText('Words within ninety minutes.')).toBeVisible();
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', 'From Maren.');
});

test('owner: a question and a link of the header are added and shown to visitors', async ({ page, shop }) => {
  page.on('dialog', (dialog) => dialog.accept());
  const owner = await operating(shop, 'owner', { name: 'Olga' });
  const inEach = async (section: string, fields: Readonly<Record<string, readonly [string, string, string]>>) => {
    for (const [index, language] of ['English', 'Español', '日本語'].entries()) {
      await page.getByRole('tab', { name: language }).click();
      for (const [label, texts] of Object.entries(fields))
        await page
          .getByRole('region', { name: section })
          .getByLabel(label, { exact: true })
          .last()
          .fill(texts[index] ?? '');
    }
  };
  const publish = async (why: string) => {
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByLabel('Reason').fill(why);
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await expect(page.getByText('Published. Visitors see it now.')).toBeVisible();
  };
  await logInToDesk(page, shop, owner.email, '/content/faq');
  await page.getByText('6. Account and data').click();
  await page.getByRole('button', { name: 'Add question' }).click();
  await inEach('Groups and questions', {
    Question: ['Do you deliver on Sundays?', '¿Entregan los domingos?', '日曜日も納品しますか？'],
    Answer: ['Yes, every day.', 'Sí, todos los días.', 'はい、毎日納品しています。'],
  });
  // It is open in the other group, too.
  await page.getByLabel('Group', { exact: true }).last().selectOption('ordering');
  await expect(page.locator('[id^=question-q]')).toBeFocused();
  await page.getByLabel('Address, after /faq#').fill('sundays');
  await expectAccessible(page);
  await publish('customers ask');

  await page.goto(`${shop.urls.desk}/content/menus`);
  await page.getByRole('button', { name: 'Add link' }).first().click();
  const header = page.getByRole('region', { name: 'Header' });
  await inEach('Header', { Label: ['Blog', 'Blog', 'ブログ'] });
  await header.getByLabel('Leads to').last().fill('blog.example');
  await page.getByRole('button', { name: 'Preview' }).click();
  const message = 'Enter a page of the shop, such as /services, or an address that begins with https://.';
  await expect(page.getByText(message).last()).toBeVisible();
  await look(page, { width: 390, colorScheme: 'dark' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await look(page, { width: 1280, colorScheme: 'light' });
  await header.getByLabel('Leads to').last().fill('https://blog.example/');
  await publish('we write');

  await page.goto(`${shop.urls.storefront}/faq#sundays`);
  await live(page);
  await expect(page.getByText('Yes, every day.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Blog' })).toHaveAttribute('href', 'https://blog.example/');
});
