// Tests editing the menus at the desk: saved links are on every page, and a link to nowhere is refused at its
// field.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locale } from '#lib/locale.ts';
import { contentKind } from '#modules/content/pages.ts';
import type { FormTexts } from '#modules/content/shapes-pages.ts';
import { importKind } from '#modules/content/versions.ts';
import { openedContent, pageIn, words } from '../../../../tests/support/desk.ts';
import { expectAudited } from '../../../../tests/support/money.ts';
import { expect, shop as openShop, test } from '../../../../tests/support/shop.ts';

test('links of header and footer and a note are live in each language, also on pages behind the log-in, and can be taken back', async () => {
  await using shop = await openShop();
  const { text, number, save, preview, owner } = await openedContent(shop, 'menus');
  const blog = { to: 'https://blog.example/news', label: words('Blog') };
  const [first, ...columns] = text.columns;
  if (!first) throw new Error('no column');
  const draft = {
    header: [...text.header.toReversed(), blog],
    columns: [...columns, { title: words('Help'), links: [...first.links, { to: '/services/brand-stories', label: words('Stories') }] }],
    note: words('Open on weekdays.'),
  };
  expect((await preview(draft)).body.pages[1]?.html).toContain('Open on weekdays. (es)');
  expect((await save(draft)).body).toMatchObject({ saved: true, version: { number: number + 1 } });
  for (const path of ['/', '/terms-and-conditions', '/cart']) {
    const page = await pageIn(shop, path, 'es');
    expect([path, page.includes('href="https://blog.example/news"'), page.includes('Open on weekdays. (es)')]).toEqual([path, true, true]);
    expect(page.indexOf('Help (es)')).toBeGreaterThan(page.indexOf('Políticas'));
  }
  expect(await pageIn(shop, '/')).toMatch(/href="\/contact">Contact<\/a><\/li><li><a[^>]* href="\/faq"/);
  const { body: old } = await owner.call('GET /api/content/version', { name: 'menus', number });
  expect((await save(old.text as FormTexts['menus'], number + 1)).body.saved).toBe(true);
  const page = await pageIn(shop, '/');
  expect([page.includes('blog.example'), page.includes('Open on weekdays.')]).toEqual([false, false]);
  await expectAudited(shop);
});

test('a link for one language is shown in it only, and does not count as the link that every page needs', async () => {
  await using shop = await openShop();
  const { text, save } = await openedContent(shop, 'menus');
  const law = 'href="/terms-and-conditions#s19"';
  expect([(await pageIn(shop, '/')).includes(law), (await pageIn(shop, '/', 'jp')).includes(law)]).toEqual([false, true]);
  expect(await pageIn(shop, '/terms-and-conditions', 'jp')).toMatch(/<h2 id="s19">[^<]*特定商取引法に基づく表記/);
  const withContact = (languages: Locale[]) => ({
    ...text,
    header: text.header.map((link) => (link.to === '/contact' ? { ...link, languages } : link)),
    columns: text.columns.map(({ title, links }) => ({ title, links: links.filter(({ to }) => to !== '/contact') })),
  });
  expect((await save(withContact(['es']))).body).toHaveProperty('errors');
  expect((await save(withContact(['Spanish!' as Locale]))).body).toHaveProperty('errors');
  const [first, ...links] = text.header;
  if (!first) throw new Error('no link');
  expect((await save({ ...text, header: [{ ...first, languages: ['es'] }, ...links] })).body).toMatchObject({ saved: true });
  const header = async (locale: 'en' | 'es') => /<header[\s\S]*?<\/header>/.exec(await pageIn(shop, '/', locale))?.[0] ?? '';
  expect([(await header('en')).includes('href="/services"'), (await header('es')).includes('href="/services"')]).toEqual([false, true]);
});

test('a shop without a file has the default menus, and the desk’s first version stays', async () => {
  await using shop = await openShop();
  const folder = await mkdtemp(join(tmpdir(), 'fanfare-menus-'));
  await cp('shop', folder, { recursive: true });
  await rm(join(folder, 'menus.yaml'));
  const before = await pageIn(shop, '/');
  expect(await importKind(shop.ctx.db, folder, contentKind)).toEqual([{ file: 'menus.yaml', replaced: undefined }]);
  const { text, number, save } = await openedContent(shop, 'menus');
  expect(number, 'the version in which the file went').toBe(2);
  expect(await pageIn(shop, '/')).toBe(before);
  const draft = { ...text, note: words('Open on weekdays.') };
  const answers = await Promise.all([save(draft), save({ ...draft, note: words('Open on Sundays.') })]);
  expect(answers.map(({ body }) => body.saved).sort()).toEqual([false, true]);
  await expectAudited(shop);
  const faq = await readFile(join(folder, 'faq.yaml'), 'utf8');
  await writeFile(join(folder, 'faq.yaml'), faq.replace(/(question:\s+en: )"[^"]*"/, '$1"Do you deliver on Sundays?"'));
  expect(await importKind(shop.ctx.db, folder, contentKind)).toEqual([{ file: 'faq.yaml', replaced: undefined }]);
  expect(await pageIn(shop, '/')).toMatch(/Open on (weekdays|Sundays)\./);
  await rm(folder, { recursive: true });
});

const link = (to: string) => ({ to, label: words('Link') });
test.for([
  ['a page that does not exist', link('/nowhere')],
  ['the page of an unknown service', link('/services/nothing')],
  ['an address without https', link('http://blog.example')],
  ['a script', link('javascript:alert(1)')],
  ['another host', link('//blog.example')],
  ['a page that only mails link to', link('/account/reset')],
  ['a page for developers', link('/_ui')],
] as const)('a link to %s: refused at its field', async ([, added], { shop }) => {
  const { text, save } = await openedContent(shop, 'menus');
  const { status, body } = await save({ ...text, header: [added, ...text.header] });
  expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([400, ['', 'text.header[0].to']]);
});

test('menus that lead to no policy and no contact: refused with the pages', async ({ shop }) => {
  const { text, save } = await openedContent(shop, 'menus');
  const drop = (links: typeof text.header) => links.filter(({ to }) => !/^\/(contact|privacy-policy)$/.test(to));
  const columns = text.columns.map((each) => ({ ...each, links: drop(each.links) }));
  const { body } = await save({ ...text, header: drop(text.header), columns });
  expect(body).toMatchObject({ errors: { 'text.columns': ['A link must lead to /contact.', 'A link must lead to /privacy-policy.'] } });
});
