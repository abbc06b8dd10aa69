// Writes CSV for spreadsheets (RFC 4180) with a BOM for Excel. Cells that look like formulas are escaped.
const formula = /^[=+\-@\t\r]/;

export function makerCsv(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const lines = rows.map((row) => row.map((cell) => cellOf(String(cell))).join(','));
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
}

function cellOf(typed: string): string {
  const text = formula.test(typed) ? `'${typed}` : typed;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
