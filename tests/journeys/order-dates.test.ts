// The date of an order: page, email, API and desk show the same date in every state.

import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import * as cartLines from '../support/cart-lines.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { again, type Buyer, becomes, listOrders, pay } from '../support/money.ts';
import { fillIn, HISTORY, inZone, open, openOrder, ordered, row, shopper, story } from '../support/orders.ts';
import { brief, createBrief, whole } from '../support/pieces.ts';
import { setLocalStorage } from '../support/reused-page.ts';
import { addInvoiceDetails } from '../support/rows/accounts.ts';
import { letRun } from '../support/rows/jobs.ts';
import { type Shop, shopFixture } from '../support/shop.ts';
import { desk } from '../support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
/** In another shop, whose clock is turned by days. */
const laterTest = test.extend('shop', { scope: 'file' }, shopFixture);

type Moment = { readonly shop: Shop; readonly page: Page; readonly who: Buyer; readonly name: RegExp };

/** The date from the API, after checking that page and desk show the same. */
async function seen({ shop, page, who, name }: Moment, reason: RegExp | string) {
  const [order] = await listOrders(shop, await again(shop, who));
  const { expectedAt = null, estimatedDeliveryAt = '' } = order ?? {};
  await openOrder(page, name);
  const card = page.locator('main');
  await expect(card).toContainText(reason);
  if (expectedAt && order?.expectedBecause !== 'instant') await expect(card).toContainText(inZone(expectedAt, 'Europe/Berlin'));
  const [estimate, day] = [estimatedDeliveryAt, expectedAt ?? ''].map((iso) => inZone(iso, 'Europe/Berlin').split(' at ')[0]);
  // One date: the estimate is shown as such on its own day only, and later in the timeline.
  if (estimate === day) await expect(card).toContainText(`Estimated delivery: ${inZone(expectedAt ?? '', 'Europe/Berlin')}`);
  else await expect(card).toContainText(`Estimated delivery when ordered: ${estimate}`);
  await expect(card.getByText(/Estimated delivery:/)).toHaveCount(estimate === day ? 1 : 0);
  const pieces = (await whole(shop, await again(shop, who), order?.id ?? '')).pieces.filter((each) => each.expectedAt === expectedAt);
  expect(pieces.map((each) => each.expectedBecause)).toContain(order?.expectedBecause);
  if (order?.paidAt)
    expect(await desk(shop).piece(pieces[0]?.id ?? '')).toMatchObject({ expectedAt, expectedBecause: order.expectedBecause });
  await page.goBack();
  return { expectedAt, because: order?.expectedBecause };
}

/** Mails have no narrow spaces. */
const plainSpaces = (text: string): string => text.replaceAll('\u202f', ' ');

async function mailed(shop: Shop, { email }: Buyer): Promise<string> {
  await letRun(shop, 'orders.sendConfirmations');
  return (await shop.mail(email, /^Your order is confirmed: Brand Stories/)).text;
}

test('start of work: asked in Norway without a default, not asked in Japan or with a VAT ID', async ({ page, context, shop }) => {
  const who = await shopper(shop, context, [story]);
  await open(page);
  const radios = page.getByRole('radio', { name: /^(Start now|Wait until my 14 days are over):/ });
  await fillIn(page);
  await expect(radios).toHaveCount(2);
  await expect(page.locator('section[aria-labelledby=review]')).toContainText('48 hours from payment');
  await expect(radios.first()).toHaveAccessibleName(/^Start now: expected by May 14, 2026\. I agree/);
  await expect(radios.last()).toHaveAccessibleName(
    'Wait until my 14 days are over: work starts on May 27, 2026, expected by May 29, 2026.',
  );
  await expectAccessible(page);
  await page.getByLabel('Country').selectOption('JP');
  await expect(radios).toHaveCount(0);
  await expect(page.locator('section[aria-labelledby=review]')).toContainText('Expected by May 14, 2026, 48 hours from payment.');
  await page.getByLabel('Country').selectOption('DE');
  await page.reload();
  await open(page);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByLabel(/^I agree to the terms/).check();
  await page.getByRole('button', { name: /^Order and pay/ }).click();
  await expect(page.getByText('Choose when work should start.').first()).toBeVisible();
  await radios.last().check();
  await expect(page.locator('section[aria-labelledby=review]')).toContainText('Expected by May 29, 2026: work starts on May 27, 2026');
  await addInvoiceDetails(shop, who.email, 'Loaf', 'DE136695976');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible();
  await expect(radios).toHaveCount(0);
});

describe.for([
  ['es', 'es-ES', /^Empezar ya: .*Acepto/s, /^Esperar a que terminen mis 14 días: .*May 27, 2026.*May 29, 2026/s],
  ['jp', 'ja-JP', /^すぐに開始：.*May 14, 2026.*同意/s, /^14日.*May 27, 2026.*May 29, 2026/s],
] as const)('cart in %s', ([lang, locale, now, wait]) => {
  test.override('contextOptions', { locale });

  test('start of work in Norway: two answers with their dates, none chosen', async ({ page, context, shop }) => {
    await shopper(shop, context, [story]);
    await open(page, `/cart?lang=${lang}`);
    await page.locator('select[autocomplete~=country]').selectOption('NO');
    const radios = page
      .locator('fieldset')
      .filter({ has: page.locator('input[type=radio][value=wait]') })
      .getByRole('radio');
    await expect(radios).toHaveCount(2);
    await expect(radios.first()).toHaveAccessibleName(now);
    await expect(radios.last()).toHaveAccessibleName(wait);
    for (const radio of await radios.all()) await expect(radio).not.toBeChecked();
    await expectAccessible(page);
    await page.locator('select[autocomplete~=country]').selectOption('JP');
    await expect(radios).toHaveCount(0);
  });
});

describe('order paid days later', () => {
  laterTest('start after the withdrawal period: one date in each state, and no past date in the email', async ({ page, context, shop }) => {
    const who = await shopper(shop, context);
    const at = { shop, page, who, name: /^Brand Stories/ };
    const { paymentLink } = await ordered(shop, who, { lines: [story], startNow: false });
    await open(page, HISTORY);
    expect((await seen(at, 'Work starts when your 14-day withdrawal period ends.')).because).toBe('mayBeginLater');
    await pay(paymentLink ?? '');
    await becomes(shop, who, [2]);
    await page.reload();
    const paid = await seen(at, 'when your 14-day withdrawal period ends');
    expect(await mailed(shop, who)).toContain(`Expected by ${plainSpaces(inZone(paid.expectedAt ?? '', 'UTC'))} UTC. Work starts on`);
    shop.clock.turn({ days: 19 });
    const [late] = await listOrders(shop, await again(shop, who));
    expect(late).toMatchObject({ expectedBecause: 'late', expectedAt: paid.expectedAt, dueAt: paid.expectedAt });
  });

  laterTest('start now: 48 hours from the payment on the page, in the email and at the desk', async ({ page, context, shop }) => {
    const who = await shopper(shop, context);
    const at = { shop, page, who, name: /^Brand Stories/ };
    const { purchaseId } = await ordered(shop, who, { lines: [story], startNow: true });
    shop.clock.turn({ days: 5 });
    await context.clock.setFixedTime(shop.clock.now());
    const fresh = await again(shop, who);
    const { body } = await shop.call('POST /api/orders/pay', { purchaseId }, { token: fresh.token });
    await pay(body.paymentLink ?? '');
    await becomes(shop, fresh, [2]);
    await setLocalStorage(context, { accessToken: fresh.token });
    await open(page, HISTORY);
    const { expectedAt, because } = await seen(at, '48 hours from your payment');
    expect([because, Date.parse(expectedAt ?? '') - shop.clock.now().getTime()]).toEqual(['paid', 48 * 3_600_000]);
    expect(await mailed(shop, who)).toContain(`Expected by ${plainSpaces(inZone(expectedAt ?? '', 'UTC'))} UTC`);
  });
});

test('bundle: no date before a brief, then the date of that piece', async ({ page, context, shop }) => {
  const who = await shopper(shop, context);
  const at = { shop, page, who, name: /^Brand Expansion Suite/ };
  const { paymentLink, orderIds } = await ordered(shop, who, { lines: [cartLines.suite()], startNow: true });
  await pay(paymentLink ?? '');
  await becomes(shop, who, [2]);
  await open(page, HISTORY);
  expect((await seen(at, 'if you send the brief now')).because).toBe('paused');
  const { pieces } = await whole(shop, who, orderIds[0] ?? '');
  const piece = pieces.find(({ offerId }) => offerId === 'brand-stories-600');
  expect((await brief(shop, who, orderIds[0] ?? '', piece ? [createBrief(piece)] : [])).status).toBe(200);
  await page.reload();
  expect((await seen(at, '4 pieces need a brief')).because).toBe('paid');
});

test('disputed payment: no clock runs, and no brief is requested after the bank has taken the money back', async ({
  page,
  context,
  shop,
}) => {
  const who = await shopper(shop, context);
  const main = page.locator('main');
  const purchases = [
    [cartLines.suite(), 'dispute-lost'],
    [cartLines.story(), 'dispute'],
    [cartLines.kits(), 'late'],
  ] as const;
  for (const [line, outcome] of purchases) {
    const { paymentLink } = await ordered(shop, who, { lines: [line], startNow: true });
    await pay(paymentLink ?? '', outcome);
  }
  const states = async () => (await listOrders(shop, who)).map(({ status, dispute }) => `${status} ${dispute}`).toSorted();
  await expect.poll(states).toEqual(['1 null', '2 lost', '2 open']);
  await open(page, HISTORY);
  await expect(main.getByRole('article')).toHaveCount(3);
  await expect(main.getByRole('progressbar')).toHaveCount(0);
  await expect(row(page, /^Brand Expansion Suite/)).not.toContainText('brief');

  await openOrder(page, /^Brand Expansion Suite/);
  await expect(main).toContainText('Payment taken back.');
  await expect(main).not.toContainText('brief');
  await page.goBack();
  await openOrder(page, /^Brand Stories/);
  await expect(main).toContainText('On hold because of a dispute about your payment.');
  await page.goBack();
  await openOrder(page, /^Social Boosts/);
  await expect(main).toContainText('We are checking with your bank');
  await expect(main).not.toContainText('if you pay now');
});

test('bundle with a later start: shows the start of work and no period from the brief', async ({ page, context, shop }) => {
  const who = await shopper(shop, context);
  const { paymentLink } = await ordered(shop, who, { lines: [cartLines.suite()], startNow: false });
  await pay(paymentLink ?? '');
  await becomes(shop, who, [2]);
  await open(page, HISTORY);
  expect((await seen({ shop, page, who, name: /^Brand Expansion Suite/ }, 'when your 14-day withdrawal period ends')).because).toBe(
    'mayBeginLater',
  );
  await openOrder(page, /^Brand Expansion Suite/);
  await expect(page.locator('main')).not.toContainText('48-hour clock');
});
