// The sample of a studio for logos and short video: pages, an order delivered as a picture, and a short visit
// with a browser.
import { join } from 'node:path';
import { samples } from '../support/files.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { buyer } from '../support/money.ts';
import { open, openOrder, shopper } from '../support/orders.ts';
import { expectOwnPages, expectSold, samplesFolder } from '../support/sample-shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { folder: join(samplesFolder, 'studio'), environment: { RATE_LIMITS: 'off' } });

const answers = {
  brandName: 'Oar & Echo',
  whatYouDo: 'We hire out rowing boats on a lake, from the first thaw to the first ice.',
  kindOfMark: 'open',
  usedOn: ['web', 'shopSign'],
  rightsConfirmed: true,
};
const logo = { offerId: 'logo-two', quantity: 1, platform: null, answers };

test('studio: every public page answers in every language, without a word of the default shop', async ({ shop }) => {
  await expectOwnPages(shop);
});

test('studio: a logo is ordered, paid, delivered as a picture and invoiced', async ({ shop }) => {
  await expectSold(shop, await buyer(shop), [logo], { name: 'concepts.png', content: samples.png });
});

test('studio: a customer sees the order, its rounds of feedback and the picture', async ({ page, context, shop }) => {
  const ada = await shopper(shop, context);
  await expectSold(shop, ada, [logo], { name: 'concepts.png', content: samples.png });
  await open(page, '/cabinet/order-history');
  await openOrder(page, /Logo design/);
  await expect(page.getByText('concepts.png').first()).toBeVisible();
  await expectAccessible(page);
});

test('studio: services have numbers from 100, and a brief asks nothing about platforms', async ({ shop }) => {
  const { body } = await shop.call('POST /api/prices', { currency: 0 });
  expect(body.platformTypes).toEqual([]);
  expect([...new Set(body.offers.map(({ serviceType }) => serviceType))].toSorted()).toEqual([100, 101, 102, 103, 104, 105, 106]);
});
