// Imports services from a CSV file: a preview, a dry run, the import in one transaction, and its undo.

import type { CsvTable } from '#lib/csv-reader.ts';
import { currencyCode } from '#lib/money/money.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { editSpreadsheet } from '#modules/catalogue/actions.ts';
import type { PlannedRow, ServiceOutcome } from '#modules/catalogue/spreadsheet/shapes-columns.ts';
import { alreadyUndone, checkColumns, IMPORTS_LISTED, listedImport, readCsvTable, toPreview } from '#modules/clients/actions.ts';
import { MAX_SERVICE_ROWS } from '#modules/clients/imports/shapes-fields.ts';
import { actor, type Done, type OperatorSession } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import { newId } from '#platform/new-id.ts';
import type { TextDeps } from '../actions.ts';
import * as queries from './queries.ts';
import { guessServiceColumns, toRecords } from './rules.ts';
import type { ServiceImportList, ServiceImportOutcome, ServiceImportRequest, ServicePreview, UndoneServices } from './shapes.ts';

const messages = {
  noAddress: /*i18n*/ {
    id: 'desk.import.noService',
    message: 'Choose the column with the addresses or with the English names of the services.',
  },
} as const satisfies Record<string, Message>;

const readTable = (deps: TextDeps, session: OperatorSession, body: ByteBody): Promise<CsvTable> =>
  readCsvTable(deps, session, { body, maxRows: MAX_SERVICE_ROWS });

export async function previewServices(deps: TextDeps, session: OperatorSession, body: ByteBody): Promise<ServicePreview> {
  const table = await readTable(deps, session, body);
  return { ...toPreview(table), columns: guessServiceColumns(table.head, deps.catalogue.currencies().sold.map(currencyCode)) };
}

type SentImport = { readonly request: ServiceImportRequest; readonly body: ByteBody };

async function planOf({ ctx }: TextDeps, table: CsvTable, request: ServiceImportRequest) {
  const { existing, fallback, file: _, ...columns } = request;
  if (columns.slug === undefined && columns['name.en'] === undefined) throw new UserError(400, { slug: [messages.noAddress] });
  checkColumns(columns, table);
  const { planServices } = await editSpreadsheet();
  return planServices(ctx.db.orm, { records: toRecords(table.rows, table.head, columns), existing, fallback });
}

export async function checkServices(
  deps: TextDeps,
  session: OperatorSession,
  { request, body }: SentImport,
): Promise<ServiceImportOutcome> {
  const { rows } = await planOf(deps, await readTable(deps, session, body), request);
  return { importId: null, rows: [...rows] };
}

export async function importServices(deps: TextDeps, session: OperatorSession, { request, body }: SentImport) {
  const table = await readTable(deps, session, body);
  const { saveServices } = await editSpreadsheet();
  const at = deps.ctx.clock.now();
  const why = `Import of ${request.file}`;
  const plan = await planOf(deps, table, request);
  const rows = [...plan.rows];
  return async (tx: DbClient): Promise<Done<ServiceImportOutcome>> => {
    const numbers = await saveServices(tx, { ...plan, by: actor(session), why, at });
    if (!numbers || plan.files.length === 0) return { entries: [], isOld: !numbers, answer: { importId: null, rows } };
    const importId = newId(at);
    const counts = countsOf(plan.rows);
    await queries.insertServiceImport(
      tx,
      { id: importId, operatorId: session.operator.id, fileName: request.file, createdAt: at, ...counts },
      plan.files.map(({ file, key, isCreated, isNew }) => ({ file, key, isCreated, isNew, number: numbers.get(file) ?? 1 })),
    );
    return { entries: [{ id: importId, after: counts }], afterCommit: () => deps.refresh().then(() => ({ importId, rows })) };
  };
}

/** Of services, each once; a row without an address is one of its own. */
function countsOf(rows: readonly PlannedRow[]) {
  const count = (...wanted: readonly ServiceOutcome[]) =>
    new Set(rows.flatMap(({ outcome, slug, line }) => (wanted.includes(outcome) ? [slug || String(line)] : []))).size;
  return { created: count('create'), updated: count('update'), skipped: count('same', 'exists'), refused: count('refuse') };
}

export const listServiceImports = async ({ ctx }: TextDeps): Promise<ServiceImportList> =>
  (await queries.newestServiceImports(ctx.db.orm, IMPORTS_LISTED)).map(listedImport);

const reasons = {
  edited: 'was edited after the import',
  ordered: 'has been ordered, so it is archived',
  published: 'was published after the import, so it is archived',
  bundled: 'is part of a bundle',
  gone: 'has no file any more',
} as const;

export async function undoServices(deps: TextDeps, session: OperatorSession, id: string) {
  const { ctx } = deps;
  const { planServicesUndo, saveServices } = await editSpreadsheet();
  const at = ctx.clock.now();
  const written = await queries.filesOfImport(ctx.db.orm, id);
  const plan = await planServicesUndo(ctx.db.orm, { written, ordered: await queries.orderedFiles(ctx.db.orm, id) });
  const { removed, restored } = plan;
  const kept = plan.kept.map(({ file, name, reason }) => ({ file, name, reason: reasons[reason] }));
  return async (tx: DbClient): Promise<Done<UndoneServices>> => {
    const found = await queries.lockServiceImport(tx, id);
    if (!found) throw new UserError(404);
    if (found.undoneAt) throw new UserError(400, { '': [alreadyUndone] });
    const afterCommit = () => deps.refresh().then(() => ({ removed, restored, kept }));
    const isSaved = await saveServices(tx, { ...plan, by: actor(session), why: `Undo of the import of ${found.fileName}`, at });
    if (!isSaved) return { entries: [], isOld: true, afterCommit };
    await queries.setServicesUndone(tx, id, { undoneAt: at, removed });
    return { entries: [{ id, after: { removed, restored, kept: kept.length } }], afterCommit };
  };
}
