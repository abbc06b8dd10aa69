// Reads and writes message catalogs in the PO format, as translation programs do. Pure.

export type PoEntry = {
  readonly id: string;
  /** Tells equal texts with different meanings apart. */
  readonly context: string;
  /** Empty: not translated. */
  readonly text: string;
  /** Only a suggestion, which is not shown. */
  readonly isFuzzy: boolean;
  readonly line: number;
  /** Lines for translators, and the files that use the text. */
  readonly notes: readonly string[];
  readonly places: readonly string[];
};

export const getPoKey = ({ id, context }: Pick<PoEntry, 'id' | 'context'>): string => `${context}\u0004${id}`;

const quotedText = /"((?:[^"\\]|\\.)*)"\s*$/;

export const isTranslated = ({ text, isFuzzy }: PoEntry): boolean => text !== '' && !isFuzzy;

/** The header and obsolete entries are no entries. */
export function readPo(source: string): PoEntry[] {
  const entries: PoEntry[] = [];
  let line = 1;
  for (const block of source.replaceAll('\r\n', '\n').split(/\n(?=\n)/)) {
    const lines = block.split('\n');
    const at =
      line +
      Math.max(
        0,
        lines.findIndex((each) => each.startsWith('msgid')),
      );
    line += lines.length;
    const id = parseField(lines, 'msgid');
    if (id === '') continue;
    entries.push({
      id,
      context: parseField(lines, 'msgctxt'),
      text: parseField(lines, 'msgstr'),
      isFuzzy: lines.some((each) => each.startsWith('#,') && each.includes('fuzzy')),
      line: at,
      notes: listComments(lines, '#. '),
      places: listComments(lines, '#: '),
    });
  }
  return entries;
}

const listComments = (lines: readonly string[], mark: string): string[] =>
  lines.filter((each) => each.startsWith(mark)).map((each) => each.slice(mark.length));

/** The strings after a keyword, joined; they may be on several lines. */
function parseField(lines: readonly string[], keyword: string): string {
  const from = lines.findIndex((each) => each.startsWith(`${keyword} `));
  if (from === -1) return '';
  const parts: string[] = [];
  for (const each of [(lines[from] ?? '').slice(keyword.length + 1), ...lines.slice(from + 1)]) {
    const found = each.startsWith('"') ? quotedText.exec(each) : null;
    if (!found) break;
    parts.push(unescapeText(found[1] ?? ''));
  }
  return parts.join('');
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const unescapeText = (text: string): string => text.replace(/\\(.)/g, (_, char: string) => escapes[char] ?? char);
const quoteText = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')}"`;

/** `about`: lines at the top, for people. */
export function writePo(language: string, about: readonly string[], entries: readonly Omit<PoEntry, 'line'>[]): string {
  const head = [
    ...about.map((each) => `# ${each}`),
    'msgid ""',
    'msgstr ""',
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=utf-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    `"Language: ${language}\\n"`,
  ];
  const blocks = entries.map(({ id, context, text, isFuzzy, notes, places }) => [
    ...notes.map((each) => `#. ${each}`),
    ...places.map((each) => `#: ${each}`),
    ...(isFuzzy ? ['#, fuzzy'] : []),
    ...(context === '' ? [] : [`msgctxt ${quoteText(context)}`]),
    `msgid ${quoteText(id)}`,
    `msgstr ${quoteText(text)}`,
  ]);
  return `${[head, ...blocks].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The comments at the top of a file. */
export const listTopComments = (source: string): string[] => {
  const lines = source.split('\n');
  const end = lines.findIndex((each) => !each.startsWith('#'));
  return listComments(lines.slice(0, Math.max(0, end)), '# ');
};
