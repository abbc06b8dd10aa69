// Reports and the set-up of an owner: charts, CSV downloads and checks.
import { readFile } from 'node:fs/promises';
import { fillLarge } from '../../scripts/large-shop/fill.ts';
import { getBody } from '../support/browser.ts';
import { logInToDesk, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, shoot } from '../support/journey.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import { letRun } from '../support/rows/jobs.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { at: new Date(), environment: { RATE_LIMITS: 'off' } });

test('owner: reads the reports, downloads a table, and goes through the set-up', async ({ page, shop, pageErrors }) => {
  await fillLarge(shop.connection, { accounts: 20, orders: 1_200, days: 60, tickets: 40 }, () => undefined);
  await letRun(shop, 'desk.aggregateReports');
  const owner = await operating(shop, 'owner', { name: 'Ada' });
  await logInToDesk(page, shop, owner.email, '/reports?currency=1');

  await expect(page.getByRole('img', { name: /in total after refunds/ })).toBeVisible();
  // Logged for the request before log-in.
  expect(pageErrors.splice(0).every((error) => error.includes('401'))).toBe(true);
  await expectAccessible(page);
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/currency=1&from=\d{4}-\d\d-\d\d&to=/);
  const week = page.getByRole('region', { name: 'Revenue by day' }).first();
  await week.getByText('Show as table').click();
  await expect(week.getByRole('row')).toHaveCount(8);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Revenue by day as CSV' }).click()]);
  const rows = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(rows).toHaveLength(9);
  expect(rows[1]).toMatch(/^\d{4}-\d\d-\d\d,USD,\d+,\d+\.\d\d,/);
  await page.getByRole('combobox', { name: 'Currency', exact: true }).selectOption('EUR');
  await expect(page).toHaveURL(/currency=0/);
  await expect(page.getByRole('img', { name: /€[\d,.]+ in total/ })).toBeVisible();
  await shoot(page, 'desk/reports');

  await page.getByRole('link', { name: 'Set-up' }).click();
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('only to the test mailbox on this machine')).toBeVisible();
  expect((await shop.mail(owner.email)).subject).toMatch(/arrives/);
  await page.getByRole('button', { name: 'I’ve reviewed them' }).click();
  await expect(page.getByText('1 of 13 steps done')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'desk/setup');

  await page.getByRole('link', { name: 'Failures' }).click();
  await expect(page.getByText('No failures')).toBeVisible();
  await expectAccessible(page);
});

test('page views: counted only for visitors who agreed', async ({ openContext, shop }) => {
  const told: string[] = [];
  for (const agreePrivacy of ['true', 'false']) {
    const context = await openContext({ baseURL: shop.urls.storefront });
    await setLocalStorage(context, { agreePrivacy });
    const page = await context.newPage();
    page.on('request', (request) => {
      if (request.url().endsWith('/api/visits')) told.push(`${agreePrivacy} ${getBody(request)}`);
    });
    await page.goto('/');
    await page.locator('html[data-live="1"]').waitFor({ state: 'attached' });
    if (agreePrivacy === 'true') await expect.poll(() => told.length).toBe(1);
    await page.locator('header a[href="/services"]').first().click();
    await expect(page).toHaveURL(/\/services$/);
    if (agreePrivacy === 'true') await expect.poll(() => told.length).toBe(2);
    await context.close();
  }
  expect(told).toEqual(['true {"page":"home"}', 'true {"page":"services"}']);
});
