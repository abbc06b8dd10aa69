// A brief that a person reads before work begins: released, and the clock starts; or refused, and its order ends with the money back.
import type { DbClient } from '../../../infra/database/database.ts';
import { type Message, UserError } from '../../../lib/user-error.ts';
import { setPiece, type Work, workDue } from '../../orders/actions.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import type { WorkResult } from './shapes.ts';

const messages = {
  notHeld: /*i18n*/ {
    id: 'work.notHeld',
    message: 'This brief is not waiting for a review: it was decided already, or its order is over.',
  },
} as const satisfies Record<string, Message>;

/** As it stands once nobody else can change it. Of two decisions at once, the second is refused. */
export async function lockHeld(tx: DbClient, pieceId: string): Promise<Work> {
  const work = await lockPiece(tx, pieceId);
  if (!work.piece.heldSince || work.piece.state === 'cancelled') throw new UserError(400, { '': [messages.notHeld] });
  return work;
}

export async function releaseBrief({ ctx }: FulfilmentDeps, tx: DbClient, pieceId: string): Promise<WorkResult> {
  const work = await lockHeld(tx, pieceId);
  const { mayBeginAt, leftSeconds, state } = work.piece;
  const now = ctx.clock.now();
  const from = mayBeginAt && mayBeginAt > now ? mayBeginAt : now;
  const due = leftSeconds === null ? workDue(from) : new Date(from.getTime() + leftSeconds * 1_000);
  // A bundle's piece whose brief has not come yet has no clock to start.
  const after = { heldSince: null, dueAt: mayBeginAt && state !== 'waiting' ? due : null };
  await setPiece(tx, work.order.accountId, pieceId, after);
  return toWorkResult(work, after);
}
