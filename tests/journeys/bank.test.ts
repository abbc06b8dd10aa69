// The payment page of the sandbox: accessible, and its buttons work and lead back to the shop.
import type { Request } from '@playwright/test';
import { createSandboxProvider, linkTo, payable } from '../support/bank.ts';
import { isFirefox } from '../support/browser.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, look, test } from '../support/journey.ts';

test('payment: confirmed in a second step, paid once, and back to the shop', async ({ page, shop, pageErrors }) => {
  const provider = await createSandboxProvider(shop.ctx);
  const request = payable(shop.ctx, { locale: 'es', returnUrl: `${shop.urls.storefront}/faq?paid` });
  const link = linkTo(provider, request);
  await page.goto(link);
  await expectAccessible(page);
  await look(page, { width: 320, colorScheme: 'dark' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Pagar y confirmar en la aplicación de tu banco' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.waitForURL(request.returnUrl);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ya está pagado');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Volver a la tienda' }).click();
  await page.waitForURL(request.returnUrl);
  // Chromium logs the error status of the page "paid already".
  expect(pageErrors.splice(0)).toEqual(isFirefox ? [] : [expect.stringContaining('409')]);
  await page.goto(`${shop.urls.sandbox}/bank`);
  await expectAccessible(page);
  await expect(page.getByRole('row', { name: request.paymentId })).toContainText('€49.00');
});

test('lost response: the browser does not send the payment again', async ({ page, shop, pageErrors }) => {
  const provider = await createSandboxProvider(shop.ctx);
  const request = payable(shop.ctx);
  await page.goto(linkTo(provider, request));
  // Firefox takes the broken answer for one of HTTP/0.9.
  const isPost = (each: Request) => each.method() === 'POST';
  const broken = isFirefox ? page.waitForEvent('requestfinished', isPost) : page.waitForEvent('requestfailed', isPost);
  await page.getByRole('button', { name: 'Pay, but lose the response' }).click();
  await broken;
  expect(await provider.askState(request, new AbortController().signal)).toMatchObject({ state: 'paid' });
  await expect(page.getByText('Already paid')).toHaveCount(0);
  expect(pageErrors.splice(0).join()).not.toContain('409');
});
