// Imports customers from a CSV file: a preview, a dry run, the import in one transaction, and its undo.

import type { CsvTable } from '#lib/csv-reader.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { deleteImported, findUsedEmails, hashRandomPassword, insertImported, lockImported } from '#modules/accounts/queries-imported.ts';
import type { Done, OperatorSession } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import { newId } from '#platform/new-id.ts';
import { alreadyUndone, checkColumns, IMPORTS_LISTED, readCsvTable, toListedImport, toPreview } from '../actions.ts';
import type { ClientDeps } from '../customer.ts';
import { markNotesChanged } from '../queries.ts';
import { toTagKey } from '../rules.ts';
import * as queries from './queries.ts';
import { getRowEmail, guessColumns, type ImportedCustomer, type JudgedRow, judgeRows } from './rules.ts';
import type { ImportList, ImportOutcome, ImportPreview, ImportRequest, UndoneImport } from './shapes.ts';
import { MAX_IMPORT_ROWS } from './shapes-fields.ts';

const messages = {
  noEmail: /*i18n*/ { id: 'desk.import.noEmail', message: 'Choose the column with the email addresses.' },
} as const satisfies Record<string, Message>;

const isCustomer = (row: JudgedRow): row is JudgedRow & { readonly customer: ImportedCustomer } => row.outcome === 'create';

export async function previewImport(deps: ClientDeps, session: OperatorSession, body: ByteBody): Promise<ImportPreview> {
  const table = await readCsvTable(deps, session, { body, maxRows: MAX_IMPORT_ROWS });
  return { ...toPreview(table), columns: guessColumns(table.head) };
}

type SentImport = { readonly request: ImportRequest; readonly body: ByteBody };

export async function checkImport(deps: ClientDeps, session: OperatorSession, { request, body }: SentImport): Promise<ImportOutcome> {
  const table = await readCsvTable(deps, session, { body, maxRows: MAX_IMPORT_ROWS });
  return { importId: null, rows: toOutcomes(await judge(deps.ctx.db.orm, table, request)) };
}

export async function importCustomers(deps: ClientDeps, session: OperatorSession, { request, body }: SentImport) {
  const table = await readCsvTable(deps, session, { body, maxRows: MAX_IMPORT_ROWS });
  const passwordHash = await hashRandomPassword();
  return async (tx: DbClient): Promise<Done<ImportOutcome>> => {
    const now = deps.ctx.clock.now();
    const importId = newId(now);
    const judged = await judge(tx, table, request);
    const created = await insertCustomers(tx, judged.filter(isCustomer), { passwordHash, now });
    // An address that was registered since it was looked up.
    const rows = judged.map(
      (row): JudgedRow => (isCustomer(row) && !created.has(normalizeEmail(row.email)) ? { ...row, outcome: 'exists' } : row),
    );
    const countRows = (outcome: JudgedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
    const counts = { created: created.size, skipped: countRows('exists'), refused: countRows('refuse') };
    await queries.insertImport(tx, { id: importId, operatorId: session.operator.id, fileName: request.file, createdAt: now, ...counts });
    await queries.insertRecords(tx, {
      importId,
      accountIds: [...created.values()],
      ...(await toRecords(tx, rows.filter(isCustomer), { importId, created, session, now })),
    });
    markNotesChanged(tx);
    return { entries: [{ id: importId, after: counts }], answer: { importId, rows: toOutcomes(rows) } };
  };
}

/** In parts: a statement has a limited number of parameters. */
async function insertCustomers(
  tx: DbClient,
  rows: readonly { readonly customer: ImportedCustomer }[],
  options: { readonly passwordHash: string; readonly now: Date },
): Promise<ReadonlyMap<string, string>> {
  const created = new Map<string, string>();
  for (const some of queries.splitIntoChunks(rows)) {
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
async function toRecords(
  tx: DbClient,
  rows: readonly { readonly customer: ImportedCustomer }[],
  { importId, created, session, now }: RecordOptions,
) {
  const customers = rows.flatMap(({ customer }) => {
    const accountId = created.get(normalizeEmail(customer.email));
    return accountId === undefined ? [] : [{ accountId, ...customer }];
  });
  const spelling = new Map(await queries.getTagSpellings(tx, [...new Set(customers.flatMap(({ tags }) => tags.map(toTagKey)))]));
  const tags = customers.flatMap(({ accountId, tags }) =>
    tags.map((tag) => {
      const tagKey = toTagKey(tag);
      if (!spelling.has(tagKey)) spelling.set(tagKey, tag);
      return { accountId, tagKey, tag: spelling.get(tagKey) ?? tag };
    }),
  );
  const notes = customers.flatMap(({ accountId, note }) =>
    note === '' ? [] : [{ id: newId(now), accountId, operatorId: session.operator.id, text: note, createdAt: now, importId }],
  );
  return { tags, notes };
}

async function judge(of: DbClient, table: CsvTable, request: ImportRequest): Promise<readonly JudgedRow[]> {
  const { head, rows } = table;
  const { locale, file: _, ...columns } = request;
  if (columns.email === undefined) throw new UserError(400, { email: [messages.noEmail] });
  checkColumns(columns, table);
  const emails = rows.map((row) => getRowEmail(row, columns));
  return judgeRows(rows, { head, columns, locale, taken: await findUsedEmails(of, emails) });
}

const toOutcomes = (rows: readonly JudgedRow[]): ImportOutcome['rows'] =>
  rows.map((row) => ({ line: row.line, email: row.email, outcome: row.outcome, reason: row.outcome === 'refuse' ? row.reason : null }));

export const listImports = async ({ ctx }: ClientDeps): Promise<ImportList> =>
  (await queries.listNewestImports(ctx.db.orm, IMPORTS_LISTED)).map(toListedImport);

const reasons = {
  used: 'has set a password',
  order: 'has an order',
  balance: 'has a balance',
  ticket: 'has a ticket',
  note: 'has a note that was written after the import',
} as const satisfies Record<queries.UsedBecause | 'used', string>;

export async function undoImport(deps: ClientDeps, tx: DbClient, id: string): Promise<Done<UndoneImport>> {
  const found = await queries.lockImport(tx, id);
  if (!found) throw new UserError(404);
  if (found.undoneAt) throw new UserError(400, { '': [alreadyUndone] });
  const accounts = await lockImported(tx, await queries.listImportAccounts(tx, id));
  const used = await queries.findUsedAccounts(
    tx,
    accounts.map((account) => account.id),
    id,
  );
  const kept = accounts.flatMap(({ id: accountId, email, isUsed, ...names }) => {
    const reason = isUsed ? 'used' : used.get(accountId);
    return reason ? [{ id: accountId, name: formatPersonName(names), email, reason: reasons[reason] }] : [];
  });
  const stays = new Set(kept.map((account) => account.id));
  const unused = accounts.map((account) => account.id).filter((accountId) => !stays.has(accountId));
  await queries.deleteRecords(tx, unused);
  await deleteImported(tx, unused);
  const undoneAt = deps.ctx.clock.now();
  await queries.setUndone(tx, id, { undoneAt, removed: unused.length });
  markNotesChanged(tx);
  return {
    entries: [{ id, after: { removed: unused.length, kept: kept.length } }],
    answer: { removed: unused.length, kept },
  };
}
