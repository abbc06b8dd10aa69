// Reads CSV files as spreadsheets save them: UTF-8 with or without a mark, or Windows-1252; with commas,
// semicolons or tabs. Pure.

export type CsvError = 'encoding' | 'binary' | 'quotes' | 'tooManyRows' | 'tooManyColumns';
export type CsvTable = { readonly head: readonly string[]; readonly rows: readonly CsvRow[] };
/** `line`: where the row begins in the file, from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

export const MAX_COLUMNS = 500;

/** Empty rows are left out. The first row is the head. */
export function readCsv(bytes: Uint8Array, maxRows: number): CsvTable | CsvError {
  const text = decode(bytes);
  if (typeof text !== 'string') return text.error;
  const rows: CsvRow[] = [];
  for (const row of readCsvRows(text)) {
    if (typeof row === 'string') return row;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
    if (rows.length > maxRows + 1) return 'tooManyRows';
  }
  const [head, ...rest] = rows;
  return { head: head?.cells.map((cell) => cell.trim()) ?? [], rows: rest };
}

/**
 * Letters of Windows-1252 are above this; below are signs that names seldom have. In Shift_JIS and Mac Roman
 * it is the other way round.
 */
const FIRST_LETTER = 0xa0;
const NOT_IN_WINDOWS_1252: readonly number[] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

function decode(bytes: Uint8Array): string | { readonly error: CsvError } {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return { error: 'encoding' };
  if (bytes.includes(0)) return { error: 'binary' };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const high = bytes.filter((byte) => byte >= 0x80);
    const signs = high.filter((byte) => byte < FIRST_LETTER);
    const isWestern = signs.length * 3 <= high.length && !high.some((byte) => NOT_IN_WINDOWS_1252.includes(byte));
    return isWestern ? new TextDecoder('windows-1252').decode(bytes) : { error: 'encoding' };
  }
}

const separators = [',', ';', '\t'] as const;

/** No head is longer. */
const MAX_HEAD_CHARS = 100_000;

/** The one that the first line has most of, outside of quotes. */
function detectSeparator(text: string): string {
  const [line = ''] = text
    .slice(0, MAX_HEAD_CHARS)
    .replaceAll(/"[^"]*(?:""[^"]*)*"/g, '')
    .split(/[\r\n]/, 1);
  const counted = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

/** Row by row, empty ones too: for large files, so that others are served meanwhile. Ends with an error. */
export const readCsvRows = (text: string) => parseRows(text, detectSeparator(text));

/** A quote inside a cell without quotes is an ordinary character. */
function* parseRows(text: string, separator: string): Generator<CsvRow | 'quotes' | 'tooManyColumns'> {
  const plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  const ending = new RegExp(`${separator}|\\r\\n|\\n|\\r|$`, 'y');
  let cells: string[] = [];
  let [start, line, nextLine] = [0, 1, 1];
  while (start < text.length || cells.length > 0) {
    const isQuoted = text[start] === '"';
    const close = isQuoted ? findClosingQuote(text, start + 1) : -1;
    plain.lastIndex = start;
    const cell = isQuoted ? text.slice(start + 1, close).replaceAll('""', '"') : (plain.exec(text)?.[0] ?? '');
    ending.lastIndex = isQuoted ? close + 1 : start + cell.length;
    const [end] = ending.exec(text) ?? [];
    if (end === undefined || (isQuoted && close < 0)) return yield 'quotes';
    if (cells.length === MAX_COLUMNS) return yield 'tooManyColumns';
    cells.push(cell);
    nextLine += text.slice(start, ending.lastIndex).split(/\r\n|\n|\r/).length - 1;
    start = ending.lastIndex;
    if (end === separator) continue;
    yield { line, cells };
    cells = [];
    line = nextLine;
  }
}

/** Not by a regular expression, which would run out of memory in a cell of many quotes. -1: there is none. */
function findClosingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
