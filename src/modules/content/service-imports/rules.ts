// Which columns of a file have what of a service, and its rows as records. Pure.

import { cellAt, columnsFor, normalizeHead, widthFault } from '#lib/csv-cells.ts';
import type { CsvRow } from '#lib/csv-reader.ts';
import { manyLines } from '#lib/markdown/plain-text.ts';
import type { CurrencyCode } from '#lib/money/money.ts';
import {
  type ServiceCells,
  type ServiceColumn,
  type ServiceRecord,
  serviceColumns,
} from '#modules/catalogue/spreadsheet/shapes-columns.ts';

export type ServiceColumnMap = Readonly<Partial<Record<ServiceColumn, number | undefined>>>;

/** What other programs call a column, besides its own label. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  slug: ['slug', 'handle', 'key', 'url'],
  'name.en': ['name', 'title', 'service'],
  'name.es': ['nombre'],
  'name.jp': ['nameja', '名前', 'サービス名'],
  'summary.en': ['summary', 'shortdescription'],
  'description.en': ['description', 'text', 'body'],
  'contains.en': ['included', 'includes'],
  'excludes.en': ['notincluded', 'excluded'],
  turnaround: ['days', 'turnaround', 'delivery'],
  'offers.id': ['offer', 'sku', 'variantsku'],
  'offers.unit.en': ['unit', 'size', 'variant'],
  'offers.note.en': ['note'],
  'offers.count': ['words', 'count'],
};

/** A price without a currency is in the first one. */
const wordsOfPrices = (currencies: readonly CurrencyCode[]) =>
  currencies.map((code, index) => [`offers.prices.${code}`, [code.toLowerCase(), ...(index === 0 ? ['price'] : [])]] as const);

export function guessServiceColumns(head: readonly string[], currencies: readonly CurrencyCode[]): ServiceColumnMap {
  const others = new Map<string, readonly string[]>([...Object.entries(otherWords), ...wordsOfPrices(currencies)]);
  const headWords = serviceColumns(currencies).map(({ field, label }) => [
    field,
    [normalizeHead(label), normalizeHead(field), ...(others.get(field) ?? [])],
  ]);
  return columnsFor(head, Object.fromEntries(headWords) as Readonly<Record<ServiceColumn, readonly string[]>>);
}

export const toRecords = (rows: readonly CsvRow[], head: readonly string[], columns: ServiceColumnMap): ServiceRecord[] =>
  rows.map(({ line, cells }) => ({ line, cells: cellsOf(cells, columns), fault: widthFault(cells, head) }));

const cellsOf = (cells: readonly string[], columns: ServiceColumnMap): ServiceCells =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([field, index]) => {
      const cell = manyLines(cellAt(cells, index)).trim();
      return cell === '' ? [] : [[field, cell]];
    }),
  );
