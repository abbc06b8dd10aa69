// Assigns pieces: take, assign and release, under the purchase's lock like cancellation and withdrawal.
import { setImmediate } from 'node:timers/promises';
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { findWork, listHeldPieces, lockNextWork, type PieceContext, setPiece } from '#modules/orders/pieces/queries-work.ts';
import { moveOrders } from '#modules/orders/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { listProgramOffers } from '../automatic-offers.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import { findStop, takeStop } from '../rules.ts';
import type { Assign, AssignPreview, HandOver, QueueRequest, WorkResult } from './shapes.ts';

const messages = {
  nothing: /*i18n*/ { id: 'work.nothing', message: 'No unassigned work.' },
} as const satisfies Record<string, Message>;

/** Taking the first piece starts its order. */
export async function takePiece({ ctx }: FulfilmentDeps, tx: DbClient, by: Operator, pieceId: string): Promise<WorkResult> {
  const now = ctx.clock.now();
  const work = await lockPiece(tx, pieceId);
  const stop = takeStop(work, by, now);
  if (stop) throw new UserError(400, { '': [stop] });
  return begin(tx, work, by, now);
}

/** Concurrent operators never get the same piece. */
export async function takeNext(
  deps: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  request: Pick<QueueRequest, 'service' | 'language'>,
): Promise<WorkResult> {
  const now = deps.ctx.clock.now();
  const work = await lockNextWork(tx, { ...request, now, programs: listProgramOffers(deps, 'delivers') });
  if (!work) throw new UserError(400, { '': [messages.nothing] });
  return begin(tx, work, by, now);
}

/** The caller holds the purchase's lock. A piece delivered before stays a requested revision. */
async function begin(tx: DbClient, work: PieceContext, by: Operator | null, now: Date): Promise<WorkResult> {
  const { piece, order } = work;
  const state = piece.state === 'revisionAsked' ? piece.state : by ? ('inWork' as const) : ('ready' as const);
  const after = {
    state,
    makerId: by?.id ?? null,
    makerName: by?.name ?? null,
    takenAt: by && (piece.makerId === by.id ? piece.takenAt : now),
  };
  // What waits for approval is of the maker before.
  await setPiece(tx, order.accountId, piece.id, { ...after, submission: null, ...(by ? {} : { releasedAt: now }) });
  if (by) await moveOrders(tx, [order.id], 'begin', { startedAt: now });
  return toWorkResult(work, after);
}

/** Returns a piece to the queue; its draft stays. */
export async function releasePiece({ ctx }: FulfilmentDeps, tx: DbClient, pieceId: string): Promise<WorkResult> {
  const now = ctx.clock.now();
  const work = await lockPiece(tx, pieceId);
  const stop = findStop(work, now);
  if (stop) throw new UserError(400, { '': [stop] });
  return begin(tx, work, null, now);
}

/** Result of an assignment without changing anything. */
export async function previewAssign({ ctx }: FulfilmentDeps, { pieceIds, to }: Assign): Promise<AssignPreview> {
  const now = ctx.clock.now();
  const preview: AssignPreview = [];
  for (const pieceId of [...new Set(pieceIds)]) {
    const work = await findWork(ctx.db.orm, pieceId);
    if (!work) throw new UserError(404);
    const { id, position, makerId, makerName } = work.piece;
    const stop = findStop(work, now);
    const from = makerId === null ? null : { id: makerId, name: makerName ?? makerId };
    const row = { pieceId: id, number: work.order.number, piece: position + 1, from, to };
    preview.push({ ...row, changes: !stop && makerId !== (to?.id ?? null), why: stop ? translate(stop, 'en') : null });
    await setImmediate();
  }
  return preview;
}

/** `isNew`: only pieces that are still unassigned. */
type Assignment = Assign & { readonly isNew?: boolean };

/** Pieces that cannot be assigned are skipped and missing in the result. */
export async function assignPieces(
  deps: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  { pieceIds, to, isNew = false }: Assignment,
): Promise<WorkResult[]> {
  const now = deps.ctx.clock.now();
  const done: WorkResult[] = [];
  for (const pieceId of await sortInLockOrder(tx, pieceIds)) {
    const work = await lockPiece(tx, pieceId);
    const isFree = !isNew || work.piece.makerId === null;
    if (isFree && !findStop(work, now) && work.piece.makerId !== (to?.id ?? null)) done.push(await begin(tx, work, to, now));
  }
  await announceAssigned(deps, tx, done, { by, to });
  return done;
}

/**
 * Reassigns all pieces of an operator, or returns them to the queue, including paused ones. A delivered piece
 * may come back as a revision.
 */
export async function reassignPieces(deps: FulfilmentDeps, tx: DbClient, by: Operator, { from, to }: HandOver): Promise<WorkResult[]> {
  const now = deps.ctx.clock.now();
  const done: WorkResult[] = [];
  for (const pieceId of await sortInLockOrder(tx, await listHeldPieces(tx, from))) {
    const work = await lockPiece(tx, pieceId);
    if (work.piece.makerId === from)
      done.push(work.piece.state === 'delivered' ? await setMaker(tx, work, to, now) : await begin(tx, work, to, now));
  }
  await announceAssigned(deps, tx, done, { by, to });
  return done;
}

async function announceAssigned(
  { ctx, reactions }: FulfilmentDeps,
  tx: DbClient,
  done: readonly WorkResult[],
  { by, to }: { readonly by: Operator; readonly to: Operator | null },
): Promise<void> {
  const assigned = { pieceIds: done.map(({ pieceId }) => pieceId), by: by.id, to: to?.id ?? null, at: ctx.clock.now() };
  for (const react of reactions['fulfilment.assigned']) await react(tx, assigned);
}

async function setMaker(tx: DbClient, work: PieceContext, by: Operator | null, now: Date): Promise<WorkResult> {
  const after = { makerId: by?.id ?? null, makerName: by?.name ?? null, takenAt: by && now };
  await setPiece(tx, work.order.accountId, work.piece.id, after);
  return toWorkResult(work, after);
}

/** Fixed order, to avoid deadlocks. */
async function sortInLockOrder(tx: DbClient, pieceIds: readonly string[]): Promise<string[]> {
  const found: PieceContext[] = [];
  for (const pieceId of new Set(pieceIds)) {
    const work = await findWork(tx, pieceId);
    if (!work) throw new UserError(404);
    found.push(work);
  }
  const getKey = ({ purchase, piece }: PieceContext) => `${purchase.id} ${piece.id}`;
  return found.sort((a, b) => (getKey(a) < getKey(b) ? -1 : 1)).map(({ piece }) => piece.id);
}
