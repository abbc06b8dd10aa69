// Sets the due date of pieces by hand, with a reason that the customer may read.
import type { Operator } from '#lib/people/operator.ts';
import { countWorkTime, standardTurnaround } from '#lib/time/turnaround.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { SetDue } from '#modules/orders/desk/shapes.ts';
import { getWorkStart } from '#modules/orders/expected/rules.ts';
import { listPieces } from '#modules/orders/pieces/queries.ts';
import { findWork, type PieceContext, setPiece } from '#modules/orders/pieces/queries-work.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import { findChangeStop } from '../rules.ts';
import type { WorkResult } from './shapes.ts';

const messages = {
  past: /*i18n*/ { id: 'work.duePast', message: 'Choose a date that is still to come, after work may begin.' },
  none: /*i18n*/ { id: 'work.dueNone', message: 'No piece of this order can be dated now: none is in work or ready for it.' },
} as const satisfies Record<string, Message>;

/** Without a piece, the date of all pieces of the order that can be worked on, now or later. */
export async function setDue(deps: FulfilmentDeps, tx: DbClient, by: Operator, request: SetDue): Promise<readonly WorkResult[]> {
  const { orderId, pieceId } = request;
  const pieces = (await listPieces(tx, orderId)).filter(({ id }) => pieceId === undefined || id === pieceId);
  const [first, ...others] = pieces;
  if (!first) throw new UserError(404);
  // The lock is the purchase's, so it holds for all of its pieces.
  const works = [await lockPiece(tx, first.id)];
  for (const { id } of others) works.push((await findWork(tx, id)) as PieceContext);
  const now = deps.ctx.clock.now();
  const datable = works.filter((work) => !findChangeStop(work, now));
  if (datable.length === 0) throw new UserError(400, { '': [(pieceId && works[0] && findChangeStop(works[0], now)) || messages.none] });
  const results: WorkResult[] = [];
  for (const work of datable) results.push(await setPieceDue(deps, tx, by, work, request));
  return results;
}

async function setPieceDue(
  { ctx }: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  work: PieceContext,
  { dueAt, reason, showReason }: SetDue,
): Promise<WorkResult> {
  const now = ctx.clock.now();
  const { id, mayBeginAt, turnaround, waitsSince } = work.piece;
  const [due, from] = [new Date(dueAt), getWorkStart(now, mayBeginAt)];
  if (due <= from) throw new UserError(400, { dueAt: [messages.past] });
  const dueByHand = { reason, isShown: showReason, by: by.name, at: now.toISOString() };
  // A clock that waits for the customer goes on from the answer with what is left until this date.
  const clock = waitsSince ? { leftSeconds: countWorkTime(from, due, turnaround ?? standardTurnaround, ctx.calendar()) } : { dueAt: due };
  const after = { ...clock, dueByHand };
  await setPiece(tx, work.order.accountId, id, after);
  return toWorkResult(work, after);
}
