// Corrects the brief of a piece before its delivery, for its customer and by the rules of a new one. What was
// bought stays: the offer, the quantity, and the platform of an order that is no bundle.
import { isDeepStrictEqual } from 'node:util';
import { type Message, UserError } from '#lib/user-error.ts';
import { listFileIds } from '#modules/files/rules.ts';
import type { DbClient } from '#platform/database/database.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { type BriefDeps, judgeAnswers, openStatuses } from './brief-pieces.ts';
import type { Buyer } from './checkout/place-order.ts';
import { listPieces, type PieceRow } from './pieces/queries.ts';
import { setPiece } from './pieces/queries-work.ts';
import { checkPiece } from './pieces/rules.ts';
import type { BriefRequest, PieceBrief } from './pieces/shapes.ts';
import * as queries from './queries.ts';
import { setAnswers } from './queries-team.ts';
import { listBriefFiles } from './rules.ts';

const messages = {
  over: /*i18n*/ { id: 'piece.notCorrectable', message: 'A brief can be corrected until its piece is delivered.' },
} as const satisfies Record<string, Message>;

export type Correction = Pick<BriefRequest, 'orderId'> & { readonly piece: PieceBrief };

/** Checks long texts before any lock; what it returns stores them, and says whether anything changed. */
export async function prepareCorrection(deps: BriefDeps, buyer: Buyer, { orderId, piece: { id, ...sent } }: Correction) {
  const { orm } = deps.ctx.db;
  const { order, row } = await findCorrectable(orm, buyer.accountId, orderId, id);
  const isOfOrder = row.brief === null;
  const platform = isOfOrder || row.isUnit ? order.platform : sent.platform;
  const { allPrices } = deps.catalogue.storefront(buyer.locale, order.currency);
  const found = checkPiece(allPrices, row, { ...sent, platform });
  if ('errors' in found) throw new UserError(400, createValidationError(found.errors, sent).errors);
  const { answers } = found.checked;
  const { stops, hold } = await judgeAnswers(deps.catalogue, buyer, found.checked);
  if (Object.keys(stops).length > 0) throw new UserError(400, stops);
  return async (tx: DbClient): Promise<boolean> => {
    await queries.lockPurchase(tx, order.purchaseId);
    const now = deps.ctx.clock.now();
    const current = await findCorrectable(tx, buyer.accountId, orderId, id);
    const before = current.row.brief ?? current.order.answers;
    if (isDeepStrictEqual([before, current.row.platform], [answers, isOfOrder ? current.row.platform : platform])) return false;
    const known = listFileIds([before]);
    const added = listBriefFiles([found.checked], 'pieces').filter((file) => !known.includes(file.id));
    await deps.files.claim(tx, {
      accountId: order.accountId,
      purchaseId: order.purchaseId,
      fileIds: [...new Set(added.map((file) => file.id))],
      getField: (file) => added.find((each) => each.id === file)?.field.replace('pieces[0].', '') ?? 'answers',
    });
    const language = typeof answers.language === 'string' ? answers.language : null;
    // As with a new brief: the clock stands still until it is released.
    const holdColumns =
      hold && !current.row.heldSince ? { heldSince: now, heldFor: hold, dueAt: null, waitsSince: null, leftSeconds: null } : {};
    await setPiece(tx, order.accountId, row.id, { language, ...holdColumns, ...(isOfOrder ? {} : { brief: answers, platform }) });
    if (isOfOrder) await setAnswers(tx, orderId, answers);
    return true;
  };
}

async function findCorrectable(
  from: DbClient,
  accountId: string,
  orderId: string,
  pieceId: string,
): Promise<{ order: queries.Order; row: PieceRow }> {
  const order = await queries.findOrder(from, accountId, orderId);
  const row = order && (await listPieces(from, orderId)).find(({ id }) => id === pieceId);
  if (!row) throw new UserError(404);
  if (!openStatuses.includes(order.status) || (row.state !== 'ready' && row.state !== 'inWork'))
    throw new UserError(400, { '': [messages.over] });
  return { order, row };
}
