// Text is text: a hundred scripts that would tell if they ran, through every field and address, to every page that shows them and into every letter.
import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { logIn, newcomer, register } from '../support/accounts.ts';
import { test as base, expect, live } from '../support/journey.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } }).extend('sung', async ({ context }) => {
  const sung: string[] = [];
  await context.exposeFunction('canary', (id: number) => sung.push(`canary ${id} ran`));
  return sung;
});

const outOf = ['', '">', "'>", '</script>', '</title>', '</textarea>', '-->', '&quot;>', ']]>', '\\">'];
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
const canaries = outOf.flatMap((way, row) => scripts.map((script, column) => way + script(`canary(${row * scripts.length + column})`)));

/** The pages of an address are many: an ordinary run takes every third, which are of every way and every script. */
const some = process.env.FULL ? canaries : canaries.filter((_, index) => index % 3 === 0);

/** So many at a time; what is missing in the last one is filled from the front. */
const inTurns = (size: number, all = canaries): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, turn) =>
    Array.from({ length: size }, (_, place) => all[(turn * size + place) % all.length] ?? ''),
  );

/** What would run with a click or a moment later. */
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

test('there are a hundred, and one that is free is heard', async ({ page, sung }) => {
  expect(new Set(canaries).size).toBe(100);
  await page.setContent('<img src="data:," onerror="canary(0)"><a href="javascript:canary(1)">x</a>');
  await expect.poll(() => sung).toEqual(['canary 0 ran']);
  expect(await alive(page)).toHaveLength(2);
});

describe('none runs', () => {
  test('in the details of an account', async ({ page, shop, sung }) => {
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

  test('in a form that comes back from the server with what was wrong', async ({ page, sung, faults }) => {
    for (const [name = '', message = '', email = ''] of inTurns(3, some)) {
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
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
    faults.length = 0;
  });

  test.for([
    ['/', '', ''],
    ['/services?platform=', '&kind=', '#'],
    ['/faq?q=', '&lang=', '#'],
    ['/account/not-logged-in?reason=', '&redirect=', '#'],
    ['/account/login?redirect=', '&reason=', '#'],
    ['/account/reset?email=', '&code=', '#'],
    ['/account/confirm?code=', '&email=', '#'],
  ])('in an address: %s', async (parts, { page, sung, faults }) => {
    for (const turn of inTurns(parts[1] ? 3 : 1, some)) {
      await page.goto(turn.map((canary, place) => parts[place] + encodeURIComponent(canary)).join(''));
      await live(page);
      await expectSilence(page, sung);
    }
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    faults.length = 0;
  });

  test('in a letter, even where letters may run scripts, nor in the list of them', async ({ page, shop, sung }) => {
    const addresses: string[] = [];
    for (const [firstName = '', lastName = '', message = ''] of inTurns(3)) {
      const person = newcomer({ firstName, lastName });
      await register(shop, person);
      const ticket = await shop.call('POST /api/support/create-ticket', { name: firstName, email: person.email, message });
      expect(ticket.status).toBe(200);
      addresses.push(person.email);
    }
    for (const address of addresses) {
      await shop.mail(address, /ticket|message/i);
      for (const { html } of await shop.mails(address)) {
        expect(html).toContain('canary(');
        await page.setContent(html);
        await expectSilence(page, sung);
      }
    }
    await page.goto(shop.urls.sandbox ?? '');
    await expect(page.locator('details')).not.toHaveCount(0);
    expect(await page.content()).toContain('canary(');
    await expectSilence(page, sung);
  });
});
