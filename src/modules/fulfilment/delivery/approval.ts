// A second person's approval of a delivery: approve sends it, return gives it back with a note, and its maker
// may take it back. All lock the piece, so of several at once one wins.
import type { Operator } from '#lib/people/operator.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { type PieceContext, setPiece } from '#modules/orders/pieces/queries-work.ts';
import type { Submission } from '#modules/orders/shapes.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import { addPieceNote } from '../desk/messages.ts';
import type { WorkResult } from '../desk/shapes.ts';
import type { Approve, ReturnDelivery } from '../desk/shapes-approval.ts';
import { sendDelivery } from './deliver.ts';
import type { DraftReview } from './review.ts';

const messages = {
  none: /*i18n*/ { id: 'work.notInReview', message: 'It doesn’t wait for approval any more.' },
  own: /*i18n*/ { id: 'work.ownApproval', message: 'Nobody approves their own work. Ask a colleague.' },
  notYours: /*i18n*/ { id: 'work.notYourReview', message: 'Only {name} may take it back.' },
  newer: /*i18n*/ { id: 'work.reviewNewer', message: 'It has changed since it was submitted. Return it.' },
} as const satisfies Record<string, Message>;

/** The customer's dates begin now, and the approver is its reviewer. */
export async function approveDraft(
  deps: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  { pieceId, version, why }: Approve,
  review: DraftReview,
): Promise<WorkResult & { deliveryId: string }> {
  const { work, submission } = await lockSubmission(tx, pieceId);
  if (submission.by.id === by.id) throw new UserError(400, { '': [messages.own] });
  const submitted = new Set(submission.fileIds);
  const hasSameFiles = review.fileIds.length === submitted.size && review.fileIds.every((id) => submitted.has(id));
  if (submission.version !== version || !hasSameFiles) throw new UserError(400, { version: [messages.newer] });
  const { links, howMade } = submission;
  const sending = { version, links, howMade, why: why ?? submission.why, by: submission.by, reviewer: by, review };
  return sendDelivery(deps, tx, work, sending);
}

export async function returnDelivery(
  deps: FulfilmentDeps,
  tx: DbClient,
  by: Operator,
  { pieceId, note }: ReturnDelivery,
): Promise<WorkResult> {
  const { work, submission } = await lockSubmission(tx, pieceId);
  await setPiece(tx, work.order.accountId, pieceId, { submission: null });
  await addPieceNote(deps, tx, by, { pieceId, text: note, mentions: [submission.by] });
  return { ...toWorkResult(work, {}), after: { to: submission.by.name } };
}

export async function takeBack(tx: DbClient, by: Operator, pieceId: string): Promise<WorkResult> {
  const { work, submission } = await lockSubmission(tx, pieceId);
  if (submission.by.id !== by.id) throw new UserError(400, { '': [{ ...messages.notYours, values: { name: submission.by.name } }] });
  await setPiece(tx, work.order.accountId, pieceId, { submission: null });
  return toWorkResult(work, {});
}

async function lockSubmission(tx: DbClient, pieceId: string): Promise<{ work: PieceContext; submission: Submission }> {
  const work = await lockPiece(tx, pieceId);
  const { submission } = work.piece;
  if (!submission) throw new UserError(400, { '': [messages.none] });
  return { work, submission };
}
