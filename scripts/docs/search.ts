// The search of the documents: runs in the browser, and in the test. No imports: `npm run docs` strips the types and writes it as a script.

/** `sections`: page, anchor, heading. `words`: the numbers of the sections with each word, as differences in base 36. */
export type SearchIndex = {
  readonly pages: readonly (readonly [file: string, title: string])[];
  readonly sections: readonly (readonly [page: number, anchor: string, heading: string])[];
  readonly words: Readonly<Record<string, string>>;
};

export type Hit = { readonly href: string; readonly title: string; readonly page: string };

const MAX_HITS = 20;
const HEADING_POINTS = 6;

export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];

/** Sections with every word of the query, or with words that begin like them; words of a heading count more. */
export function search({ pages, sections, words }: SearchIndex, query: string): Hit[] {
  const wanted = wordsIn(query);
  if (wanted.length === 0) return [];
  const all = Object.keys(words);
  const points = wanted.map((word) => {
    const found = new Map<number, number>();
    for (const known of all.filter((each) => each.startsWith(word)))
      for (const section of numbersIn(words[known] ?? '')) found.set(section, Math.max(found.get(section) ?? 0, known === word ? 2 : 1));
    return found;
  });
  const scoreOf = (section: number): number => {
    const heading = wordsIn(sections[section]?.[2] ?? '');
    return points.reduce((sum, found, index) => {
      const inHeading = heading.some((word) => word.startsWith(wanted[index] ?? ''));
      return sum + (found.get(section) ?? 0) + (inHeading ? HEADING_POINTS : 0);
    }, 0);
  };
  const [first = new Map<number, number>(), ...others] = points;
  return [...first.keys()]
    .filter((section) => others.every((found) => found.has(section)))
    .map((section) => ({ section, score: scoreOf(section) }))
    .sort((a, b) => b.score - a.score || a.section - b.section)
    .slice(0, MAX_HITS)
    .flatMap(({ section }) => {
      const [page = 0, anchor = '', title = ''] = sections[section] ?? [];
      const [file = '', of = ''] = pages[page] ?? [];
      return [{ href: anchor === '' ? file : `${file}#${anchor}`, title, page: of }];
    });
}

function numbersIn(differences: string): number[] {
  let at = 0;
  return differences.split(' ').map((difference) => {
    at += Number.parseInt(difference, 36);
    return at;
  });
}
