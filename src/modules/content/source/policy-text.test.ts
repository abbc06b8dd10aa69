// Parsing of shop/policies and shop/faq.yaml, and the errors for an owner's mistakes.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInLocales, getCountryName } from '#lib/locale.ts';
import type { PolicyText } from '#lib/rendering.ts';
import { showDay } from '#lib/time/date.ts';
import { readSource } from '#lib/yaml/parse.ts';
import { isSourceErrors } from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { policyKind } from '../policies.ts';
import { defaultPolicyFolder } from './policies.ts';
import { parsePolicyText } from './policy-text.ts';
import { readShopTexts } from './shop-texts.ts';

const values = { 'brand.name': 'Fanfare', 'company.legalName': '<b>A & "B"</b> {brand.name}' };
const good = `---
title: Terms
description: What holds.
updated: 2026-11-21
version: 1
---
Of {brand.name}.

## 1. Who

{company.legalName} sells [services](/services) and keeps [orders](/cabinet/order-history).

| a | b |
|---|---|
| 1 | 2 |

## 2. What

- **one**
- \`two\`
`;

const parsed = (source: string) => parsePolicyText(readSource('shop/policies/terms.en.md', source), values);
const getErrors = (source: string) => {
  const outcome = parsed(source);
  return isSourceErrors(outcome) ? outcome.map(({ file, line, reason }) => `${file}:${line}: ${reason}`) : [];
};
const parsePolicy = (source: string): PolicyText => {
  const outcome = parsed(source);
  if (isSourceErrors(outcome)) throw new Error(getErrors(source).join('\n'));
  return outcome;
};

describe('policy source', () => {
  test('valid policy: becomes HTML with the same section ids in every language', () => {
    const { sections, html } = parsePolicy(good);
    expect(sections).toEqual([
      { id: 's1', title: '1. Who' },
      { id: 's2', title: '2. What' },
    ]);
    expect(html).toContain('<h2 id="s1">1. Who</h2>');
    expect(html).toContain('<div data-table role="group" tabindex="0" aria-labelledby="s1"><table>');
    expect(html).toContain('<th scope="col">a</th>');
  });

  test('placeholder: its value is escaped and not expanded again', () => {
    expect(parsePolicy(good).html).toContain('<p>&lt;b&gt;A &amp; &quot;B&quot;&lt;/b&gt; {brand.name} sells');
  });

  test('link to a page of the shop: becomes a link', () => {
    expect(parsePolicy(good).html).toContain('<a href="/services">services</a> and keeps <a href="/cabinet/order-history">orders</a>.');
  });

  test('Windows line ends: parsed the same', () => expect(parsePolicy(good.replaceAll('\n', '\r\n')).html).toBe(parsePolicy(good).html));

  test.each<[string, string, RegExp]>([
    ['no front matter', good.slice(good.indexOf('Of')), /en\.md:1: must begin/],
    ['no title', good.replace('title: Terms\n', ''), /:1: title: must/],
    ['an unknown key in the front matter', good.replace('version: 1', 'version: 1\nauthor: me'), /:6: author: is not known here/],
    ['a placeholder in the title', good.replace('title: Terms', 'title: "{brand.name}"'), /:2: title: takes no placeholders/],
    ['a long description', good.replace('What holds.', 'x'.repeat(156)), /:3: description: must be at most 155/],
    ['an impossible date', good.replace('2026-11-21', '2026-02-30'), /:4: updated: must be a day/],
    ['a fractional version', good.replace('version: 1', 'version: 1.5'), /:5: version: must be a whole number/],
    [
      'an unknown placeholder',
      good.replace('{brand.name}', '{brand.nome}'),
      /:7: \{brand\.nome\} is not known here; known are \{brand\.name\}/,
    ],
    ['an unknown placeholder in a table', good.replace('| 1 |', '| {shop.city} |'), /:15: \{shop\.city\} is not known here/],
    [
      'a JavaScript property name as placeholder',
      good.replace('{brand.name}', '{constructor.name}'),
      /:7: \{constructor\.name\} is not known/,
    ],
    ['a stray brace', good.replace('Of {', 'Of { {'), /:7: a brace that belongs to no/],
    ['HTML', good.replace('Of', '<b>Of</b>'), /:7: policies do not use html \("<b>"\)/],
    ['a script', `${good}\n<script>alert(1)</script>\n`, /:22: policies do not use html/],
    ['a comment', `${good}\n<!-- later -->\n`, /:22: policies do not use html/],
    ['HTML in a list', good.replace('**one**', '<i>one</i>'), /:19: policies do not use html/],
    ['an image', good.replace('Of', '![Of](/of.png)'), /:7: policies do not use image/],
    ['code', `${good}\n\`\`\`\ncode\n\`\`\`\n`, /:22: policies do not use code/],
    ['a second title', good.replace('## 2.', '# 2.'), /:17: a heading is "## " or "### "/],
    ['no section', good.replaceAll('## ', ''), /:7: has no section/],
    ['a link to an unknown page', good.replace('(/services)', '(/servces)'), /:11: a link to "\/servces", which is no page/],
    ['a protocol-relative link', good.replace('(/services)', '(//evil.example)'), /:11: a link to "\/\/evil\.example"/],
    ['a link to a script', good.replace('(/services)', '(javascript:alert)'), /:11: a link to "javascript:alert"/],
    ['a link over http', good.replace('(/services)', '(http://a.example)'), /:11: a link to "http:\/\/a\.example"/],
  ])('%s: refused with its line', (_, source, error) => expect(getErrors(source).join('\n')).toMatch(error));

  test('several errors: all are reported together', () => {
    expect(getErrors(good.replace('version: 1', 'version: x').replace('{brand.name}', '{a.b}').replace('**one**', '<i>'))).toHaveLength(3);
  });
});

describe('texts of the shop folder', () => {
  const shop = join(import.meta.dirname, '../../../../shop');
  const config = { production: false, shopUrl: 'https://shop.example' };
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fanfare-policies-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  type Change = (path: string, from: string, to: string) => Promise<void>;
  const findErrorsAfter = async (edit: (change: Change) => Promise<unknown>) => {
    await rm(folder, { recursive: true });
    await cp(shop, folder, { recursive: true });
    await edit(async (path, from, to) => {
      const text = await readFile(join(folder, path), 'utf8');
      expect(text, 'the plant must change the file').toContain(from);
      await writeFile(join(folder, path), text.replace(from, to));
    });
    const cause = await readShopTexts(folder, config).catch((error: unknown) => error);
    return cause instanceof StartError ? cause.lines : cause;
  };

  test('shipped texts: all are valid and no placeholder is left', async () => {
    const { policies, questions } = await readShopTexts(shop, config);
    for (const policy of Object.values(policies))
      for (const locale of builtInLocales) {
        expect(policy[locale].html).not.toMatch(/[{}]/);
        expect(policy[locale].sections.length).toBeGreaterThan(5);
      }
    expect(questions).toHaveLength(41);
  });

  test('policy missing in one language: refused', async () => {
    expect(await findErrorsAfter(() => rm(join(folder, 'policies/terms.es.md')))).toEqual([
      'shop/policies/terms.es.md:1: is missing: every policy is needed in every language',
    ]);
  });

  test('languages that differ and an unknown file: refused', async () => {
    const lines = await findErrorsAfter(async (change) => {
      await change('policies/privacy.jp.md', 'version: 2', 'version: 3');
      await change('policies/cookies.es.md', '## 2.', '2.');
      await writeFile(join(folder, 'policies/imprint.en.md'), '');
    });
    expect(lines).toEqual([
      'shop/policies/privacy.jp.md:1: its version must be that of English, 2',
      'shop/policies/cookies.es.md:1: its number of sections must be that of English, 8',
      'shop/policies/imprint.en.md:1: is no policy of the shop',
    ]);
  });

  test('FAQ answer with a link to an unknown page: refused with its line', async () => {
    expect(await findErrorsAfter((change) => change('faq.yaml', '[services page](/services)', '[services page](/service)'))).toEqual([
      expect.stringMatching(/^shop\/faq\.yaml:38: questions\.1\.answer\.en: a link to "\/service", which is no page of the shop/),
    ]);
  });

  test('company values: HTML in them is escaped', async () => {
    await findErrorsAfter((change) =>
      change('company.yaml', 'legalName: "Sample Company (replace me)"', 'legalName: "<script>a</script> & Co"'),
    );
    const { policies } = await readShopTexts(folder, config);
    expect(policies.terms.en.html).toContain('&lt;script&gt;a&lt;/script&gt; &amp; Co');
  });
});

test.each([
  ['en-US', 'jp', 'November 21, 2026', 'en'],
  ['en-US', 'es', 'November 21, 2026', 'en'],
  ['page', 'jp', '2026年11月21日', 'ja'],
  ['page', 'es', '21 de noviembre de 2026', 'es'],
] as const)('date setting %s: a day on a page in %s is shown as %s', (setting, locale, shown, lang) => {
  expect(showDay('2026-11-21', setting, locale)).toEqual({ iso: '2026-11-21', shown, lang });
});

test('country name: shown in the language of the page, an unknown code as it is', () => {
  expect(['en', 'es', 'jp'].map((locale) => getCountryName('JP', locale as 'en'))).toEqual(['Japan', 'Japón', '日本']);
  expect(getCountryName('ZZ', 'en')).toBe('ZZ');
});

test('accessibility statement: the default one until the shop has a file of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'policies-'));
  try {
    const standard = await readFile(join(defaultPolicyFolder, 'accessibility.en.md'), 'utf8');
    await mkdir(join(folder, 'policies'));
    expect((await policyKind.read(folder)).get('accessibility.en.md')?.text).toBe(standard);
    await writeFile(join(folder, 'policies/accessibility.en.md'), good);
    const files = [...(await policyKind.read(folder))].map(([file, { text }]) => [file, text]);
    expect(files).toEqual([['accessibility.en.md', good]]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
