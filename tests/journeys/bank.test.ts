// The sandbox's payment page in a browser: it can be used by everyone, its buttons do what they say, and they lead back to the shop.
import { linkTo, payable, providerOf } from '../support/bank.ts';
import { expect, expectAccessible, look, test } from '../support/journey.ts';

test('a payment is confirmed in a second step, leads back to the shop, and is paid once', async ({ page, shop, faults }) => {
  const provider = await providerOf(shop.ground);
  const ask = payable(shop.ground, { locale: 'es', returnUrl: `${shop.urls.storefront}/faq?paid` });
  const link = linkTo(provider, ask);
  await page.goto(link);
  await expectAccessible(page);
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('link', { name: 'Pagar y confirmar en la aplicación de su banco' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.waitForURL(ask.returnUrl);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ya está pagado');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Volver a la tienda' }).click();
  await page.waitForURL(ask.returnUrl);
  // The browser writes down that the page said "paid already" with a status of its own.
  expect(faults.splice(0)).toEqual([expect.stringContaining('409')]);
  await page.goto(`${shop.urls.sandbox}/bank`);
  await expectAccessible(page);
  await expect(page.getByRole('row', { name: ask.paymentId })).toContainText('€49.00');
});

test('an answer that is lost is not asked for again by the browser', async ({ page, shop, faults }) => {
  const provider = await providerOf(shop.ground);
  const ask = payable(shop.ground);
  await page.goto(linkTo(provider, ask));
  const broken = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Pay, but lose the answer' }).click();
  await broken;
  expect(await provider.askState(ask, new AbortController().signal)).toMatchObject({ state: 'paid' });
  expect(faults.splice(0).join()).not.toContain('409');
});
