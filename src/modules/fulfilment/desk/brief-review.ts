// Review of a brief before work begins: accepted, the clock starts; rejected, the order is cancelled and
// refunded.

import { type Message, UserError } from '#lib/user-error.ts';
import { computeDue, getWorkStart } from '#modules/orders/expected/rules.ts';
import { type PieceContext, setPiece } from '#modules/orders/pieces/queries-work.ts';
import { toPieceClock } from '#modules/orders/read-clock.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import type { WorkResult } from './shapes.ts';

const messages = {
  notHeld: /*i18n*/ {
    id: 'work.notHeld',
    message: 'This brief isn’t in review: it was already decided, or its order has ended.',
  },
} as const satisfies Record<string, Message>;

/** Locks and rereads the piece. Of two concurrent decisions the second is rejected. */
export async function lockPieceUnderReview(tx: DbClient, pieceId: string): Promise<PieceContext> {
  const work = await lockPiece(tx, pieceId);
  if (!work.piece.heldSince || work.piece.state === 'cancelled') throw new UserError(400, { '': [messages.notHeld] });
  return work;
}

export async function releaseBrief({ ctx }: FulfilmentDeps, tx: DbClient, pieceId: string): Promise<WorkResult> {
  const work = await lockPieceUnderReview(tx, pieceId);
  const { mayBeginAt, state } = work.piece;
  const now = ctx.clock.now();
  // A bundle's piece without a brief has no clock yet.
  const after = {
    heldSince: null,
    dueAt: mayBeginAt && state !== 'waiting' ? computeDue(getWorkStart(now, mayBeginAt), toPieceClock(work.piece), ctx.calendar()) : null,
  };
  await setPiece(tx, work.order.accountId, pieceId, after);
  return toWorkResult(work, after);
}
