// Support tickets: in the account area with files and live answers, and by the emailed link with and without
// script.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { codeIn, logIn, register } from '../support/accounts.ts';
import { samples } from '../support/files.ts';
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, live, look, shoot } from '../support/journey.ts';
import { expected, getOrderMenu, HISTORY, open, ordered, shopper, story } from '../support/orders.ts';
import type { Shop } from '../support/shop.ts';
import { asked, atDesk, operator, sendTicket, somebody } from '../support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const canary = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const thread = (page: Page) => page.locator('main ol > li');
const linkIn = (text: string): string => /https?:\S+\/contact\/ticket\?code=[0-9a-z]{26}/.exec(text)?.[0] ?? '';

/** A guest with an answered ticket, and the link in the answer. */
async function answered(shop: Shop, language = 'en', message = 'How long does a story take?') {
  const email = somebody();
  const { ticketNumber: number } = await sendTicket(shop, asked({ email, message }), { language });
  const desk = await atDesk(shop, operator('Olga'));
  await desk.answer(number, `Two days.\nAt most. ${canary}`);
  return { email, number, desk, link: linkIn((await shop.mail(email, /: an answer/)).text) };
}

describe('tickets in the account area', () => {
  test('ticket about an order: sent with a file, answered live, continued and closed', async ({ page, context, shop }) => {
    const ada = await shopper(shop, context);
    await ordered(shop, ada, { lines: [story] });
    await open(page, HISTORY);
    await getOrderMenu(page.locator('main')).click();
    await page.getByRole('link', { name: /^Get help with F-/ }).click();
    await expect(page.getByLabel('Which order is it about?')).toHaveValue(/^F-/);
    await page.getByLabel('Your message').fill(`When does it come? ${canary}`);
    await page.getByLabel('Choose files').setInputFiles({ name: 'brief.pdf', mimeType: 'application/pdf', buffer: samples.pdf });
    await expect(page.getByRole('button', { name: 'Remove brief.pdf' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(thread(page)).toHaveCount(1);
    await expect(thread(page)).toContainText(canary);
    await expect(page.getByText('Waiting for our answer')).toBeVisible();
    const number = await page.getByRole('heading', { level: 2 }).first().innerText();

    const desk = await atDesk(shop, operator('Olga'));
    await desk.answer(number, 'Tomorrow, by noon.');
    // Without a reload.
    await expect(thread(page).nth(1)).toContainText('Tomorrow, by noon.');
    await expect(thread(page).nth(1)).toContainText('Olga, Fanfare');
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
    for (const width of [320, 1280]) {
      await look(page, { width, colorScheme: width === 320 ? 'dark' : 'light' });
      await expectAccessible(page);
    }
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save brief.pdf' }).click()]);
    expect(file.suggestedFilename()).toBe('brief.pdf');

    await page.getByLabel('Your answer').fill('Wonderful!');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(thread(page)).toHaveCount(3);
    await expect(page.getByLabel('Your answer')).toHaveValue('');
    await page.getByRole('button', { name: 'Mark as solved' }).click();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    expect((await desk.read(number)).ticket.status).toBe('closed');
    await page.getByRole('link', { name: 'All questions' }).click();
    await expect(page.getByRole('link', { name: /^When does it come\?/ })).toBeVisible();
    expect(await page.title()).not.toMatch(/^\d/);
  });

  test('Japanese: from no tickets to the first one, and a ticket of another account is not found', async ({
    page,
    context,
    shop,
    pageErrors,
  }) => {
    await shopper(shop, context, [], {});
    await context.addCookies([{ name: 'locale', value: 'jp', url: shop.urls.storefront }]);
    await open(page, '/cabinet/support');
    await expect(page.getByText('お問い合わせはまだありません。')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: '問い合わせる' }).click();
    await page.getByRole('button', { name: 'メッセージを送る' }).click();
    await expect(page.locator('section[aria-labelledby="ask-told"]')).toBeFocused();
    await page.getByLabel('メッセージ').fill('納期について教えてください。');
    await page.getByRole('button', { name: 'メッセージを送る' }).click();
    await expect(thread(page)).toContainText('納期について教えてください。');
    const { number } = await answered(shop);
    await open(page, `/cabinet/support?ticket=${number}`);
    await expect(page.getByText('お問い合わせが見つかりません。')).toBeVisible();
    expected(pageErrors, /404.*support\/ticket/s);
  });
});

const openIt = (page: Page) => page.getByRole('button', { name: 'Open the conversation' });

/** Checks accessibility on every screen size in both themes. */
async function looksWell(page: Page, state: string): Promise<void> {
  for (const [width, colorScheme] of [[390, 'dark'] as const, [1280, 'light'] as const]) {
    await look(page, { width, colorScheme });
    await expectAccessible(page);
    await shoot(page, `ticket-link/${state}-${width}-${colorScheme}`);
  }
  await look(page, { width: 320, colorScheme: 'light' });
  await expectNoSidewaysScroll(page, state);
  await look(page, { width: 1280, colorScheme: 'light' });
}

describe('tickets by the emailed link', () => {
  test('guest: opens the ticket by a button and answers; the code leaves the address, and messages are escaped', async ({
    page,
    shop,
    pageErrors,
  }) => {
    const { link, number, desk, email } = await answered(shop, 'en', `Hello? ${canary}`);
    await page.goto(link);
    await live(page);
    await expect(page).toHaveURL(/\/contact\/ticket$/);
    await looksWell(page, 'button');
    await openIt(page).click();
    await expect(thread(page)).toHaveCount(2);
    await live(page);
    await expect(page).toHaveURL(/\/contact\/ticket$/);
    expect(await page.evaluate(() => document.cookie)).not.toContain('ticket');
    await expect(thread(page).first()).toContainText(canary);
    // There is no account with this email address.
    await expect(page.getByText('Sent without logging in.')).toHaveCount(0);
    await looksWell(page, 'thread');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Write a message.').first()).toBeVisible();
    await page.getByLabel('Your answer').fill('Thank you!');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(thread(page)).toHaveCount(3);
    await live(page);
    await expect(page).toHaveURL(/\/contact\/ticket$/);
    await expect(page.getByLabel('Your answer')).toHaveValue('');
    await expect(page.getByText('Thanks, we’ve got your message.')).toBeVisible();
    await expect(thread(page).last().locator('article')).toBeFocused();
    await looksWell(page, 'sent');
    expect((await desk.read(number)).messages.at(-1)).toMatchObject({ author: 'guest', text: 'Thank you!' });
    expect(await page.title()).not.toMatch(/^\d/);
    await page.reload();
    await expect(thread(page)).toHaveCount(3);

    // The same link again opens the ticket in this browser, and offers a new link elsewhere.
    await page.goto(link);
    await live(page);
    await openIt(page).click();
    await expect(thread(page)).toHaveCount(3);
    await page.context().clearCookies();
    await page.goto(link);
    await live(page);
    await openIt(page).click();
    await expect(page.getByText('This link was already used.')).toBeVisible();
    await live(page);
    await looksWell(page, 'used');
    await page.getByRole('button', { name: 'Send me a new link' }).click();
    await expect(page.getByText('We’re sending you a new link.')).toBeVisible();
    await live(page);
    await looksWell(page, 'new-link');
    await page.goto(linkIn((await shop.mail(email, /: a new link/)).text));
    await live(page);
    await openIt(page).click();
    await expect(thread(page)).toHaveCount(3);
    expected(pageErrors, /400/);
  });

  test('customer: claims a ticket sent without log-in, and it appears in the account', async ({ page, shop }) => {
    const email = await register(shop);
    await shop.call('POST /api/Accounts/confirm-email', { code: codeIn((await shop.mail(email, /Welcome/)).text) });
    const { token } = await logIn(shop, email);
    const { ticketNumber } = await sendTicket(shop, asked({ email }));
    const listed = async () => (await shop.call('GET /api/support/tickets', undefined, { token })).body.tickets.map(({ number }) => number);
    await page.goto(linkIn((await shop.mail(email, new RegExp(ticketNumber))).text));
    await live(page);
    await openIt(page).click();
    await expect(page.getByText('Sent without logging in.')).toBeVisible();
    await expectAccessible(page);
    expect(await listed()).toEqual([]);
    await page.getByRole('button', { name: 'Yes, it’s mine' }).click();
    await expect(thread(page)).toHaveCount(1);
    await expect(page.getByText('Sent without logging in.')).toHaveCount(0);
    expect(await listed()).toEqual([ticketNumber]);
  });

  test('without script: the ticket opens and is answered', async ({ openContext, shop, pageErrors }) => {
    const { link, number, desk } = await answered(shop);
    const context = await openContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(link);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await openIt(page).click();
    await expect(page).toHaveURL(/\/contact\/ticket$/);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Write a message.').first()).toBeVisible();
    expected(pageErrors, /400/);
    await expect(thread(page)).toHaveCount(2);
    await page.getByLabel('Your answer').fill('Without script.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(thread(page)).toHaveCount(3);
    expect((await desk.read(number)).messages.at(-1)).toMatchObject({ text: 'Without script.' });
    await context.clearCookies();
    await page.getByLabel('Your answer').fill('Too late.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Your message wasn’t sent')).toBeVisible();
    await expect(page.getByText('Too late.')).toBeVisible();
    await page.goto(`${shop.urls.storefront}/contact/ticket?code=${'0'.repeat(26)}`);
    await openIt(page).click();
    await expect(page.getByText('This link is no longer valid.')).toBeVisible();
    expected(pageErrors, /400/);
  });
});
