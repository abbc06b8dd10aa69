// The customer's actions on a delivery: read, request a revision, accept, download. Another account's
// delivery is a 404.

import { findMedia } from '#lib/file-media.ts';
import type { Locale } from '#lib/locale.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { computeDue } from '#modules/orders/expected/rules.ts';
import { type PieceContext, setPiece } from '#modules/orders/pieces/queries-work.ts';
import { toPieceClock } from '#modules/orders/read-clock.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { newId } from '#platform/new-id.ts';
import { listMessageFiles } from '../brief.ts';
import { listPublishedLabels } from '../delivery/how-made.ts';
import { type FulfilmentDeps, lockPiece } from '../deps.ts';
import { refuseOthers } from '../desk/messages.ts';
import * as queries from '../queries.ts';
import { getFirstName, getRevisionAllowance, isLive, PROGRAM } from '../rules.ts';
import type { accepters, PieceWork, ReadDelivery, Revise, RevisionMark } from '../shapes.ts';
import { getIncluded, viewDelivery } from '../view.ts';
import { getCheckedText } from './checked-text.ts';

const messages = {
  final: /*i18n*/ { id: 'revision.final', message: 'This report is automatic, so there’s nothing to accept.' },
  none: /*i18n*/ { id: 'revision.none', message: 'This report is automatic and includes no revisions.' },
  used: /*i18n*/ {
    id: 'revision.used',
    message:
      'You’ve used {count, plural, one {the revision} other {all # revisions}} of this piece. If something is wrong with it, write to us.',
  },
  late: /*i18n*/ { id: 'revision.late', message: 'This piece is already accepted. If something is wrong with it, write to us.' },
  asked: /*i18n*/ { id: 'revision.asked', message: 'You’ve already requested changes to this delivery.' },
  newer: /*i18n*/ { id: 'revision.newer', message: 'There’s a newer version of this piece. Read that one instead.' },
  empty: /*i18n*/ { id: 'revision.empty', message: 'Comment on the text or describe the change first.' },
  mark: /*i18n*/ { id: 'revision.mark', message: 'This passage isn’t in the text.' },
  pins: /*i18n*/ { id: 'revision.pin', message: 'This picture isn’t in the delivery.' },
  timeMarks: /*i18n*/ { id: 'revision.timeMark', message: 'This recording isn’t in the delivery.' },
  over: /*i18n*/ { id: 'revision.over', message: 'This order has ended.' },
} as const satisfies Record<string, Message>;

export async function readDelivery(
  { ctx, exporters }: FulfilmentDeps,
  accountId: string,
  id: string,
  locale: Locale,
): Promise<ReadDelivery> {
  const { orm } = ctx.db;
  const row = await queries.findDelivery(orm, id, accountId);
  if (!row) throw new UserError(404);
  const work = await refuseOthers(orm, accountId, row.pieceId);
  const [files, revisions] = await Promise.all([queries.listPieceFiles(orm, [row.pieceId]), queries.listRevisions(orm, [row.pieceId])]);
  return {
    ...viewDelivery(row, work.piece, files, revisions),
    checked: getCheckedText(work, row, locale),
    labels: listPublishedLabels(row.howMade),
    ...(exporters.length > 0 ? { formats: exporters.map(({ as, label }) => ({ as, label })) } : {}),
  };
}

export async function readPiece(deps: FulfilmentDeps, accountId: string, pieceId: string): Promise<PieceWork> {
  const { orm } = deps.ctx.db;
  const { piece } = await refuseOthers(orm, accountId, pieceId);
  const [deliveries, revisions, messages, draft] = await Promise.all([
    queries.listDeliveries(orm, [pieceId]),
    queries.listRevisions(orm, [pieceId]),
    queries.listPieceMessages(orm, pieceId),
    queries.findDraft(orm, pieceId),
  ]);
  const sentFiles = await listMessageFiles(orm, accountId, messages);
  return {
    pieceId,
    state: piece.state,
    acceptAt: piece.acceptAt?.toISOString() ?? null,
    waits: piece.waitsSince !== null,
    progress: getProgress(deps, piece, draft, revisions.at(-1)?.requestedAt),
    deliveries: deliveries.map(({ id, version, deliveredAt }) => ({ id, version, deliveredAt: deliveredAt.toISOString() })),
    revisions: getRevisionAllowance(getIncluded(deps.catalogue, piece), revisions.length),
    messages: messages.map(({ id, byId, byName, text, at, waits, fromEmail, files }) => ({
      id,
      mine: byId === null && byName === null,
      name: byName,
      text,
      at: at.toISOString(),
      waits,
      fromEmail,
      files: sentFiles.filter((file) => files.includes(file.id)),
    })),
  };
}

type Progress = PieceWork['progress'];

/** A draft of a revision begins with the delivered text, so it counts from its first change. */
function getProgress(
  { shop }: FulfilmentDeps,
  { state, makerId, makerName, takenAt }: PieceContext['piece'],
  draft: queries.DraftRow | undefined,
  revisionAt: Date | undefined,
): Progress {
  if (makerId === null || makerId === PROGRAM || (state !== 'inWork' && state !== 'revisionAsked')) return null;
  return {
    maker: shop.brand.showsMakers ? getFirstName(makerName ?? '') : null,
    takenAt: takenAt?.toISOString() ?? null,
    isDrafted: draft !== undefined && draft.text.trim() !== '' && (!revisionAt || draft.savedAt > revisionAt),
  };
}

/** Requests a revision; the public status of the order does not change. */
export async function requestRevision(deps: FulfilmentDeps, accountId: string, request: Revise): Promise<PieceWork> {
  const pieceId = await transaction(deps.ctx.db, (tx) => reviseDelivery(deps, tx, accountId, request));
  return readPiece(deps, accountId, pieceId);
}

export async function reviseDelivery(deps: FulfilmentDeps, tx: DbClient, accountId: string, request: Revise): Promise<string> {
  const { ctx } = deps;
  const { row, work } = await lockDelivery(tx, accountId, request.deliveryId);
  const now = ctx.clock.now();
  const revisions = await queries.listRevisions(tx, [row.pieceId]);
  if (revisions.some(({ deliveryId }) => deliveryId === row.id)) throw new UserError(400, { '': [messages.asked] });
  refuseStale(work, row);
  const { included, left } = getRevisionAllowance(getIncluded(deps.catalogue, work.piece), revisions.length);
  if (included === 0) throw new UserError(400, { '': [messages.none] });
  if (work.piece.state !== 'delivered' || !work.piece.acceptAt || work.piece.acceptAt <= now)
    throw new UserError(400, { '': [messages.late] });
  if (left === 0) throw new UserError(400, { '': [{ ...messages.used, values: { count: included } }] });
  const marks = checkMarks(row.text, request.marks);
  const hasMedia = request.pins.length + request.timeMarks.length > 0;
  const files = hasMedia ? (await queries.listPieceFiles(tx, [row.pieceId])).filter(({ deliveryId }) => deliveryId === row.id) : [];
  const pins = withNames('pins', request.pins, files).map((pin) => ({ ...pin, x: roundPin(pin.x), y: roundPin(pin.y) }));
  const timeMarks = withNames('timeMarks', request.timeMarks, files);
  if (!request.note && marks.length + pins.length + timeMarks.length === 0) throw new UserError(400, { note: [messages.empty] });
  const id = newId(now);
  await queries.insertRevision(tx, {
    id,
    pieceId: row.pieceId,
    accountId,
    deliveryId: row.id,
    requestedAt: now,
    note: request.note,
    ...{ marks, pins, timeMarks },
  });
  await queries.keepFiles(tx, row.id);
  await setPiece(tx, accountId, row.pieceId, {
    state: 'revisionAsked',
    acceptAt: null,
    dueAt: computeDue(now, toPieceClock({ ...work.piece, leftSeconds: null }), ctx.calendar()),
    dueByHand: null,
  });
  return row.pieceId;
}

export async function accept(deps: FulfilmentDeps, accountId: string, deliveryId: string): Promise<PieceWork> {
  const { pieceId } = await transaction(deps.ctx.db, (tx) => acceptDelivery(deps, tx, accountId, deliveryId, 'customer'));
  return readPiece(deps, accountId, pieceId);
}

/** Accepting twice is the same as once. */
export async function acceptDelivery(
  deps: FulfilmentDeps,
  tx: DbClient,
  accountId: string,
  deliveryId: string,
  by: Exclude<Accepted['by'], 'time'>,
): Promise<{ readonly pieceId: string; readonly isNew: boolean }> {
  const { row, work } = await lockDelivery(tx, accountId, deliveryId);
  const { pieceId } = row;
  if (row.acceptedAt) return { pieceId, isNew: false };
  refuseStale(work, row);
  if (getIncluded(deps.catalogue, work.piece) === 0) throw new UserError(400, { '': [messages.final] });
  if (work.piece.state !== 'delivered') throw new UserError(400, { '': [messages.asked] });
  await acceptLocked(tx, work, row.id, { by, now: deps.ctx.clock.now() });
  return { pieceId, isNew: true };
}

type Accepted = { readonly by: (typeof accepters)[number]; readonly now: Date };

/**
 * The caller holds the purchase's lock. The delivery has the text of the draft, and no revision will need it.
 */
export async function acceptLocked(tx: DbClient, { piece, order }: PieceContext, deliveryId: string, { by, now }: Accepted): Promise<void> {
  await queries.setDelivery(tx, deliveryId, { acceptedAt: now, acceptedBy: by });
  await setPiece(tx, order.accountId, piece.id, { state: 'accepted', acceptAt: null });
  await queries.deleteDraft(tx, piece.id);
}

/** Locks and rereads the delivery; another account's is rejected before its lock. */
async function lockDelivery(tx: DbClient, accountId: string, id: string) {
  const found = await queries.findDelivery(tx, id, accountId);
  if (!found) throw new UserError(404);
  const work = await lockPiece(tx, found.pieceId);
  const row = await queries.findDelivery(tx, id, accountId);
  if (!row) throw new UserError(404);
  return { work, row };
}

function refuseStale(work: PieceContext, { version }: queries.DeliveryRow): void {
  if (!isLive(work)) throw new UserError(400, { '': [messages.over] });
  if (work.piece.version !== version) throw new UserError(400, { '': [messages.newer] });
}

/** Quotes are taken from the text, not from the request. */
function checkMarks(text: string, marks: Revise['marks']): RevisionMark[] {
  const errors = marks.flatMap(({ from, to }, index) => (from < to && to <= text.length ? [] : [`marks[${index}].to`]));
  if (errors.length > 0) throw new UserError(400, Object.fromEntries(errors.map((field) => [field, [messages.mark]])));
  return marks.map(({ from, to, note }) => ({ from, to, note, quote: text.slice(from, to).toWellFormed() }));
}

/** Finer than any screen. */
const PIN_STEPS = 10_000;

const roundPin = (fraction: number): number => Math.round(fraction * PIN_STEPS) / PIN_STEPS;

type Field = 'pins' | 'timeMarks';

/** Only on media of this kind in the delivery; their names are taken from the files, not from the request. */
function withNames<T extends { readonly fileId: string }>(
  field: Field,
  items: readonly T[],
  files: readonly queries.FileRow[],
): (T & { name: string })[] {
  const hasPins = ({ name }: queries.FileRow) => findMedia(name)?.kind === 'picture';
  const hasTimes = (file: queries.FileRow) => findMedia(file.name) !== undefined && !hasPins(file);
  const names = new Map(files.filter(field === 'pins' ? hasPins : hasTimes).map(({ id, name }) => [id, name]));
  const errors = items.flatMap(({ fileId }, index) => (names.has(fileId) ? [] : [`${field}[${index}].fileId`]));
  if (errors.length > 0) throw new UserError(400, Object.fromEntries(errors.map((path) => [path, [messages[field]]])));
  return items.map((each) => ({ ...each, name: names.get(each.fileId) ?? '' }));
}
