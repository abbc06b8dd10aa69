// Add-ons that the owner changes at the desk: what they cost meanwhile, what orders keep, and the form.
import { join } from 'node:path';
import type { CatalogueFile } from '#modules/catalogue/desk-shapes.ts';
import { codeIn, PASSWORD } from '../support/accounts.ts';
import { logInToDesk, type Operating, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { buyer, expectAudited, getErrors, listOrders, order, placed } from '../support/money.ts';
import { both, COPY, certificate, PAGE, POST, samplesFolder } from '../support/sample-shop.ts';
import { describe } from '../support/shop.ts';

const folder = join(samplesFolder, 'bureau');
const test = base.extend('shopOptions', { scope: 'file' }, { folder, environment: { RATE_LIMITS: 'off' } });

/** The owner changes what add-ons cost and are called, and takes one off the list. */
async function changeAddOns(owner: Operating, change: (addOns: Draft[]) => Draft[]): Promise<void> {
  const { file, number, service } = (await owner.call('GET /api/catalogue/file', { file: 'certified-translation.yaml' })).body;
  const sent = { file, service: { ...service, addOns: change(service?.addOns ?? []) }, from: number, why: 'new prices' };
  expect((await owner.call('POST /api/catalogue/save', sent as never)).body.saved).toBe(true);
}
type Draft = NonNullable<NonNullable<CatalogueFile['service']>['addOns']>[number];

const dearer = (addOns: Draft[]): Draft[] =>
  addOns.flatMap((each) => (each.id === 'tracked-post' ? [] : [{ ...each, name: same('Copy'), prices: { ...each.prices, EUR: 1_100 } }]));
const same = (text: string) => ({ en: text, es: text, jp: text });

describe('add-ons: changed by the owner', () => {
  test('orders placed meanwhile cost the price that was sent or are refused; those of before keep name and price, also in the export', async ({
    shop,
  }) => {
    const [ada, owner] = [await buyer(shop), await operating(shop, 'owner')];
    const total = 2 * PAGE + 3 * COPY;
    const copies = () => certificate(shop, ada, [{ id: 'paper-copy', quantity: 3 }]);
    const line = await copies();
    const lines = await Promise.all(Array.from({ length: 12 }, copies));
    const first = await placed(shop, ada, { lines: [await certificate(shop, ada, both)] });
    const tries = lines.map((each) => order(shop, ada, { lines: [each], price: total }));
    const [, ...answers] = await Promise.all([changeAddOns(owner, dearer), ...tries]);
    for (const answer of answers)
      if (answer.status !== 200) expect(getErrors(answer)).toEqual([400, { price: [expect.stringContaining('€131.00')] }]);
    const addOnsNow = async () =>
      (await shop.call('POST /api/prices', { currency: 0 })).body.offers.find(({ id }) => id === line.offerId)?.addOns;
    await expect.poll(async () => (await addOnsNow())?.map(({ name, unitPrice }) => [name, unitPrice])).toEqual([['Copy', 1_100]]);
    // From now on the old price is refused, and so is the add-on that is gone.
    expect(getErrors(await order(shop, ada, { lines: [line], price: total }))).toMatchObject([400, { price: [expect.any(String)] }]);
    const [status, errors] = getErrors(await order(shop, ada, { lines: [await certificate(shop, ada, both)], price: total + POST }));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['orderFormData[0].addOns[1].id']]);
    const orders = await listOrders(shop, ada);
    expect(orders).toHaveLength(1 + answers.filter((answer) => answer.status === 200).length);
    for (const { price, addOns = [] } of orders) {
      const extras = addOns.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
      expect([price, addOns[0]?.name]).toEqual([2 * PAGE + extras, 'One more paper copy']);
    }
    // Read from the catalogue of now, as a naive order page would, they would cost something else.
    const naive = 2 * PAGE + 3 * ((await addOnsNow())?.[0]?.unitPrice ?? 0);
    expect(orders.every(({ price }) => price !== naive)).toBe(true);
    expect(orders.find(({ id }) => id === first.orderIds[0])?.addOns?.map(({ name }) => name)).toEqual([
      'One more paper copy',
      'Tracked post',
    ]);
    expect((await shop.call('POST /api/Accounts/ask-export', { currentPassword: PASSWORD }, { token: ada.token })).status).toBe(204);
    const { text } = await shop.mail(ada.email, /Your data/);
    const { body } = await shop.call('POST /api/Accounts/fetch-export', { code: codeIn(text) });
    const exported = (body as unknown as { readonly orders: readonly { readonly id: string; readonly addOns: readonly object[] }[] })
      .orders;
    expect(exported.find(({ id }) => id === first.orderIds[0])?.addOns).toMatchObject([
      { id: 'paper-copy', quantity: 3, unitPrice: COPY },
      { id: 'tracked-post', unitPrice: POST },
    ]);
    await expectAudited(shop);
  });

  test('at the desk: key and maximum are checked, an empty description is left out, and the last one removed takes the list away', async ({
    shop,
  }) => {
    const owner = await operating(shop, 'owner');
    const read = async () => (await owner.call('GET /api/catalogue/file', { file: 'proofreading.yaml' })).body;
    const { file, number, service, text: before } = await read();
    const prices = { EUR: 500, USD: 500, AUD: 800, NOK: 5_000 };
    const addOn = { id: '', name: same('Call'), description: same(''), charged: 'once', prices };
    const save = (addOns: readonly object[], from: number) =>
      owner.call('POST /api/catalogue/save', { file, service: { ...service, addOns }, from, why: 'extras' } as never);
    const pageErrors = async (more: object) => getErrors(await save([{ ...addOn, ...more }], number));
    expect(await pageErrors({ charged: 'counted' })).toMatchObject([
      400,
      { 'addOns.0.maxQuantity': ['Enter how many a customer may choose.'] },
    ]);
    expect(await pageErrors({ prices: { EUR: 500, USD: 500, AUD: 800 } })).toMatchObject([
      400,
      { 'addOns.0.prices.NOK': ['Enter a price in NOK.'] },
    ]);
    expect(await pageErrors({ offers: ['translation-general'] })).toMatchObject([
      400,
      { 'addOns.0.offers.0': ['Choose offers of this service.'] },
    ]);
    expect((await save([addOn], number)).body.saved).toBe(true);
    const { service: saved, text } = await read();
    expect(saved?.addOns).toEqual([{ id: 'add-on-1', name: same('Call'), charged: 'once', prices }]);
    expect(text).not.toContain('description: { en: ""');
    const after = await read();
    const { body: preview } = await owner.call('POST /api/catalogue/preview', {
      file,
      service: { ...after.service, addOns: [{ ...saved?.addOns?.[0], prices: { ...prices, EUR: 700 } }] },
    } as never);
    expect(preview.changes).toEqual([{ what: 'Add-on add-on-1: price in EUR', before: '€5.00', after: '€7.00' }]);
    expect(preview.pages[0]?.html).toMatch(/Call<\/dt><dd>\+(<!-- -->)?€7\.00/);
    expect((await save([], after.number)).body.saved).toBe(true);
    expect(Object.keys((await read()).service ?? {})).not.toContain('addOns');
    expect(before).not.toContain('addOns');
  });
});

test('add-ons: an owner adds one in the form; an error is beside its field, and it is sold with the chosen offer', async ({
  page,
  shop,
  pageErrors,
}) => {
  const owner = await operating(shop, 'owner');
  await logInToDesk(page, shop, owner.email, '/catalogue/translation.yaml');
  await page.locator('summary').filter({ hasText: 'Add-ons (2)' }).click();
  await page.getByRole('button', { name: 'Add add-on' }).click();
  const group = page.getByRole('group', { name: 'New add-on' });
  for (const [index, price] of ['4', '5', '7', '45'].entries())
    await group
      .getByLabel(/^Price in/)
      .nth(index)
      .fill(price);
  const name = group.getByRole('group', { name: 'Name' });
  for (const [language, text] of [
    ['English', 'Glossary entry'],
    ['Español', 'Término'],
    ['日本語', '用語'],
  ] as const)
    await name.getByLabel(language).fill(text);
  await group.getByLabel('Charged').selectOption('As often as the customer chooses');
  await group.getByLabel('Max. per order').fill('');
  await group.getByLabel('Offered with').selectOption('Some offers');
  await group.getByRole('checkbox', { name: /translation-general/ }).uncheck();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(group.getByLabel('Max. per order')).toHaveAccessibleDescription('Enter how many a customer may choose.');
  await expectAccessible(page);
  await group.getByLabel('Max. per order').fill('20');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('row', { name: 'Add-on add-on-3 new Glossary entry' })).toBeVisible();
  pageErrors.length = 0;
  await page.getByLabel('Reason').fill('customers ask for it');
  await page.getByRole('button', { name: 'Save and publish' }).click();
  await expect(page.getByText('Version 2 is published.')).toBeVisible();
  const { body } = await shop.call('POST /api/prices', { currency: 0 });
  const listAddOns = (offer: string) => body.offers.find(({ id }) => id === offer)?.addOns ?? [];
  expect(listAddOns('translation-specialist').at(-1)).toMatchObject({
    id: 'add-on-3',
    unitPrice: 400,
    charged: 'counted',
    maxQuantity: 20,
  });
  expect(listAddOns('translation-general').map(({ id }) => id)).toEqual(['two-columns']);
});
