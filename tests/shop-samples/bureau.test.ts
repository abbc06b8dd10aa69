// The sample of a translation bureau: pages, an order with files in and out, and a short visit with a
// browser.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { logInToDesk, operating } from '../support/desk.ts';
import { samples, upload } from '../support/files.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { becomes, buyer, expectAudited, fetchPrice, funded, getBalance, order, placed } from '../support/money.ts';
import { arriveToOrder, atBank, briefForm, fillIn, open, openService, orderButton, putButton, row, shopper } from '../support/orders.ts';
import { whole } from '../support/pieces.ts';
import { addCoupon } from '../support/rows/wallet.ts';
import { expectOwnPages, expectSold, samplesFolder, seed } from '../support/sample-shop.ts';

const folder = join(samplesFolder, 'bureau');
const test = base.extend('shopOptions', { scope: 'file' }, { folder, environment: { RATE_LIMITS: 'off' } });

test('bureau: every public page answers in every language, without a word of the default shop', async ({ shop }) => {
  await expectOwnPages(shop);
});

test('bureau: a certified translation is ordered with a scan, paid, delivered as a PDF and invoiced', async ({ shop }) => {
  const ada = await buyer(shop);
  const { body: scan } = await upload(shop, ada.token, samples.pdf, { name: 'birth.pdf' });
  const answers = {
    sourceLanguage: 'no',
    targetLanguage: 'en',
    documentKind: 'birth',
    document: [scan.id],
    namesAsInId: ['Ada Sample'],
    recipient: 'Ada Sample',
    postalAddress: '1 Sample Street, 00000 Sampletown',
    rightsConfirmed: true,
  };
  await expectSold(shop, ada, [{ offerId: 'certified-one-copy', quantity: 2, platform: null, answers }], {
    name: 'birth-certified.pdf',
    content: samples.pdf,
  });
});

test('bureau: a translation is priced by its length and needs a pair of languages', async ({ shop }) => {
  const { token } = await buyer(shop);
  const quote = (answers: object, quantity: number) =>
    shop.call(
      'POST /api/orders/quote',
      { currency: 0, couponCode: null, orderFormData: [{ offerId: 'translation-general', quantity, platform: null, answers }] },
      { token },
    );
  const { body: file } = await upload(shop, token, samples.docx, { name: 'page.docx' });
  const pair = { sourceLanguage: 'ja', targetLanguage: 'es', subject: 'travel', document: [file.id], rightsConfirmed: true };
  expect((await quote(pair, 13)).body).toMatchObject({ price: 13 * 1_400 });
  const { targetLanguage: _, ...onlyFrom } = pair;
  expect((await quote(onlyFrom, 13)).body).toMatchObject({ errors: { 'orderFormData[0].answers.targetLanguage': [expect.any(String)] } });
  expect((await quote(pair, 1)).status).toBe(400);
});

test('bureau: volume prices are charged by the unit, with a coupon or from the balance, and refunded; another price is refused', async ({
  shop,
}) => {
  const ada = await buyer(shop);
  const lines = async (quantity: number) => {
    const { body: file } = await upload(shop, ada.token, samples.docx, { name: 'pages.docx' });
    const answers = { sourceLanguage: 'ja', targetLanguage: 'es', subject: 'travel', document: [file.id], rightsConfirmed: true };
    return [{ offerId: 'translation-general', quantity, platform: null, answers }];
  };
  const { body: prices } = await shop.call('POST /api/prices', { currency: 4 });
  expect(prices.offers.find(({ id }) => id === 'translation-general')).toMatchObject({
    unitPrice: 15_900,
    tiers: [{ from: 51, unitPrice: 13_900 }],
  });
  const sixty = await lines(60);
  const total = 50 * 1_400 + 10 * 1_200;
  for (const price of [60 * 1_400, 60 * 1_200])
    expect(await order(shop, ada, { lines: sixty, price })).toMatchObject({
      status: 400,
      body: { errors: { price: [expect.any(String)] } },
    });
  const forged = [{ ...sixty[0], tiers: [{ from: 2, unitPrice: 1 }], unitPrice: 1 }] as never;
  expect(await fetchPrice(shop, ada, forged)).toBe(total);
  expect(await fetchPrice(shop, ada, sixty, { couponCode: await addCoupon(shop) })).toBe(total - total / 10);
  await funded(shop, ada, 100_000);
  const { body } = await order(shop, ada, { lines: sixty, price: total, payFromBalance: true, startNow: false });
  expect(await getBalance(shop, ada)).toBe(100_000 - total);
  const orderId = body.orderIds[0] ?? '';
  expect((await shop.call('POST /api/orders/cancel', { orderId }, { token: ada.token })).status).toBe(204);
  expect(await getBalance(shop, ada)).toBe(100_000);
  await expectAudited(shop);
});

const certificate = {
  sourceLanguage: 'no',
  targetLanguage: 'en',
  documentKind: 'birth',
  namesAsInId: ['Ada Sample'],
  recipient: 'Ada Sample',
  postalAddress: '1 Sample Street, 00000 Sampletown',
  rightsConfirmed: true,
};

test('bureau: an answer to a question that is not asked is neither required nor stored, and one that is asked is required', async ({
  shop,
}) => {
  const ada = await buyer(shop);
  const { body: scan } = await upload(shop, ada.token, samples.pdf, { name: 'scan.pdf' });
  const line = (answers: object) => ({
    offerId: 'certified-one-copy',
    quantity: 1,
    platform: null,
    answers: { ...certificate, document: [scan.id], ...answers },
  });
  const { status, body } = await order(shop, ada, { lines: [line({ documentKind: 'other', officeWording: 'x' })], price: 4_900 });
  const required = { 'orderFormData[0].answers.otherDocument': ['Fill in this field.'] };
  expect([status, body]).toMatchObject([400, { errors: required }]);
  const { orderIds } = await placed(shop, ada, { lines: [line({ otherDocument: 'x'.repeat(500), officeWording: 'Exactly so.' })] });
  const stored = await whole(shop, ada, orderIds[0] ?? '');
  expect(Object.keys(stored.answers).sort()).toEqual([...Object.keys(certificate), 'document'].sort());
  const { body: will } = await upload(shop, ada.token, samples.pdf, { name: 'will.pdf' });
  const asked = { document: [will.id], documentKind: 'other', otherDocument: 'Will', office: 'Court' };
  const { orderIds: more } = await placed(shop, ada, { lines: [line(asked)] });
  expect((await whole(shop, ada, more[0] ?? '')).answers).toMatchObject({ otherDocument: 'Will', office: 'Court' });
});

test('bureau: a question appears with the answer that it depends on, is announced, and keeps what was typed', async ({
  page,
  context,
  shop,
}) => {
  await arriveToOrder(shop, context);
  await openService(page, '/services/certified-translation');
  const form = briefForm(page);
  const kind = form.getByLabel('Kind of document');
  const other = form.getByLabel('What is it?');
  await expect(kind).toBeVisible();
  await expect(other).toHaveCount(0);
  await kind.focus();
  await kind.selectOption('other');
  await expect(form.getByRole('status').filter({ hasText: 'More to answer: What is it?' })).toBeAttached();
  await expect(kind).toBeFocused();
  await putButton(page).click();
  const summary = page.getByRole('region', { name: 'Validation failed' });
  await summary.getByRole('link', { name: /What is it/ }).click();
  await expect(other).toBeFocused();
  await expectAccessible(page);
  await other.fill('Power of attorney');
  await kind.selectOption('birth');
  await expect(other).toHaveCount(0);
  await expect(form.getByRole('status').filter({ hasText: 'No longer needed: What is it?' })).toBeAttached();
  // Also in the draft.
  await page.reload();
  await expect(other).toHaveCount(0);
  await kind.selectOption('other');
  await expect(other).toHaveValue('Power of attorney');
});

test('bureau: volume prices are a table on the service and parts of the sum in its summary and in the cart', async ({
  page,
  context,
  shop,
}) => {
  expect(await (await fetch(`${shop.urls.storefront}/services`)).text()).toContain('from unit 51 on: €12.00');
  await arriveToOrder(shop, context);
  await openService(page, '/services/translation');
  const table = page.getByRole('table', { name: /^Volume prices/ });
  await expect(table.getByRole('row')).toHaveText(['Quantity100 words', '1–50€14.00', '51+€12.00']);
  await briefForm(page).getByLabel('Quantity', { exact: true }).fill('60');
  const summary = page.getByRole('complementary', { name: 'Summary' });
  await expect(summary).toContainText('50 × €14.00€700.00');
  await expect(summary).toContainText('10 × €12.00€120.00');
  await expect(summary.locator('dd').last()).toHaveText('€820.00');
  await expectAccessible(page);
  await page.evaluate(() => {
    const line = { offerId: 'translation-general', quantity: 60, platform: null, answers: {}, currency: 0, unitPriceSeen: 1400 };
    localStorage.setItem('orders', JSON.stringify([line]));
  });
  await open(page, '/cart');
  await expect(page.getByText('50 × €14.00 + 10 × €12.00')).toBeVisible();
  await expect(page.getByText('The price has changed from €840.00 to €820.00.')).toBeVisible();
});

test('bureau: a customer adds extras to a service, sees the sum change, changes the line in the cart, pays, and orders it again', async ({
  page,
  context,
  shop,
}) => {
  const ada = await shopper(shop, context);
  await open(page, '/services/certified-translation');
  const form = briefForm(page);
  const total = page.getByRole('complementary', { name: 'Summary' }).locator('dd').last();
  const copies = form.getByRole('group', { name: 'One more paper copy' });
  await form.getByRole('checkbox', { name: /^Tracked post/ }).check();
  await copies.getByRole('textbox').fill('11');
  await expect(total).toHaveText('€64.00');
  await copies.getByRole('textbox').fill('2');
  await copies.getByRole('button', { name: 'One more' }).click();
  await expect(total).toHaveText('€91.00');
  await expectAccessible(page);
  for (const label of ['From', 'Into', 'Kind of document']) await form.getByRole('combobox', { name: label }).selectOption({ index: 1 });
  await page.getByLabel('Choose files').setInputFiles({ name: 'birth.pdf', mimeType: 'application/pdf', buffer: samples.pdf });
  await form.getByRole('textbox', { name: /^Names as in the ID/ }).fill('Ada Sample');
  await form.getByRole('textbox', { name: /^Recipient/ }).fill('Ada Sample');
  await form.getByRole('textbox', { name: /^Postal address/ }).fill('1 Sample Street, Sampletown');
  await form.getByRole('checkbox', { name: /^I may have/ }).check();
  // A form with a file that is still uploading is refused.
  await expect(form.getByRole('button', { name: 'Remove birth.pdf' })).toBeVisible();
  await putButton(page).click();
  await page.getByRole('link', { name: 'Go to cart' }).click();
  const line = page.locator('main ol > li');
  await expect(line).toContainText('+ 3 × One more paper copy · €27.00');
  await line.getByRole('link', { name: /^Edit/ }).click();
  await form.getByRole('checkbox', { name: /^Tracked post/ }).uncheck();
  await putButton(page).click();
  await page.getByRole('link', { name: 'Go to cart' }).click();
  await expect(line).not.toContainText('Tracked post');
  await fillIn(page);
  await orderButton(page, '€76.00').click();
  await atBank(page);
  await page.locator('button[value=success]').click();
  await becomes(shop, ada, [2]);
  await open(page, '/cabinet/order-history');
  await expect(row(page, /Certified/)).toContainText('+ 3 × One more paper copy');
  const order = row(page, /Certified/);
  await order.locator('summary', { hasText: '···' }).click();
  await order.getByRole('button', { name: /^Order again/ }).click();
  await page.getByRole('button', { name: 'Open the cart' }).click();
  await expect(line).toContainText('+ 3 × One more paper copy · €27.00');
});

test('bureau: an owner makes a question conditional at the desk; a circle is refused beside it', async ({ page, shop, pageErrors }) => {
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, '/catalogue/proofreading.yaml');
  await page.locator('summary').filter({ hasText: 'Brief questions' }).click();
  const variety = page.getByRole('group', { name: 'Variety' });
  const language = page.getByRole('group', { name: 'Language of the document' });
  const asked = (group: Locator) => group.getByLabel('Ask this only if');
  await asked(language).selectOption('Variety');
  await asked(variety).selectOption('Language of the document');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(asked(variety)).toHaveAccessibleDescription('This question would depend on itself. Choose another one.');
  await asked(language).selectOption('Always ask it');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(variety.getByText('Choose at least one answer.')).toBeVisible();
  await expect(variety.getByRole('checkbox', { name: 'English' })).toHaveAttribute('aria-invalid', 'true');
  await variety.getByRole('checkbox', { name: 'English' }).check();
  await variety.getByRole('checkbox', { name: 'Spanish' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('row', { name: 'Question variety: asked only if new textLanguage is en or es' })).toBeVisible();
  pageErrors.length = 0;
  await expect(page.getByRole('row', { name: 'Variety Language of the document is English or Spanish' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Reason').fill('others have no varieties');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Version 2 is published.')).toBeVisible();
  const { body } = await shop.call('POST /api/prices', { currency: 0 });
  const question = body.offers.find(({ id }) => id.startsWith('proofreading-'))?.fields.find(({ name }) => name === 'variety');
  expect(question).toMatchObject({ askedIf: { question: 'textLanguage', isOneOf: ['en', 'es'] } });
});

test('bureau: dates are in the language of the page', async ({ shop }) => {
  const { html } = await fetch(`${shop.urls.storefront}/privacy-policy?lang=es`).then(async (answer) => ({ html: await answer.text() }));
  expect(html).toContain('26 de noviembre de 2026');
});

test('bureau: a customer finds a service, and its brief asks for the languages', async ({ page, context, shop }) => {
  await shopper(shop, context);
  await open(page, '/');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Browse services' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await open(page, '/services/translation');
  await expect(page.getByRole('combobox', { name: /^From/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Into/ })).toBeVisible();
  await expectAccessible(page);
});

test('seed: names the new service of a changed folder, and the error of a broken one', async ({ shop }) => {
  const own = await mkdtemp(join(tmpdir(), 'fanfare-bureau-'));
  await cp(folder, own, { recursive: true, filter: (path) => !path.endsWith('/data') });
  expect(await seed(shop, own)).toMatch(/^The catalogue is unchanged/);
  const text = await readFile(join(own, 'catalogue/proofreading.yaml'), 'utf8');
  const copy = text
    .replace('key: proofreading', 'key: bindery')
    .replaceAll('proofreading-', 'bindery-')
    .replace('slug: proofreading', 'slug: bindery');
  await writeFile(join(own, 'catalogue/bindery.yaml'), copy);
  expect(await seed(shop, own)).toContain('New: Proofreading, service 106.');
  await writeFile(join(own, 'catalogue/bindery.yaml'), copy.replace('position: 3', 'position: third'));
  expect(await seed(shop, own)).toContain(`${own}/catalogue/bindery.yaml:6`);
  await rm(join(own, 'brand.yaml'));
  expect(await seed(shop, own)).toContain('brand.yaml is missing');
  await rm(own, { recursive: true });
});
