// Moves at the desk: files that are uploaded one by one, a dry run, the run as a job, undo and invitations.
import { readCsv } from '#lib/csv-reader.ts';
import { toIsoOrNull } from '#lib/time/date.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { collectBytes } from '#modules/clients/actions.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { DeskHandlers, OperatorSession } from '#modules/staff/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { MoveDeps, MoveSource } from './deps.ts';
import type { movingCalls } from './desk-calls.ts';
import { type HistoryDeps, readHistory, readHistoryPdf } from './history.ts';
import { moveIn } from './move-in.ts';
import * as queries from './queries-desk.ts';
import { lockRun, setRun } from './queries-undo.ts';
import { createFindings, createMoveError, matchColumns } from './rules.ts';
import type { MoveDeskRequest, MoveList } from './shapes.ts';
import { MAX_MOVE_FILE_BYTES, moveFileNames } from './shapes-fields.ts';
import { undoInTransaction } from './undo.ts';

const messages = {
  started: /*i18n*/ { id: 'desk.move.started', message: 'This move has started already.' },
  refused: /*i18n*/ { id: 'desk.move.refused', message: '{error}' },
  none: /*i18n*/ { id: 'desk.move.none', message: 'Upload the files of the move first.' },
} as const satisfies Record<string, Message>;

type DeskDeps = MoveDeps & HistoryDeps;
const MAX_ROWS = 200_000;
const RUNS_LISTED = 20;

export const movingRoutes = (getDeps: () => DeskDeps): Pick<DeskHandlers, keyof typeof movingCalls> => ({
  'GET /api/moving': () => listMoves(getDeps()),
  'POST /api/moving/upload': ({ input, body, session }) => uploadFile(getDeps(), session, input, body),
  async 'POST /api/moving/check'({ input: { id, system, columns } }) {
    const { counts, errors, warnings, firstCharges } = await moveIn(getDeps(), await openUploads(getDeps().ctx.db.orm, id), {
      ...{ system, columns, dryRun: true },
    });
    return { counts, errors: [...errors], warnings: [...warnings], firstCharges: [...firstCharges] };
  },
  'POST /api/moving/run': (tx, { input }) => startMove(tx, input),
  async 'POST /api/moving/undo'(tx, { input }) {
    const { counts, errors, warnings } = await undoInTransaction(getDeps().ctx, tx, input.id);
    if (errors.length > 0) throw new UserError(400, { '': errors.map(({ error }) => ({ ...messages.refused, values: { error } })) });
    const answer = { counts, errors: [], warnings: [...warnings], firstCharges: [] };
    return { entries: [{ id: input.id, after: { ...counts, kept: warnings.length } }], answer };
  },
  async 'POST /api/moving/invite'(tx, { input: { id, count } }) {
    const { ctx } = getDeps();
    const clients = await queries.claimUninvitedClients(tx, id, count, ctx.clock.now());
    const link = `${ctx.config.shopUrl}/account/login`;
    for (const { email, locale } of clients) await postMail(ctx, tx, { to: email, locale, mail: 'moved-in', values: { email, link } });
    const answer = { invited: clients.length, left: await queries.countUninvited(tx, id) };
    return { entries: [{ id, after: answer }], answer };
  },
  'GET /api/customer/history': ({ input }) => readHistory(getDeps(), input.id),
  'GET /api/customer/history/pdf': ({ input }) => readHistoryPdf(getDeps(), input.customer, input.id),
});

async function listMoves({ ctx }: DeskDeps): Promise<MoveList> {
  return (await queries.listRuns(ctx.db.orm, RUNS_LISTED)).map(({ run, ...more }) => {
    const { id, system, state, counts, written, report, createdAt, doneAt, undoneAt } = run;
    const times = { createdAt: createdAt.toISOString(), doneAt: toIsoOrNull(doneAt), undoneAt: toIsoOrNull(undoneAt) };
    const { errors, warnings, firstCharges } = report ?? createFindings();
    return {
      id,
      system,
      state,
      counts,
      written,
      ...times,
      errors: [...errors],
      warnings: [...warnings],
      firstCharges: [...firstCharges],
      ...more,
    };
  });
}

type Upload = { readonly id: string; readonly name: string };

async function uploadFile({ ctx }: DeskDeps, { operator }: OperatorSession, { id, name }: Upload, body: ByteBody) {
  const content = await collectBytes(body, MAX_MOVE_FILE_BYTES);
  const run = { id, operatorId: operator.id, system: 'csv', state: 'draft', createdAt: ctx.clock.now() } as const;
  return transaction(ctx.db, async (tx) => {
    if (!(await queries.saveMoveFile(tx, run, { name, content }))) throw new UserError(400, { '': [messages.started] });
    return (await queries.listMoveFiles(tx, id)).map((file) => ({ name: file.name, bytes: file.content.length, ...describeTable(file) }));
  });
}

function describeTable({ name, content }: { readonly name: string; readonly content: Buffer }) {
  const table = name.endsWith('.csv') ? readCsv(content, MAX_ROWS) : 'binary';
  if (typeof table === 'string') return { rows: 0, head: [], columns: null };
  const file = moveFileNames.find((each) => `${each}.csv` === name);
  return { rows: table.rows.length, head: [...table.head], columns: file ? matchColumns(file, table.head) : null };
}

async function openUploads(from: DbClient, id: string): Promise<MoveSource> {
  const files = new Map((await queries.listMoveFiles(from, id)).map(({ name, content }) => [name, content]));
  const tables = new Map([...files].filter(([name]) => name.endsWith('.csv')));
  return { tables, readFile: async (name) => files.get(name) };
}

async function startMove(tx: DbClient, { id, system, columns }: MoveDeskRequest) {
  const run = await lockRun(tx, id);
  if (!run) throw new UserError(400, { '': [messages.none] });
  if (run.state !== 'draft' && run.state !== 'failed') throw new UserError(400, { '': [messages.started] });
  await setRun(tx, id, { state: 'running', system, columns, written: 0, report: null });
  await enqueue(tx, 'desk.moveIn', { id }, { key: `desk.moveIn ${id}` });
  return { entries: [{ id, after: { system } }] };
}

/** The job of a run. What it refuses is in the report of its row. */
export async function runMove(deps: MoveDeps, id: string): Promise<void> {
  const { orm } = deps.ctx.db;
  const run = await lockRun(orm, id);
  if (run?.state !== 'running') return;
  const { system, columns, operatorId } = run;
  const source = await openUploads(orm, id);
  const onProgress = (written: number) => setRun(orm, id, { written });
  try {
    const { errors, warnings, firstCharges } = await moveIn(deps, source, {
      ...{ system, columns, operatorId, id, dryRun: false, onProgress },
    });
    if (errors.length > 0) await setRun(orm, id, { state: 'failed', report: { errors, warnings, firstCharges } });
    else await queries.deleteMoveFiles(orm, id);
  } catch (cause) {
    deps.ctx.log.error({ err: cause, move: id }, 'move.failed');
    const errors = [createMoveError('The move failed, and nothing was brought. Try again.')];
    await setRun(orm, id, { state: 'failed', report: { ...createFindings(), errors } });
  }
}
