// Jobs of fulfilment: automatic pieces, automatic acceptance, and removal of unused files.

import { setPiece } from '#modules/orders/pieces/queries-work.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { forEachRow, type RowStep } from '#platform/jobs/each-row.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs.ts';
import { type DueAcceptance, listDueAcceptances, listSoonAccepted } from './auto/queries.ts';
import { makeAll } from './auto/run.ts';
import { acceptLocked } from './customer/customer.ts';
import { type FulfilmentDeps, lockPiece } from './deps.ts';
import { assignNewPieces } from './desk/assign-new.ts';
import { mailAcceptSoon } from './mails.ts';
import * as queries from './queries.ts';
import { getRevisionAllowance, isLive } from './rules.ts';
import { getIncluded } from './view.ts';

const HOUR_MS = 3_600_000;
/** The customer is reminded this long before a piece is accepted automatically. */
const ACCEPTANCE_REMINDER_HOURS = 24;
/** Extra runs within the minute of the schedule, to shorten the wait. */
const SOON_SECONDS = [15, 30, 45];
/** Longer than any upload takes: a large one can go on for a day. */
const MAX_UPLOAD_MS = 25 * HOUR_MS;

type Mine = Extract<keyof JobHandlers, `fulfilment.${string}`>;

export const fulfilmentJobs = (deps: FulfilmentDeps): Pick<JobHandlers, Mine> => ({
  'fulfilment.makePieces': async (_, signal) => {
    if (deps.makers) for (const seconds of SOON_SECONDS) await makeSoon(deps, seconds);
    await makeAll(deps, signal);
  },
  'fulfilment.makePiecesSoon': (_, signal) => makeAll(deps, signal),
  'fulfilment.assignPieces': (_, signal) => assignNewPieces(deps, signal),
  'fulfilment.acceptDue': (_, signal) => forEachRow(deps.ctx, signal, 'fulfilment.acceptDue', [remind(deps), acceptDue(deps)]),
  'fulfilment.removeFile': ({ id }) => deps.store.remove(id),
  'fulfilment.deleteExpired': async () => {
    const before = new Date(deps.ctx.clock.now().getTime() - MAX_UPLOAD_MS);
    await transaction(deps.ctx.db, async (tx) => {
      for (const id of await queries.deletePendingFiles(tx, before)) await enqueue(tx, 'fulfilment.removeFile', { id });
    });
  },
});

const makeSoon = ({ ctx }: FulfilmentDeps, seconds: number): Promise<void> =>
  enqueue(ctx.db.orm, 'fulfilment.makePiecesSoon', {}, { key: `fulfilment.makeSoon:${seconds}`, delayMs: seconds * 1_000 });

const acceptDue = (deps: FulfilmentDeps): RowStep<DueAcceptance> => ({
  due: (limit) => listDueAcceptances(deps.ctx.db.orm, deps.ctx.clock.now(), limit),
  handle: (tx, row) => acceptByTime(deps, tx, row),
});

/** Rereads under the lock: the customer may have been faster. Withdrawn pieces are not accepted. */
async function acceptByTime({ ctx }: FulfilmentDeps, tx: DbClient, { piece_id: pieceId, id: deliveryId }: DueAcceptance): Promise<void> {
  const work = await lockPiece(tx, pieceId);
  const { acceptAt, state } = work.piece;
  const now = ctx.clock.now();
  if (!acceptAt || acceptAt > now) return;
  if (!isLive(work) || state !== 'delivered') await setPiece(tx, work.order.accountId, pieceId, { acceptAt: null });
  else await acceptLocked(tx, work, deliveryId, { by: 'time', now });
}

const remind = (deps: FulfilmentDeps): RowStep<DueAcceptance> => ({
  due(limit) {
    const now = deps.ctx.clock.now();
    return listSoonAccepted(deps.ctx.db.orm, { now, until: new Date(now.getTime() + ACCEPTANCE_REMINDER_HOURS * HOUR_MS) }, limit);
  },
  handle: (tx, row) => sendReminder(deps, tx, row),
});

/** Reminds only customers who can still request a revision. */
async function sendReminder(deps: FulfilmentDeps, tx: DbClient, { piece_id: pieceId, id: deliveryId }: DueAcceptance): Promise<void> {
  const work = await lockPiece(tx, pieceId);
  const found = await queries.findDelivery(tx, deliveryId);
  if (!found || found.remindedAt) return;
  await queries.setDelivery(tx, deliveryId, { remindedAt: deps.ctx.clock.now() });
  const requested = (await queries.listRevisions(tx, [pieceId])).length;
  const { left: revisionsLeft } = getRevisionAllowance(getIncluded(deps.catalogue, work.piece), requested);
  if (revisionsLeft > 0 && work.piece.acceptAt && isLive(work)) await mailAcceptSoon(deps, tx, work, work.piece.acceptAt);
}
