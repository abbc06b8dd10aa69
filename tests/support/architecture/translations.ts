// A translation has the placeholders and tags of its source. Lingui's strict compile does not notice one that is missing, misspelled or of
// an unknown kind ("{count, 複数, …}").
import type { Code } from './code.ts';

const catalog = /^(locales\/(?:\w+\/)?)(en|es|jp)\.po$/;

export function translationFaults({ files }: Code): string[] {
  return [...files].flatMap(([path, text]) => {
    const [, folder, locale] = catalog.exec(path) ?? [];
    if (locale === undefined || locale === 'en') return [];
    const sources = readCatalog(files.get(`${folder}en.po`) ?? '');
    return [...readCatalog(text)].flatMap(([id, translation]) => differences(path, id, sources.get(id) || withoutContext(id), translation));
  });
}

/** A page merges several catalogs by id, and the last one wins, so an id needs the same translation in each. */
export function doubleTranslationFaults({ files }: Pick<Code, 'files'>): string[] {
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
  const wanted = placeholdersOf(source);
  const found = placeholdersOf(translation);
  const missing = [...wanted.difference(found)];
  const foreign = [...found.difference(wanted)];
  if (missing.length + foreign.length === 0) return [];
  return [
    `${path} has other placeholders than "${id}": ${[...missing.map((each) => `without ${each}`), ...foreign.map((each) => `with ${each}`)].join(', ')}`,
  ];
}

/** Maps the message id with its context to the text. Without the file's header, whose id is empty. */
export function readCatalog(text: string): Map<string, string> {
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

const branching = new Set(['plural', 'select', 'selectordinal']);

/** All "{name}", "{count, plural}", "<0>" and "</0>" of an ICU message, at any depth. */
function placeholdersOf(message: string): Set<string> {
  const placeholders = new Set<string>();
  let rest = message;
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest);
    if (!found) return undefined;
    rest = rest.slice(found[0].length);
    return found[1] ?? found[0];
  };
  const readText = (): void => {
    while (rest !== '' && !rest.startsWith('}')) {
      if (take(/^'[{}][^']*'/) !== undefined) continue;
      const tag = take(/^<\/?\d+\/?>/);
      if (tag !== undefined) placeholders.add(tag);
      else if (take(/^\{\s*/) !== undefined) readArgument();
      else rest = rest.slice(1);
    }
  };
  const readArgument = (): void => {
    const name = take(/^[^\s,{}]+/) ?? '';
    const kind = take(/^\s*,\s*([^\s,{}]+)/);
    placeholders.add(kind === undefined ? `{${name}}` : `{${name}, ${kind}}`);
    if (kind !== undefined && branching.has(kind))
      while (take(/^[^{}]*\{/) !== undefined) {
        readText();
        take(/^\}/);
      }
    take(/^[^}]*\}/);
  };
  while (rest !== '') {
    readText();
    take(/^\}/);
  }
  return placeholders;
}
