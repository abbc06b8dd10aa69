// Imports customers from a CSV file: a preview, a dry run, the import in one transaction, and its undo. Nothing of the file is stored between the steps;
// the page sends it with each.
import { randomBytes } from 'node:crypto';
import { type DbClient, transaction } from '../../../infra/database/database.ts';
import { tooLong } from '../../../infra/files/ingest-upload.ts';
import type { ByteBody } from '../../../infra/http/bytes.ts';
import { takePoints } from '../../../infra/limits/limits.ts';
import { type CsvFault, type CsvTable, readCsv } from '../../../lib/csv-reader.ts';
import { emailKey } from '../../../lib/people/email.ts';
import { personName } from '../../../lib/people/person-name.ts';
import { isoOrNull } from '../../../lib/time/date.ts';
import { timeId } from '../../../lib/time/time-id.ts';
import { type Message, UserError } from '../../../lib/user-error.ts';
import { deleteImported, insertImported, lockImported, takenEmails, unknownPassword } from '../../accounts/actions.ts';
import { markNotesChanged } from '../customers/queries.ts';
import { tagKeyOf } from '../customers/rules.ts';
import type { Selling } from '../selling.ts';
import { writeAudit } from '../staff/audit.ts';
import { lockActiveSession, type OperatorSession } from '../staff/auth.ts';
import * as queries from './queries.ts';
import { emailIn, guessColumns, type ImportedCustomer, type JudgedRow, judgeRows } from './rules.ts';
import type { ImportList, ImportOutcome, ImportPreview, ImportRequest, UndoneImport } from './shapes.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from './shapes-fields.ts';

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
    values: { maximum: MAX_IMPORT_ROWS },
  },
  empty: /*i18n*/ { id: 'desk.import.empty', message: 'The file has no rows below its first row, which names the columns.' },
  column: /*i18n*/ { id: 'desk.import.column', message: 'The file has no such column.' },
  noEmail: /*i18n*/ { id: 'desk.import.noEmail', message: 'Choose the column with the email addresses.' },
  undone: /*i18n*/ { id: 'desk.import.undone', message: 'This import was already undone.' },
} as const satisfies Record<CsvFault, Message> & Record<string, Message>;

const SAMPLE_ROWS = 5;
const IMPORTS_LISTED = 20;

const isCustomer = (row: JudgedRow): row is JudgedRow & { readonly customer: ImportedCustomer } => row.outcome === 'create';

export async function previewImport(selling: Selling, session: OperatorSession, body: ByteBody): Promise<ImportPreview> {
  const { head, rows } = await tableOf(selling, session, body);
  return {
    head: [...head],
    sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => [...cells]),
    rows: rows.length,
    columns: guessColumns(head),
  };
}

type SentImport = { readonly request: ImportRequest; readonly body: ByteBody };

export async function checkImport(selling: Selling, session: OperatorSession, { request, body }: SentImport): Promise<ImportOutcome> {
  const table = await tableOf(selling, session, body);
  return { importId: null, rows: outcomesOf(await judge(selling.checkout.ctx.db.orm, table, request)) };
}

export async function importAct(selling: Selling, session: OperatorSession, { request, body }: SentImport): Promise<ImportOutcome> {
  const { ctx } = selling.checkout;
  const table = await tableOf(selling, session, body);
  const passwordHash = await unknownPassword();
  return transaction(ctx.db, async (tx) => {
    await lockActiveSession(tx, session);
    const now = ctx.clock.now();
    const importId = timeId(now, randomBytes(8));
    const judged = await judge(tx, table, request);
    const created = await insertCustomers(tx, judged.filter(isCustomer), { passwordHash, now });
    // An address that was registered since it was looked up.
    const rows = judged.map(
      (row): JudgedRow => (isCustomer(row) && !created.has(emailKey(row.email)) ? { ...row, outcome: 'exists' } : row),
    );
    const countOf = (outcome: JudgedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
    const counts = { created: created.size, skipped: countOf('exists'), refused: countOf('refuse') };
    await queries.insertImport(tx, { id: importId, operatorId: session.operator.id, fileName: request.file, createdAt: now, ...counts });
    await queries.insertRecords(tx, {
      importId,
      accountIds: [...created.values()],
      ...(await recordsOf(tx, rows.filter(isCustomer), { importId, created, session, now })),
    });
    markNotesChanged(tx);
    await writeAudit(tx, session.operator, now, { act: 'customers.import', about: { kind: 'import', id: importId }, after: counts });
    return { importId, rows: outcomesOf(rows) };
  });
}

/** In parts: a statement has a limited number of parameters. */
async function insertCustomers(
  tx: DbClient,
  rows: readonly { readonly customer: ImportedCustomer }[],
  options: { readonly passwordHash: string; readonly now: Date },
): Promise<ReadonlyMap<string, string>> {
  const created = new Map<string, string>();
  for (const some of queries.inParts(rows)) {
    const inserted = await insertImported(
      tx,
      some.map(({ customer: { email, firstName, lastName, locale } }) => ({ email, firstName, lastName, locale })),
      options,
    );
    for (const [key, id] of inserted) created.set(key, id);
  }
  return created;
}

type RecordOptions = {
  readonly importId: string;
  readonly created: ReadonlyMap<string, string>;
  readonly session: OperatorSession;
  readonly now: Date;
};

/** Notes and tags of the new accounts. The operator who imports is the author of the notes. */
async function recordsOf(
  tx: DbClient,
  rows: readonly { readonly customer: ImportedCustomer }[],
  { importId, created, session, now }: RecordOptions,
) {
  const customers = rows.flatMap(({ customer }) => {
    const accountId = created.get(emailKey(customer.email));
    return accountId === undefined ? [] : [{ accountId, ...customer }];
  });
  const spelling = new Map(await queries.spellingOfTags(tx, [...new Set(customers.flatMap(({ tags }) => tags.map(tagKeyOf)))]));
  const tags = customers.flatMap(({ accountId, tags }) =>
    tags.map((tag) => {
      const tagKey = tagKeyOf(tag);
      if (!spelling.has(tagKey)) spelling.set(tagKey, tag);
      return { accountId, tagKey, tag: spelling.get(tagKey) ?? tag };
    }),
  );
  const notes = customers.flatMap(({ accountId, note }) =>
    note === ''
      ? []
      : [{ id: timeId(now, randomBytes(8)), accountId, operatorId: session.operator.id, text: note, createdAt: now, importId }],
  );
  return { tags, notes };
}

/** Each file costs a point of the operator's limit, whatever is done with it. */
async function tableOf({ checkout: { ctx } }: Selling, { operator }: OperatorSession, body: ByteBody): Promise<CsvTable> {
  await takePoints(ctx, [{ limit: 'desk.file', of: operator.id }]);
  const table = readCsv(await bytesOf(body), MAX_IMPORT_ROWS);
  if (typeof table === 'string') throw new UserError(400, { file: [messages[table]] });
  if (table.rows.length === 0) throw new UserError(400, { file: [messages.empty] });
  return table;
}

async function bytesOf({ body, announcedBytes = 0 }: ByteBody): Promise<Uint8Array> {
  if (announcedBytes > MAX_IMPORT_BYTES) throw tooLong(MAX_IMPORT_BYTES);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_IMPORT_BYTES) throw tooLong(MAX_IMPORT_BYTES);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function judge(of: DbClient, { head, rows }: CsvTable, request: ImportRequest): Promise<readonly JudgedRow[]> {
  const { locale, file: _, ...columns } = request;
  if (columns.email === undefined) throw new UserError(400, { email: [messages.noEmail] });
  const missing = Object.entries(columns).filter(([, column]) => column !== undefined && column >= head.length);
  if (missing.length > 0) throw new UserError(400, Object.fromEntries(missing.map(([field]) => [field, [messages.column]])));
  const emails = rows.map((row) => emailIn(row, columns));
  return judgeRows(rows, { head, columns, locale, taken: await takenEmails(of, emails) });
}

const outcomesOf = (rows: readonly JudgedRow[]): ImportOutcome['rows'] =>
  rows.map((row) => ({ line: row.line, email: row.email, outcome: row.outcome, reason: row.outcome === 'refuse' ? row.reason : null }));

export async function listImports({ checkout: { ctx } }: Selling): Promise<ImportList> {
  const found = await queries.newestImports(ctx.db.orm, IMPORTS_LISTED);
  return found.map(({ row: { id, fileName, createdAt, created, skipped, refused, undoneAt, removed }, operator }) => ({
    id,
    fileName,
    operator,
    createdAt: createdAt.toISOString(),
    created,
    skipped,
    refused,
    undoneAt: isoOrNull(undoneAt),
    removed,
  }));
}

const reasons = {
  used: 'has set a password',
  order: 'has an order',
  balance: 'has a balance',
  ticket: 'has a ticket',
  note: 'has a note that was written after the import',
} as const satisfies Record<queries.UsedBecause | 'used', string>;

export async function undoImportAct(selling: Selling, session: OperatorSession, id: string): Promise<UndoneImport> {
  const { ctx } = selling.checkout;
  return transaction(ctx.db, async (tx) => {
    await lockActiveSession(tx, session);
    const found = await queries.lockImport(tx, id);
    if (!found) throw new UserError(404);
    if (found.undoneAt) throw new UserError(400, { '': [messages.undone] });
    const accounts = await lockImported(tx, await queries.accountsOfImport(tx, id));
    const used = await queries.usedAccounts(
      tx,
      accounts.map((account) => account.id),
      id,
    );
    const kept = accounts.flatMap(({ id: accountId, email, isUsed, ...names }) => {
      const reason = isUsed ? 'used' : used.get(accountId);
      return reason ? [{ id: accountId, name: personName(names), email, reason: reasons[reason] }] : [];
    });
    const stays = new Set(kept.map((account) => account.id));
    const unused = accounts.map((account) => account.id).filter((accountId) => !stays.has(accountId));
    await queries.deleteRecords(tx, unused);
    await deleteImported(tx, unused);
    const undoneAt = ctx.clock.now();
    await queries.setUndone(tx, id, { undoneAt, removed: unused.length });
    markNotesChanged(tx);
    const after = { removed: unused.length, kept: kept.length };
    await writeAudit(tx, session.operator, undoneAt, { act: 'customers.undoImport', about: { kind: 'import', id }, after });
    return { removed: unused.length, kept };
  });
}
