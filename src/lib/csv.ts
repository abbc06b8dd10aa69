// Tables as files that any spreadsheet opens (RFC 4180). With a byte order mark, without which Excel reads UTF-8 as something else; every other reader
// skips it. A text that begins as a formula does would be reckoned by a spreadsheet: an apostrophe keeps it a text. Numbers are left as they are. Pure.

/** `exact`: a number in figures of ours, such as an amount with its cents. */
export type Cell = string | number | { readonly exact: string };

const MARK = '\uFEFF';
const END = '\r\n';

export const csvOf = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  MARK + [head, ...rows].map((row) => row.map(cellOf).join(',') + END).join('');

function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.exact;
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
