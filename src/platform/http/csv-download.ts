// Lists as CSV files. A file is read page by page while it is sent, so that its length costs no memory.
import { Readable } from 'node:stream';
import { type Cell, formatCsv, formatCsvRows } from '#lib/csv.ts';
import { type CurrencyNumber, formatDecimal } from '#lib/money/money.ts';
import { Download } from './api-routes.ts';

type Table<R> = {
  readonly name: string;
  readonly columns: Readonly<Record<string, (row: R) => Cell>>;
  /** The page after a cursor; `next`: the cursor of the page after it, or null. */
  readonly page: (before: string | undefined) => Promise<{ readonly rows: readonly R[]; readonly next: string | null }>;
};

/** "2026-05-27 09:00:00", which spreadsheets read as a time. */
export const formatCsvTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
export const formatCsvAmount = (amount: number, currency: CurrencyNumber): Cell => ({ exact: formatDecimal({ amount, currency }) });

/** The first page is read before the answer, so that a failure has its status. */
export async function createCsvDownload<R>(today: Date, { name, columns, page }: Table<R>): Promise<Download> {
  const cells = Object.values(columns);
  const first = await page(undefined);
  async function* chunks() {
    yield formatCsv(Object.keys(columns), []);
    for (let { rows, next } = first; ; ) {
      yield formatCsvRows(rows.map((row) => cells.map((cell) => cell(row))));
      if (next === null) return;
      ({ rows, next } = await page(next));
    }
  }
  const day = today.toISOString().slice(0, 10);
  return new Download({ name: `${name}-${day}.csv`, bytes: undefined, stream: Readable.from(chunks(), { objectMode: false }) });
}

/** Lists whose cursor is the id of the last row. */
export const getNextCursor = (rows: readonly { readonly id: string }[], more: boolean): string | null =>
  more ? (rows.at(-1)?.id ?? null) : null;
