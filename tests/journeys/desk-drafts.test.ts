// Input of an operator survives navigation, a reload and a failed request.
import type { Page, Route } from '@playwright/test';
import { getBody } from '../support/browser.ts';
import { DESK_PASSWORD, logInToDesk, type Operating, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible } from '../support/journey.ts';
import { buyer, expectAudited, paidFromBalance } from '../support/money.ts';
import type { Shop } from '../support/shop.ts';
import { asked, sendTicket } from '../support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
// Expected: 401 before the log-in, the 400 that requires a confirmation, and requests that the test aborts.
test.afterEach(({ pageErrors }) => {
  pageErrors.splice(
    0,
    pageErrors.length,
    ...pageErrors.filter((error) => !/status of 40[01]|ERR_FAILED|ERR_INTERNET_DISCONNECTED/.test(error)),
  );
});

async function logIn(page: Page, shop: Shop, { email }: Operating, path: string): Promise<void> {
  // Accepts the browser's question before a reload.
  page.on('dialog', (dialog) => dialog.accept());
  await logInToDesk(page, shop, email, path);
}

/** Navigates to another page by a link, and back. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await page.goBack();
}

/**
 * Playwright cannot intercept requests that are sent while a page closes, so the page's own `fetch` fails.
 */
async function cutOff(page: Page, path: string): Promise<void> {
  const cut = () => {
    const { fetch } = globalThis;
    globalThis.fetch = (to, init) => (to === localStorage.getItem('cut') ? Promise.reject(new TypeError('cut off')) : fetch(to, init));
  };
  await page.evaluate((path) => localStorage.setItem('cut', path), path);
  await page.evaluate(cut);
  await page.addInitScript(cut);
}

test('ticket answer: half written, it survives leaving, a reload and a failed request, and is sent once', async ({ page, shop }) => {
  const manager = await operating(shop, 'manager');
  const { ticketNumber } = await sendTicket(shop, asked());
  const { ticketNumber: another } = await sendTicket(shop, asked());
  await logIn(page, shop, manager, `/tickets/${ticketNumber}`);
  const answer = page.getByRole('textbox', { name: 'Text' });
  const send = page.getByRole('button', { name: 'Reply', exact: true });
  await answer.fill('It is on its way.');
  await leaveAndReturn(page);
  await expect(answer).toHaveValue('It is on its way.');
  await page.reload();
  await expect(answer).toHaveValue('It is on its way.');

  await page.route('**/api/ticket/answer', (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(page.getByRole('alert')).toContainText('Can’t reach the desk');
  await page.reload();
  await expect(answer).toHaveValue('It is on its way.');
  await expectAccessible(page);

  // It belongs to this ticket, and is gone once it is sent.
  await page.goto(`${shop.urls.desk}/tickets/${another}`);
  await expect(answer).toHaveValue('');
  await page.goto(`${shop.urls.desk}/tickets/${ticketNumber}`);
  await send.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'It is on its way.' })).toBeVisible();
  await expect(answer).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'It is on its way.' })).toHaveCount(1);
  await expect(answer).toHaveValue('');
});

test('price and policy text: unsaved changes survive leaving and a reload, and can be discarded', async ({ page, shop }) => {
  const owner = await operating(shop, 'owner');
  await logIn(page, shop, owner, '/catalogue/brand-stories.yaml');
  const price = page.getByRole('group', { name: '600 words' }).getByLabel('Price in EUR');
  const before = await price.inputValue();
  await price.fill('109.50');
  await leaveAndReturn(page);
  await expect(price).toHaveValue('109.50');
  await page.reload();
  await expect(price).toHaveValue('109.50');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(price).toHaveValue(before);

  await page.goto(`${shop.urls.desk}/policies/cookies`);
  const title = page.getByLabel('Title');
  const titleBefore = await title.inputValue();
  await title.fill('What stays in your browser');
  await leaveAndReturn(page);
  await expect(title).toHaveValue('What stays in your browser');
  await page.reload();
  await expect(title).toHaveValue('What stays in your browser');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(title).toHaveValue(titleBefore);
});

test('text of a piece: without a connection it survives a reload, and is saved by itself afterwards', async ({ page, shop }) => {
  const maker = await operating(shop, 'maker');
  await paidFromBalance(shop, await buyer(shop), 9_900, { startNow: true });
  const { pieceId } = (await maker.call('POST /api/queue/take-next', {})).body;
  await logIn(page, shop, maker, `/queue/${pieceId}`);
  const text = page.getByRole('textbox', { name: 'Text, in Markdown' });
  await cutOff(page, '/api/piece/draft');
  await text.fill('The loaf is ready at seven.');
  await expect(page.getByText(/^Not saved: Can’t reach the desk/)).toBeVisible();
  await page.reload();
  await expect(text).toHaveValue('The loaf is ready at seven.');
  await expect(page.getByText(/^Not saved/)).toBeVisible();

  await page.evaluate(() => {
    localStorage.removeItem('cut');
    dispatchEvent(new Event('online'));
  });
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await maker.call('GET /api/piece', { pieceId })).body.draft?.text).toBe('The loaf is ready at seven.');

  // The last words before the page is closed are sent while it closes.
  await text.fill('The loaf is ready at eight.');
  await page.goto('about:blank');
  await expect.poll(async () => (await maker.call('GET /api/piece', { pieceId })).body.draft?.text).toBe('The loaf is ready at eight.');
});

test('credit: the answer is lost and the page reloaded; sent again, it is given once', async ({ page, shop }) => {
  const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
  const orderId = await paidFromBalance(shop, ada, 9_900, { startNow: true });
  const { accountId } = (await manager.call('GET /api/order', { id: orderId })).body.order;
  await logIn(page, shop, manager, `/customers/${accountId}`);
  const dialog = page.getByRole('dialog', { name: /^Give credit to/ });
  const give = () => dialog.getByRole('button', { name: /^Give/ }).click();
  await page.getByRole('button', { name: 'Give credit' }).click();
  await dialog.getByLabel('Amount').fill('10');
  await dialog.getByLabel('Reason').fill('came late');
  await give();
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' });
  // Once, instead of `unroute` after the reload: that loses requests of a page that is loading.
  const loseAnswer = async (route: Route) => {
    await route.fetch({ postData: getBody(route.request()) });
    await route.abort();
  };
  await page.route('**/api/customer/credit', loseAnswer, { times: 1 });
  await confirm.getByLabel('Current password').fill(DESK_PASSWORD);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Can’t reach the desk');

  await page.reload();
  await page.getByRole('button', { name: 'Give credit' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('came late');
  // The dialog closes while the page is still read again.
  const reading = Promise.withResolvers<void>();
  await page.route('**/api/customer/statement?*', (route) => reading.promise.then(() => route.continue()));
  await give();
  await expect(dialog).toHaveCount(0);
  const { balances } = (await manager.call('GET /api/customer', { id: accountId })).body;
  expect(balances.map(({ promo }) => promo).filter(Boolean)).toEqual([1_000]);
  // It is done, so the form is empty again.
  await page.getByRole('button', { name: 'Give credit' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('');
  reading.resolve();
  await expectAudited(shop);
});

test('password: what is typed is asked for before it is left, and is never stored', async ({ page, shop }) => {
  await logIn(page, shop, await operating(shop, 'manager'), '/account');
  const current = page.getByLabel('Current password');
  await current.fill('a-secret-of-mine');
  const orders = page.getByRole('navigation', { name: 'Work' }).getByRole('link', { name: 'Orders' });
  await orders.click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(current).toHaveValue('a-secret-of-mine');
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain('a-secret-of-mine');
  await orders.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
});

test('log-out: drafts of the operator are removed from the browser', async ({ page, shop }) => {
  const { ticketNumber } = await sendTicket(shop, asked());
  await logIn(page, shop, await operating(shop, 'manager'), `/tickets/${ticketNumber}`);
  await page.getByRole('textbox', { name: 'Text' }).fill('Half an answer');
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(stored).toContain('Half an answer');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible();
  expect(await stored()).not.toContain('Half an answer');
});
