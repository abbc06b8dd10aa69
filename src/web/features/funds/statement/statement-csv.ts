// A statement as a file for spreadsheets. What they would calculate instead of showing is disarmed. Pure.
import { type CurrencyNumber, currencyCode } from '../../../../lib/money/money.ts';
import type { Statement } from '../../../../modules/wallet/shapes.ts';
import { plainAmount } from '../deposit/amount-input.ts';

type Line = Statement['lines'][number];
type Words = { readonly head: readonly string[]; readonly kind: (kind: Line['kind']) => string };

/** So that Excel takes it for what it is. */
const BYTE_ORDER_MARK = '\uFEFF';

export function statementFile(lines: readonly Line[], currency: CurrencyNumber, { head, kind }: Words): string {
  const rows = lines.map((line) => [
    ...[line.at, textCell(kind(line.kind)), plainAmount(line.amount), plainAmount(line.balanceAfter)],
    ...[currencyCode(currency), String(line.id)],
  ]);
  return BYTE_ORDER_MARK + [head.map(textCell), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A text that begins like a formula is one to a spreadsheet, unless an apostrophe stands before it. */
export function textCell(text: string): string {
  const safe = /^[\s]*[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
