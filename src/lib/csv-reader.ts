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
  for (const row of rowsOf(text, separatorOf(text))) {
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

/** The one that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const counted = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

/** A quote inside a cell without quotes is an ordinary character. */
function* rowsOf(text: string, separator: string): Generator<CsvRow | 'quotes' | 'tooManyColumns'> {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r\\n|\\n|\\r|$)`, 'y');
  let cells: string[] = [];
  let [line, nextLine] = [1, 1];
  while (cell.lastIndex < text.length || cells.length > 0) {
    const [whole, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (whole === undefined) return yield 'quotes';
    if (cells.length === MAX_COLUMNS) return yield 'tooManyColumns';
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    nextLine += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === separator) continue;
    yield { line, cells };
    cells = [];
    line = nextLine;
  }
}
