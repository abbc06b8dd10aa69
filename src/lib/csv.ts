// Writes CSV (RFC 4180) with a byte order mark, without which Excel does not detect UTF-8. A text that starts
// like a formula gets an apostrophe, so that spreadsheets do not evaluate it; so does one that has
// apostrophes before it, so that a reader can take one away. Numbers are unchanged. Pure.

/** `exact`: a number that we formatted, such as an amount with its cents. */
export type Cell = string | number | { readonly exact: string };

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

export const formatCsv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + formatCsvRows([head, ...rows]);

/** A file of texts: a number gets the apostrophe of a formula, too. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): Uint8Array =>
  new TextEncoder().encode(BYTE_ORDER_MARK + formatCsvRows(rows.map((row) => row.map(String))));

/** Further rows of a file. */
export const formatCsvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => row.map(formatCell).join(',') + LINE_END).join('');

/** Also after spaces, and in the full width of a Japanese keyboard. */
const formula = /^'*\s*[=+\-@＝＋－＠\t\r\n]/;

export const guardText = (text: string): string => (formula.test(text) ? `'${text}` : text);
export const unguardText = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

function formatCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.exact;
  const text = guardText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
