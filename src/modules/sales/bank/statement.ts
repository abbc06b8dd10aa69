// Reads a bank statement: CAMT.053 or CSV.

import { MAX_STATEMENT_MB, type StatementErrorCode, type StatementFormat, type StatementResult } from '#lib/bank/entries.ts';
import { readCamt } from './camt.ts';
import { readCsvStatement } from './csv-statement.ts';

const MB = 1024 * 1024;

/** Gives way to other work while it reads. */
export async function readStatement(format: StatementFormat, text: string): Promise<StatementResult> {
  // What a wrong encoding leaves: it would change names and references unnoticed.
  const unreadable = /[\uFFFD\0]/.exec(text);
  if (new TextEncoder().encode(text).length > MAX_STATEMENT_MB * MB) return refuse(1, 'size');
  if (unreadable) return refuse(text.slice(0, unreadable.index).split('\n').length, 'encoding');
  const plain = text.replace(/^\uFEFF/, '');
  return format === 'csv' ? readCsvStatement(plain) : readCamt(plain);
}

const refuse = (line: number, code: StatementErrorCode): StatementResult => ({ entries: [], errors: [{ line, field: '', code }] });
