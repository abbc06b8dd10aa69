// Tests editing policies at the desk: a saved text is shown immediately and gets a new version to agree to.

import { type Operating, operating } from '../../../../tests/support/desk.ts';
import { buyer, expectAudited, placed } from '../../../../tests/support/money.ts';
import { purchaseRow } from '../../../../tests/support/rows/orders.ts';
import { describe, expect, type Shop, test } from '../../../../tests/support/shop.ts';

const WHY = 'a lawyer asked for it';

const fetchPage = async (shop: Shop, path: string): Promise<string> =>
  (await fetch(`${shop.urls.storefront}${path}`, { headers: { 'accept-language': 'en' } })).text();

describe('policy text', () => {
  test.for([
    ['50,000 quotes', '>'.repeat(50_000), 'is nested deeper than 10 levels'],
    ['20,000 nested list items', '- '.repeat(20_000), 'is nested deeper than 10 levels'],
    ['50,000 emphasis marks', '_a'.repeat(50_000), 'has a paragraph of more than 5,000 characters: an empty line divides it'],
  ] as const)('a text with %s is refused at its field by preview and save', async ([, markdown, message], { shop }) => {
    const manager = await operating(shop, 'manager');
    const { body: before } = await manager.call('GET /api/policy', { name: 'cookies' });
    const text = { ...before.text, es: { ...before.text.es, markdown } };
    const draft = { name: 'cookies', text };
    const preview = await manager.call('POST /api/policy/preview', draft);
    const save = await manager.call('POST /api/policy/save', { ...draft, from: before.number, why: WHY });
    for (const { status, body } of [preview, save])
      expect([status, body]).toMatchObject([400, { errors: { 'text.es.markdown': [`cookies.es.md, line 1: ${message}`] } }]);
  });

  test('a saved text is shown immediately, purchases agree to its version, and the old version can be restored', async ({ shop }) => {
    const [manager, ada] = [await operating(shop, 'manager'), await buyer(shop)];
    expect(await fetchPage(shop, '/terms-and-conditions')).not.toContain('Whoever reads this');
    const { body: before } = await manager.call('GET /api/policy', { name: 'terms' });
    const text = {
      ...before.text,
      en: { ...before.text.en, markdown: `${before.text.en.markdown}\n\nWhoever reads this is **kind**.\n` },
    };
    const request = { name: 'terms', text, from: before.number, why: 'a lawyer asked for it' };
    const { body: preview } = await manager.call('POST /api/policy/preview', request);
    const day = shop.clock.now().toISOString().slice(0, 10);
    expect(preview).toMatchObject({ version: before.text.en.version + 1, updated: day });
    expect(preview.texts[0]?.html).toContain('<p>Whoever reads this is <strong>kind</strong>.</p>');
    const { body } = await manager.call('POST /api/policy/save', request);
    expect(body).toMatchObject({ saved: true, version: { number: before.number + 1, origin: 'desk' } });
    for (const path of ['/terms-and-conditions', '/data/terms-and-conditions?lang=en'])
      expect(await fetchPage(shop, path)).toContain('Whoever reads this');
    expect(await fetchPage(shop, '/sitemap.xml')).toContain(day);
    const { purchaseId } = await placed(shop, ada);
    expect((await purchaseRow(shop, purchaseId)).terms).toBe(before.text.en.version + 1);
    const { body: old } = await manager.call('GET /api/policy/version', { name: 'terms', number: before.number });
    expect(old).toMatchObject({ text: { en: { version: before.text.en.version, markdown: before.text.en.markdown } } });
    expect((await manager.call('GET /api/policy/version', { name: 'terms', number: 99 })).status).toBe(404);
    const [line] = (await manager.call('GET /api/audit', { kind: 'policy' })).body;
    expect(line).toMatchObject({
      act: 'policy.edit',
      about: 'terms',
      before: { version: before.text.en.version },
      after: { version: before.text.en.version + 1 },
    });
    // Restoring an old text creates a new version.
    const again = await manager.call('POST /api/policy/save', { ...request, text: old.text, from: body.version.number });
    expect(again.body.saved).toBe(true);
    expect((await manager.call('GET /api/policy', { name: 'terms' })).body.text.en.version).toBe(before.text.en.version + 2);
    await expectAudited(shop);
  });

  test('scripts, foreign links, images, unknown values and unequal sections are refused', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { body: before } = await owner.call('GET /api/policy', { name: 'privacy' });
    const attempts = [
      ['<script>alert(1)</script>', /policies do not use html/],
      ['[here](javascript:alert(1))', /no page of the shop/],
      ['![x](https://x.example/x.png)', /policies do not use image/],
      ['{company.secret}', /not known here/],
      ['## One more\n\nOf it.', /number of sections/],
    ] as const;
    for (const [typed, message] of attempts) {
      const text = { ...before.text, es: { ...before.text.es, markdown: `${before.text.es.markdown}\n\n${typed}\n` } };
      const { status, body } = await owner.call('POST /api/policy/save', { name: 'privacy', text, from: before.number, why: WHY });
      expect([typed, status, body]).toMatchObject([typed, 400, { errors: { 'text.es.markdown': [expect.stringMatching(message)] } }]);
    }
    const titled = { ...before.text, en: { ...before.text.en, title: '</title><script>alert(1)</script>\n---\nversion: 7' } };
    await owner.call('POST /api/policy/save', { name: 'privacy', text: titled, from: before.number, why: WHY });
    const { body: after } = await owner.call('GET /api/policy', { name: 'privacy' });
    expect(after.text.en.version).toBe(before.text.en.version + 1);
    expect(await fetchPage(shop, '/privacy-policy')).not.toContain('<script>alert');
  });

  test('of two concurrent saves one succeeds', async ({ shop }) => {
    const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
    const { body: before } = await owner.call('GET /api/policy', { name: 'refunds' });
    const save = (by: Operating, title: string) =>
      by.call('POST /api/policy/save', {
        name: 'refunds',
        text: { ...before.text, en: { ...before.text.en, title } },
        from: before.number,
        why: WHY,
      });
    const answers = await Promise.all([save(owner, 'One'), save(manager, 'Other')]);
    expect(answers.filter(({ body }) => body.saved)).toHaveLength(1);
    expect((await owner.call('GET /api/policy', { name: 'refunds' })).body.number).toBe(before.number + 1);
  });
});
