// Work at the desk: two operators and a customer in separate browsers, and a whole shift by keyboard.
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { describe } from 'vitest';
import { story } from '../support/cart-lines.ts';
import { type Operating, operating } from '../support/desk.ts';
import { test as base, expect, expectAccessible, leaveDialog, live, look, shoot } from '../support/journey.ts';
import { type Buyer, buyer, expectAudited, funded, listOrders, placed } from '../support/money.ts';
import { expected, HISTORY, requestChange, shopper } from '../support/orders.ts';
import { type Shop, shopFixture } from '../support/shop.ts';
import { asked, sendTicket } from '../support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
/** In another shop, which has no operators. */
const newShopTest = test.extend('shop', { scope: 'file' }, shopFixture);
test.afterEach(({ shop }) => expectAudited(shop));

const LOAF = 'The loaf is ready at seven. It is gone by nine, and so is the queue.';

/** Paid stories that may start immediately. */
async function ordered(shop: Shop, who: Buyer, count = 1): Promise<string[]> {
  const { orderIds } = await placed(shop, who, {
    lines: Array.from({ length: count }, () => story()),
    payFromBalance: true,
    startNow: true,
  });
  return (await listOrders(shop, who)).filter(({ id }) => orderIds.includes(id)).map(({ number }) => number);
}

/** Logs the operator in by a cookie. Its name needs a secure origin, which localhost is. */
async function sit(context: BrowserContext, { cookie }: Operating): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: 'https://localhost', secure: true, httpOnly: true, sameSite: 'Strict' }]);
}

/** An operator on the queue page. */
async function atQueue(context: BrowserContext, who: Operating): Promise<Page> {
  const page = await context.newPage();
  await sit(page.context(), who);
  await page.goto('/queue');
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
  return page;
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text, in Markdown' });
const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });

describe('desk', () => {
  newShopTest('operator: joins by the printed link, and logs in again', async ({ page, shop, pageErrors }) => {
    await page.goto((await shop.firstLink()) ?? '');
    await expect(page.getByRole('heading', { name: 'Join the desk as owner' })).toBeVisible();
    expect(page.url()).not.toContain('#');
    await expectAccessible(page);
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('Use at least 12 characters.')).toBeVisible();
    await page.getByLabel('Password').fill('nine-lives-of-paper');
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Email').fill('support@fanfare.example');
    await page.getByLabel('Password').fill('nine-lives-of-paper');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('cell', { name: 'support@fanfare.example' })).toBeVisible();
    await expectAccessible(page);
    // The test causes responses with 400 and 401.
    pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
  });

  test('two operators and a customer at once: assigned, asked, written, delivered, revised and accepted', async ({
    page,
    context,
    openContext,
    shop,
    pageErrors,
  }) => {
    const ada = await shopper(shop, context);
    await funded(shop, ada, 30_000);
    const [mira, noor] = await Promise.all([
      atQueue(await openContext({ baseURL: shop.urls.desk }), await operating(shop, 'maker', { name: 'Mira' })),
      atQueue(await openContext({ baseURL: shop.urls.desk }), await operating(shop, 'manager', { name: 'Noor' })),
    ]);
    await page.goto(HISTORY);
    await live(page);
    // A purchase appears live, and two operators who take the next piece at once get different ones.
    for (const number of await ordered(shop, ada, 2)) for (const each of [mira, noor]) await expect(row(each, number)).toBeVisible();
    await Promise.all([mira, noor].map((each) => each.keyboard.press('t')));
    for (const each of [mira, noor]) await expect(each.getByText('Assigned to you.')).toBeVisible();
    expect(mira.url()).not.toBe(noor.url());
    const number = await mira.getByRole('heading', { level: 1 }).innerText();

    await mira.getByLabel('Message').fill('Which street is it?');
    await mira.getByLabel('Pause the clock until they answer').check();
    await mira.getByRole('button', { name: 'Send and pause the clock' }).click();
    await expect(mira.getByText('Waiting for customer')).toBeVisible();
    await page.getByRole('link', { name: `Answer ${number}` }).click();
    const order = page.locator('main');
    for (const words of ['Which street is it?', /^We have a question for you/]) await expect(order.getByText(words).first()).toBeVisible();
    await expectAccessible(page);
    await order.getByLabel('Your message').fill('Mill Lane');
    await order.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(mira.getByText('Mill Lane')).toBeVisible();
    await expect(order.getByText(/^We have a question for you/)).toHaveCount(0);

    await noor.goto(mira.url());
    await expect(noor.getByText('Mira has this open too.')).toBeVisible();
    await expect(mira.getByText('Noor has this open too.')).toBeVisible();
    // Neither overwrites the other: Noor's text is being sent while Mira's is saved.
    const held = Promise.withResolvers<void>();
    await noor.route('**/api/piece/draft', (route) => held.promise.then(() => route.continue()));
    const sent = noor.waitForRequest('**/api/piece/draft');
    await editor(noor).fill('Says Noor.');
    await sent;
    await editor(mira).fill(LOAF);
    await expect(mira.getByText('Saved', { exact: true })).toBeVisible();
    held.resolve();
    await expect(noor.getByText('Mira has saved a different text.')).toBeVisible();
    await noor.getByRole('button', { name: 'Use theirs' }).click();
    await expect(editor(noor)).toHaveValue(LOAF);
    await expect(editor(mira)).toHaveValue(LOAF);

    await deliver(mira, number, 1);
    await order.getByRole('tab', { name: 'Delivery' }).click();
    await expect(order.getByText('It is gone by nine')).toBeVisible();
    await requestChange(page, 'Which loaf?');
    // It appears on the open page and again in the queue.
    await expect(noor.getByText('Which loaf?')).toBeVisible();
    await expect(row(mira, number)).toContainText('Revision');
    await row(mira, number).getByRole('link').click();
    await editor(mira).fill(LOAF.replace('The loaf', 'The rye'));
    await deliver(mira, number, 2);

    await order.getByRole('tab', { name: 'Version 2' }).click();
    await expect(order.getByText(/^The rye is ready/)).toBeVisible();
    await order.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(order.getByText(/^You accepted it on/)).toBeVisible();
    await expect(noor.getByText(/accepted by customer/)).toBeVisible();
    // Each delivery was refused until it had a reason.
    expected(pageErrors, /400.*piece\/deliver/);
  });

  test('whole shift by keyboard: the focus is always visible', async ({ page, shop, pageErrors }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 10_000);
    const [number = ''] = await ordered(shop, ada);
    const { ticketNumber } = await sendTicket(shop, asked());
    const noor = await operating(shop, 'manager', { name: 'Noor', withApp: true });
    // A one-time code is valid once.
    shop.clock.turn({ minutes: 1 });

    await page.goto(`${shop.urls.desk}/queue`);
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(noor.email);
    await tabTo(page, page.getByLabel('Password'));
    await page.keyboard.type(noor.password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Code from your authenticator app')).toBeFocused();
    await page.keyboard.type(await noor.appCode());
    await page.keyboard.press('Enter');
    await onPage(page, 'Queue');
    await expect(row(page, number)).toBeVisible();

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Search everything');
    await leaveDialog(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search orders/ })).toBeFocused();
    await tabTo(page, page.getByRole('main').getByRole('searchbox'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await expect(page.getByLabel('Search by order or customer')).toBeFocused();
    await page.keyboard.type(number);
    await expect(page).toHaveURL(new RegExp(`search=${number}`));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    // Before the search answers, the keys would select in the old list.
    await expect(async () => {
      for (const key of ['j', 'k', 'j']) await page.keyboard.press(key);
      await expect(row(page, number)).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
    }).toPass();
    await expect(row(page, number).getByRole('link')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('t');
    await expect(page.getByText('Assigned to you.')).toBeVisible();
    await onPage(page, number);

    await page.keyboard.press('e');
    await expect(editor(page)).toBeFocused();
    await page.keyboard.insertText(LOAF);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const over = page.getByRole('button', { name: 'Check text' });
    await tabTo(page, over);
    const checked = page.waitForResponse('**/api/piece/check');
    await page.keyboard.press('Enter');
    await checked;
    await expect(page.getByText('Checking …')).toHaveCount(0);
    await expect(over).toBeFocused();
    await expectAccessible(page);
    const last = page.getByRole('dialog').getByRole('button', { name: 'Deliver' });
    const howMade = page.getByRole('dialog').getByLabel('How it was made');
    await page.keyboard.press('d');
    // Not the button: Enter pressed twice must not deliver.
    await expect(howMade).toBeFocused();
    await expectAccessible(page);
    await leaveDialog(page);
    await expect(over).toBeFocused();
    await page.keyboard.press('d');
    await expect(howMade).toBeFocused();
    await tabTo(page, last);
    await page.keyboard.press('Enter');
    // The text is shorter than ordered.
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('Agreed with the customer.');
    await tabTo(page, last);
    await page.keyboard.press('Enter');
    await onPage(page, 'Queue');
    await expect(row(page, number)).toHaveCount(0);

    await tabTo(page, page.getByRole('link', { name: /^Tickets/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await onPage(page, 'Tickets');
    await expect(row(page, ticketNumber).getByText('Contact form')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: ticketNumber }));
    await page.keyboard.press('Enter');
    await onPage(page, ticketNumber);
    const first = page.getByRole('listitem').filter({ hasText: 'Where is my order?' });
    await expect(first.getByText('Contact form', { exact: true })).toBeVisible();
    await expect(first).toContainText('The address isn’t verified: anyone can enter it.');
    await tabTo(page, page.getByLabel('Assignee'));
    await page.keyboard.type('Noor');
    await tabTo(page, page.getByRole('button', { name: 'Assign' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Assign' })).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('e');
    await page.keyboard.insertText('By noon.');
    await tabTo(page, page.getByRole('button', { name: 'Reply', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'By noon.' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeFocused();
    // The button disappears with its piece, but the focus stays on the page.
    await tabTo(page, page.getByRole('button', { name: 'Close', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    for (const colorScheme of ['light', 'dark'] as const) {
      await look(page, { width: 390, colorScheme });
      await shoot(page, `desk-ticket-${colorScheme}`);
      await expectAccessible(page);
    }
    await look(page, { width: 1280, colorScheme: 'light' });
    await tabTo(page, page.getByRole('button', { name: 'Log out' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Log in to the desk' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    pageErrors.splice(0, pageErrors.length, ...pageErrors.filter((error) => !/status of 40[01]/.test(error)));
  });
});

/** Delivers the current text as this version. */
async function deliver(page: Page, number: string, version: number): Promise<void> {
  await page.getByRole('button', { name: 'Deliver …' }).click();
  await expect(page.getByRole('dialog')).toContainText(`as version ${version}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Agreed with the customer.');
  await page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
  await expect(row(page, number)).toHaveCount(0);
}

/** The page is shown, and the focus is on its heading. */
async function onPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
}

const MAX_TABS = 60;

/** Moves the focus there with Tab; it is visible at each step. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let count = 0; count < MAX_TABS; count++) {
    await page.keyboard.press(key);
    const { isThere, unseen } = await target.evaluate((element) => {
      const at = document.activeElement;
      const ringed = [at, at?.parentElement].some((each) => each && getComputedStyle(each).outlineStyle !== 'none');
      const box = at?.getBoundingClientRect();
      const inSight = box !== undefined && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
      return { isThere: at === element, unseen: ringed && inSight ? undefined : (at?.outerHTML.slice(0, 200) ?? 'nothing') };
    });
    expect(unseen, 'what has the focus and cannot be seen').toBeUndefined();
    if (isThere) return;
  }
  throw new Error(`${MAX_TABS} tabs do not lead to ${target}`);
}
