// A translation has the places of its source: the same {names} of the same kinds, the same tags. Strict compiling does not see it when
// one is missing, misspelled or of a kind that does not exist ("{count, 複数, …}"); the reader would.
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

/** A page loads several catalogs into one table by id, and the one that was loaded last wins: an id has one translation, whatever catalog it is in. */
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
      return [
        `"${id}" is "${known.text}" in ${known.path} and "${translation}" in ${path}; where the meanings differ, give each a context`,
      ];
    });
  });
}

const withoutContext = (id: string): string => id.replace(/ \[[^\]]*\]$/, '');

/** A sentence without translation is another check's to tell. */
function differences(path: string, id: string, source: string, translation: string): string[] {
  if (translation === '') return [];
  const wanted = placesOf(source);
  const found = placesOf(translation);
  const missing = [...wanted.difference(found)];
  const foreign = [...found.difference(wanted)];
  if (missing.length + foreign.length === 0) return [];
  return [
    `${path} has other places than "${id}": ${[...missing.map((each) => `without ${each}`), ...foreign.map((each) => `with ${each}`)].join(', ')}`,
  ];
}

/** Message id, with its context, → text; the file's own head, whose id is empty, is left out. */
function readCatalog(text: string): Map<string, string> {
  const entries = text.split(/\n\n+/).map((block) => {
    const context = field(block, 'msgctxt');
    const id = field(block, 'msgid');
    return { id, name: context === '' ? id : `${id} [${context}]`, words: field(block, 'msgstr') };
  });
  return new Map(entries.filter(({ id }) => id !== '').map(({ name, words }) => [name, words]));
}

/** The strings after a keyword, which may go on over several lines, joined. */
function field(block: string, keyword: string): string {
  const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
  const found = new RegExp(`^${keyword} ((?:${quoted}\\s*)+)`, 'm').exec(block)?.[1] ?? '';
  return [...found.matchAll(new RegExp(quoted, 'g'))].map(([whole]) => JSON.parse(whole) as string).join('');
}

const branching = new Set(['plural', 'select', 'selectordinal']);

/** "{name}", "{count, plural}", "<0>" and "</0>", wherever they stand in a message of ICU's form. */
function placesOf(message: string): Set<string> {
  const places = new Set<string>();
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
      if (tag !== undefined) places.add(tag);
      else if (take(/^\{\s*/) !== undefined) readArgument();
      else rest = rest.slice(1);
    }
  };
  const readArgument = (): void => {
    const name = take(/^[^\s,{}]+/) ?? '';
    const kind = take(/^\s*,\s*([^\s,{}]+)/);
    places.add(kind === undefined ? `{${name}}` : `{${name}, ${kind}}`);
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
  return places;
}
