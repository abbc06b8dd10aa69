// The contact form: keyboard, errors, drafts, a bad connection, languages, and without script.
import type { BrowserContext, Page } from '@playwright/test';
import { describe } from 'vitest';
import { isFirefox } from '../support/browser.ts';
import { test as base, expect, expectAccessible, findChunk, formReady, live, look, looksIn } from '../support/journey.ts';
import { environment, somebody, somewhere } from '../support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const call = '**/api/support/create-ticket';
const fields = (page: Page) => ({
  name: page.getByLabel('Your name'),
  email: page.getByLabel('Your email address'),
  message: page.getByLabel('Your message'),
  send: page.getByRole('button', { name: 'Send message' }),
  summary: page.locator('section[aria-labelledby="told"]'),
});

async function open(page: Page, path = '/contact') {
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': somewhere() });
  await page.goto(path);
  await live(page);
  return fields(page);
}

async function fill(page: Page, email = somebody()): Promise<string> {
  const { name, email: address, message } = fields(page);
  await name.fill('Maya');
  await formReady(page);
  await address.fill(email);
  await message.fill('How long does a story take?');
  return email;
}

/** Counts the API calls. */
function counting(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().includes('create-ticket')) count += 1;
  });
  return () => count;
}

test('contact form: sent by keyboard alone, and shows the ticket number', async ({ page, shop }) => {
  const email = somebody();
  const { name, summary } = await open(page);
  await name.focus();
  for (const text of ['Maya', email, 'How long does a story take?']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByRole('button', { name: 'Send message' })).toBeFocused();
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { name: 'Thanks, we’ve got your message.' });
  await expect(title).toBeFocused();
  await expect(summary).toHaveCount(0);
  const number = (await page.locator('main b').textContent()) ?? '';
  expect(number).toMatch(/^T-[0-9A-HJKMNP-TV-Z]{6}$/);
  expect((await shop.mail(email)).subject).toContain(number);
  await page.reload();
  await live(page);
  await expect(page.locator('main b')).toHaveText(number);
  await page.getByRole('link', { name: 'Send another message' }).click();
  await expect(name).toHaveValue('');
  await page.goBack();
  await expect(page.locator('main b')).toHaveText(number);
});

test('contact form: states the minimum length of a message', async ({ page }) => {
  const { message } = await open(page);
  await expect(message).toHaveAccessibleDescription(/At least 10 characters\./);
});

test('contact form with errors: a summary links to the fields, and an error clears while it is corrected', async ({ page, context }) => {
  const asked = counting(context);
  const { name, email, message, send, summary } = await open(page);
  await send.click();
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Contact/);
  await expect(summary.getByRole('listitem')).toHaveText([
    'Enter your name.',
    'Enter an email address, such as name@example.com.',
    'Tell us a little more: at least 10 characters.',
  ]);
  expect(asked()).toBe(0);
  for (const field of [name, email, message]) await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/We’ll answer to this address\. Enter an email address/);
  await summary.getByRole('link', { name: /Enter an email/ }).click();
  await expect(email).toBeFocused();
  // An error that went with the focus could not be read a second time.
  await page.keyboard.press('Tab');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.focus();
  await page.keyboard.type('m');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await fill(page);
  await send.click();
  await expect(page.getByText('Your ticket number')).toBeVisible();
  await expect(page).toHaveTitle(/^Contact/);
  expect(asked()).toBe(1);
});

describe('typed text', () => {
  const typed = async (page: Page) =>
    Promise.all([page.locator('#contact-name'), page.locator('#contact-message')].map((field) => field.inputValue()));

  test('error, reload or change of language: stays, and is removed when it is sent', async ({ page }) => {
    const { name, message, send, summary } = await open(page);
    await name.fill('Maya');
    await message.fill('Too long for nothing, too short for an address');
    await send.click();
    await expect(summary).toBeFocused();
    await page.reload();
    await live(page);
    await expect(name).toHaveValue('Maya');
    await send.click();
    await page.locator('summary', { hasText: 'Language:' }).click();
    await page.getByRole('link', { name: 'JP 日本語' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('メッセージを送る');
    // The script of the page that was loaded again restores the draft.
    await expect.poll(() => typed(page)).toEqual(['Maya', 'Too long for nothing, too short for an address']);
    await page.locator('main button[type=submit]').click();
    await expect(summary.getByRole('listitem')).toHaveText(['name@example.comのような形式でメールアドレスを入力してください。']);
    await expect(page).toHaveTitle(/^エラー： /);
    await page.goto('/services?lang=en');
    await page.goto('/contact');
    await live(page);
    await expect(name).toHaveValue('Maya');
    await fill(page);
    await send.click();
    await expect(page.getByText('Your ticket number')).toBeVisible();
    await page.goto('/contact');
    await live(page);
    expect(await typed(page)).toEqual(['', '']);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
  });

  test('page left before the script of the form has loaded: stays', async ({ page, pageErrors }) => {
    const script = await findChunk('src/site/enhance/forms.ts');
    await page.route(script, async (route) => route.abort());
    const { name } = await open(page);
    await name.fill('Maya');
    await page.unroute(script);
    await page.reload();
    await formReady(page);
    await expect(name).toHaveValue('Maya');
    pageErrors.length = 0;
  });

  test('log-out: removed', async ({ page }) => {
    const { name } = await open(page);
    await name.fill('Maya');
    await page.evaluate(() => localStorage.setItem('accessToken', 'a token'));
    await page.goto('/contact');
    await live(page);
    await expect(name).toHaveValue('Maya');
    await page.locator('summary', { hasText: 'Account' }).click();
    await page.getByRole('button', { name: 'Log out' }).first().click();
    await page.goto('/contact');
    await live(page);
    await expect(name).toHaveValue('');
  });

  test('lost connection: stays', async ({ page, context, pageErrors }) => {
    const { send, summary } = await open(page);
    const email = await fill(page);
    await context.setOffline(true);
    await send.click();
    await expect(summary).toBeFocused();
    await expect(summary).toContainText('We couldn’t reach the shop.');
    await expect(summary).toContainText('What you typed is still here.');
    expect(await typed(page)).toEqual(['Maya', 'How long does a story take?']);
    await context.setOffline(false);
    await send.click();
    await expect(page.getByText('Your ticket number')).toBeVisible();
    expect(email).not.toBe('');
    pageErrors.length = 0;
  });
});

describe('error response', () => {
  test.for([
    [400, { errors: { email: ['This address is <b>closed</b>.'], '': ['Not today.'] } }, 'Not today.', 'This address is <b>closed</b>.'],
    [400, { errors: { email: ['This address is closed.'] } }, 'Validation failed', 'This address is closed.'],
    [400, { errors: {} }, 'An error has occurred.', undefined],
    [500, { requestId: 'abc-1' }, 'An unexpected server error occurred.', 'abc-1'],
    [429, {}, 'Too many requests.', 'Try again in 2 minutes.'],
  ] as const)('%i: shows the message of the contract', async ([status, body, general, more], { page, pageErrors }) => {
    const { email, send, summary } = await open(page);
    await fill(page);
    await page.route(call, (route) =>
      route.fulfill({ status, headers: { 'retry-after': '61' }, contentType: 'application/problem+json', body: JSON.stringify(body) }),
    );
    await send.click();
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('heading')).toHaveText(general);
    if (more) await expect(summary).toContainText(more);
    if ('errors' in body && 'email' in body.errors) await expect(email).toHaveAccessibleDescription(new RegExp(body.errors.email[0]));
    await expect(email).not.toHaveValue('');
    pageErrors.length = 0;
  });

  test('body that is not JSON: shows an error', async ({ page, pageErrors }) => {
    const { send, summary } = await open(page);
    await fill(page);
    await page.route(call, (route) => route.fulfill({ status: 400, contentType: 'text/html', body: '<h1>Bad</h1>' }));
    await send.click();
    await expect(summary.getByRole('heading')).toHaveText('A server side error occurred.');
    pageErrors.length = 0;
  });
});

test('repeated submit: one request, and the button is busy but not disabled', async ({ page, context }) => {
  const asked = counting(context);
  const { send } = await open(page);
  await fill(page);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await answered;
    await route.fulfill({ json: { ticketNumber: 'T-7K2Q9M' } });
  });
  // Without Playwright's wait for the button, as an impatient user clicks.
  for (let times = 0; times < 3; times++) await send.click({ force: true });
  await page.keyboard.press('Enter');
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  expect(await send.evaluate((button: HTMLButtonElement) => button.disabled)).toBe(false);
  await expect(page.getByText('Sending your message…')).toBeAttached();
  answer();
  await expect(page.locator('main b')).toHaveText('T-7K2Q9M');
  expect(asked()).toBe(1);
});

// Firefox has no protocol for it.
test.skipIf(isFirefox)('Japanese composition: Enter that ends it does not submit', async ({ page, context }) => {
  const { name, summary } = await open(page);
  await name.focus();
  await formReady(page);
  const devtools = await context.newCDPSession(page);
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  await devtools.send('Input.imeSetComposition', { text: 'まや', selectionStart: 2, selectionEnd: 2 });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...enter });
  await devtools.send('Input.insertText', { text: '真矢' });
  await expect(name).toHaveValue(/真矢/);
  await expect(summary).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(summary).toBeFocused();
});

test('submitted without script: the page with the errors of the server goes on with script', async ({ page, pageErrors }) => {
  await page.route('**/assets/*.js', async (route) => route.abort());
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': somewhere() });
  await page.goto('/contact');
  const { name, email, message, send, summary } = fields(page);
  await name.fill('Maya');
  await page.unroute('**/assets/*.js');
  await send.click();
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Contact/);
  await live(page);
  await expect(page).toHaveTitle(/^Error: Contact/);
  await expect(name).toHaveValue('Maya');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill(somebody());
  await expect(email).not.toHaveAttribute('aria-invalid');
  await message.fill('How long does a story take?');
  await send.click();
  await expect(page.getByText('Your ticket number')).toBeVisible();
  // The blocked scripts and the refused page.
  expect(pageErrors.filter((error) => !/ERR_FAILED|400 \(Bad Request\)/.test(error))).toEqual([]);
  pageErrors.length = 0;
});

describe('contact form accessibility', () => {
  const cases = (['en', 'jp'] as const).flatMap((lang) => looksIn(lang).map((each) => ({ lang, ...each })));
  test.for(cases)('$colorScheme, $width px, $lang: no violations', async ({ lang, ...each }, { page }) => {
    await look(page, each);
    await open(page, `/contact?lang=${lang}`);
    await expectAccessible(page);
    await page.locator('main button[type=submit]').click();
    await expect(page.locator('section[aria-labelledby="told"]')).toBeFocused();
    await expectAccessible(page);
    await page.locator('#contact-message').fill('x'.repeat(5_010));
    await expectAccessible(page);
    await page.goto('/contact?sent=T-7K2Q9M');
    await live(page);
    await expectAccessible(page);
  });
});
