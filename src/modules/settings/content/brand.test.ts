// Tests editing the brand at the desk: pages, mails and icons show a saved brand, and a refused draft changes
// nothing.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brandKind } from '#modules/content/brand.ts';
import type { BrandForm } from '#modules/content/shapes-brand.ts';
import { importKind } from '#modules/content/versions.ts';
import { register } from '../../../../tests/support/accounts.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, expectAudited, funded, listOrders, order } from '../../../../tests/support/money.ts';
import { refusedChanges } from '../../../../tests/support/rows/desk.ts';
import { logoCount } from '../../../../tests/support/rows/work.ts';
import { issue, listInvoices, readContent } from '../../../../tests/support/sample-shop.ts';
import { describe, expect, shop as openShop, type Shop, test } from '../../../../tests/support/shop.ts';
import { openShopTexts } from '../../../server/shop-texts.ts';

const WHY = 'our new name';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="90" height="40" fill="#102030"/></svg>';

const fetched = (shop: Shop, path: string): Promise<Response> =>
  fetch(`${shop.urls.storefront}${path}`, { headers: { 'accept-language': 'en' } });
const fetchPage = async (shop: Shop, path: string): Promise<string> => (await fetched(shop, path)).text();

async function opened(shop: Shop) {
  const owner = await operating(shop, 'owner');
  const { body } = await owner.call('GET /api/brand', {});
  const save = (changes: Partial<BrandForm>, from = body.number) =>
    owner.call('POST /api/brand/save', { text: { ...body.text, ...changes }, from, why: WHY });
  return { owner, brand: body, draft: body.text, save };
}

describe('brand saved at the desk', () => {
  test('a logo with a version for dark pages has the style that shows one of the two', async () => {
    await using shop = await openShop();
    const { draft, save } = await opened(shop);
    expect((await save({ logos: { ...draft.logos, logo: LOGO, 'logo-dark': LOGO } })).body).toMatchObject({ saved: true });
    const page = await fetchPage(shop, '/');
    expect(page.match(/<img class="logo"/g)?.length).toBeGreaterThanOrEqual(2);
    expect(page).toContain('[data-theme=dark] .logo+.logo{display:block}');
  });

  test('a page, its icon, its share image and the status bar follow the name, the accent and the logo', async () => {
    await using shop = await openShop();
    const { brand, draft, save } = await opened(shop);
    const before = await fetchPage(shop, '/');
    expect(before).not.toContain('html:root{');
    expect(before).not.toContain('.logo');
    const icon = await fetchPage(shop, '/icon.svg');
    const { body } = await save({
      name: 'Northlight',
      look: { ...draft.look, accent: '#1f5fd0', type: 'serif', corners: 'square' },
      logos: { ...draft.logos, logo: LOGO },
    });
    expect(body).toMatchObject({ saved: true, version: { number: brand.number + 1, origin: 'desk', why: WHY } });
    const page = await fetchPage(shop, '/');
    expect(page).toMatch(/<title>[^<]*Northlight[^<]*<\/title>/);
    expect(page).not.toContain('Fanfare');
    expect(page).toContain('--accent:light-dark(#1f5fd0,');
    expect(page).toContain('--radius-m:0px');
    expect([page.includes('.logo{'), page.includes('.logo+.logo{')]).toEqual([true, false]);
    expect(page).toContain('<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8fafe">');
    const addresses = {
      logo: /src="(\/brand\/logo-[^"]+\.svg)"/,
      font: /href="(\/fonts\/fraunces-common-[^"]+\.woff2)"/,
      picture: /og:image" content="[^"]*(\/drawings\/home-en-[^"]+\.png)"/,
    };
    for (const [name, pattern] of Object.entries(addresses)) {
      const answer = await fetched(shop, pattern.exec(page)?.[1] ?? expect.fail(name));
      expect([name, answer.status, answer.headers.get('cache-control')]).toEqual([name, 200, 'public, max-age=31536000, immutable']);
    }
    expect((await fetched(shop, addresses.logo.exec(page)?.[1] ?? '')).headers.get('content-security-policy')).toContain(
      "default-src 'none'",
    );
    expect(addresses.picture.exec(page)?.[1]).not.toBe(addresses.picture.exec(before)?.[1]);
    expect(await fetchPage(shop, '/icon.svg')).not.toBe(icon);
    expect(await fetchPage(shop, '/manifest.webmanifest')).toContain('"Northlight"');
    expect(await fetchPage(shop, '/terms-and-conditions')).toContain('Northlight is a shop of');
    const desk = await (await fetch(shop.urls.desk)).text();
    expect(desk).toContain('data-brand="Northlight" data-logo="/brand/logo-');
    const atDesk = await fetch(shop.urls.desk + (/data-logo="([^"]+)"/.exec(desk)?.[1] ?? ''));
    expect([atDesk.status, atDesk.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect((await fetch(`${shop.urls.desk}/brand/logo-000000000000.svg`)).status).toBe(404);
    await expectAudited(shop);
  });

  test('a mail has the new name, its accent and the logo', async () => {
    await using shop = await openShop();
    const { draft, save } = await opened(shop);
    await save({ name: 'Northlight', look: { ...draft.look, accent: '#1f5fd0' }, logos: { ...draft.logos, logo: LOGO } });
    const email = await register(shop);
    const { html } = await shop.mail(email);
    expect(html).toContain(`<img class="brandLogo" style="`);
    expect(html).toContain('alt="Northlight"');
    expect(html).toContain('background:#1f5fd0');
    expect(html).not.toContain('#c83214');
    expect((await fetched(shop, '/logo.png')).headers.get('content-type')).toBe('image/png');
  });

  test('an invoice keeps the logo with which it was issued, and its credit note has the same', async () => {
    await using shop = await openShop();
    const { draft, save } = await opened(shop);
    await save({ name: 'Northlight', logos: { ...draft.logos, logo: LOGO } });
    const who = await buyer(shop);
    await funded(shop, who);
    await order(shop, who, { payFromBalance: true });
    await issue(shop);
    const [invoice] = (await listInvoices(shop, who)).filter(({ kind }) => kind === 'invoice');
    const { logo } = await readContent(shop, invoice?.id);
    expect(logo).toEqual({ id: expect.stringMatching(/^[\w-]{43}$/), includesName: false });
    const pdf = async () => {
      const address = `${shop.urls.storefront}/api/papers/pdf?id=${invoice?.id}`;
      return Buffer.from(await (await fetch(address, { headers: { authorization: `Bearer ${who.token}` } })).arrayBuffer()).toString(
        'latin1',
      );
    };
    const drawn = await pdf();
    expect(drawn).toContain('/Subtype /Image');
    await save({ name: 'Southlight', logos: { ...draft.logos, logo: LOGO.replace('#102030', '#a02030') } }, 2);
    const [bought] = await listOrders(shop, who);
    await shop.call('POST /api/orders/cancel', { orderId: bought?.id }, { token: who.token });
    await issue(shop);
    const [credit] = (await listInvoices(shop, who)).filter(({ kind }) => kind === 'credit');
    expect(await readContent(shop, credit?.id)).toMatchObject({ brand: 'Northlight', plain: true, logo });
    expect(await pdf()).toBe(drawn);
    expect(await logoCount(shop)).toBe(1);
    for (const reason of await refusedChanges(shop, 'billing_document_logo')) expect(reason).toContain('never changed');
    await expectAudited(shop);
  });

  test('an old version can be opened and saved again, without the logo it did not have', async () => {
    await using shop = await openShop();
    const { owner, brand, draft, save } = await opened(shop);
    await save({ name: 'Northlight', logos: { ...draft.logos, logo: LOGO } });
    const { body: old } = await owner.call('GET /api/brand/version', { number: brand.number });
    expect(old.text).toEqual(draft);
    expect((await save(old.text, brand.number + 1)).body.saved).toBe(true);
    expect(await fetchPage(shop, '/')).not.toContain('/brand/logo');
    const { body: now } = await owner.call('GET /api/brand', {});
    expect(now.versions.map(({ number, origin }) => [number, origin])).toEqual([
      [brand.number + 2, 'desk'],
      [brand.number + 1, 'desk'],
      [brand.number, 'file'],
    ]);
    expect((await owner.call('GET /api/brand/version', { number: 99 })).status).toBe(404);
  });

  test('two save at once: one is published, the other learns of it and loses nothing', async () => {
    await using shop = await openShop();
    const { save } = await opened(shop);
    const answers = await Promise.all(['Northlight', 'Southlight'].map((name) => save({ name })));
    expect(answers.map(({ body }) => body.saved).sort()).toEqual([false, true]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test('after a restart, the policies have its name, too', async () => {
    await using shop = await openShop();
    const { save } = await opened(shop);
    await save({ name: 'Northlight' });
    const { shop: texts } = await openShopTexts(shop.ctx, undefined);
    expect(texts.policies.terms.en.html).toContain('Northlight is a shop of');
  });

  test('a later change of the files replaces it everywhere; an unchanged file does not', async () => {
    await using shop = await openShop();
    const { draft, save } = await opened(shop);
    await save({ name: 'Northlight', logos: { ...draft.logos, logo: LOGO } });
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-brand-'));
    const yaml = await readFile('shop/brand.yaml', 'utf8');
    await writeFile(join(folder, 'brand.yaml'), yaml);
    expect(await importKind(shop.ctx.db, folder, brandKind), 'the file was seen before').toEqual([]);
    await writeFile(join(folder, 'brand.yaml'), yaml.replace('name: Fanfare', 'name: Eastlight'));
    expect((await importKind(shop.ctx.db, folder, brandKind)).map(({ file }) => file)).toEqual(['brand.yaml', 'logo.svg']);
    await expect.poll(() => fetchPage(shop, '/')).toContain('Eastlight');
    expect(await fetchPage(shop, '/')).not.toContain('/brand/logo');
    await writeFile(join(folder, 'brand.yaml'), yaml.replace('name: Fanfare', 'name: ""'));
    await expect(importKind(shop.ctx.db, folder, brandKind)).rejects.toMatchObject({ lines: [expect.stringContaining('shop/brand.yaml')] });
    await rm(folder, { recursive: true });
  });

  test('a preview shows the draft in every language, with its logo inside, and changes nothing', async ({ shop }) => {
    const { owner, draft } = await opened(shop);
    const text = { ...draft, name: 'Northlight', look: { ...draft.look, accent: '#1f5fd0' }, logos: { ...draft.logos, logo: LOGO } };
    const { body } = await owner.call('POST /api/brand/preview', { text });
    expect(
      body.pages.map(({ locale, html }) => [locale, html.includes('Northlight'), html.includes('src="data:image/svg+xml;base64,')]),
    ).toEqual([
      ['en', true, true],
      ['es', true, true],
      ['jp', true, true],
    ]);
    expect(body.style).toContain('#1f5fd0');
    expect(await fetchPage(shop, '/')).not.toContain('Northlight');
  });
});

test.for([
  ['an empty name', { name: ' ' }, 'name'],
  ['a tagline missing in one language', { tagline: { en: 'Say it.', es: '', jp: 'はい' } }, 'tagline.es'],
  ['an accent that is no colour', { look: { type: 'serif', corners: 'round', density: 'airy', accent: 'url(//evil)' } }, 'look.accent'],
  ['an unknown font', { look: { type: 'comic', corners: 'round', density: 'airy' } }, 'look.type'],
  ['a logo with text', { logos: { logo: LOGO.replace('<rect', '<text>a</text><rect'), 'logo-dark': null, icon: null } }, 'logos.logo'],
  ['a dark logo alone', { logos: { logo: null, 'logo-dark': LOGO, icon: null } }, 'logos.logo-dark'],
  ['a huge icon', { logos: { logo: null, 'logo-dark': null, icon: 'x'.repeat(400_000) } }, 'logos.icon'],
] as const)('draft with %s: refused at its field by preview and save', async ([, changes, field], { shop }) => {
  const { owner, brand, draft } = await opened(shop);
  const request = { text: { ...draft, ...changes }, from: brand.number, why: WHY } as never;
  for (const call of ['POST /api/brand/preview', 'POST /api/brand/save'] as const) {
    const { status, body } = await owner.call(call, request);
    expect([call, status, Object.keys((body as { errors?: object }).errors ?? {})]).toEqual([
      call,
      400,
      expect.arrayContaining([`text.${field}`]),
    ]);
    expect(JSON.stringify(body)).not.toMatch(/shop\/|\.yaml|\.svg/);
  }
});

test('save without a change: refused', async ({ shop }) => {
  const { save } = await opened(shop);
  expect((await save({})).status).toBe(400);
});

test.for(['maker', 'support'] as const)('%s: may neither see nor edit the brand', async (role, { shop }) => {
  const { draft, brand } = await opened(shop);
  const other = await operating(shop, role);
  expect((await other.call('GET /api/brand', {})).status).toBe(403);
  expect((await other.call('POST /api/brand/preview', { text: draft })).status).toBe(403);
  expect((await other.call('POST /api/brand/save', { text: draft, from: brand.number, why: WHY })).status).toBe(403);
});
