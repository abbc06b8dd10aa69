// Languages that the owner adds by files: pages, negotiation, messages, mails and documents, and what remains
// of a language that is removed.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openLanguages } from '#modules/content/languages/languages.ts';
import { createApp } from '../../src/app.ts';
import { getPageRow, href, listServedPages } from '../../src/pages.ts';
import { logIn, register } from '../support/accounts.ts';
import { funded, order } from '../support/money.ts';
import { languagesShop } from '../support/owner-files.ts';
import { letRun } from '../support/rows/jobs.ts';
import { issue, listInvoices, readContent } from '../support/sample-shop.ts';
import { shop as openShop, type Shop } from '../support/shop.ts';

let files: Awaited<ReturnType<typeof languagesShop>>;
let shop: Shop;
beforeAll(async () => {
  files = await languagesShop();
  shop = await openShop({ folder: files.folder, environment: { RATE_LIMITS: 'off' } });
});
afterAll(async () => {
  await shop.close();
  await files[Symbol.asyncDispose]();
});

const added = ['fr', 'de', 'ar'] as const;
type Headers = Readonly<Record<string, string>>;
const page = async (path: string, headers: Headers = {}) => {
  const answer = await fetch(shop.urls.storefront + path, { headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const languageAt = async (path: string, headers: Headers = {}) => /<html lang="([^"]*)"/.exec((await page(path, headers)).text)?.[1];

const openPages = listServedPages(true).filter((name) => getPageRow(name).who === 'open');

test.for(added)('%s: every open page answers, in its direction and with no name of a message', async (locale) => {
  for (const name of openPages) {
    const { status, text } = await page(`${href(name as 'home').replace(':id', 'brand-stories')}?lang=${locale}`);
    expect([name, status]).toEqual([name, 200]);
    expect(text).toContain(locale === 'ar' ? '<html lang="ar" dir="rtl">' : `<html lang="${locale}">`);
    expect(text).toContain({ fr: 'Historique des commandes', de: 'Bestellverlauf', ar: 'سجل الطلبات' }[locale]);
    // What is not translated is in English.
    expect(text).toContain('Seller');
  }
});

test('page: texts of the shop are translated where the owner has done so, and the others are in English', async () => {
  const { text } = await page('/services?lang=fr');
  expect(text).toContain('Récits de marque');
  expect(text).toContain('Ready-to-publish posts: caption, creative direction, call to action and time slot, in one calendar.');
  const policy = await page('/privacy-policy?lang=fr');
  expect(policy.text).toMatch(/<article[^>]* lang="en" dir="ltr"/);
  expect((await page('/privacy-policy?lang=es')).text).not.toMatch(/<article[^>]* lang=/);
});

test('page: search engines are led to every language of the shop', async () => {
  const { text } = await page('/faq');
  for (const tag of ['en', 'es', 'ja', ...added, 'x-default']) expect(text).toContain(`hreflang="${tag}"`);
  expect((await page('/sitemap.xml')).text).toContain('/faq?lang=ar');
});

test.each([
  ['/faq?lang=fr', {}, 'fr'],
  ['/faq?lang=it', {}, 'en'],
  ['/faq?lang=it', { cookie: 'locale=de' }, 'de'],
  ['/faq', { cookie: 'locale=it' }, 'en'],
  ['/faq', { cookie: 'locale=__proto__' }, 'en'],
  ['/faq', { 'accept-language': 'it;q=0.9,ar-EG;q=0.8,en;q=0.1' }, 'ar'],
  ['/faq', { 'accept-language': 'fr-CA' }, 'fr'],
  ['/faq', { 'accept-language': 'it' }, 'en'],
])('%s with %j: is in %s', async (path, headers, locale) => expect(await languageAt(path, headers)).toBe(locale));

test('messages: those of the account are a file that stays valid, and others are not there', async () => {
  const version = /data-messages="([^"]*)"/.exec((await page('/?lang=fr')).text)?.[1];
  const { status, text, headers } = await page(`/messages/${version}/account.fr.json`);
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(text).toContain('Historique des commandes');
  for (const path of [`${version}/nothing.fr.json`, `${version}/account.it.json`, `${version}/account.es.json`, 'old/account.fr.json'])
    expect([path, (await page(`/messages/${path}`)).status]).toEqual([path, 404]);
});

test('error of a form: is in the language of the visitor, in English if it is not translated', async () => {
  const login = (language: string) =>
    shop.call('POST /api/Accounts/login', { email: 'a@shop.example', password: 'x' }, { headers: { 'accept-language': language } });
  expect((await login('fr')).body).toMatchObject({ errors: { '': ['L’adresse e-mail ou le mot de passe est incorrect.'] } });
  const short = await shop.call('POST /api/Accounts/register', { firstName: '' } as never, { headers: { 'accept-language': 'de' } });
  expect(JSON.stringify(short.body)).toContain('Enter your first name.');
});

/** A customer who reads a language, with a paid order. */
async function paidIn(language: string): Promise<{ readonly email: string; readonly token: string }> {
  const spoken = { headers: { 'accept-language': language } };
  const email = await register(shop, {}, spoken);
  const who = { email, token: (await logIn(shop, email)).token };
  await funded(shop, who);
  const { status } = await order(shop, who, { payFromBalance: true }, spoken);
  expect(status).toBe(200);
  return who;
}

test('mail to a customer who reads French: is in French, with the texts of the shop, and one without a translation is in English', async () => {
  const { email } = await paidIn('fr');
  await letRun(shop, 'orders.sendConfirmations');
  const mail = await shop.mail(email, /confirmée/);
  expect(mail.subject).toBe('Votre commande est confirmée : Récits de marque');
  expect(mail.text).toContain('Récits de marque, 600 mots');
  expect(mail.text).toContain('Payée avec votre solde le');
  expect(mail.html).toContain('<html lang="fr">');
  const welcome = await shop.mail(email, /^Welcome/);
  expect(welcome.html).toContain('<html lang="en">');
});

test('documents: in Arabic, which their fonts do not have, they are in English; in French, they are in French', async () => {
  const createInvoice = async (language: string) => {
    const who = await paidIn(language);
    await issue(shop);
    const invoice = (await listInvoices(shop, who)).find(({ kind }) => kind === 'invoice');
    return readContent(shop, invoice?.id);
  };
  expect(await createInvoice('ar')).toMatchObject({ locale: 'en', lines: [{ name: 'Brand Stories' }] });
  expect(await createInvoice('fr')).toMatchObject({ locale: 'fr', lines: [{ name: 'Récits de marque', about: ['600 mots'] }] });
});

test('language that is removed: pages and mails of those who chose it are in the default, and nothing fails', async () => {
  const who = await paidIn('de');
  await files.choose('en', 'jp');
  const { config, clock, log } = shop.ctx;
  // The process has one list of languages, which the later start sets.
  const node = await createApp({
    config: { ...config, port: 0, deskPort: 0, sandboxPort: undefined },
    connection: shop.connection,
    clock,
    log,
    build: inject('build'),
    jobs: false,
    refuseEarly: false,
  });
  try {
    const getLanguage = async (path: string, headers: Headers = {}) =>
      /<html lang="([^"]*)"/.exec(await (await fetch(node.urls.storefront + path, { headers })).text())?.[1];
    expect(await getLanguage('/', { cookie: 'locale=de' })).toBe('en');
    expect(await getLanguage('/?lang=es')).toBe('en');
    expect(await getLanguage('/', { cookie: 'locale=jp' })).toBe('ja');
    expect((await shop.call('GET /api/Accounts/profile', undefined, { token: who.token })).status).toBe(200);
    expect((await order(shop, who, { payFromBalance: true })).status).toBe(200);
    await letRun(shop, 'orders.sendConfirmations');
    expect((await shop.mail(who.email, /^Your order is confirmed/)).html).toContain('<html lang="en">');
  } finally {
    await node.stop();
  }
});

test('shop with one language: it starts without the texts of the others, and has no choice of languages', async () => {
  await files.choose('es');
  for (const file of ['terms', 'privacy', 'cookies', 'refunds'].flatMap((name) => [`${name}.en.md`, `${name}.jp.md`]))
    await rm(join(files.folder, 'policies', file));
  await files.edit('home.yaml', (text) => text.replaceAll(/^ +(en|jp): .*\n/gm, ''));
  await using one = await openShop({ folder: files.folder });
  const text = await (await fetch(one.urls.storefront, { headers: { 'accept-language': 'en' } })).text();
  expect(text).toContain('<html lang="es">');
  expect(text).not.toContain('lang=en"');
  expect((await fetch(`${one.urls.storefront}/privacy-policy`)).status).toBe(200);
});

test('languages.yaml and catalogs with mistakes: the start is refused with file, line and reason', async () => {
  const getErrorLines = (): Promise<unknown> => openLanguages(files.folder).catch((cause: unknown) => (cause as { lines?: unknown }).lines);
  await files.choose('en', 'ja', 'xx', 'FR', 'en');
  expect(await getErrorLines()).toEqual([
    expect.stringMatching(/^shop\/languages\.yaml:1: languages\.1: .*write jp/),
    expect.stringMatching(/languages\.2: must be a language tag/),
    expect.stringMatching(/languages\.3: must be a language tag/),
  ]);
  await files.choose('en', 'en');
  expect(await getErrorLines()).toEqual(['shop/languages.yaml:1: languages.1: en is there twice']);
  await files.choose('en', 'fr');
  await files.edit('languages/fr.po', (text) => `${text}\nmsgid "Total: {0}"\nmsgstr "Total : {0"\n`);
  expect(await getErrorLines()).toEqual([expect.stringMatching(/^shop\/languages\/fr\.po:\d+: the message cannot be read/)]);
});
