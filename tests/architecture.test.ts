// The walls of the house, executed: over the repository as it is, and over a planted fault for each, because a wall that lets everything
// through looks just like one that has nothing to stop.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type WallName, walls } from './support/walls/all.ts';
import { readCode, readRepository } from './support/walls/code.ts';

const root = join(import.meta.dirname, '..');
const wallNames = Object.keys(walls) as WallName[];

describe('the repository keeps', () => {
  const code = readRepository(root);

  test('something to look at', () => {
    expect(code.modules.length).toBeGreaterThan(20);
    expect(code.modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(20);
  });

  test.each(wallNames)('%s', (name) => {
    expect(walls[name](code)).toEqual([]);
  });
});

type Files = Readonly<Record<string, string>>;
/** `fault`: what is caught. Without it, the wall has nothing to say. */
type Case = { readonly files: Files; readonly fault?: RegExp };

const rulesOf = (source: string): Files => ({ 'src/modules/orders/rules.ts': source });
const longer = (lines: number, line = '// one more') => Array.from({ length: lines }, () => line).join('\n');
const css = (text: string): Files => ({ 'src/ui/styles/card.module.css': text });

const translated = (en: string, es: string): Files => ({
  'locales/server/en.po': `msgid "said"\nmsgstr "${en}"\n`,
  'locales/server/es.po': `msgid "said"\nmsgstr "${es}"\n`,
});

const catalogs = (late: string, history: string): Files => ({ 'locales/late/jp.po': late, 'locales/history/jp.po': history });

const cases: Readonly<Record<WallName, Readonly<Record<string, Case>>>> = {
  arrows: {
    'lib knows lib': { files: { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': '' } },
    'lib knows nothing else': { files: { 'src/lib/a.ts': "import '../infra/b.ts';" }, fault: /lib may know lib, not infra/ },
    'infra knows the tables': { files: { 'src/infra/http/a.ts': "import '../../api.ts';" } },
    'infra knows no room': { files: { 'src/infra/a.ts': "import '../modules/mail/actions.ts';" }, fault: /infra .* not module/ },
    'not even its types': { files: { 'src/infra/a.ts': "import type { Post } from '../modules/mail/shapes.ts';" }, fault: /not module/ },
    'not as a type in between': { files: { 'src/infra/a.ts': "let a: import('../modules/mail/shapes.ts').Post;" }, fault: /not module/ },
    'not by import()': { files: { 'src/infra/a.ts': "void import('../modules/mail/shapes.ts');" }, fault: /not module/ },
    'not passed on': { files: { 'src/infra/a.ts': "export { b } from '../modules/mail/shapes.ts';" }, fault: /not module/ },
    'infra knows no composition': { files: { 'src/infra/a.ts': "import '../server/create-app.ts';" }, fault: /not server/ },
    'a room enters one above': { files: { 'src/modules/orders/actions.ts': "import '../wallet/actions.ts';" } },
    'a room enters none below': {
      files: { 'src/modules/wallet/actions.ts': "import '../orders/actions.ts';" },
      fault: /orders comes after wallet/,
    },
    'a room enters by the door': {
      files: { 'src/modules/orders/actions.ts': "import '../wallet/queries.ts';" },
      fault: /imported through actions\.ts or rules\.ts or shapes\.ts/,
    },
    'a room has its own files': { files: { 'src/modules/orders/actions.ts': "import './queries.ts';" } },
    'a room stands in the list': {
      files: { 'src/modules/cellar/actions.ts': "import '../mail/actions.ts';" },
      fault: /cellar is not in the list of modules/,
    },
    'a room knows no sandbox': { files: { 'src/modules/mail/actions.ts': "import '../../sandbox/mails.ts';" }, fault: /not sandbox/ },
    'a room knows no page': { files: { 'src/modules/mail/actions.ts': "import '../../web/client.ts';" }, fault: /not web/ },
    'a room knows no desk app': { files: { 'src/modules/mail/actions.ts': "import '../../desk/server/server.ts';" }, fault: /not desk/ },
    'a room knows no reactions': { files: { 'src/modules/mail/actions.ts': "import '../../event-handlers.ts';" }, fault: /not server/ },
    'a page reads shapes and rules': {
      files: { 'src/web/a.tsx': "import '../modules/orders/shapes.ts'; import '../modules/orders/rules.ts';" },
    },
    'a page takes no action': {
      files: { 'src/web/a.tsx': "import '../modules/orders/actions.ts';" },
      fault: /through rules\.ts or shapes\.ts/,
    },
    'a page knows no infra': { files: { 'src/web/a.tsx': "import '../infra/log.ts';" }, fault: /not infra/ },
    "the desk's app uses src/ui": { files: { 'src/desk/app/a.tsx': "import '../../ui/button.tsx';" } },
    "the desk's app does not import the storefront": {
      files: { 'src/desk/app/a.tsx': "import '../../web/features/catalogue/home-page.tsx';" },
      fault: /not web/,
    },
    "the desk's features import its shared files": { files: { 'src/desk/features/queue/a.tsx': "import '../../shared/api/b.ts';" } },
    "the desk's shared files import no feature": {
      files: { 'src/desk/shared/api/a.ts': "import type { B } from '../../features/queue/b.tsx';" },
      fault: /from app to features to shared/,
    },
    "the desk's features do not import its app": {
      files: { 'src/desk/features/queue/a.tsx': "void import('../../app/router.tsx');" },
      fault: /from app to features to shared/,
    },
    "the desk's app takes no action": {
      files: { 'src/desk/app/a.tsx': "import '../../modules/mail/actions.ts';" },
      fault: /through rules\.ts or/,
    },
    "the desk's server takes actions": {
      files: { 'src/desk/server/server.ts': "import '../../infra/http/server.ts'; import '../../modules/mail/actions.ts';" },
    },
    "the desk's server reads no queries": {
      files: { 'src/desk/server/server.ts': "import '../../modules/mail/queries.ts';" },
      fault: /through actions\.ts or/,
    },
    'a table lists shapes': { files: { 'src/api.ts': "import './modules/orders/shapes.ts';" } },
    'a table takes no action': { files: { 'src/api.ts': "import './modules/orders/actions.ts';" }, fault: /through shapes\.ts/ },
    'the shop knows no test': { files: { 'src/server/create-app.ts': "import '../../tests/support/shop.ts';" }, fault: /not test/ },
    'a test knows all': {
      files: { 'src/modules/mail/mail.test.ts': "import '../../../tests/support/shop.ts'; import '../orders/queries.ts';" },
    },
    'an import in a text is none': { files: { 'src/lib/a.ts': "export const text = `import '../infra/b.ts'`; // import '../infra/b.ts'" } },
  },
  circles: {
    'of two': {
      files: { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': "import './a.ts';" },
      fault: /src\/lib\/a\.ts → src\/lib\/b\.ts → src\/lib\/a\.ts/,
    },
    'of three, through types': {
      files: { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': "import type { C } from './c.ts';", 'src/lib/c.ts': "import './a.ts';" },
      fault: /a\.ts → src\/lib\/b\.ts → src\/lib\/c\.ts → src\/lib\/a\.ts/,
    },
    'of one': { files: { 'src/lib/a.ts': "import './a.ts';" }, fault: /a\.ts → src\/lib\/a\.ts/ },
    'two ways to one place are none': {
      files: { 'src/lib/a.ts': "import './b.ts'; import './c.ts';", 'src/lib/b.ts': "import './c.ts';", 'src/lib/c.ts': '' },
    },
  },
  'imports that name a file': {
    'with its ending': { files: { 'src/lib/a.ts': "import './b.ts';", 'src/lib/b.ts': '' } },
    without: { files: { 'src/lib/a.ts': "import './b';", 'src/lib/b.ts': '' }, fault: /\.\/b, which names no file/ },
    'of nothing': { files: { 'src/lib/a.ts': "import './c.ts';" }, fault: /\.\/c\.ts, which names no file/ },
  },
  purity: {
    'decides on what it was given': {
      files: rulesOf(
        "import * as z from 'zod/mini'; export const due = (paidAt: Date, process: string) => new Date(paidAt.getTime() + process.length);",
      ),
    },
    'Date.now': { files: rulesOf('export const a = () => Date.now();'), fault: /rules\.ts:1 is pure and uses Date\.now/ },
    'new Date()': { files: rulesOf('export const a = () => new Date();'), fault: /new Date\(\)/ },
    'Date()': { files: rulesOf('export const a = () => Date();'), fault: /Date\(\)/ },
    'Math.random': { files: rulesOf('export const a = () => Math.random();'), fault: /Math\.random/ },
    performance: { files: rulesOf('export const a = () => performance.now();'), fault: /performance/ },
    process: { files: rulesOf("export const a = process.env['A'];"), fault: /process/ },
    fetch: { files: rulesOf("export const a = () => fetch('/');"), fault: /fetch/ },
    setTimeout: { files: rulesOf('export const a = (b: () => void) => setTimeout(b, 1);'), fault: /setTimeout/ },
    async: { files: rulesOf('export async function a() {}'), fault: /async/ },
    await: { files: rulesOf('export const a = await Promise.resolve(1);'), fault: /await/ },
    'a builtin of Node': { files: rulesOf("import { join } from 'node:path'; export { join as a };"), fault: /imports node:path/ },
    'a package that acts': { files: rulesOf("import 'pg';"), fault: /imports pg/ },
    'a file that is not pure': { files: rulesOf("import './queries.ts';"), fault: /imports \.\/queries\.ts/ },
    'in shapes': { files: { 'src/modules/orders/shapes.ts': 'export const a = () => Date.now();' }, fault: /shapes\.ts:1/ },
    'in lib': { files: { 'src/lib/time.ts': 'export const a = () => Date.now();' }, fault: /time\.ts:1/ },
    'in a table': { files: { 'src/pages.ts': 'export const a = () => Date.now();' }, fault: /pages\.ts:1/ },
    'an action may': { files: { 'src/modules/orders/actions.ts': 'export const a = async () => Date.now();' } },
    'a name of a property is none': { files: rulesOf('export const a = (b: { process: string }) => ({ fetch: b.process });') },
  },
  'length of files': {
    'of 300': { files: { 'src/lib/a.ts': longer(300) } },
    'of 301': { files: { 'src/lib/a.ts': longer(301) }, fault: /src\/lib\/a\.ts has 301 lines/ },
    'of a table': { files: { 'src/api.ts': longer(900) } },
  },
  'length of functions': {
    'of 80': { files: { 'src/lib/a.ts': `export function a() {\n${longer(78)}\n}` } },
    'of 81': { files: { 'src/lib/a.ts': `\nexport function a() {\n${longer(79)}\n}` }, fault: /a\.ts:2 has a function of 81 lines/ },
    'of an arrow': { files: { 'src/lib/a.ts': `export const a = () => {\n${longer(90)}\n};` }, fault: /92 lines/ },
    'of a test': { files: { 'src/lib/a.test.ts': `it(() => {\n${longer(90)}\n});` } },
  },
  'named exports': {
    named: { files: { 'src/lib/a.ts': 'export const a = 1;' } },
    default: { files: { 'src/lib/a.ts': 'export default 1;' }, fault: /a\.ts:1 exports default/ },
    star: { files: { 'src/lib/a.ts': "export * from './b.ts';" }, fault: /exports \*/ },
    'of a tool': { files: { 'vite.config.ts': 'export default {};' } },
  },
  'no barrels': {
    'an index that passes on': {
      files: { 'src/lib/index.ts': "export { a } from './a.ts'; export const b = 1;" },
      fault: /index\.ts only passes on/,
    },
    'a file that only passes on': {
      files: { 'src/lib/all.ts': "export { a } from './a.ts'; export type { B } from './b.ts';" },
      fault: /all\.ts only/,
    },
    'a file with something of its own': { files: { 'src/lib/money/money.ts': "export { a } from './a.ts'; export const b = 1;" } },
  },
  'words not said': {
    TODO: { files: { 'src/lib/a.ts': '\n// TODO: later' }, fault: /a\.ts:2 says "TODO"/ },
    FIXME: { files: { 'README.md': 'FIXME' }, fault: /FIXME/ },
    'the number of an issue': { files: { 'src/lib/a.ts': '// see #12' }, fault: /"#12"/ },
    "a path of somebody's machine": { files: { 'scripts/a.ts': "open('/home/ann/shop');" }, fault: /"\/home\/a"/ },
    'a silenced compiler': { files: { 'src/lib/a.ts': '// @ts-ignore' }, fault: /@ts-ignore/ },
    'an option for every other file': {
      files: { 'src/a.test.ts': "const test = base.override('shopOptions', {});" },
      fault: /extend instead/,
    },
    'a heading, a colour and an address': { files: { 'README.md': '# 1. Start\n[part](#2-parts) https://shop.example/home/page' } },
  },
  'names that tell': {
    utils: { files: { 'src/lib/utils.ts': '' }, fault: /utils\.ts has a name/ },
    'a helper': { files: { 'src/modules/orders/price-helpers.ts': '' }, fault: /helpers/ },
    'a service': { files: { 'src/modules/orders/order.service.ts': '' }, fault: /service/ },
    'what the shop sells': {
      files: { 'src/web/features/catalogue/services-page.tsx': '', 'src/web/features/catalogue/service-article.tsx': '' },
    },
  },
  'styles from tokens': {
    'from tokens': { files: css('.a { color: var(--ink); padding: var(--gap-2) 0; border: 1px solid currentColor; }') },
    'a colour in hex': { files: css('.a {\n  color: #c0ffee;\n}'), fault: /module\.css:2 has a raw colour, #c0ffee/ },
    'a colour by function': { files: css('.a { color: oklch(0.6 0.2 30) }'), fault: /oklch/ },
    'a colour made of tokens': {
      files: css('.a { color: color-mix(in oklab, var(--ink) 50%, transparent); fill: oklch(from var(--ink) l c h) }'),
    },
    'a colour by name': { files: css('.a { border: 1px solid rebeccapurple; color: darkred; }'), fault: /darkred/ },
    'a name in a selector or a variable': { files: css('.red, .white:hover { color: var(--red); background: var(--off-white) }') },
    pixels: { files: css('.a { .b & { margin: -12px auto; } }'), fault: /a raw length, -12px/ },
    'pixels in a query': { files: css('@media (width < 600px) { .a { margin: 0 } }'), fault: /600px/ },
    'a query in rem': { files: css('@media (width < 40rem) { .a { margin: 0 } }') },
    'a comment': { files: css('/* once: #fff, 12px */ .a { margin: 0 }') },
    'the tokens themselves': { files: { 'src/ui/styles/tokens.css': ':root { --ink: #123456; --gap: 12px }' } },
  },
  'typed text in sentences': {
    'as an element': { files: { 'src/web/a.tsx': 'export const A = () => <Trans>For <b><Typed text={email} /></b></Trans>;' } },
    'a number of ours': { files: { 'src/web/a.tsx': 'export const A = () => <Trans>Up to {most}</Trans>;' } },
    'outside a sentence': { files: { 'src/web/a.tsx': 'export const A = () => <p>{email}</p>;' } },
    'as a value': {
      files: { 'src/web/a.tsx': 'export const A = () => <Trans>For\n<b>{email}</b></Trans>;' },
      fault: /a\.tsx:2 puts \{email\}/,
    },
    'out of something': { files: { 'src/web/a.tsx': 'export const A = () => <Trans>For {of.email}</Trans>;' }, fault: /puts \{email\}/ },
  },
  'places of translations': {
    'the same, in another order': {
      files: translated('{who} pays {count, plural, one {<0>#</0>} other {#}}', '{count, plural, other {<0>#</0>}} – {who}'),
    },
    'none yet': { files: translated('{who} pays', '') },
    'a name that is missing': { files: translated('{who} pays', 'paga'), fault: /es\.po has other places than "said": without \{who\}/ },
    'a name that is misspelled': { files: translated('{who} pays', '{wo} paga'), fault: /without \{who\}, with \{wo\}/ },
    'a kind that does not exist': {
      files: translated('{count, plural, other {#}}', '{count, plurales, other {#}}'),
      fault: /without \{count, plural\}, with \{count, plurales\}/,
    },
    'a name inside a branch': {
      files: translated('{n, plural, one {{who}} other {all}}', '{n, plural, other {todos}}'),
      fault: /without \{who\}/,
    },
    'a tag that is not closed': { files: translated('<0>pay</0>', '<0>pagar'), fault: /without <\/0>/ },
    'a sentence that is its own id': {
      files: { 'locales/en.po': 'msgid "Hi {a}"\nmsgstr "Hi {a}"\n', 'locales/jp.po': 'msgid ""\n"Hi "\n"{a}"\nmsgstr "やあ"\n' },
      fault: /locales\/jp\.po .*without \{a\}/,
    },
    'braces in quotes and an apostrophe': { files: translated("{a} '{b}' isn't", "{a} '{c}' n'est") },
  },
  'one translation for an id': {
    'the same in two catalogs': { files: catalogs('msgid "Keep it"\nmsgstr "残す"\n', 'msgid "Keep it"\nmsgstr "残す"\n') },
    'another one in a second catalog': {
      files: catalogs('msgid "Keep it"\nmsgstr "残す"\n', 'msgid "Keep it"\nmsgstr "取り消す"\n'),
      fault: /"Keep it" is "残す" in locales\/late\/jp\.po and "取り消す" in locales\/history\/jp\.po/,
    },
    'another one under a context': {
      files: catalogs('msgid "Keep it"\nmsgstr "残す"\n', 'msgctxt "a subscription"\nmsgid "Keep it"\nmsgstr "取り消す"\n'),
    },
    'two under one context': {
      files: catalogs('msgctxt "a"\nmsgid "Keep it"\nmsgstr "残す"\n', 'msgctxt "a"\nmsgid "Keep it"\nmsgstr "取り消す"\n'),
      fault: /"Keep it \[a\]" is/,
    },
    'not translated yet': { files: catalogs('msgid "Keep it"\nmsgstr "残す"\n', 'msgid "Keep it"\nmsgstr ""\n') },
  },
};

describe.each(wallNames)('%s', (name) => {
  test.each(Object.entries(cases[name]))('%s', (_, { files, fault }) => {
    const faults = walls[name](readCode(new Map(Object.entries(files))));
    if (fault) expect(faults.join('\n')).toMatch(fault);
    else expect(faults).toEqual([]);
  });

  test('lets something through and stops something', () => {
    const all = Object.values(cases[name]);
    expect(all.some(({ fault }) => fault)).toBe(true);
    expect(all.some(({ fault }) => !fault)).toBe(true);
  });
});
