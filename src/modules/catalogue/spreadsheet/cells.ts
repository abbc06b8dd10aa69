// Values of an owner's file as cells, and cells as values. Pure. A cell that says what the file already says
// is never read, so an exported file changes nothing when it is imported again.
import type { BuiltInLocale } from '#lib/locale.ts';
import { manyLines, oneLine } from '#lib/markdown/plain-text.ts';
import { type CurrencyNumber, currencyNumber, decimalMoney, getDecimals, parseMoney } from '#lib/money/money.ts';
import { glyphNames } from '#lib/service-glyphs.ts';
import { isTree } from '#lib/yaml/merge.ts';
import { countedUnits, deliverables } from '../shapes.ts';
import type { SourceService } from '../source/source.ts';
import type { ServiceColumn } from './shapes-columns.ts';

export type SourceOffer = SourceService['offers'][number];
type Kind = 'text' | 'lines' | 'whole' | 'amount' | 'choice' | 'names' | 'pieces';

/** What a choice may be; "once" is the absence of an interval. */
const columnChoices = {
  kind: ['service', 'bundle'],
  interval: ['once', 'month'],
  turnaround: ['48h', 'minute'],
  delivers: deliverables,
  countedIn: countedUnits,
  madeBy: ['person', 'automatic', 'mixed'],
  icon: glyphNames,
} as const satisfies Partial<Record<ServiceColumn, readonly string[]>>;

const wholeColumns: ReadonlySet<string> = new Set(['revisions', 'position', 'minQuantity', 'maxQuantity', 'count']);

function kindOf(column: ServiceColumn): Kind {
  const [first = '', second = ''] = column.replace(/^offers\./, '').split('.');
  if (first === 'contains' || first === 'excludes') return 'lines';
  if (first === 'prices') return 'amount';
  if (first === 'platforms') return 'names';
  if (first === 'pieces') return 'pieces';
  if (second === '' && wholeColumns.has(first)) return 'whole';
  return Object.hasOwn(columnChoices, column) ? 'choice' : 'text';
}

export const isOfOffer = (column: string): boolean => column.startsWith('offers.');
/** Of a column about one value of a service or an offer. */
export const columnSteps = (column: ServiceColumn): readonly string[] => column.replace(/^offers\./, '').split('.');

/** "contains.en" is the locale en of the list `contains`. */
export const listAndLocale = (column: ServiceColumn): readonly ['contains' | 'excludes', BuiltInLocale] | undefined =>
  kindOf(column) === 'lines' ? (column.split('.') as ['contains' | 'excludes', BuiltInLocale]) : undefined;

/** Absent values that have a default. */
const defaults: Readonly<Partial<Record<ServiceColumn, string>>> = { delivers: 'article', interval: 'once' };

export function writeCell(column: ServiceColumn, of: SourceService | SourceOffer): string {
  const list = listAndLocale(column);
  if (list) return ((of as SourceService)[list[0]] ?? []).map((words) => toLine(words[list[1]])).join('\n');
  const value = columnSteps(column).reduce<unknown>((tree, step) => (isTree(tree) ? tree[step] : undefined), of);
  const kind = kindOf(column);
  if (value === undefined || value === null || value === '') return defaults[column] ?? '';
  if (kind === 'amount') return decimalMoney({ amount: Number(value), currency: getColumnCurrency(column) });
  if (kind === 'names') return (value as readonly string[]).join(', ');
  if (kind === 'pieces') return (value as SourceOffer['pieces']).map(({ offer, quantity }) => `${quantity} x ${offer}`).join('\n');
  return cleanCell(String(value));
}

export const cleanCell = (text: string): string => manyLines(text).trim();
const toLine = (text: string): string => oneLine(text).replace(/ +/g, ' ').trim();

export type ReadCell = { readonly value: unknown } | { readonly fault: string };

export function readCell(column: ServiceColumn, cell: string): ReadCell {
  return readers[kindOf(column)](cell, column);
}

const readers: Readonly<Record<Kind, (cell: string, column: ServiceColumn) => ReadCell>> = {
  text: (cell) => ({ value: cell }),
  lines: (cell) => ({
    value: cell
      .split('\n')
      .map(toLine)
      .filter((line) => line !== ''),
  }),
  whole: (cell) => (/^\d{1,6}$/.test(cell) ? { value: Number(cell) } : { fault: 'use a whole number, such as 3.' }),
  amount: readAmount,
  names: (cell) => ({
    value: cell
      .split(/[,;\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  }),
  choice: readChoice,
  pieces: readPieces,
};

/** "offers.prices.EUR" */
const getColumnCurrency = (column: ServiceColumn): CurrencyNumber => currencyNumber(columnSteps(column)[1] ?? '');

function readAmount(cell: string, column: ServiceColumn): ReadCell {
  const currency = getColumnCurrency(column);
  const value = parseMoney(cell, currency);
  const example = decimalMoney({ amount: 49 * 10 ** getDecimals(currency), currency });
  return value === undefined ? { fault: `use an amount such as ${example}, without a currency sign.` } : { value };
}

function readChoice(cell: string, column: ServiceColumn): ReadCell {
  const options: readonly string[] = columnChoices[column as keyof typeof columnChoices];
  const found = options.find((option) => option === cell.toLowerCase());
  if (found === undefined) return { fault: `use one of ${options.join(', ')}.` };
  return { value: found === 'once' ? null : found };
}

function readPieces(cell: string): ReadCell {
  const parts = cell.split(/[\n;]/).map((part) => part.trim());
  const pieces = parts.flatMap((part) => {
    const [, quantity, offer] = /^(\d{1,4}) *[x×] *([a-z0-9-]+)$/i.exec(part) ?? [];
    return quantity && offer ? [{ offer, quantity: Number(quantity) }] : [];
  });
  return pieces.length === parts.length ? { value: pieces } : { fault: 'use lines such as “2 x key-of-an-offer”.' };
}
