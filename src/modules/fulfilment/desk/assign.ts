// Who has a piece: taken, given to somebody, given back. Each is decided under the lock of its purchase, as those decide who cancel and withdraw.
import { setImmediate } from 'node:timers/promises';
import type { Queries } from '../../../infra/database/database.ts';
import { say } from '../../../infra/i18n.ts';
import type { Operator } from '../../../lib/people/operator.ts';
import { type Message, Refusal } from '../../../lib/user-error.ts';
import { findWork, heldPieces, lockNextWork, moveOrders, setPiece, type Work } from '../../orders/actions.ts';
import { offersOfPrograms } from '../auto/offers.ts';
import { doneOf, type Inside, lockPiece } from '../deps.ts';
import { stopOf, takeStop } from '../rules.ts';
import type { Assign, AssignPreview, Done, HandOver, QueueAsk } from './shapes.ts';

const messages = {
  nothing: /*i18n*/ { id: 'work.nothing', message: 'There is nothing that nobody has.' },
} as const satisfies Record<string, Message>;

/** The first piece that somebody takes begins its order. */
export async function take({ ground }: Inside, tx: Queries, by: Operator, pieceId: string): Promise<Done> {
  const now = ground.clock.now();
  const work = await lockPiece(tx, pieceId);
  const stop = takeStop(work, by, now);
  if (stop) throw new Refusal(400, { '': [stop] });
  return begin(tx, work, by, now);
}

/** Two people never get the same one. */
export async function takeNext(inside: Inside, tx: Queries, by: Operator, ask: Pick<QueueAsk, 'service' | 'language'>): Promise<Done> {
  const now = inside.ground.clock.now();
  const work = await lockNextWork(tx, { ...ask, now, programs: offersOfPrograms(inside, 'delivers') });
  if (!work) throw new Refusal(400, { '': [messages.nothing] });
  return begin(tx, work, by, now);
}

/** Its purchase is locked by whoever calls. What was delivered before stays a revision that is asked for. */
async function begin(tx: Queries, work: Work, by: Operator | null, now: Date): Promise<Done> {
  const { piece, order } = work;
  const state = piece.state === 'revisionAsked' ? piece.state : by ? ('inWork' as const) : ('ready' as const);
  const after = {
    state,
    makerId: by?.id ?? null,
    makerName: by?.name ?? null,
    takenAt: by && (piece.makerId === by.id ? piece.takenAt : now),
  };
  await setPiece(tx, order.accountId, piece.id, after);
  if (by) await moveOrders(tx, [order.id], 'begin', { startedAt: now });
  return doneOf(work, after);
}

/** Given back: somebody else may take it. What is written stays. */
export async function release({ ground }: Inside, tx: Queries, pieceId: string): Promise<Done> {
  const now = ground.clock.now();
  const work = await lockPiece(tx, pieceId);
  const stop = stopOf(work, now);
  if (stop) throw new Refusal(400, { '': [stop] });
  return begin(tx, work, null, now);
}

/** What would change, without changing it. */
export async function previewAssign({ ground }: Inside, { pieceIds, to }: Assign): Promise<AssignPreview> {
  const now = ground.clock.now();
  const preview: AssignPreview = [];
  for (const pieceId of [...new Set(pieceIds)]) {
    const work = await findWork(ground.db.orm, pieceId);
    if (!work) throw new Refusal(404);
    const { id, position, makerId, makerName } = work.piece;
    const stop = stopOf(work, now);
    const from = makerId === null ? null : { id: makerId, name: makerName ?? makerId };
    const row = { pieceId: id, number: work.order.number, piece: position + 1, from, to };
    preview.push({ ...row, changes: !stop && makerId !== (to?.id ?? null), why: stop ? say(stop, 'en') : null });
    await setImmediate();
  }
  return preview;
}

/** Those that can be given to somebody else are; those that cannot by now are left as they are, and are not among what is told. */
export async function assign({ ground }: Inside, tx: Queries, { pieceIds, to }: Assign): Promise<Done[]> {
  const now = ground.clock.now();
  const done: Done[] = [];
  for (const pieceId of await inLockOrder(tx, pieceIds)) {
    const work = await lockPiece(tx, pieceId);
    if (!stopOf(work, now) && work.piece.makerId !== (to?.id ?? null)) done.push(await begin(tx, work, to, now));
  }
  return done;
}

/** All that an operator has goes to somebody else, or back to the queue, whatever stops work on it now. A delivered piece may come back as a revision. */
export async function handOver({ ground }: Inside, tx: Queries, { from, to }: HandOver): Promise<Done[]> {
  const now = ground.clock.now();
  const done: Done[] = [];
  for (const pieceId of await inLockOrder(tx, await heldPieces(tx, from))) {
    const work = await lockPiece(tx, pieceId);
    if (work.piece.makerId === from)
      done.push(work.piece.state === 'delivered' ? await setMaker(tx, work, to, now) : await begin(tx, work, to, now));
  }
  return done;
}

async function setMaker(tx: Queries, work: Work, by: Operator | null, now: Date): Promise<Done> {
  const after = { makerId: by?.id ?? null, makerName: by?.name ?? null, takenAt: by && now };
  await setPiece(tx, work.order.accountId, work.piece.id, after);
  return doneOf(work, after);
}

/** Always the same, so that two who give away the same pieces do not wait for each other. */
async function inLockOrder(tx: Queries, pieceIds: readonly string[]): Promise<string[]> {
  const found: Work[] = [];
  for (const pieceId of new Set(pieceIds)) {
    const work = await findWork(tx, pieceId);
    if (!work) throw new Refusal(404);
    found.push(work);
  }
  const keyOf = ({ purchase, piece }: Work) => `${purchase.id} ${piece.id}`;
  return found.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)).map(({ piece }) => piece.id);
}
