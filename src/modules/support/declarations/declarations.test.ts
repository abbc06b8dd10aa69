// /withdrawal and /cancel: what anybody can declare there without log-in, and what happens then.

import type { Locale } from '#lib/locale.ts';
import { showZonedMoment } from '#lib/time/date.ts';
import { becomes, buyer, listOrders, pay, placed, statuses } from '../../../../tests/support/money.ts';
import { PRICE, running, subscribed } from '../../../../tests/support/pieces.ts';
import { ticketMessages, ticketsFrom } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { atDesk, environment, somebody, somewhere } from '../../../../tests/support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

type Fields = Readonly<Record<string, string>>;
type Post = { readonly from?: string; readonly locale?: Locale; readonly origin?: string };
type Kind = 'withdrawal' | 'cancel';

async function post(shop: Shop, kind: Kind, sent: Fields, { from = somewhere(), locale = 'en', origin = shop.urls.storefront }: Post = {}) {
  const answer = await fetch(`${shop.urls.storefront}/${kind}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: `locale=${locale}`, 'x-forwarded-for': from, origin },
    body: new URLSearchParams(sent),
  });
  return { status: answer.status, location: answer.headers.get('location') ?? '', html: await answer.text() };
}

const read = async (shop: Shop, path: string, locale: Locale = 'en') =>
  (await fetch(shop.urls.storefront + path, { headers: { cookie: `locale=${locale}` } })).text();

/** The hidden field of the second step, as a browser sends it. */
const requestIn = (html: string): string => /name="request" value="([^"]+)"/.exec(html)?.[1] ?? '';

async function declare(shop: Shop, kind: Kind, fields: Fields, options: Post = {}) {
  const first = await post(shop, kind, fields, options);
  const request = requestIn(await read(shop, first.location, options.locale));
  return { first, request, second: await post(shop, kind, { request }, options) };
}

const fields = (email: string, number: string, more: Fields = {}): Fields => ({ name: 'Ada Sample', email, number, ...more });

const receipts = async (shop: Shop, email: string) =>
  (await shop.mails(email)).filter(({ subject }) => /^We have your (withdrawal|cancellation): /.test(subject));

/** An order that is paid by link and can be withdrawn from. */
async function bought(shop: Shop) {
  const who = await buyer(shop);
  const { paymentLink } = await placed(shop, who);
  await pay(paymentLink);
  await becomes(shop, who, [2]);
  const [order] = await listOrders(shop, who);
  return { who, number: order?.number ?? '' };
}

describe('withdrawal without log-in', () => {
  test('email and number of an order in any letter case: withdrawn as by the button, with a receipt', async ({ shop }) => {
    const { who, number } = await bought(shop);
    const { first, second } = await declare(shop, 'withdrawal', fields(who.email.toUpperCase(), ` ${number.toLowerCase()} `));
    expect([first.status, first.location]).toEqual([303, expect.stringMatching(/^\/withdrawal\?request=/)]);
    expect([second.status, second.location]).toEqual([303, '/withdrawal?sent=yes']);
    await becomes(shop, who, [-1]);
    expect((await shop.mail(who.email, /^You withdrew from the contract: F-/)).text).toContain('Refund: €99.00');
    const receipt = await shop.mail(who.email.toUpperCase(), /^We have your withdrawal: /);
    expect(receipt.text).toContain(
      `Received: ${showZonedMoment(shop.clock.now(), { timeZone: 'UTC', dateLocale: 'en-US', locale: 'en' })}`,
    );
    expect(await ticketsFrom(shop, who.email.toUpperCase())).toEqual([]);
  });

  test('another email, an unknown number, and an order that cannot be withdrawn from: a ticket, and the same answer', async ({ shop }) => {
    const { number } = await bought(shop);
    const unpaid = await buyer(shop);
    await placed(shop, unpaid);
    const [own] = await listOrders(shop, unpaid);
    const stranger = somebody();
    const declared = [
      await declare(shop, 'withdrawal', fields(stranger, number)),
      await declare(shop, 'withdrawal', fields(stranger, 'F-00000000')),
      await declare(shop, 'withdrawal', fields(unpaid.email, own?.number ?? '')),
    ];
    expect(new Set(declared.map(({ second }) => `${second.status} ${second.location} ${second.html}`)).size).toBe(1);
    await expect.poll(async () => (await ticketsFrom(shop, stranger)).length).toBe(2);
    await expect.poll(async () => (await ticketsFrom(shop, unpaid.email)).length).toBe(1);
    expect(await statuses(shop, unpaid)).toEqual([1]);
    const tickets = await ticketsFrom(shop, stranger);
    expect(tickets[0]).toMatchObject({ name: 'Ada Sample', accountId: null });
    const texts = await Promise.all(tickets.map(async (ticket) => (await ticketMessages(shop, ticket.number))[0]?.text));
    expect(texts).toContainEqual(expect.stringContaining(`Withdrawal from the contract ${number}`));
    expect((await receipts(shop, stranger)).map(({ text }) => /€|paid|Brand/.test(text))).toEqual([false, false]);
  });

  test('confirmed again, or reloaded: one withdrawal or ticket and one receipt', async ({ shop }) => {
    const stranger = somebody();
    const { request } = await declare(shop, 'withdrawal', fields(stranger, 'F-00000000'));
    const again = await Promise.all(Array.from({ length: 5 }, () => post(shop, 'withdrawal', { request })));
    expect(again.map(({ status, location }) => `${status} ${location}`)).toEqual(Array(5).fill('303 /withdrawal?sent=yes'));
    await expect.poll(async () => (await ticketsFrom(shop, stranger)).length).toBe(1);
    expect(await receipts(shop, stranger)).toHaveLength(1);
  });

  test('filled in and not confirmed: nothing happens', async ({ shop }) => {
    const { who, number } = await bought(shop);
    const first = await post(shop, 'withdrawal', fields(who.email, number));
    expect(await read(shop, first.location)).toContain('Confirm withdrawal');
    expect([await statuses(shop, who), await receipts(shop, who.email)]).toEqual([[2], []]);
  });

  test('what was typed is shown in the second step only, and not after it', async ({ shop }) => {
    const stranger = somebody();
    const { first, request } = await declare(shop, 'withdrawal', fields(stranger, 'F-00000000'));
    expect(first.location).not.toContain(encodeURIComponent(stranger));
    expect(request).not.toBe('');
    expect(await read(shop, first.location)).not.toContain(stranger);
  });

  test.for([
    ['en', 'Error: Withdraw from contract', 'Enter your name.'],
    ['es', 'Error: Desistir del contrato', 'Escribe tu nombre.'],
    ['jp', 'エラー： 契約を撤回する', 'お名前を入力してください。'],
  ] as const)('page in %s: errors at their fields, with what was typed', async ([locale, title, error], { shop }) => {
    const { status, html } = await post(shop, 'withdrawal', { name: ' ', email: 'ada', number: '' }, { locale });
    expect(status).toBe(400);
    expect(/<title>([^<]*)/.exec(html)?.[1]).toMatch(new RegExp(`^${title}`));
    expect(html).toContain(`<a href="#withdrawal-name">${error}</a>`);
    for (const field of ['name', 'email', 'number']) expect(html).toContain(`id="withdrawal-${field}-error"`);
    expect(html).toContain('value="ada"');
  });

  test('a web address in a field of the receipt is refused', async ({ shop }) => {
    expect((await post(shop, 'withdrawal', fields(somebody(), 'see www.evil.example'))).html).toContain('Leave out web addresses.');
  });

  test('a form of another site is refused; a second step that is not known asks to fill in the form again', async ({ shop }) => {
    expect((await post(shop, 'withdrawal', fields(somebody(), 'F-1'), { origin: 'https://evil.example' })).status).toBe(403);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await post(shop, 'withdrawal', { request: unknown })).status).toBe(400);
    expect(await read(shop, `/withdrawal?request=${unknown}`)).toContain('This page was open for too long.');
  });

  test('many declarations to one address: refused before another mail is sent', async ({ shop }) => {
    const victim = somebody();
    for (let count = 0; count < 20; count++)
      expect((await declare(shop, 'withdrawal', fields(victim, `F-${count}`))).second.status).toBe(303);
    expect((await declare(shop, 'withdrawal', fields(victim, 'F-20'))).second.status).toBe(429);
    expect(await receipts(shop, victim)).toHaveLength(20);
  });
});

describe('cancellation without log-in', () => {
  test('the number of an order of a subscription: it ends with the paid period', async ({ shop }) => {
    const who = await subscribed(shop, PRICE);
    const [{ number = '' } = {}] = await listOrders(shop, who);
    const { second } = await declare(shop, 'cancel', fields(who.email, number));
    expect([second.status, second.location]).toEqual([303, '/cancel?sent=yes']);
    await expect.poll(async () => (await running(shop, who)).map(({ state }) => state)).toEqual(['ending']);
    const receipt = await shop.mail(who.email, /^We have your cancellation: /);
    expect(receipt.text).toContain('Kind of cancellation: ordinary');
    expect(receipt.text).toContain('End: as soon as possible');
  });

  test('the number of the subscription itself: it ends too', async ({ shop }) => {
    const who = await subscribed(shop, PRICE);
    const [{ id = '' } = {}] = await running(shop, who);
    await declare(shop, 'cancel', fields(who.email, id));
    await expect.poll(async () => (await running(shop, who)).map(({ state }) => state)).toEqual(['ending']);
  });

  test('for cause: an urgent ticket, first in the list of the desk, and nothing ends by itself', async ({ shop }) => {
    const who = await subscribed(shop, PRICE);
    const [{ number = '' } = {}] = await listOrders(shop, who);
    const refused = await post(shop, 'cancel', fields(who.email, number, { ground: 'cause' }));
    expect(refused.html).toContain('<a href="#cancel-reason">Tell us the reason.</a>');
    await declare(shop, 'cancel', fields(who.email, number, { ground: 'cause', reason: 'Nothing arrives.' }));
    await expect.poll(async () => (await ticketsFrom(shop, who.email)).length).toBe(1);
    const [ticket] = await ticketsFrom(shop, who.email);
    expect((await ticketMessages(shop, ticket?.number ?? ''))[0]?.text).toContain('Kind: for cause: Nothing arrives.');
    const { desk } = await atDesk(shop);
    const { tickets } = await desk.list(shop.ctx.db.orm, { status: 'open', limit: 1 });
    expect(tickets).toMatchObject([{ number: ticket?.number, urgent: true }]);
    expect((await running(shop, who)).map(({ state }) => state)).toEqual(['active']);
  });

  test('to end later than the paid period, or with the email of another: a ticket', async ({ shop }) => {
    const who = await subscribed(shop, PRICE);
    const [{ number = '' } = {}] = await listOrders(shop, who);
    const stranger = somebody();
    await declare(shop, 'cancel', fields(who.email, number, { endsOn: '2099-12-31' }));
    await declare(shop, 'cancel', fields(stranger, number));
    await expect.poll(async () => (await ticketsFrom(shop, who.email)).length).toBe(1);
    await expect.poll(async () => (await ticketsFrom(shop, stranger)).length).toBe(1);
    expect((await running(shop, who)).map(({ state }) => state)).toEqual(['active']);
    expect((await shop.mail(who.email, /^We have your cancellation: /)).text).toContain('End: December 31, 2099');
  });
});

test.for(['/', '/services', '/cabinet/order-history', '/no-such-page', '/account/login'])(
  'footer of %s: links to both pages and to the accessibility statement',
  async (path, { shop }) => {
    const html = await read(shop, path);
    for (const page of ['/withdrawal', '/cancel', '/accessibility']) expect(html).toContain(`<a href="${page}">`);
  },
);
