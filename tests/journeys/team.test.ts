// The team of an account in the browser: an invitation by mail is accepted, and the member acts for the
// account.
import type { BrowserContext, Page } from '@playwright/test';
import { linkIn, logIn } from '../support/accounts.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look } from '../support/journey.ts';
import { type Buyer, funded } from '../support/money.ts';
import { shoot } from '../support/page.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import type { Shop } from '../support/shop.ts';
import { member, person } from '../support/team.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

async function arrive(shop: Shop, context: BrowserContext, page: Page, { email }: Buyer, path: string): Promise<void> {
  const { token, refreshToken } = await logIn(shop, email, { rememberMe: true });
  await context.clock.setFixedTime(shop.clock.now());
  await setLocalStorage(context, { accessToken: token, refreshToken, agreePrivacy: 'true' });
  await page.goto(path);
  await live(page);
}

test('team: invited by mail, joined, seen by both, removed', async ({ page, context, shop, pageErrors }) => {
  const [owner, colleague] = [await person(shop), await person(shop)];
  await funded(shop, owner, 12_300);
  await member(shop, owner, 'accountant');
  await arrive(shop, context, page, owner, '/cabinet/account-details');
  await page.getByRole('textbox', { name: 'Email address of a colleague' }).fill(colleague.email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();
  for (const [lang, width, colorScheme] of [
    ['en', 1280, 'light'],
    ['jp', 390, 'dark'],
    ['en', 390, 'light'],
  ] as const) {
    await page.goto(`/cabinet/account-details?lang=${lang}`);
    await look(page, { width, colorScheme });
    await expect(page.locator('#team')).toBeVisible();
    await expect(page.getByText(colleague.email)).toBeVisible();
    await page.locator('#team').scrollIntoViewIfNeeded();
    await shoot(page, `team/section-${width}-${colorScheme}-${lang}`, { fullPage: true });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  const { text } = await shop.mail(colleague.email, /invites you/);
  const link = linkIn(text, '/account/invitation');
  await arrive(shop, context, page, colleague, link.slice(shop.urls.storefront.length));
  await expect(page.getByText('Your role: Orders.')).toBeVisible();
  await shoot(page, 'team/invitation-390-light');
  await page.getByRole('button', { name: 'Join the team' }).click();
  await page.waitForURL(/order-history/);
  await expect(page.getByText('€123.00')).toBeVisible();
  await expect(page.getByText('Acting for')).toBeVisible();
  await look(page, { width: 1280, colorScheme: 'dark' });
  await shoot(page, 'team/acting-1280-dark');
  await shop.call('POST /api/team/remove', { personId: colleague.id }, { token: owner.token });
  await page.reload();
  await expect(page.getByText('You don’t act for this account any more.').first()).toBeVisible();
  await shoot(page, 'team/removed-1280-dark');
  await page.getByRole('button', { name: 'Switch to Ada Sample' }).click();
  await expect(page.getByText('€0.00')).toBeVisible();
  // What the removed member’s page asked for.
  pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !error.includes('403 (Forbidden)')));
});
