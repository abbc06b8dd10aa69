// What a customer and the desk say to each other about a piece, and what the desk notes for itself. A question of the desk can stop the clock; the answer
// lets it go on.
import { randomBytes } from 'node:crypto';
import { change, type Queries } from '../../../infra/database/database.ts';
import { takePoints } from '../../../infra/limits/limits.ts';
import { ofDesk, touched } from '../../../infra/live/changes.ts';
import type { Operator } from '../../../lib/people/operator.ts';
import { timeId } from '../../../lib/time/time-id.ts';
import { type Message, Refusal } from '../../../lib/user-error.ts';
import { findWork, setPiece, type Work } from '../../orders/actions.ts';
import { doneOf, type Inside, lockPiece } from '../deps.ts';
import { tellMessage } from '../mails.ts';
import * as queries from '../queries.ts';
import { goOn, isLive, stopClock, stopOf } from '../rules.ts';
import type { Said } from '../shapes.ts';
import type { Done, Note, Say } from './shapes.ts';

const messages = {
  closed: /*i18n*/ { id: 'piece.closed', message: 'This order is over. Please write to us with the contact form.' },
  many: /*i18n*/ { id: 'piece.manyMessages', message: 'So much was said here already. Please go on with the contact form.' },
} as const satisfies Record<string, Message>;

/** `waits`: the clock stands still until the customer has answered. */
export async function say(inside: Inside, tx: Queries, by: Operator, { pieceId, text, waits }: Say): Promise<Done> {
  const now = inside.ground.clock.now();
  const work = await lockPiece(tx, pieceId);
  if (!isLive(work)) throw new Refusal(400, { '': [messages.closed] });
  const stop = waits ? stopOf(work, now) : undefined;
  if (stop) throw new Refusal(400, { waits: [stop] });
  const place = await placeOfNext(tx, pieceId);
  const { accountId } = work.order;
  const id = timeId(now, randomBytes(8), place);
  await queries.insertMessage(tx, { id, pieceId, accountId, byId: by.id, byName: by.name, text, waits, at: now });
  const after = { unansweredSince: null, ...(waits ? stopClock(work.piece, now) : {}) };
  await setPiece(tx, accountId, pieceId, after);
  await tellMessage(inside, tx, work, { text, waits });
  return doneOf(work, after);
}

export async function note({ ground }: Inside, tx: Queries, by: Operator, { pieceId, text }: Note): Promise<Done> {
  const now = ground.clock.now();
  const work = await findWork(tx, pieceId);
  if (!work) throw new Refusal(404);
  const id = timeId(now, randomBytes(8));
  await queries.insertNote(tx, { id, pieceId, accountId: work.order.accountId, byId: by.id, byName: by.name, text, at: now });
  touched(tx, ofDesk, 'queue');
  return doneOf(work, {});
}

/** The customer's side. */
export async function answer({ ground }: Inside, accountId: string, { pieceId, text }: Said): Promise<void> {
  await takePoints(ground, [{ limit: 'message.account', of: accountId }]);
  await change(ground.db, async (tx) => {
    await refuseOthers(tx, accountId, pieceId);
    const work = await lockPiece(tx, pieceId);
    if (!isLive(work)) throw new Refusal(400, { '': [messages.closed] });
    const place = await placeOfNext(tx, pieceId);
    const now = ground.clock.now();
    const id = timeId(now, randomBytes(8), place);
    await queries.insertMessage(tx, { id, pieceId, accountId, byId: null, byName: null, text, waits: false, at: now });
    await setPiece(tx, accountId, pieceId, { unansweredSince: work.piece.unansweredSince ?? now, ...goOn(work.piece, now) });
  });
}

/** Another's piece is not there, and nobody waits for its lock. */
export async function refuseOthers(from: Queries, accountId: string, pieceId: string): Promise<Work> {
  const work = await findWork(from, pieceId);
  if (work?.order.accountId !== accountId) throw new Refusal(404);
  return work;
}

/** Of two that come in one moment the second sorts after the first. The piece is locked by whoever calls. */
async function placeOfNext(tx: Queries, pieceId: string): Promise<number> {
  const place = await queries.countMessages(tx, pieceId);
  if (place >= queries.MOST_MESSAGES) throw new Refusal(400, { '': [messages.many] });
  return place;
}
