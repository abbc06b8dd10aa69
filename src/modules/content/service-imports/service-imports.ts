// Imports services from a CSV file: a preview, a dry run, the import in one transaction, and its undo.

import type { CsvTable } from '#lib/csv-reader.ts';
import { currencyCode } from '#lib/money/money.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { editSpreadsheet } from '#modules/catalogue/actions.ts';
import type { PlannedRow, ServiceOutcome } from '#modules/catalogue/spreadsheet/shapes-columns.ts';
import { alreadyUndone, checkColumns, IMPORTS_LISTED, listedImport, previewOf, tableOf } from '#modules/clients/actions.ts';
import { MAX_SERVICE_ROWS } from '#modules/clients/imports/shapes-fields.ts';
import { actor, lockActiveSession, type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import { newId } from '#platform/new-id.ts';
import { type TextDeps, withNewest } from '../actions.ts';
import * as queries from './queries.ts';
import { guessServiceColumns, recordsOf } from './rules.ts';
import type { ServiceImportList, ServiceImportOutcome, ServiceImportRequest, ServicePreview, UndoneServices } from './shapes.ts';

const messages = {
  noAddress: /*i18n*/ {
    id: 'desk.import.noService',
    message: 'Choose the column with the addresses or with the English names of the services.',
  },
} as const satisfies Record<string, Message>;

const readTable = (deps: TextDeps, session: OperatorSession, body: ByteBody): Promise<CsvTable> =>
  tableOf(deps, session, { body, maxRows: MAX_SERVICE_ROWS });

export async function previewServices(deps: TextDeps, session: OperatorSession, body: ByteBody): Promise<ServicePreview> {
  const table = await readTable(deps, session, body);
  return { ...previewOf(table), columns: guessServiceColumns(table.head, deps.catalogue.currencies().sold.map(currencyCode)) };
}

type SentImport = { readonly request: ServiceImportRequest; readonly body: ByteBody };

async function planOf({ ctx }: TextDeps, table: CsvTable, request: ServiceImportRequest) {
  const { existing, fallback, file: _, ...columns } = request;
  if (columns.slug === undefined && columns['name.en'] === undefined) throw new UserError(400, { slug: [messages.noAddress] });
  checkColumns(columns, table);
  const { planServices } = await editSpreadsheet();
  return planServices(ctx.db.orm, { records: recordsOf(table.rows, table.head, columns), existing, fallback });
}

export async function checkServices(
  deps: TextDeps,
  session: OperatorSession,
  { request, body }: SentImport,
): Promise<ServiceImportOutcome> {
  const { rows } = await planOf(deps, await readTable(deps, session, body), request);
  return { importId: null, rows: [...rows] };
}

export async function importServicesAct(
  deps: TextDeps,
  session: OperatorSession,
  { request, body }: SentImport,
): Promise<ServiceImportOutcome> {
  const { ctx } = deps;
  const table = await readTable(deps, session, body);
  const { saveServices } = await editSpreadsheet();
  const at = ctx.clock.now();
  const why = `Import of ${request.file}`;
  const done = await withNewest(
    deps,
    () => planOf(deps, table, request),
    async (tx, plan) => {
      await lockActiveSession(tx, session);
      const numbers = await saveServices(tx, { ...plan, by: actor(session), why, at });
      if (!numbers) return { saved: false, isOld: true, importId: null, rows: plan.rows };
      if (plan.files.length === 0) return { saved: true, importId: null, rows: plan.rows };
      const importId = newId(at);
      const counts = countsOf(plan.rows);
      await queries.insertServiceImport(
        tx,
        { id: importId, operatorId: session.operator.id, fileName: request.file, createdAt: at, ...counts },
        plan.files.map(({ file, key, isCreated, isNew }) => ({ file, key, isCreated, isNew, number: numbers.get(file) ?? 1 })),
      );
      await writeAudit(tx, session.operator, at, { act: 'services.import', about: { kind: 'import', id: importId }, after: counts });
      return { saved: true, importId, rows: plan.rows };
    },
  );
  if (done.importId) await deps.refresh();
  return { importId: done.importId, rows: [...done.rows] };
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

export async function undoServicesAct(deps: TextDeps, session: OperatorSession, id: string): Promise<UndoneServices> {
  const { ctx } = deps;
  const { planServicesUndo, saveServices } = await editSpreadsheet();
  const at = ctx.clock.now();
  const done = await withNewest(
    deps,
    async () => {
      const written = await queries.filesOfImport(ctx.db.orm, id);
      return planServicesUndo(ctx.db.orm, { written, ordered: await queries.orderedFiles(ctx.db.orm, id) });
    },
    async (tx, plan) => {
      await lockActiveSession(tx, session);
      const found = await queries.lockServiceImport(tx, id);
      if (!found) throw new UserError(404);
      if (found.undoneAt) throw new UserError(400, { '': [alreadyUndone] });
      if (!(await saveServices(tx, { ...plan, by: actor(session), why: `Undo of the import of ${found.fileName}`, at })))
        return { ...plan, saved: false, isOld: true };
      const after = { removed: plan.removed, restored: plan.restored, kept: plan.kept.length };
      await queries.setServicesUndone(tx, id, { undoneAt: at, removed: plan.removed });
      await writeAudit(tx, session.operator, at, { act: 'services.undoImport', about: { kind: 'import', id }, after });
      return { ...plan, saved: true, isOld: false };
    },
  );
  await deps.refresh();
  const { removed, restored, kept } = done;
  return { removed, restored, kept: kept.map(({ file, name, reason }) => ({ file, name, reason: reasons[reason] })) };
}
