// A service page with a customer who may order.
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, live } from './journey.ts';
import { setLocalStorage } from './reused-page.ts';
import type { Shop } from './shop.ts';

export const SECRET = 'seven lanterns over the quay';

export async function makeAccount(shop: Shop): Promise<string> {
  const email = `maya-${randomBytes(6).toString('hex')}@shop.example`;
  await shop.call('POST /api/Accounts/register', {
    firstName: 'Maya',
    lastName: 'Ortega',
    email,
    password: SECRET,
    repeatedPassword: SECRET,
    agreedToPrivacyPolicy: true,
  });
  return email;
}

export async function arriveToOrder(shop: Shop, context: BrowserContext): Promise<void> {
  const email = await makeAccount(shop);
  const { body } = await shop.call('POST /api/Accounts/login', { email, password: SECRET });
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { ...(body as Record<string, string>), agreePrivacy: 'true' });
}

export async function openService(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await live(page);
  await expect(briefForm(page)).toBeVisible();
}

/** With the optional questions, which are folded. */
export async function openWholeBrief(page: Page, address: string): Promise<void> {
  await openService(page, address);
  const folds = briefForm(page).locator('details:not([open]) > summary');
  for (let count = await folds.count(); count > 0; count -= 1) {
    await folds.first().click();
    await expect(folds).toHaveCount(count - 1);
  }
}

export const briefForm = (page: Page) => page.locator('form#brief');
export const putButton = (page: Page) => page.locator('button[form=brief]:visible');
export const nextButton = (page: Page) => page.getByRole('button', { name: /^(Next|Siguiente|次へ)$/ });
