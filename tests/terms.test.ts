// The texts of the shop contain no word that docs/terms.md forbids, and planted ones are found.
// `npm run check -- rules` runs it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#platform/paths.ts';
import { findTermErrors } from './support/texts/terms.ts';

const terms = `
| English | Español | 日本語 | Not |
|---|---|---|---|
| log in | iniciar sesión | ログイン | sign in |
| brief | brief | ご依頼内容 | comanda (es), 注文書 |
| ZIP or postal code | código postal | 郵便番号 | zip code |
| words (length of a text) | palabras | 文字（字） | \`\\dワード\` |

| Term | Not |
|---|---|
| failures | troubles |
`;
const termsOnly = [['docs/terms.md', terms]] as const;
const findErrors = (path: string, text: string): string[] => findTermErrors({ files: new Map([...termsOnly, [path, text]]) }, {});

test('catalogs and texts of the shops have no forbidden form', () => {
  const paths = globSync(['locales/**/*.po', 'shop/**/*.{md,yaml}', 'examples/shops/*/**/*.{md,yaml}', 'docs/terms.md'], { cwd: root });
  const files = new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]));
  expect(findTermErrors({ files })).toEqual([]);
});

const refused: Readonly<Record<string, readonly [path: string, text: string, error: RegExp]>> = {
  'English mail': ['shop/mails/a.en.md', 'Please sign in again.', /a\.en\.md has "sign in" in .*log in/],
  'start of an English sentence': ['shop/faq.yaml', 'a: { en: "Sign in first." }', /has "sign in"/],
  'Spanish policy': ['shop/policies/a.es.md', 'Envía la comanda.', /has "comanda" in .*brief/],
  'policy of a sample shop': ['examples/shops/a/policies/a.es.md', 'Envía la comanda.', /a\.es\.md has "comanda" in .*brief/],
  'Japanese offer': ['shop/catalogue/a.yaml', 'offers: [{ unit: { jp: "300ワード" } }]', /has "\\dワード" in "300ワード"; .*文字/],
  'Japanese word inside another': ['shop/a.jp.md', '新注文書類', /has "注文書"/],
  'English id without a text': ['locales/site/en.po', 'msgid "Your zip code"\nmsgstr ""', /has "zip code"/],
  'Spanish translation': ['locales/server/es.po', 'msgid "a"\nmsgstr "Tu comanda"', /server\/es\.po has "comanda"/],
  'Japanese translation': ['locales/account/jp.po', 'msgid "a"\nmsgstr "注文書"', /jp\.po has "注文書"/],
};

test.each(Object.entries(refused))('forbidden form in a text, %s: is reported with the term', (_, [path, text, error]) => {
  expect(findErrors(path, text)).toEqual([expect.stringMatching(error)]);
});

const allowed: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'part of a longer word': ['shop/a.en.md', 'We design in-house and sign invoices.'],
  'target of a link': ['shop/a.es.md', '[Pedidos](/comanda), `comanda` y {comanda}'],
  'form of another language': ['shop/faq.yaml', 'a: { en: "Comanda", es: "sign in", jp: "comanda" }'],
  'capitals of an abbreviation': ['shop/a.en.md', 'ZIP code'],
  'English id of a translation': ['locales/account/es.po', 'msgid "zip code"\nmsgstr "código postal"'],
  'words of the desk': ['shop/a.en.md', 'No troubles.'],
  'word list of the policy gate': ['shop/policy-gate.yaml', 'phrases: { en: [sign in], jp: [注文書] }'],
  'code outside the texts': ['src/a.ts', "'sign in'"],
};

test.each(Object.entries(allowed))('text without a forbidden form, %s: is accepted', (_, [path, text]) => {
  expect(findErrors(path, text)).toEqual([]);
});

test('a table without forbidden forms is reported, because nothing would be checked', () => {
  expect(findTermErrors({ files: new Map([['docs/terms.md', '# Terms']]) }, {})).toEqual([expect.stringMatching(/no forms/)]);
});
