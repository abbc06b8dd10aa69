// Cross-site scripting: a hundred scripts typed into every field and address must not run on any page or in
// any email.

import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { codeIn, logIn, newcomer, register } from '../support/accounts.ts';
import { story, withAnswers } from '../support/cart-lines.ts';
import { operating } from '../support/desk.ts';
import { samples, upload } from '../support/files.ts';
import { test as base, expect, expectAccessible, live, look } from '../support/journey.ts';
import { type Buyer, funded } from '../support/money.ts';
import { setAnswers } from '../support/rows/orders.ts';
import type { Shop } from '../support/shop.ts';
import { asked, atDesk, sendTicket, somebody } from '../support/tickets.ts';
import { delivered, mira, orderedPiece } from '../support/work.ts';

const MAIL_IN_SECRET = 'the secret shared with the mail provider';
const environment = { RATE_LIMITS: 'off', MAIL_IN_ADDRESS: 'reply@in.shop.example', MAIL_IN_SECRET };
const test = base.extend('shopOptions', { scope: 'file' }, { environment }).extend('sung', async ({ context }) => {
  const sung: string[] = [];
  await context.exposeFunction('canary', (id: number) => sung.push(`canary ${id} ran`));
  return sung;
});

const closings = ['', '">', "'>", '</script>', '</title>', '</textarea>', '-->', '&quot;>', ']]>', '\\">'];
const scripts: readonly ((song: string) => string)[] = [
  (song) => `<script>${song}</script>`,
  (song) => `<img src=x onerror=${song}>`,
  (song) => `<svg onload=${song}>`,
  (song) => `<details open ontoggle=${song}>`,
  (song) => `<iframe srcdoc="<script>parent.${song}</script>">`,
  (song) => `<a href="javascript:${song}">x</a>`,
  (song) => `[x](javascript:${song})`,
  (song) => `![x](x" onerror="${song})`,
  (song) => `<style onload=${song}></style>`,
  (song) => `{{constructor.constructor('${song}')()}}`,
];
const canaries = closings.flatMap((way, row) => scripts.map((script, column) => way + script(`canary(${row * scripts.length + column})`)));

/**
 * Pages take long, so in an ordinary run each page takes one share of seven. Each share covers every place
 * and every script; together they are all.
 */
const SHARES = 7;
const share = (number: number): string[] => (process.env.FULL ? canaries : canaries.filter((_, index) => index % SHARES === number));

/** Groups of this size; the last one is filled up from the first. */
const inTurns = (size: number, all = canaries): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, turn) =>
    Array.from({ length: size }, (_, place) => all[(turn * size + place) % all.length] ?? ''),
  );

/** Elements that would run a script on a click or later. */
const alive = (page: Page) =>
  page.evaluate(() => {
    const marks = '[onerror],[onload],[ontoggle],[href^="javascript:" i],[src^="javascript:" i],[srcdoc]';
    const scripts = [...document.scripts].filter(({ type, text }) => type !== 'application/json' && text.includes('canary('));
    return [...document.querySelectorAll(marks), ...scripts].map(({ outerHTML }) => outerHTML.slice(0, 200));
  });

async function expectSilence(page: Page, sung: readonly string[]): Promise<void> {
  expect(await alive(page)).toEqual([]);
  expect(sung).toEqual([]);
}

test('canaries: there are a hundred, and one that runs is noticed', async ({ page, sung }) => {
  expect(new Set(canaries).size).toBe(100);
  await page.setContent('<img src="data:," onerror="canary(0)"><a href="javascript:canary(1)">x</a>');
  await expect.poll(() => sung).toEqual(['canary 0 ran']);
  expect(await alive(page)).toHaveLength(2);
});

describe('scripts in input do not run', () => {
  test('account details', async ({ page, shop, sung }) => {
    const { token } = await logIn(shop, await register(shop));
    await page.goto('/cookies-policy');
    await page.evaluate((kept) => localStorage.setItem('accessToken', kept), token);
    for (const [firstName = '', lastName = '', city = '', address = ''] of inTurns(4)) {
      const details = { firstName, lastName, city, address, country: 'NO', zipCode: '<b>canary(' };
      expect((await shop.call('POST /api/accounts/update', details, { token })).status).toBe(204);
      await page.goto('/cabinet/account-details');
      await expect(page.getByLabel('First name')).toHaveValue(firstName);
      await expect(page.getByLabel('City')).toHaveValue(city);
      await expectSilence(page, sung);
    }
  });

  test('form returned by the server with errors', async ({ page, sung, pageErrors }) => {
    for (const [name = '', message = '', email = ''] of inTurns(3, share(0))) {
      await page.goto('/contact');
      await page.evaluate(
        (values) => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', action: '/contact' });
          for (const [name, value] of Object.entries(values))
            form.append(Object.assign(document.createElement('textarea'), { name, value }));
          document.body.append(form);
          form.submit();
        },
        { name, message, email },
      );
      await expect(page).toHaveTitle(/^Error: /);
      await live(page);
      await expect(page.getByLabel('Your message')).toHaveValue(message);
      await expectSilence(page, sung);
    }
    expect(pageErrors.filter((error) => !error.includes('400'))).toEqual([]);
    pageErrors.length = 0;
  });

  test.for([
    [0, ['/', '/', '/']],
    [1, ['/services?platform=', '&kind=', '#']],
    [2, ['/faq?q=', '&lang=', '#']],
    [3, ['/account/not-logged-in?reason=', '&redirect=', '#']],
    [4, ['/account/login?redirect=', '&reason=', '#']],
    [5, ['/account/reset?email=', '&code=', '#']],
    [6, ['/account/confirm?code=', '&email=', '#']],
  ] as const)('address of a page, share %i: %s', async ([number, parts], { page, sung, pageErrors }) => {
    for (const turn of inTurns(parts.length, share(number))) {
      await page.goto(turn.map((canary, place) => parts[place] + encodeURIComponent(canary)).join(''));
      await live(page);
      await expectSilence(page, sung);
    }
    expect(pageErrors.filter((error) => !error.includes('404'))).toEqual([]);
    pageErrors.length = 0;
  });

  test('email, even if scripts are allowed in it, and the mailbox list', async ({ page, shop, sung }) => {
    const addresses: string[] = [];
    for (const [firstName = '', lastName = '', message = ''] of inTurns(3)) {
      const email = await register(shop, newcomer({ firstName, lastName }));
      // An unconfirmed address gets no email with typed text.
      await shop.call('POST /api/Accounts/confirm-email', { code: codeIn((await shop.mail(email)).text) });
      const { token } = await logIn(shop, email);
      expect((await shop.call('POST /api/support/ticket', { message }, { token })).status).toBe(200);
      addresses.push(email);
    }
    for (const address of addresses) {
      const { html } = await shop.mail(address, /message/i);
      expect(html).toContain('canary(');
      await page.setContent(html);
      await expectSilence(page, sung);
    }
    await page.goto(shop.urls.sandbox ?? '');
    await expect(page.locator('details')).not.toHaveCount(0);
    expect(await page.content()).toContain('canary(');
    await expectSilence(page, sung);
  });

  test('desk pages that show input of customers', async ({ page, context, shop, sung, pageErrors }) => {
    const who = await customerOfCanaries(shop);
    const { orderId, pieceId } = await workOfCanaries(shop, who);
    const tickets = [await ticketOfCanaries(shop, who), await letterOfCanaries(shop)];
    const owner = await operating(shop, 'owner');
    const { payments } = (await owner.call('GET /api/payments', {})).body;
    const { accountId } = (await owner.call('GET /api/order', { id: orderId })).body.order;
    const [name = '', value = ''] = owner.cookie.split('=');
    await context.addCookies([{ name, value, url: 'https://localhost', secure: true, httpOnly: true, sameSite: 'Strict' }]);
    const own = [`/orders/${orderId}`, `/customers/${accountId}`, `/payments/${payments[0]?.id}`];
    // The last one has no search field of its own, so "/" opens the search of the whole desk.
    const lists = ['/queue', `/customers?q=${who.email}`, '/tickets', '/orders', '/payments'];
    for (const path of [`/queue/${pieceId}`, ...tickets.map((number) => `/tickets/${number}`), ...own, ...lists]) {
      await page.goto(shop.urls.desk + path);
      await expect(page.getByRole('main'), path).toContainText('canary(');
      for (const part of await page.locator('main details:not([open]) > summary').all()) await part.press('Enter');
      await expectSilence(page, sung);
    }
    await page.keyboard.press('/');
    await page.keyboard.type(who.email);
    await expect(page.getByRole('option').filter({ hasText: 'canary(' })).not.toHaveCount(0);
    await expectSilence(page, sung);

    await page.goto(`${shop.urls.desk}/as-customer/${accountId}`);
    await page.getByLabel('Reason').fill('They cannot find it.');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await expect(page.getByRole('main')).toContainText('canary(');
    await expectSilence(page, sung);

    // All of the input was shown.
    await page.goto(`${shop.urls.desk}/queue/${pieceId}`);
    for (const part of ['in the brief', 'in the file', 'in the message', 'in the mark', 'in the note'])
      await expect(page.getByText(`${part} `).first(), part).toBeVisible();
    await look(page, { width: 390, colorScheme: 'dark' });
    await expectAccessible(page);
    await page.goto(`${shop.urls.desk}/tickets/${tickets[0]}`);
    for (const part of ['in the question', 'in the file']) await expect(page.getByText(`${part} `).first(), part).toBeVisible();
    await page.goto(`${shop.urls.desk}/tickets/${tickets[1]}`);
    await expect(page.getByText('in the letter ').first()).toBeVisible();
    await expectSilence(page, sung);
    expect(pageErrors).toEqual([]);
  });
});

const canary = (index: number, where = ''): string => `${where} ${canaries[index % canaries.length]}`.trim();

async function customerOfCanaries(shop: Shop): Promise<Buyer> {
  const email = await register(shop, newcomer({ firstName: canary(1), lastName: canary(12) }));
  const { token } = await logIn(shop, email);
  const details = {
    firstName: canary(1),
    lastName: canary(12),
    city: canary(23),
    address: canary(34),
    country: 'NO',
    zipCode: '<b>canary(',
  };
  expect((await shop.call('POST /api/accounts/update', details, { token })).status).toBe(204);
  await funded(shop, { email, token }, 20_000);
  return { email, token };
}

/** An order with a file, a delivery, a message and a requested change. */
async function workOfCanaries(shop: Shop, who: Buyer) {
  const file = await upload(shop, who.token, samples.txt, { name: `${canary(45, 'in the file')}.txt` });
  // The content gate refuses scripts in a brief, so they are written to the database.
  const written = {
    brandName: canary(56),
    facts: canaries
      .map((one) => `in the brief ${one}`)
      .join('\n')
      .slice(0, 3_000),
  };
  const billed = { firstName: canary(1), lastName: canary(12), city: canary(23), address: canary(34) };
  const work = await orderedPiece(shop, who, { lines: [withAnswers(story(), { files: [file.body.id] })], ...billed });
  await setAnswers(shop, work.orderId, written);
  const deliveryId = await delivered(shop, mira, work.pieceId);
  const { token } = who;
  const marks = [{ from: 0, to: 9, note: canary(78, 'in the mark') }];
  expect(
    (await shop.call('POST /api/orders/message', { pieceId: work.pieceId, text: canary(67, 'in the message') }, { token })).status,
  ).toBe(200);
  expect((await shop.call('POST /api/orders/revise', { deliveryId, note: canary(89, 'in the note'), marks }, { token })).status).toBe(200);
  return work;
}

async function ticketOfCanaries(shop: Shop, { token }: Buyer): Promise<string> {
  const file = await upload(shop, token, samples.txt, { name: `${canary(91, 'in the file')}.txt` });
  const sent = { message: canary(2, 'in the question'), files: [file.body.id] };
  return (await shop.call('POST /api/support/ticket', sent, { token })).body.ticketNumber;
}

/** A ticket of a guest, answered by an email that is HTML only. */
async function letterOfCanaries(shop: Shop): Promise<string> {
  const email = somebody();
  const { ticketNumber } = await sendTicket(shop, asked({ email, name: canary(13), message: canary(24) }));
  await (await atDesk(shop)).answer(ticketNumber, 'On its way.');
  const { replyTo, subject } = await shop.mail(email, /an answer/);
  const head = `From: "${canary(1).replaceAll('"', "'")}" <${email}>\r\nTo: <${replyTo}>\r\nSubject: Re: ${subject} ${canary(3)}\r\n`;
  const html = `<p>in the letter &lt;img src=x onerror=canary(35)&gt;</p>${canaries.join('')}`;
  const letter = `${head}Message-ID: <canary@mx.example>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`;
  const headers = { authorization: `Bearer ${MAIL_IN_SECRET}`, 'content-type': 'message/rfc822' };
  expect((await fetch(`${shop.urls.storefront}/api/support/mail`, { method: 'POST', headers, body: letter })).status).toBe(204);
  return ticketNumber;
}
