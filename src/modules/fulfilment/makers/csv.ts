// A table for a spreadsheet, by RFC 4180, with the mark by which Excel knows UTF-8. A cell that a spreadsheet would take for a formula is text.
const formula = /^[=+\-@\t\r]/;

export function csvOf(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const lines = rows.map((row) => row.map((cell) => cellOf(String(cell))).join(','));
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
}

function cellOf(typed: string): string {
  const text = formula.test(typed) ? `'${typed}` : typed;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
