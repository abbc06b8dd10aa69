// Words that customers must not read: the column "Not" of docs/terms.md, searched in the catalogs of locales/
// and in the texts of shop/ and examples/shops/.

import { parse } from 'yaml';
import { listPlaceholders } from '../../../scripts/placeholders.ts';
import { type Code, isNode, lineAt, type Node, walk } from '../architecture/code.ts';

const locales = ['en', 'es', 'jp'] as const;
type Locale = (typeof locales)[number];
type Text = { readonly path: string; readonly locale: Locale; readonly words: string };
type Form = { readonly form: string; readonly locale: Locale; readonly instead: string };

type Pending = Readonly<Record<string, readonly string[]>>;

/**
 * Forms that older texts still contain, by folder or file. Remove a form from its list as soon as the folder
 * is free of it.
 */
const notYetHeld: Pending = {};

export function findTermErrors({ files }: Pick<Code, 'files'>, pending: Pending = notYetHeld): string[] {
  const forms = readForms(files.get('docs/terms.md') ?? '');
  if (forms.length === 0) return ['docs/terms.md has no forms in its column "Not"'];
  const texts = [...files].flatMap(([path, text]) => listTexts(path, text));
  return texts.flatMap(({ path, locale, words }) =>
    forms
      .filter((each) => each.locale === locale && !isPending(pending, path, each.form) && toPattern(each).test(words))
      .map(({ form, instead }) => `${path} has "${form}" in "${words.trim().slice(0, 120)}"; docs/terms.md says: ${instead}`),
  );
}

const isPending = (pending: Pending, path: string, form: string): boolean =>
  Object.entries(pending).some(([start, forms]) => path.startsWith(start) && forms.includes(form));

/** The rows of the tables that have a column per language. The desk's table is not for customers. */
function readForms(markdown: string): Form[] {
  const rows = markdown.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows
    .filter((cells) => cells.length === 6 && cells[1] !== 'English' && !/^-+$/.test(cells[1] ?? ''))
    .flatMap(([, en = '', es = '', jp = '', not = '']) => {
      const instead = { en, es, jp };
      return not.split(/,\s*/).flatMap((cell) => {
        const form = cell.replace(/ \(es\)$/, '').replaceAll('`', '');
        const locale = getLanguage(cell);
        return form === '' ? [] : [{ form, locale, instead: instead[locale] }];
      });
    });
}

function getLanguage(cell: string): Locale {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(cell)) return 'jp';
  return cell.endsWith(' (es)') ? 'es' : 'en';
}

/** Whole words, also at the start of a sentence; Japanese has no spaces between words. */
function toPattern({ form, locale }: Form): RegExp {
  if (locale === 'jp') return new RegExp(form, 'u');
  const first = form.slice(0, 1);
  return new RegExp(`(?<![\\p{L}\\p{N}-])[${first}${first.toUpperCase()}]${form.slice(1)}(?![\\p{L}\\p{N}-])`, 'u');
}

function listTexts(path: string, text: string): Text[] {
  const locale = locales.find((each) => path.endsWith(`.${each}.md`) || path.endsWith(`/${each}.po`));
  if (path.startsWith('locales/') && locale) return catalogTexts(path, text, locale);
  if (!/^(?:shop|examples\/shops)\//.test(path)) return [];
  if (locale) return text.split('\n').map((line) => ({ path, locale, words: prose(line) }));
  return path.endsWith('.yaml') ? localizedStrings(parse(text)).map((each) => ({ path, ...each })) : [];
}

/** An English id is also its text where the translation is empty. */
const catalogTexts = (path: string, text: string, locale: Locale): Text[] =>
  [...readCatalog(text)].map(([id, translation]) => ({ path, locale, words: prose(translation || (locale === 'en' ? id : '')) }));

/** Every string under a key that is a language. */
function localizedStrings(value: unknown): Omit<Text, 'path'>[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const locale = locales.find((each) => each === key);
    return locale && typeof inner === 'string' ? [{ locale, words: prose(inner) }] : localizedStrings(inner);
  });
}

/** Without link targets, code, addresses and placeholders. */
const prose = (text: string): string =>
  text
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`|https?:\/\/\S+/g, '')
    .replace(/\{\s*[\w.]+\s*\}/g, '…');

// Styles take colours and lengths from tokens.css: dark mode, zoom and a new brand would miss a raw value.

const isStyle = (path: string): boolean => /^src\/(ui|account|site|desk)\/.*\.css$/.test(path) && !/(^|\/)tokens\.css$/.test(path);

const names =
  'aqua|azure|beige|black|blue|brown|coral|crimson|cyan|fuchsia|gold|gr[ae]y|green|indigo|ivory|khaki|lavender|lime|magenta|maroon|navy|olive|orange|orchid|pink|plum|purple|red|salmon|silver|tan|teal|tomato|turquoise|violet|white|yellow';

const raw: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /#[\da-f]{3,8}\b/gi, what: 'a raw colour' },
  { pattern: /\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?!from var\()/gi, what: 'a raw colour' },
  { pattern: new RegExp(`(?<![\\w-])((light|dark|medium|pale|deep|hot)?(${names}))(?![\\w-])`, 'gi'), what: 'a raw colour' },
  // Hairlines are one pixel wide.
  { pattern: /(?<![\w.-])-?(?!1px)\d*\.?\d+px\b/gi, what: 'a raw length' },
];

export function findStyleErrors({ files }: Code): string[] {
  return [...files]
    .filter(([path]) => isStyle(path))
    .flatMap(([path, text]) =>
      listValues(text).flatMap(({ value, line }) => rawIn(value).map((what) => `${path}:${line} has ${what}; take it from tokens.css`)),
    );
}

/** What has a name that follows the direction of the writing. The desk is in English only. */
const isMirrored = (path: string): boolean => /^src\/(ui|account|site)\/.*\.css$/.test(path);
const sided =
  /^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)(-\w+)?$|^(left|right)$|^border-(top|bottom)-(left|right)-radius$/;
const byFourSides = new Set(['margin', 'padding', 'inset', 'border-width', 'border-radius']);

/** Languages written from right to left need every side by its logical name. */
export function findDirectionErrors({ files }: Code): string[] {
  return [...files]
    .filter(([path]) => isMirrored(path))
    .flatMap(([path, text]) =>
      listDeclarations(text)
        .filter(isOneSided)
        .map(({ name, value, line }) => `${path}:${line} has ${name}: ${value}; use the logical property, such as margin-inline-start`),
    );
}

function isOneSided({ name, value }: { readonly name: string; readonly value: string }): boolean {
  if (sided.test(name)) return true;
  if (name === 'text-align' || name === 'float' || name === 'clear') return value === 'left' || value === 'right';
  // Functions are one part of a value.
  const sides = value.replace(/\((?:[^()]|\([^()]*\))*\)/g, '').split(/\s+/);
  if (!byFourSides.has(name) || sides.length < 4) return false;
  const parts = value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [];
  return name === 'border-radius' ? parts[0] !== parts[1] || parts[2] !== parts[3] : parts[1] !== parts[3];
}

function listDeclarations(css: string): { name: string; value: string; line: number }[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, (text) => text.replace(/[^\n]/g, ' '));
  return [...bare.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map((match) => ({
    name: match[1] ?? '',
    value: (match[2] ?? '').trim(),
    line: bare.slice(0, match.index).split('\n').length,
  }));
}

const rawIn = (value: string): string[] =>
  raw.flatMap(({ pattern, what }) => (value.match(pattern) ?? []).map((found) => `${what}, ${found}`));

/**
 * Values of declarations and conditions of media queries, without selectors, comments, strings, URLs and
 * variable names.
 */
function listValues(css: string): { value: string; line: number }[] {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const bare = css
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .replace(/"[^"\n]*"|'[^'\n]*'/g, blank)
    .replace(/url\([^)]*\)/g, blank)
    .replace(/--[\w-]+/g, blank);
  return [...bare.matchAll(/(?<=:)[^:;{}]+(?=[;}])|@(media|container)[^{]+/g)].map((match) => ({
    value: match[0],
    line: bare.slice(0, match.index).split('\n').length,
  }));
}

// A translation has the placeholders and tags of its source. Lingui's strict compile does not notice one that
// is missing, misspelled or of an unknown kind ("{count, 複数, …}").

const catalog = /^(locales\/(?:\w+\/)?)(en|es|jp)\.po$/;

export function findTranslationErrors({ files }: Code): string[] {
  return [...files].flatMap(([path, text]) => {
    const [, folder, locale] = catalog.exec(path) ?? [];
    if (locale === undefined || locale === 'en') return [];
    const sources = readCatalog(files.get(`${folder}en.po`) ?? '');
    return [...readCatalog(text)].flatMap(([id, translation]) => differences(path, id, sources.get(id) || withoutContext(id), translation));
  });
}

/**
 * A page merges several catalogs by id, and the last one wins, so an id needs the same translation in each.
 */
export function findDoubleTranslations({ files }: Pick<Code, 'files'>): string[] {
  const first = new Map<string, { readonly path: string; readonly text: string }>();
  return [...files].flatMap(([path, text]) => {
    const [, , locale] = catalog.exec(path) ?? [];
    if (locale === undefined) return [];
    return [...readCatalog(text)].flatMap(([id, translation]) => {
      const key = `${locale} ${id}`;
      const known = first.get(key);
      if (!known && translation !== '') first.set(key, { path, text: translation });
      if (!known || translation === '' || known.text === translation) return [];
      return [`"${id}" is "${known.text}" in ${known.path} and "${translation}" in ${path}; if the meanings differ, give each a context`];
    });
  });
}

const withoutContext = (id: string): string => id.replace(/ \[[^\]]*\]$/, '');

/** Missing translations are reported by another check. */
function differences(path: string, id: string, source: string, translation: string): string[] {
  if (translation === '') return [];
  const wanted = listPlaceholders(source);
  const found = listPlaceholders(translation);
  const missing = [...wanted.difference(found)];
  const foreign = [...found.difference(wanted)];
  if (missing.length + foreign.length === 0) return [];
  return [
    `${path} has other placeholders than "${id}": ${[...missing.map((each) => `without ${each}`), ...foreign.map((each) => `with ${each}`)].join(', ')}`,
  ];
}

/** Maps the message id with its context to the text. Without the file's header, whose id is empty. */
function readCatalog(text: string): Map<string, string> {
  const entries = text.split(/\n\n+/).map((block) => {
    const context = field(block, 'msgctxt');
    const id = field(block, 'msgid');
    return { id, name: context === '' ? id : `${id} [${context}]`, words: field(block, 'msgstr') };
  });
  return new Map(entries.filter(({ id }) => id !== '').map(({ name, words }) => [name, words]));
}

/** The strings after a keyword, joined; they may span several lines. */
function field(block: string, keyword: string): string {
  const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
  const found = new RegExp(`^${keyword} ((?:${quoted}\\s*)+)`, 'm').exec(block)?.[1] ?? '';
  return [...found.matchAll(new RegExp(quoted, 'g'))].map(([literal]) => JSON.parse(literal) as string).join('');
}

// Lingui parses tags after it inserts values, so text typed by a user could add tags such as `<0>`.
// So a value with one of the names below must be an element in a <Trans>: <Typed text={…} />.

const typedNames = new Set(
  'address answer city email file firstName lastName link message next path phrase query reason text value zipCode'.split(' '),
);

export function findTypedTexts({ modules }: Code): string[] {
  return modules
    .filter(({ path }) => /^src\/(ui|account|site|desk)\/.*\.tsx$/.test(path))
    .flatMap(({ path, source, program }) =>
      [...walk(program)]
        .filter((node) => node.type === 'JSXElement' && getName(node) === 'Trans')
        .flatMap((node) => [...valuesIn(node)])
        .filter(({ name }) => typedNames.has(name))
        .map(({ name, start }) => `${path}:${lineAt(source, start)} puts {${name}} into a sentence; write <Typed text={${name}} />`),
    );
}

function getName(element: Node): unknown {
  const { name } = element.openingElement as Node;
  return isNode(name) ? name.name : undefined;
}

/** Values in the text of an element, without those in attributes. */
function* valuesIn(element: Node): Generator<{ name: string; start: number }> {
  for (const child of element.children as readonly Node[]) {
    if (child.type === 'JSXElement') yield* valuesIn(child);
    if (child.type !== 'JSXExpressionContainer') continue;
    const name = getLastName(child.expression as Node);
    if (name !== undefined) yield { name, start: child.start };
  }
}

/** `email` of `email`, and of `profile.email`. */
function getLastName(value: Node): string | undefined {
  if (value.type === 'Identifier') return String(value.name);
  return value.type === 'MemberExpression' ? getLastName(value.property as Node) : undefined;
}
