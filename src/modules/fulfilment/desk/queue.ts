// The queue for the desk with its forecast, and the details of one piece.

import type { Viewer } from '#lib/people/operator.ts';
import { isBusinessDay } from '#lib/time/calendar.ts';
import { addDays, getDayIn, startOfDay } from '#lib/time/days.ts';
import { UserError } from '#lib/user-error.ts';
import { type Catalogue, sortRows } from '#modules/catalogue/rules.ts';
import { findStage, findStageId, listStages } from '#modules/catalogue/stages/rules.ts';
import { addOnName } from '#modules/orders/add-ons/rules.ts';
import { computeExpected } from '#modules/orders/expected/rules.ts';
import { findWork, type PieceContext } from '#modules/orders/pieces/queries-work.ts';
import { toOrderClock, toPieceClock, viewExpected } from '#modules/orders/read-clock.ts';
import { listEndings } from '#platform/files/kind.ts';
import { translate } from '#platform/i18n.ts';
import { getBriefAnswers, listMessageFiles, listPieceBriefFiles } from '../brief.ts';
import type { FulfilmentDeps } from '../deps.ts';
import { getAcceptedKinds, isFilesOnly } from '../files/inspect-file.ts';
import { type Presence, readPresence } from '../people/away.ts';
import * as queries from '../queries.ts';
import { findStop, forecastLateness, getClockState, getRevisionAllowance, isVisible } from '../rules.ts';
import { getIncluded, viewDelivery, viewSubmission } from '../view.ts';
import { groupByDay } from './due-days.ts';
import { computeExpectedOpen } from './expected-open.ts';
import { hideNamesFrom } from './hide-names.ts';
import { type CachedPiece, cacheOpenPieces, toView } from './open-pieces-cache.ts';
import { type OpenPiece, readRow } from './queries-queue.ts';
import type { PieceForWork, Queue, QueueRequest, QueueRow } from './shapes.ts';
import type { Board, BoardRequest, CalendarRequest, PieceCalendar } from './shapes-board.ts';
import { NOBODY } from './shapes-states.ts';

/** The pace is measured over a week, to include a weekend. */
const PACE_DAYS = 7;
/** With fewer deliveries there is no forecast. */
const MIN_DELIVERED = 10;
const DAY_MS = 86_400_000;
/** The pace is cached for a minute. */
const PACE_CACHE_MS = 60_000;
/** Of a stage on the board, and of a day in the calendar: the queue has the others. */
const BOARD_ROWS = 50;
const CALENDAR_ROWS = 5;

export function openQueue({ ctx, catalogue }: FulfilmentDeps) {
  const { db, clock } = ctx;
  const readOpenPieces = cacheOpenPieces(db.pool);
  let pace: { readonly at: number; readonly delivered: number } | undefined;

  async function deliveredLately(now: Date): Promise<number> {
    if (!pace || Math.abs(now.getTime() - pace.at) > PACE_CACHE_MS)
      pace = { at: now.getTime(), delivered: await queries.countDeliveredSince(db.orm, new Date(now.getTime() - PACE_DAYS * DAY_MS)) };
    return pace.delivered;
  }

  let cached: Overview | undefined;
  /** Counts and forecast of all open pieces; cached for a second. */
  function overview(open: readonly CachedPiece[], delivered: number, now: Date): Overview {
    const second = Math.floor(now.getTime() / 1_000);
    if (cached?.open !== open || cached.delivered !== delivered || cached.second !== second)
      cached = { open, delivered, second, ...summarizeQueue(open, delivered, now) };
    return cached;
  }

  /** The pieces that this viewer may see, and those of them that are asked for. */
  async function find(which: Which, viewer: Viewer | undefined, now: Date) {
    const [all, presence] = await Promise.all([readOpenPieces(), readPresence(db.orm, { now, calendar: ctx.calendar() })]);
    const open =
      viewer === undefined ? all : all.filter(({ row }) => isVisible(row.maker_id, viewer)).map((entry) => narrowPiece(entry, viewer));
    const matches = isAskedFor(which, { now, zone: ctx.calendar().zone, catalogue: catalogue.current() });
    return { open, matching: matches ? open.filter(matches) : open, presence };
  }

  const toRow = ({ row, view }: CachedPiece, now: Date, { getAway }: Presence): QueueRow => ({
    ...view,
    awayUntil: getAway(row),
    stage: findStageId(catalogue.current(), row.service_type, row.stage),
    clock: getClockState(row, now.getTime()),
    ...viewExpected(computeExpectedOpen(row, now, ctx.calendar())),
  });

  return {
    async queue({ from = 0, limit, ...which }: PageRequest, viewer?: Viewer): Promise<Queue> {
      const now = clock.now();
      const [{ open, matching, presence }, delivered] = await Promise.all([find(which, viewer, now), deliveredLately(now)]);
      const { counts, forecast } = viewer === undefined ? overview(open, delivered, now) : summarizeQueue(open, delivered, now);
      const rows = matching.slice(from, from + limit).map((entry) => toRow(entry, now, presence));
      return { rows, from, total: matching.length, counts, forecast };
    },
    async board(which: BoardRequest, viewer?: Viewer): Promise<Board> {
      const now = clock.now();
      const { matching, presence } = await find(which, viewer, now);
      const stages = listStages(catalogue.current(), which.service);
      const columns = stages.map(({ id }) => ({ id, total: 0, rows: [] as QueueRow[] }));
      for (const entry of matching) {
        const stage = findStage(stages, entry.row.stage);
        const column = stage && columns[stages.indexOf(stage)];
        if (column && column.total++ < BOARD_ROWS) column.rows.push(toRow(entry, now, presence));
      }
      return columns;
    },
    async calendar({ from, to, ...which }: CalendarRequest, viewer?: Viewer): Promise<PieceCalendar> {
      const now = clock.now();
      const calendar = ctx.calendar();
      const { matching, presence } = await find(which, viewer, now);
      const { days, undated } = groupByDay(matching, { from, to, zone: calendar.zone });
      return {
        today: getDayIn(calendar.zone, now),
        days: days.map(({ day, pieces }) => ({
          day,
          isBusinessDay: isBusinessDay(calendar, day),
          total: pieces.length,
          rows: pieces.slice(0, CALENDAR_ROWS).map((piece) => toRow(piece, now, presence)),
          ...presence.getDay(day),
        })),
        undated,
      };
    },
  };
}

/** In milliseconds. */
const getDayLimits = (day: string, zone: string) => ({
  start: startOfDay(day, zone).getTime(),
  end: startOfDay(addDays(day, 1), zone).getTime(),
});

const viewFor = (row: OpenPiece, viewer: Viewer | undefined): CachedPiece['view'] => {
  const view = toView(row);
  return viewer === undefined ? view : narrowPiece({ row, view, words: '' }, viewer).view;
};

/**
 * For roles that see only their own pieces: removes prices, and the customer's name from unassigned pieces or
 * from all.
 */
function narrowPiece({ row, view }: CachedPiece, viewer: Viewer): CachedPiece {
  const customer = row.maker_id === viewer.id && viewer.seesNames ? view.customer : null;
  const narrow = { ...view, price: null, share: null, currency: null, customer };
  return { row, view: narrow, words: `${row.number}\n${customer ?? ''}`.toLowerCase() };
}

type Which = Omit<QueueRequest, 'from' | 'limit'>;
type WhichContext = {
  readonly now: Date;
  readonly zone: string;
  readonly catalogue: Catalogue;
};
type PageRequest = Which & Pick<QueueRequest, 'limit'> & Partial<Pick<QueueRequest, 'from'>>;
type Overview = Pick<Queue, 'counts' | 'forecast'> & {
  readonly open: readonly CachedPiece[];
  readonly delivered: number;
  readonly second: number;
};

/** Undefined: no filter. */
function isAskedFor(which: Which, { now, zone, catalogue }: WhichContext): ((entry: CachedPiece) => boolean) | undefined {
  const { service, language, maker, state, stage, clock, dueOn, search } = which;
  const words = search?.toLowerCase();
  if (service === undefined && ![language, maker, state, stage, clock, dueOn, words].some(Boolean)) return undefined;
  const limits = dueOn ? getDayLimits(dueOn, zone) : undefined;
  return ({ row, view, words: has }) =>
    (service === undefined || row.service_type === service) &&
    (!language || row.language === language) &&
    (!maker || (row.maker_id ?? NOBODY) === maker) &&
    (!state || view.state === state) &&
    (!stage || findStageId(catalogue, row.service_type, row.stage) === stage) &&
    (!limits || (row.due_at !== null && row.due_at >= limits.start && row.due_at < limits.end)) &&
    (!clock || getClockState(row, now.getTime()) === clock) &&
    (!words || has.includes(words));
}

function summarizeQueue(open: readonly CachedPiece[], delivered: number, now: Date): Pick<Queue, 'counts' | 'forecast'> {
  const counts = {
    open: open.length,
    ready: 0,
    inWork: 0,
    inReview: 0,
    revisionAsked: 0,
    late: 0,
    soon: 0,
    fine: 0,
    waits: 0,
    early: 0,
    review: 0,
  };
  const due: number[] = [];
  for (const { row, view } of open) {
    const clock = getClockState(row, now.getTime());
    counts[view.state]++;
    if (clock !== 'done') counts[clock]++;
    // Pieces that can be worked on.
    if (clock !== 'early' && row.due_at !== null) due.push(row.due_at);
  }
  const perHour = delivered < MIN_DELIVERED ? 0 : delivered / (PACE_DAYS * 24);
  const { late, doneAt } = forecastLateness(due, now.getTime(), perHour);
  return {
    counts,
    forecast: {
      perHour: Math.round(perHour * 100) / 100,
      days: PACE_DAYS,
      late,
      doneAt: doneAt === null ? null : new Date(doneAt).toISOString(),
    },
  };
}

/** 404 for pieces the role may not see. */
export async function refuseHidden({ ctx }: FulfilmentDeps, pieceId: string, viewer: Viewer | undefined): Promise<void> {
  const work = viewer === undefined ? undefined : await findWork(ctx.db.orm, pieceId);
  if (viewer !== undefined && !isVisible(work?.piece.makerId ?? null, viewer)) throw new UserError(404);
}

const toHold = ({ heldSince, heldFor }: PieceContext['piece']): PieceForWork['held'] =>
  heldSince && {
    since: heldSince.toISOString(),
    kind: heldFor?.kind ?? '',
    words: heldFor?.words ?? '',
    ...(heldFor?.by ? { by: heldFor.by } : {}),
  };

export async function getPieceForWork(deps: FulfilmentDeps, pieceId: string, viewer?: Viewer): Promise<PieceForWork> {
  const { orm, pool } = deps.ctx.db;
  const now = deps.ctx.clock.now();
  const [work, row] = await Promise.all([findWork(orm, pieceId), readRow(pool, pieceId)]);
  if (!work || !row || !isVisible(work.piece.makerId, viewer)) throw new UserError(404);
  const [draft, files, deliveries, revisions, messages, notes, briefFiles] = await Promise.all([
    queries.findDraft(orm, pieceId),
    queries.listPieceFiles(orm, [pieceId]),
    queries.listDeliveries(orm, [pieceId]),
    queries.listRevisions(orm, [pieceId]),
    queries.listPieceMessages(orm, pieceId),
    queries.listNotes(orm, pieceId),
    listPieceBriefFiles(orm, work),
  ]);
  const sentFiles = await listMessageFiles(orm, work.order.accountId, messages);
  const { getAway } = await readPresence(orm, { now, calendar: deps.ctx.calendar() });
  const stop = findStop(work, now);
  const clock = toOrderClock(work.order, { ...work.purchase, isFrozen: work.isFrozen }, deps.ctx.calendar());
  const expected = computeExpected(toPieceClock(work.piece), clock, now);
  const by = ({ byId, byName }: { byId: string; byName: string }) => ({ id: byId, name: byName });
  const hide = hideNamesFrom(viewer, work.purchase.billing);
  return {
    ...viewFor(row, viewer),
    awayUntil: getAway(row),
    stage: findStageId(deps.catalogue.current(), row.service_type, row.stage),
    clock: getClockState(row, now.getTime()),
    ...viewExpected(expected),
    held: hide(toHold(work.piece)),
    stop: stop ? translate(stop, 'en') : null,
    accountId: viewer === undefined ? work.order.accountId : null,
    locale: work.purchase.locale,
    addOns: work.order.addOns.map((each) => ({ id: each.id, name: addOnName(each, 'en'), quantity: each.quantity })),
    brief: hide(getBriefAnswers(work)),
    briefFiles: hide(briefFiles),
    ordered: sortRows(deps.catalogue.current(), work.piece) ?? null,
    isFilesOnly: isFilesOnly(deps, work.piece.serviceType),
    fileEndings: listEndings(getAcceptedKinds(deps, work.piece.serviceType)),
    submission: viewSubmission(work.piece),
    takenAt: work.piece.takenAt?.toISOString() ?? null,
    acceptAt: work.piece.acceptAt?.toISOString() ?? null,
    draft: draft
      ? {
          version: draft.version,
          text: draft.text,
          savedAt: draft.savedAt.toISOString(),
          by: by(draft),
          help: [...draft.help],
          report: draft.reportVersion === draft.version ? draft.report : null,
        }
      : null,
    files: files.flatMap((file) => (file.deliveryId ? [] : [{ id: file.id, name: file.name, bytes: file.bytes, by: by(file) }])),
    deliveries: deliveries.map((each) => {
      const delivery = viewDelivery(each, work.piece, files, revisions);
      return { ...delivery, revision: hide(delivery.revision), by: by(each) };
    }),
    revisions: getRevisionAllowance(getIncluded(deps.catalogue, work.piece), revisions.length),
    messages: messages.map(({ id, byId, byName, text, at, waits, fromEmail, files: ids }) => ({
      id,
      text: hide(text),
      at: at.toISOString(),
      waits,
      fromEmail: viewer === undefined ? fromEmail : null,
      files: hide(sentFiles.filter((file) => ids.includes(file.id))),
      by: byId === null ? null : { id: byId, name: byName ?? byId },
      guest: byId === null && viewer === undefined ? byName : null,
    })),
    notes: notes.map((each) => ({
      id: each.id,
      by: by(each),
      text: hide(each.text),
      mentions: [...each.mentions],
      at: each.at.toISOString(),
    })),
  };
}
