// Tests editing the home page and the questions at the desk: a saved text is live, a wrong one is refused at
// its field, and the later change wins.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locale } from '#lib/locale.ts';
import { contentKind } from '#modules/content/pages.ts';
import type { FormTexts } from '#modules/content/shapes-pages.ts';
import { importKind } from '#modules/content/versions.ts';
import { openedContent, operating, pageIn, WHY, words } from '../../../../tests/support/desk.ts';
import { expectAudited } from '../../../../tests/support/money.ts';
import { describe, expect, shop as openShop, test } from '../../../../tests/support/shop.ts';
import { openShopTexts } from '../../../server/shop-texts.ts';

type HomeText = FormTexts['home'];
const withLead = (home: HomeText, lead: Record<Locale, string>): HomeText => ({
  ...home,
  blocks: home.blocks.map((block) => (block.kind === 'hero' ? { ...block, lead } : block)),
});

describe('company saved at the desk', () => {
  const company = { legalName: 'Paper Boats Ltd', vatId: 'NO 123 MVA', street: '4 Quay', city: 'Bergen', postalCode: '5003' };

  test('every page shows it in its footer, and it is no sample any more', async () => {
    await using shop = await openShop();
    const { text, number, save, owner } = await openedContent(shop, 'company');
    const draft = { ...text, ...company, country: 'NO' };
    expect((await save(draft)).body.saved).toBe(true);
    expect(await pageIn(shop, '/')).toContain('Paper Boats Ltd');
    expect((await owner.call('GET /api/content', { name: 'company' })).body.text).toEqual(draft);
    const [sample] = (await owner.call('GET /api/setup')).body.steps.filter(({ step }) => step === 'company');
    expect(sample).toMatchObject({ isDone: false, lines: ['Still the sample: registration number, phone.'] });
    await save({ ...draft, registrationNumber: '987', phone: '+47 55 00 00 00' }, number + 1);
    const [done] = (await owner.call('GET /api/setup')).body.steps.filter(({ step }) => step === 'company');
    expect(done).toMatchObject({ isDone: true });
    await expectAudited(shop);
  });

  test('an empty field, a wrong address and no country are named at their fields', async ({ shop }) => {
    const { text, preview } = await openedContent(shop, 'company');
    const { status, body } = await preview({ ...text, street: ' ', email: 'nobody', representative: { ...text.representative, es: '' } });
    const errors = {
      'text.street': ['Enter the street.'],
      'text.email': ['Enter the email address.'],
      'text.representative.es': ['Enter the name of the person responsible in Spanish.'],
    };
    expect([status, body]).toMatchObject([400, { errors }]);
    expect((await preview({ ...text, country: 'ZZ' })).body).toMatchObject({ errors: { 'text.country': ['Choose a country.'] } });
  });
});

describe('home page saved at the desk', () => {
  test('moved, added and changed blocks are live in each language, with a new share image, and the rest of the file stays', async () => {
    await using shop = await openShop();
    const { text, number, save, preview, owner } = await openedContent(shop, 'home');
    const before = await pageIn(shop, '/');
    const [hero, ...others] = withLead(text, words('Ninety minutes')).blocks;
    const added = { kind: 'points' as const, title: words('Our promise'), points: [{ title: words('Soon'), text: words('By noon') }] };
    const draft = { ...text, description: words('Words by noon.'), blocks: [hero, added, ...others.toReversed()] } as HomeText;
    const { body: shown } = await preview(draft);
    expect(shown.pages.map(({ locale, html }) => [locale, html.includes('By noon'), html.includes(`Ninety minutes (${locale})`)])).toEqual([
      ['en', true, false],
      ['es', true, true],
      ['jp', true, true],
    ]);
    expect(await pageIn(shop, '/'), 'a preview changes nothing').toBe(before);
    const { status, body } = await save(draft);
    expect([status, body]).toMatchObject([
      200,
      { saved: true, version: { number: number + 1, origin: 'desk', why: WHY, by: { name: 'owner' } } },
    ]);
    const page = await pageIn(shop, '/');
    expect(page.indexOf('id="questions"')).toBeLessThan(page.indexOf('id="how"'));
    expect(page).toContain('By noon');
    expect(await pageIn(shop, '/', 'es')).toContain('Ninety minutes (es)');
    const findImage = (html: string) => /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? expect.fail('no image');
    expect(findImage(page)).not.toBe(findImage(before));
    const { body: now } = await owner.call('GET /api/content', { name: 'home' });
    expect([now.number, now.text]).toEqual([number + 1, draft]);
    const [line] = (await owner.call('GET /api/audit', { kind: 'content' })).body;
    expect(line).toMatchObject({ act: 'content.edit', about: 'home', why: WHY, after: { version: number + 1 } });
    await expectAudited(shop);
  });

  test('an old version can be opened and published again', async ({ shop }) => {
    const { text, number, save, owner } = await openedContent(shop, 'home');
    await save({ ...text, blocks: text.blocks.slice(1) });
    const without = await pageIn(shop, '/');
    expect(without.match(/<h1[^>]*>/g), 'a page without its introduction has a title').toEqual(['<h1 class="unseen">']);
    const { body: old } = await owner.call('GET /api/content/version', { name: 'home', number });
    expect(old.text).toEqual(text);
    expect((await save(text, number + 1)).body.saved).toBe(true);
    expect(await pageIn(shop, '/')).not.toContain('<h1 class="unseen">');
    expect((await owner.call('GET /api/content/version', { name: 'home', number: 99 })).status).toBe(404);
  });

  test('two save at once: one is published, the other gets its version and nothing is overwritten', async ({ shop }) => {
    const { text, number, save } = await openedContent(shop, 'home');
    const other = await operating(shop, 'manager');
    const answers = await Promise.all([
      save(withLead(text, words('First'))),
      save(withLead(text, words('Second')), number, other),
      save(withLead(text, words('Third'))),
    ]);
    expect(answers.map(({ status, body }) => [status, body.saved]).sort()).toEqual([
      [200, false],
      [200, false],
      [200, true],
    ]);
    expect(new Set(answers.map(({ body }) => body.version.number))).toEqual(new Set([number + 1]));
    const winner = ['First', 'Second', 'Third'][answers.findIndex(({ body }) => body.saved)] ?? '';
    expect(await pageIn(shop, '/')).toContain(winner);
  });

  test('a save of the questions at the same time: both are published', async ({ shop }) => {
    const [home, faq] = [await openedContent(shop, 'home'), await openedContent(shop, 'faq')];
    const answers = await Promise.all([
      home.save(withLead(home.text, words('Ninety minutes'))),
      faq.save({
        ...faq.text,
        groups: faq.text.groups.map((group, index) => (index === 0 ? { ...group, title: words('First things') } : group)),
      }),
    ]);
    expect(answers.map(({ body }) => body.saved)).toEqual([true, true]);
    expect(await pageIn(shop, '/')).toContain('Ninety minutes');
    expect(await pageIn(shop, '/faq')).toContain('First things');
  });
});

describe('files and desk', () => {
  test('the desk’s version survives a restart and an unchanged file; a changed file replaces it and the import says so', async () => {
    await using shop = await openShop();
    const { text, number, save } = await openedContent(shop, 'home');
    await save(withLead(text, words('Ninety minutes')));
    const folder = await mkdtemp(join(tmpdir(), 'fanfare-content-'));
    await cp('shop', folder, { recursive: true });
    expect(await importKind(shop.ctx.db, folder, contentKind), 'the files were seen before').toEqual([]);
    const restarted = await openShopTexts(shop.ctx, undefined);
    expect(JSON.stringify(restarted.shop.home)).toContain('Ninety minutes');
    const faq = await readFile(join(folder, 'faq.yaml'), 'utf8');
    await writeFile(join(folder, 'faq.yaml'), faq.replace(/(question:\s+en: )"[^"]*"/, '$1"Do you deliver on Sundays?"'));
    expect(await importKind(shop.ctx.db, folder, contentKind)).toEqual([{ file: 'faq.yaml', replaced: undefined }]);
    expect(await pageIn(shop, '/'), 'another file changed').toContain('Ninety minutes');
    const home = await readFile(join(folder, 'home.yaml'), 'utf8');
    await writeFile(join(folder, 'home.yaml'), home.replace('en: "Who makes it"', 'en: "Made by these people"'));
    expect(await importKind(shop.ctx.db, folder, contentKind)).toEqual([{ file: 'home.yaml', replaced: number + 1 }]);
    await expect.poll(() => pageIn(shop, '/')).toContain('Made by these people');
    expect(await pageIn(shop, '/')).not.toContain('Ninety minutes');
    await rm(folder, { recursive: true });
  });
});

const editing = (text: HomeText, kind: string, change: object): HomeText =>
  ({ ...text, blocks: text.blocks.map((block) => (block.kind === kind ? { ...block, ...change } : block)) }) as HomeText;

test.for([
  [
    'a lead missing in Spanish',
    (home: HomeText) => withLead(home, { ...words('Hi'), es: ' ' }),
    'text.blocks[0].lead.es',
    'Enter the introduction in Spanish.',
  ],
  [
    'a title missing in Japanese',
    (home: HomeText) => ({ ...home, title: { ...words('Hi'), jp: '' } }),
    'text.title.jp',
    'Enter the title in Japanese.',
  ],
  [
    'four facts',
    (home: HomeText) => editing(home, 'hero', { facts: [words('1'), words('2'), words('3'), words('4')] }),
    'text.blocks[0].facts',
    'At most 3. Remove the others.',
  ],
  ['no samples', (home: HomeText) => editing(home, 'samples', { services: [] }), 'text.blocks[2].services', 'Add at least 1.'],
  [
    'two heroes',
    (home: HomeText) => ({ ...home, blocks: [...home.blocks, ...home.blocks.slice(0, 1)] }),
    'text.blocks[8].kind',
    'This block is there twice. Remove one of them.',
  ],
  ['no blocks', (home: HomeText) => ({ ...home, blocks: [] }), 'text.blocks', 'Add at least 1.'],
] as const)('home page with %s: refused at its field by preview and save', async ([, change, field, sentence], { shop }) => {
  const { text, preview, save } = await openedContent(shop, 'home');
  for (const { status, body } of [await preview(change(text)), await save(change(text))]) {
    expect([status, body]).toMatchObject([400, { errors: { '': [expect.stringContaining(sentence)], [field]: [sentence] } }]);
    expect(JSON.stringify(body)).not.toMatch(/shop\/|\.yaml/);
  }
});

describe('questions', () => {
  test('a new group with a question and a moved answer are live, and each address stays', async () => {
    await using shop = await openShop();
    const { text, save, preview } = await openedContent(shop, 'faq');
    const question = {
      id: 'sundays',
      group: 'days',
      home: false,
      question: words('On Sundays?'),
      answer: words('Yes, see [services](/services).'),
    };
    const draft = { groups: [{ id: 'days', title: words('Days') }, ...text.groups], questions: [question, ...text.questions.toReversed()] };
    expect((await preview(draft)).body.pages[2]?.html).toContain('On Sundays? (jp)');
    expect((await save(draft)).body.saved).toBe(true);
    const page = await pageIn(shop, '/faq');
    expect(page).toMatch(/id="sundays"[^>]*><p>Yes, see <a href="\/services">services<\/a>/);
    expect(page.indexOf('id="sundays"')).toBeLessThan(page.indexOf('id="how-soon"'));
  });

  test.for([
    [
      'a link to no page',
      { answer: { ...words('x'), en: 'See [here](/nowhere).' } },
      'text.questions[0].answer.en',
      '“/nowhere” is no page of the shop.',
    ],
    [
      'an answer missing in Japanese',
      { answer: { ...words('x'), jp: '' } },
      'text.questions[0].answer.jp',
      'Enter the answer in Japanese.',
    ],
    ['an address that is taken', { id: 'revisions' }, 'text.questions[7].id', 'This address is already used.'],
    ['a fifth question on the home page', { home: false }, 'text.questions', 'The home page shows 4 questions; 3 are chosen.'],
  ] as const)('%s: refused at its field', async ([, change, field, sentence], { shop }) => {
    const { text, save } = await openedContent(shop, 'faq');
    const changed = { ...text, questions: text.questions.map((each, index) => (index === 0 ? { ...each, ...change } : each)) };
    const { status, body } = await save(changed);
    expect([status, body]).toMatchObject([400, { errors: { [field]: [sentence] } }]);
  });
});

test('save without a change: refused', async ({ shop }) => {
  const { save, text } = await openedContent(shop, 'faq');
  expect((await save(text)).status).toBe(400);
});

test.for(['maker', 'support'] as const)('%s: may neither see nor edit the content', async (role, { shop }) => {
  const { text, number, save } = await openedContent(shop, 'home');
  const other = await operating(shop, role);
  expect((await other.call('GET /api/content', { name: 'home' })).status).toBe(403);
  expect((await other.call('POST /api/content/preview', { name: 'home', text })).status).toBe(403);
  expect((await save(withLead(text, words('Mine')), number, other)).status).toBe(403);
});
