// Statement as CSV, protected against formula injection. Pure.
import { guardText } from '#lib/csv.ts';
import { type CurrencyNumber, formatDecimal, getCurrencyCode } from '#lib/money/money.ts';
import type { Statement } from '#modules/wallet/shapes.ts';

type CsvLine = Statement['lines'][number];
type CsvLabels = { readonly head: readonly string[]; readonly kind: (kind: CsvLine['kind']) => string };

/** Byte order mark, so that Excel reads UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

export function formatStatementCsv(lines: readonly CsvLine[], currency: CurrencyNumber, { head, kind }: CsvLabels): string {
  const plainAmount = (amount: number) => formatDecimal({ amount, currency });
  const rows = lines.map((line) => [
    ...[line.at, formatTextCell(kind(line.kind)), plainAmount(line.amount), plainAmount(line.balanceAfter)],
    ...[getCurrencyCode(currency), String(line.id)],
  ]);
  return BYTE_ORDER_MARK + [head.map(formatTextCell), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A spreadsheet reads text that begins like a formula as one, unless an apostrophe comes first. */
export function formatTextCell(text: string): string {
  return `"${guardText(text).replaceAll('"', '""')}"`;
}
