// A service whose offers ask different questions.
import { test as base, expect } from '../support/journey.ts';
import { arriveToOrder, briefForm, openService } from '../support/orders.ts';
import { ownerFiles } from '../support/owner-files.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('offer that asks more than the first one: its questions appear, and an answer stays if the offer is changed back', async ({
  page,
  context,
  shop,
}) => {
  await using files = await ownerFiles(shop);
  await files.edit('quick-reads.yaml', /(- id: quick-reads-300\n)/, '$1    asks: [language, rightsConfirmed]\n');
  await files.import();
  await arriveToOrder(shop, context);
  const brand = briefForm(page).getByRole('textbox', { name: 'Brand name' });
  await expect(async () => {
    await openService(page, '/services/quick-reads');
    await expect(brand).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await briefForm(page)
    .getByRole('radio', { name: /^500 words/ })
    .check();
  await brand.fill('Loaf & Queue');
  await briefForm(page)
    .getByRole('radio', { name: /^300 words/ })
    .check();
  await expect(brand).toHaveCount(0);
  await briefForm(page)
    .getByRole('radio', { name: /^500 words/ })
    .check();
  await expect(brand).toHaveValue('Loaf & Queue');
});
