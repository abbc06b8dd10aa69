// Planted styles, messages and catalogs, for tests/texts.test.ts.
type Files = Readonly<Record<string, string>>;

/** `error`: what the rule reports. Without it, the rule reports nothing. */
export type Cases = Readonly<Record<string, { readonly files: Files; readonly error?: RegExp }>>;

const css = (text: string): Files => ({ 'src/ui/styles/card.module.css': text });
const translated = (en: string, es: string): Files => ({
  'locales/server/en.po': `msgid "said"\nmsgstr "${en}"\n`,
  'locales/server/es.po': `msgid "said"\nmsgstr "${es}"\n`,
});
const catalogs = (site: string, account: string): Files => ({ 'locales/site/jp.po': site, 'locales/account/jp.po': account });

export const textCases = {
  'raw colours and lengths': {
    'tokens, 1px and currentColor: allowed': {
      files: css('.a { color: var(--ink); padding: var(--gap-2) 0; border: 1px solid currentColor; }'),
    },
    'hex colour: refused': { files: css('.a {\n  color: #c0ffee;\n}'), error: /module\.css:2 has a raw colour, #c0ffee/ },
    'colour function with numbers: refused': { files: css('.a { color: oklch(0.6 0.2 30) }'), error: /oklch/ },
    'colour function of tokens: allowed': {
      files: css('.a { color: color-mix(in oklab, var(--ink) 50%, transparent); fill: oklch(from var(--ink) l c h) }'),
    },
    'named colour: refused': { files: css('.a { border: 1px solid rebeccapurple; color: darkred; }'), error: /darkred/ },
    'colour name in a selector or variable: allowed': {
      files: css('.red, .white:hover { color: var(--red); background: var(--off-white) }'),
    },
    'length in pixels: refused': { files: css('.a { .b & { margin: -12px auto; } }'), error: /a raw length, -12px/ },
    'media query in pixels: refused': { files: css('@media (width < 600px) { .a { margin: 0 } }'), error: /600px/ },
    'media query in rem: allowed': { files: css('@media (width < 40rem) { .a { margin: 0 } }') },
    'colour and pixels in a comment: allowed': { files: css('/* once: #fff, 12px */ .a { margin: 0 }') },
    'raw values in tokens.css: allowed': { files: { 'src/ui/styles/tokens.css': ':root { --ink: #123456; --gap: 12px }' } },
  },
  'sides by their logical names': {
    'logical names, and the same on both sides: allowed': {
      files: css(
        '.a { margin-inline-start: 1rem; inset: 0; padding: 0 1rem; text-align: end; margin: 0 calc(1rem + 2px) 1rem calc(1rem + 2px) }',
      ),
    },
    'side of the screen: refused': { files: css('.a {\n  margin-left: 1rem;\n}'), error: /module\.css:2 has margin-left: 1rem/ },
    'place from a side: refused': { files: css('.a { top: 0; left: 0 }'), error: /has left: 0/ },
    'text at a side: refused': { files: css('.a { text-align: right }'), error: /text-align: right/ },
    'four sides that differ: refused': { files: css('.a { inset: 0 auto auto calc(-1 * var(--x)); }'), error: /has inset: 0 auto auto/ },
    'side in the desk, which is in English: allowed': { files: { 'src/desk/a.module.css': '.a { margin-left: 1rem }' } },
  },
  'typed text in messages': {
    'typed text as an element in a message: allowed': {
      files: { 'src/account/a.tsx': 'export const A = () => <Trans>For <b><Typed text={email} /></b></Trans>;' },
    },
    'value that is not typed text: allowed': { files: { 'src/account/a.tsx': 'export const A = () => <Trans>Up to {most}</Trans>;' } },
    'typed text outside a message: allowed': { files: { 'src/account/a.tsx': 'export const A = () => <p>{email}</p>;' } },
    'typed text as a value in a message: refused': {
      files: { 'src/account/a.tsx': 'export const A = () => <Trans>For\n<b>{email}</b></Trans>;' },
      error: /a\.tsx:2 puts \{email\}/,
    },
    'typed text as a property in a message: refused': {
      files: { 'src/account/a.tsx': 'export const A = () => <Trans>For {of.email}</Trans>;' },
      error: /puts \{email\}/,
    },
  },
  'translation placeholders': {
    'same placeholders in another order: allowed': {
      files: translated('{who} pays {count, plural, one {<0>#</0>} other {#}}', '{count, plural, other {<0>#</0>}} – {who}'),
    },
    'missing translation: ignored': { files: translated('{who} pays', '') },
    'missing placeholder: refused': {
      files: translated('{who} pays', 'paga'),
      error: /es\.po has other placeholders than "said": without \{who\}/,
    },
    'misspelled placeholder: refused': { files: translated('{who} pays', '{wo} paga'), error: /without \{who\}, with \{wo\}/ },
    'unknown kind of placeholder: refused': {
      files: translated('{count, plural, other {#}}', '{count, plurales, other {#}}'),
      error: /without \{count, plural\}, with \{count, plurales\}/,
    },
    'missing placeholder inside a plural branch: refused': {
      files: translated('{n, plural, one {{who}} other {all}}', '{n, plural, other {todos}}'),
      error: /without \{who\}/,
    },
    'unclosed tag: refused': { files: translated('<0>pay</0>', '<0>pagar'), error: /without <\/0>/ },
    'missing placeholder, id is the source text: refused': {
      files: { 'locales/site/en.po': 'msgid "Hi {a}"\nmsgstr "Hi {a}"\n', 'locales/site/jp.po': 'msgid ""\n"Hi "\n"{a}"\nmsgstr "やあ"\n' },
      error: /locales\/site\/jp\.po .*without \{a\}/,
    },
    'quoted braces and an apostrophe: allowed': { files: translated("{a} '{b}' isn't", "{a} '{c}' n'est") },
  },
  'one translation per id': {
    'same translation in two catalogs: allowed': {
      files: catalogs('msgid "Keep it"\nmsgstr "残す"\n', 'msgid "Keep it"\nmsgstr "残す"\n'),
    },
    'two translations in two catalogs: refused': {
      files: catalogs('msgid "Keep it"\nmsgstr "残す"\n', 'msgid "Keep it"\nmsgstr "取り消す"\n'),
      error: /"Keep it" is "残す" in locales\/site\/jp\.po and "取り消す" in locales\/account\/jp\.po/,
    },
    'two translations with different contexts: allowed': {
      files: catalogs('msgid "Keep it"\nmsgstr "残す"\n', 'msgctxt "a subscription"\nmsgid "Keep it"\nmsgstr "取り消す"\n'),
    },
    'two translations with the same context: refused': {
      files: catalogs('msgctxt "a"\nmsgid "Keep it"\nmsgstr "残す"\n', 'msgctxt "a"\nmsgid "Keep it"\nmsgstr "取り消す"\n'),
      error: /"Keep it \[a\]" is/,
    },
    'missing translation in one catalog: allowed': { files: catalogs('msgid "Keep it"\nmsgstr "残す"\n', 'msgid "Keep it"\nmsgstr ""\n') },
  },
} as const satisfies Readonly<Record<string, Cases>>;
