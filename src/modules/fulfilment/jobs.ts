// Jobs of fulfilment: automatic pieces, automatic acceptance, and removal of unused files.
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { forEachRow, type RowStep } from '../../infra/jobs/each-row.ts';
import { enqueue } from '../../infra/jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs.ts';
import { setPiece } from '../orders/actions.ts';
import { type DueAcceptance, dueForAcceptance, soonAccepted } from './auto/queries.ts';
import { makeAll } from './auto/run.ts';
import { acceptLocked } from './customer/customer.ts';
import { type FulfilmentDeps, lockPiece } from './deps.ts';
import { mailAcceptSoon } from './mails.ts';
import * as queries from './queries.ts';
import { isLive, revisionAllowance } from './rules.ts';
import { includedOf } from './view.ts';

const HOUR_MS = 3_600_000;
/** The customer is reminded this long before a piece is accepted automatically. */
const TOLD_HOURS_BEFORE = 24;
/** Extra runs within the minute of the schedule, to shorten the wait. */
const SOON_SECONDS = [15, 30, 45];
/** Longer than any upload takes. */
const COME_BY_MS = HOUR_MS;

type Mine = Extract<keyof JobHandlers, `fulfilment.${string}`>;

export const fulfilmentJobs = (inside: FulfilmentDeps): Pick<JobHandlers, Mine> => ({
  'fulfilment.makePieces': async (_, signal) => {
    if (inside.makers) for (const seconds of SOON_SECONDS) await makeSoon(inside, seconds);
    await makeAll(inside, signal);
  },
  'fulfilment.makePiecesSoon': (_, signal) => makeAll(inside, signal),
  'fulfilment.acceptDue': (_, signal) => forEachRow(inside.ctx, signal, 'fulfilment.acceptDue', [remind(inside), acceptDue(inside)]),
  'fulfilment.removeFile': ({ id }) => inside.store.remove(id),
  'fulfilment.deleteExpired': async () => {
    const before = new Date(inside.ctx.clock.now().getTime() - COME_BY_MS);
    await transaction(inside.ctx.db, async (tx) => {
      for (const id of await queries.deletePendingFiles(tx, before)) await enqueue(tx, 'fulfilment.removeFile', { id });
    });
  },
});

/** The job queue uses the machine's clock, not the app's. */
const makeSoon = ({ ctx }: FulfilmentDeps, seconds: number): Promise<void> =>
  enqueue(
    ctx.db.orm,
    'fulfilment.makePiecesSoon',
    {},
    { key: `fulfilment.makeSoon:${seconds}`, runAt: new Date(Date.now() + seconds * 1_000) },
  );

const acceptDue = (inside: FulfilmentDeps): RowStep<DueAcceptance> => ({
  due: (limit) => dueForAcceptance(inside.ctx.db.orm, inside.ctx.clock.now(), limit),
  handle: (tx, row) => acceptByTime(inside, tx, row),
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

const remind = (inside: FulfilmentDeps): RowStep<DueAcceptance> => ({
  due(limit) {
    const now = inside.ctx.clock.now();
    return soonAccepted(inside.ctx.db.orm, { now, until: new Date(now.getTime() + TOLD_HOURS_BEFORE * HOUR_MS) }, limit);
  },
  handle: (tx, row) => remindOf(inside, tx, row),
});

/** Reminds only customers who can still request a revision. */
async function remindOf(inside: FulfilmentDeps, tx: DbClient, { piece_id: pieceId, id: deliveryId }: DueAcceptance): Promise<void> {
  const work = await lockPiece(tx, pieceId);
  const found = await queries.findDelivery(tx, deliveryId);
  if (!found || found.remindedAt) return;
  await queries.setDelivery(tx, deliveryId, { remindedAt: inside.ctx.clock.now() });
  const requested = (await queries.revisionsOf(tx, [pieceId])).length;
  const { left } = revisionAllowance(includedOf(inside.catalogue, work.piece), requested);
  if (left > 0 && work.piece.acceptAt && isLive(work)) await mailAcceptSoon(inside, tx, work, work.piece.acceptAt);
}
