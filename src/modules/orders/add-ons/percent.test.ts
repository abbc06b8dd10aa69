// An add-on with a percentage, over HTTP: a percentage of the price of the units with their surcharge. The
// order stores the amount, and the invoice shows it.

import { kits, tags } from '../../../../tests/support/cart-lines.ts';
import { buyer, expectAudited, fetchPrice, funded, getErrors, listOrders, order, placed } from '../../../../tests/support/money.ts';
import { ownerFiles } from '../../../../tests/support/owner-files.ts';
import { issue, listInvoices, readContent } from '../../../../tests/support/sample-shop.ts';
import { test as base, expect } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
const express = [{ id: 'express', quantity: 1 }];

test('percentage add-on: ordered, invoiced, refused at another price, and unchanged in the order when the owner raises it', async ({
  shop,
}) => {
  await shop.makeDemo();
  await using files = await ownerFiles(shop);
  for (const file of ['social-boosts.yaml', 'hashtag-magic.yaml'])
    await files.edit(
      file,
      /^offers:$/m,
      'addOns:\n  - { id: express, name: { en: Express, es: Exprés, jp: 特急 }, charged: percent, percent: 25 }\noffers:',
    );
  await files.import();
  const findAddOn = async (offerId: string) =>
    (await shop.call('POST /api/prices', { currency: 0 })).body.offers.find(({ id }) => id === offerId)?.addOns?.[0];
  await expect.poll(() => findAddOn('social-boosts-3')).toMatchObject({ charged: 'percent', percent: 25, unitPrice: 0 });
  const ada = await buyer(shop);
  await funded(shop, ada, 100_000);
  // LinkedIn has a surcharge, which is part of what the percentage is of; half a cent is rounded up.
  const getQuarter = (price: number) => Math.floor((price * 25 + 50) / 100);
  for (const line of [kits(), tags(), tags({ quantity: 3 })]) {
    const plain = await fetchPrice(shop, ada, [line]);
    expect(await fetchPrice(shop, ada, [{ ...line, addOns: express }])).toBe(plain + getQuarter(plain));
  }
  const plain = await fetchPrice(shop, ada, [kits()]);
  const lines = [kits({ addOns: express })];
  expect(getErrors(await order(shop, ada, { lines, price: plain }))).toMatchObject([400, { price: [expect.any(String)] }]);
  expect(getErrors(await order(shop, ada, { lines: [kits({ addOns: [{ id: 'express', quantity: 2 }] })], price: plain }))[0]).toBe(400);
  await placed(shop, ada, { lines, payFromBalance: true });
  await files.edit('social-boosts.yaml', 'percent: 25', 'percent: 50');
  await files.import();
  await expect.poll(() => findAddOn('social-boosts-3')).toMatchObject({ percent: 50 });
  const [bought] = await listOrders(shop, ada);
  expect(bought?.addOns).toEqual([{ id: 'express', name: 'Express', quantity: 1, unitPrice: getQuarter(plain) }]);
  await issue(shop);
  const [invoice] = (await listInvoices(shop, ada)).filter(({ kind }) => kind === 'invoice');
  const { lines: printed } = await readContent(shop, invoice?.id);
  expect(printed.map(({ name }) => name)).toContain('Add-on: Express');
  await expectAudited(shop);
});
