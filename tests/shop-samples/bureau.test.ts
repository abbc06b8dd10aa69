// The sample of a translation bureau: pages, an order with files in and out, and a short visit with a browser.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from '../support/cart-page.ts';
import { samples, upload } from '../support/files.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { buyer } from '../support/money.ts';
import { shopper } from '../support/orders.ts';
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

test('seed: names the new service of a changed folder, and the fault of a broken one', async ({ shop }) => {
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
