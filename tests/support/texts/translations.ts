// A translation has the placeholders and tags of its source. Lingui's strict compile does not notice one that
// is missing, misspelled or of an unknown kind ("{count, 複数, …}").
import { messagePlaceholders } from '../../../scripts/placeholders.ts';
import type { Code } from '../architecture/code.ts';

const catalog = /^(locales\/(?:\w+\/)?)(en|es|jp)\.po$/;

export function translationFaults({ files }: Code): string[] {
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
  const wanted = messagePlaceholders(source);
  const found = messagePlaceholders(translation);
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
