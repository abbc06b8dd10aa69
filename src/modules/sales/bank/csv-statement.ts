// Reads a bank statement as CSV with the head date,amount,currency,reference,name,iban,id.

import {
  type BankEntry,
  createKeys,
  MAX_ENTRIES,
  MAX_ERRORS,
  parseAmount,
  removeSpaces,
  type StatementError,
  type StatementErrorCode,
  type StatementResult,
} from '#lib/bank/entries.ts';
import { type CsvRow, readCsvRows } from '#lib/csv-reader.ts';
import { getCurrencyNumber } from '#lib/money/money.ts';
import { isDay } from '#lib/time/days.ts';

const requiredColumns = ['date', 'amount', 'currency'] as const;
const columns = [...requiredColumns, 'reference', 'name', 'iban', 'id'] as const;
type Column = (typeof columns)[number];

const MAX_CELL_CHARS = 1000;
const ROWS_AT_ONCE = 2000;

export async function readCsvStatement(text: string): Promise<StatementResult> {
  const entries: BankEntry[] = [];
  const errors: StatementError[] = [];
  const keyFor = createKeys();
  let head: readonly string[] | undefined;
  let [rows, count] = [0, 0];
  for (const row of readCsvRows(text)) {
    rows += 1;
    if (rows % ROWS_AT_ONCE === 0) await new Promise(setImmediate);
    if (typeof row === 'string') return { entries: [], errors: [{ line: 1, field: '', code: 'csv' }] };
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    if (!head) {
      head = row.cells.map((name) => name.trim().toLowerCase());
      if (requiredColumns.some((name) => !head?.includes(name))) break;
      continue;
    }
    count += 1;
    if (count > MAX_ENTRIES) return { entries: [], errors: [{ line: row.line, field: '', code: 'entries' }] };
    const { id, wrong, ...entry } = readRow(head, row);
    errors.push(...wrong.map(([field, code]) => ({ line: row.line, field, code })));
    if (errors.length >= MAX_ERRORS) break;
    if (wrong.length === 0 && entry.amount !== 0) entries.push({ ...entry, key: keyFor(entry, id) });
  }
  const missing = requiredColumns.filter((name) => !head?.includes(name));
  errors.push(...missing.map((field) => ({ line: 1, field, code: 'column' as const })));
  return errors.length > 0 ? { entries: [], errors } : { entries, errors };
}

function readRow(head: readonly string[], { line, cells }: CsvRow) {
  const wrong: [Column, StatementErrorCode][] = [];
  const cell = (name: Column) => (cells[head.indexOf(name)] ?? '').trim();
  for (const name of columns) {
    if (cell(name).length > MAX_CELL_CHARS) wrong.push([name, 'long']);
    else if (cell(name) === '' && (requiredColumns as readonly Column[]).includes(name)) wrong.push([name, 'missing']);
  }
  const isFit = (name: Column) => wrong.every(([field]) => field !== name);
  if (isFit('date') && !isDay(cell('date'))) wrong.push(['date', 'day']);
  const code = cell('currency');
  if (isFit('currency') && !/^[A-Z]{3}$/.test(code)) wrong.push(['currency', 'currency']);
  const currency = isFit('currency') ? getCurrencyNumber(code) : 0;
  const amount = parseAmount(cell('amount'), currency);
  if (isFit('amount') && isFit('currency') && amount === undefined) wrong.push(['amount', 'amount']);
  return {
    line,
    bookedOn: cell('date'),
    amount: Math.abs(amount ?? 0),
    currency,
    direction: (amount ?? 0) < 0 ? ('debit' as const) : ('credit' as const),
    reference: cell('reference'),
    text: '',
    name: cell('name'),
    iban: removeSpaces(cell('iban')),
    id: cell('id'),
    wrong,
  };
}
