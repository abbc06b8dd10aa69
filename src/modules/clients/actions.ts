// Parses an uploaded CSV file into a preview of its first rows, or into a table of all rows, and lists
// earlier imports. The server does not store the file: the page sends it with each step of the import.

import { type CsvError, type CsvTable, MAX_COLUMNS, readCsv } from '#lib/csv-reader.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { OperatorSession } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { createTooLongError } from '#platform/files/ingest-upload.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { MAX_IMPORT_BYTES } from './imports/shapes-fields.ts';

const messages = {
  encoding: /*i18n*/ { id: 'desk.import.encoding', message: 'The file’s encoding isn’t recognized. Save it as “CSV UTF-8” and try again.' },
  binary: /*i18n*/ { id: 'desk.import.binary', message: 'This isn’t a CSV file. In your spreadsheet program, save it as “CSV UTF-8”.' },
  quotes: /*i18n*/ {
    id: 'desk.import.quotes',
    message: 'The file can’t be read: a quotation mark is opened and never closed, or text follows a closed one.',
  },
  tooManyRows: /*i18n*/ {
    id: 'desk.import.tooManyRows',
    message: 'The file has more than {maximum, number} rows. Split it and import the parts.',
  },
  tooManyColumns: /*i18n*/ {
    id: 'desk.import.tooManyColumns',
    message: 'The file has more than {columns, number} columns. Remove those that you don’t import.',
  },
  empty: /*i18n*/ { id: 'desk.import.empty', message: 'The file has no rows below its first row, which names the columns.' },
  column: /*i18n*/ { id: 'desk.import.column', message: 'The file has no such column.' },
} as const satisfies Record<CsvError, Message> & Record<string, Message>;

const SAMPLE_ROWS = 5;

/** By body: a change may be prepared again, but a body is read only once. */
const readTables = new WeakMap<ByteBody, Promise<CsvTable>>();

export function readCsvTable(deps: { readonly ctx: AppContext }, session: OperatorSession, request: ReadRequest): Promise<CsvTable> {
  const table = readTables.get(request.body) ?? readTable(deps, session, request);
  readTables.set(request.body, table);
  return table;
}

/** Each file costs a point of the operator's limit, whatever is done with it. */
async function readTable(
  { ctx }: { readonly ctx: AppContext },
  { operator }: OperatorSession,
  { body, maxRows }: ReadRequest,
): Promise<CsvTable> {
  await takePoints(ctx, [{ limit: 'desk.file', of: operator.id }]);
  const table = readCsv(await collectBytes(body, MAX_IMPORT_BYTES), maxRows);
  if (typeof table === 'string')
    throw new UserError(400, { file: [{ ...messages[table], values: { maximum: maxRows, columns: MAX_COLUMNS } }] });
  if (table.rows.length === 0) throw new UserError(400, { file: [messages.empty] });
  return table;
}

type ReadRequest = { readonly body: ByteBody; readonly maxRows: number };

export async function collectBytes({ body, announcedBytes = 0 }: ByteBody, maxBytes: number): Promise<Buffer> {
  if (announcedBytes > maxBytes) throw createTooLongError(maxBytes);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw createTooLongError(maxBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export const toPreview = ({ head, rows }: CsvTable) => ({
  head: [...head],
  sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => [...cells]),
  rows: rows.length,
});

/** Throws if a chosen column is not in the file. */
export function checkColumns(columns: Readonly<Record<string, number | undefined>>, { head }: CsvTable): void {
  const missing = Object.entries(columns).filter(([, column]) => column !== undefined && column >= head.length);
  if (missing.length > 0) throw new UserError(400, Object.fromEntries(missing.map(([field]) => [field, [messages.column]])));
}

export const IMPORTS_LISTED = 20;

export const alreadyUndone: Message = /*i18n*/ { id: 'desk.import.undone', message: 'This import was already undone.' };

type StoredImport = {
  readonly id: string;
  readonly operatorId: string;
  readonly createdAt: Date;
  readonly undoneAt: Date | null;
};

/** A stored row as the page lists it. */
export const toListedImport = <Row extends StoredImport>({ row, operator }: { readonly row: Row; readonly operator: string }) => {
  const { operatorId: _, createdAt, undoneAt, ...counts } = row;
  return { ...counts, operator, createdAt: createdAt.toISOString(), undoneAt: toIsoOrNull(undoneAt) };
};
