// The contact form posted by a browser without JavaScript.

import { type Locale, locales } from '#lib/locale.ts';
import { ticketsFrom } from './support/rows/support.ts';
import { test as base, describe, expect, type Shop } from './support/shop.ts';
import { environment, somebody, somewhere } from './support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment });

type Sent = Readonly<Record<string, string>>;
type Post = { readonly locale?: Locale; readonly from?: string; readonly origin?: string | null; readonly path?: string };

const formFields = (more: Sent = {}): Sent => ({
  name: 'Maya',
  email: somebody(),
  message: 'How long does a story take?',
  website: '',
  ...more,
});

async function post(
  shop: Shop,
  sent: Sent,
  { locale = 'en', from = somewhere(), origin = shop.urls.storefront, path = '/contact' }: Post = {},
) {
  const answer = await fetch(shop.urls.storefront + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: `locale=${locale}`, 'x-forwarded-for': from, ...(origin === null ? {} : { origin }) },
    body: new URLSearchParams(sent),
  });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

const page = (shop: Shop, path: string, locale: Locale = 'en') =>
  fetch(shop.urls.storefront + path, { headers: { cookie: `locale=${locale}` } }).then((answer) => answer.text());
const tickets = async (shop: Shop, email = ''): Promise<number> => (await ticketsFrom(shop, email)).length;
const getTitle = (html: string): string | undefined => /<title>([^<]*)/.exec(html)?.[1];
const numberIn = (headers: Headers): string => /^\/contact\?sent=(T-[0-9A-HJKMNP-TV-Z]{6})$/.exec(headers.get('location') ?? '')?.[1] ?? '';

describe('contact form: message', () => {
  test('valid message is stored once and redirects to its ticket number', async ({ shop }) => {
    const sent = formFields();
    const { status, headers } = await post(shop, sent);
    expect(status).toBe(303);
    expect(headers.get('cache-control')).toBe('no-store');
    const number = numberIn(headers);
    expect(number).not.toBe('');
    expect(await tickets(shop, sent.email)).toBe(1);
    for (const path of [`/contact?sent=${number}`, `/contact?sent=${number}`]) expect(await page(shop, path)).toContain(`<b>${number}</b>`);
    expect(await tickets(shop, sent.email)).toBe(1);
    expect((await shop.mail(sent.email ?? '')).subject).toContain(number);
  });

  test.for(['en', 'es', 'jp'] as const)('page in %s: the confirmation email has that language', async (locale, { shop }) => {
    const sent = formFields();
    const { status } = await post(shop, sent, { locale });
    expect(status).toBe(303);
    expect((await shop.mail(sent.email ?? '')).html).toContain(`<html lang="${locales[locale].html}">`);
  });

  test('5,000 Japanese characters are accepted', async ({ shop }) => {
    expect((await post(shop, formFields({ message: 'あ'.repeat(5_000) }), { locale: 'jp' })).status).toBe(303);
  });

  test('filled honeypot field: normal answer, nothing is stored', async ({ shop }) => {
    const sent = formFields({ website: 'https://spam.example' });
    const { status, headers } = await post(shop, sent);
    expect(status).toBe(303);
    expect(numberIn(headers)).not.toBe('');
    expect(await tickets(shop, sent.email)).toBe(0);
  });

  test.for([
    ['another site', 'https://evil.example'],
    ['an opaque page', 'null'],
    ['a missing header', null],
  ] as const)('origin of %s is refused with 403', async ([, origin], { shop }) => {
    const sent = formFields();
    expect((await post(shop, sent, { origin })).status).toBe(403);
    expect(await tickets(shop, sent.email)).toBe(0);
  });
});

describe('contact form: refused message', () => {
  const invalid = { name: ' ', email: 'maya', message: 'short' };
  test.for([
    { locale: 'en', title: 'Error: Contact', name: 'Enter your name.', general: 'Validation failed' },
    { locale: 'es', title: 'Error: Contacto', name: 'Escribe tu nombre.', general: undefined },
    { locale: 'jp', title: 'エラー： お問い合わせ', name: 'お名前を入力してください。', general: undefined },
  ] as const)('page in $locale shows the errors and the typed text', async ({ locale, title, name, general }, { shop }) => {
    const { status, headers, html } = await post(shop, invalid, { locale });
    expect(status).toBe(400);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(getTitle(html)).toMatch(new RegExp(`^${title}`));
    if (general) expect(html).toContain(`<h2 id="told">${general}</h2>`);
    expect(html).toContain(`<a href="#contact-name">${name}</a>`);
    expect(html).toMatch(/id="contact-name"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="contact-name"/);
    for (const field of ['name', 'email', 'message']) expect(html).toContain(`id="contact-${field}-error"`);
    expect(html).toContain('value="maya"');
    expect(html).toContain('>short</textarea>');
    expect(html).toMatch(/<section[^>]* autofocus=""/);
    expect(html).not.toContain('rel="canonical"');
  });

  test('only the wrong field has an error', async ({ shop }) => {
    const { html } = await post(shop, formFields({ message: 'x'.repeat(5_001) }));
    expect(html).toContain('id="contact-message-error"');
    expect(html).not.toMatch(/id="contact-(name|email)-error"/);
    expect(html).toContain(`>${'x'.repeat(5_001)}</textarea>`);
  });

  test('typed text does not appear for other visitors', async ({ shop }) => {
    await post(shop, { ...invalid, message: 'secret' });
    expect(await page(shop, '/contact')).not.toContain('secret');
  });

  test.for([
    '<script>alert(1)</script>',
    '</textarea><img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    '</script><script>alert(1)</script>',
    '{{7*7}}',
    '<!--',
  ])('markup is shown as text: %j', async (canary, { shop }) => {
    const { status, html } = await post(shop, {
      name: canary,
      email: canary,
      message: canary,
      more: canary,
      __proto__: canary,
      errors: canary,
    });
    expect(status).toBe(400);
    expect(html).not.toMatch(/<script>alert|<img src|<svg onload|<\/textarea><img|<!--$/m);
    expect(html.match(/<textarea/g)?.length).toBe(1);
    expect(html).toMatch(/<\/html>\s*$/);
  });

  test('rate limit: 429 page says when to try again and keeps the typed text', async ({ shop }) => {
    const from = somewhere();
    const answers = [];
    for (let count = 0; count < 20; count++)
      answers.push(await post(shop, formFields({ message: `Message number ${count} of twenty` }), { from }));
    const refused = answers.filter(({ status }) => status !== 303);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, html } of refused) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(html).toContain('Too many requests.');
      expect(html).toMatch(/Try again in \d+ minutes?\./);
    }
    expect(refused.at(-1)?.html).toContain('>Message number 19 of twenty</textarea>');
  });
});

test.for(['<b>x</b>', 'T-7K2Q9', 'T-7k2q9m', 'T-7K2Q9MX', 'T-ILOU00', '../x'])(
  'contact page: invalid ticket number %s in the URL is not shown',
  async (sent, { shop }) => {
    const html = await page(shop, `/contact?sent=${encodeURIComponent(sent)}`);
    expect(html).toContain('id="contact-message"');
    expect(html).not.toMatch(/<b>(<b>|T-)/);
  },
);

test('contact page: choosing a currency sets the cookie', async ({ shop }) => {
  const { status, headers } = await post(shop, { currency: '1' });
  expect(status).toBe(303);
  expect(headers.get('location')).toBe('/contact');
  expect(headers.get('set-cookie')).toContain('currency=1');
});

test('page without a contact form: a posted message is not stored', async ({ shop }) => {
  const sent = formFields();
  expect((await post(shop, sent, { path: '/account/login' })).status).toBe(303);
  expect(await tickets(shop, sent.email)).toBe(0);
});
