// Moves a piece through the stages of its service.
import { type Message, UserError } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { findStage, listStages, mayMoveTo } from '#modules/catalogue/stages/rules.ts';
import { setPiece } from '#modules/orders/pieces/queries-work.ts';
import type { RoleHolder } from '#modules/staff/shapes-roles.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type FulfilmentDeps, lockPiece, toWorkResult } from '../deps.ts';
import { findChangeStop } from '../rules.ts';
import type { WorkResult } from './shapes.ts';
import type { MovePiece } from './shapes-board.ts';

const messages = {
  gone: /*i18n*/ { id: 'work.stageGone', message: 'This service has no such stage any more.' },
  reserved: /*i18n*/ { id: 'work.stageReserved', message: 'Your role may not move pieces to {stage}.' },
  moved: /*i18n*/ { id: 'work.stageMoved', message: 'Someone has moved it to {stage}.' },
} as const satisfies Record<string, Message>;

/**
 * Undefined: it is there already. A piece that waits for its customer, or that may not begin yet, can be
 * moved too.
 */
export async function moveStage(
  { ctx, catalogue }: FulfilmentDeps,
  tx: DbClient,
  who: RoleHolder,
  { pieceId, from, to }: MovePiece,
): Promise<WorkResult | undefined> {
  const work = await lockPiece(tx, pieceId);
  const { id, serviceType, stage } = work.piece;
  const stop = findChangeStop(work, ctx.clock.now());
  if (stop) throw new UserError(400, { '': [stop] });
  const stages = listStages(catalogue.current(), serviceType);
  const [current, next] = [findStage(stages, stage), stages.find((each) => each.id === to)];
  if (!current || !next) throw new UserError(400, { '': [messages.gone] });
  const [nameBefore, nameAfter] = [localizeText(current.name, 'en'), localizeText(next.name, 'en')];
  if (!mayMoveTo(next, who)) throw new UserError(400, { '': [{ ...messages.reserved, values: { stage: nameAfter } }] });
  if (current === next) return undefined;
  if (current.id !== from) throw new UserError(400, { '': [{ ...messages.moved, values: { stage: nameBefore } }] });
  await setPiece(tx, work.order.accountId, id, { stage: to });
  return { ...toWorkResult(work, {}), before: { stage: nameBefore }, after: { stage: nameAfter } };
}
