// The queue as the desk sees it, with what is foreseen, and one piece with all that is needed to work on it.
import { together } from '../../infra/together.ts';
import { say } from '../../infra/words.ts';
import { Refusal } from '../../lib/refusal.ts';
import { findWork } from '../orders/actions.ts';
import { answersOf, filesOf } from './brief.ts';
import type { Inside } from './inside.ts';
import * as queries from './queries.ts';
import { type OpenPiece, readQueue, readQueueRow, readTallies, type Tally } from './queries-queue.ts';
import { clockState, foresee, revisionsOf, SOON_MS, stopOf } from './rules.ts';
import type { PieceForWork, Queue, QueueAsk, QueueRow } from './shapes-desk.ts';
import { includedOf, viewDelivery } from './view.ts';

/** Over so many days the pace is measured: a week has its weekend in it. */
const PACE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Reads that many people of the desk ask for at the same moment are made once. */
export function openQueue({ ground }: Inside) {
  const { db, clock } = ground;
  const windowNow = () => ({ now: clock.now(), soon: new Date(clock.now().getTime() + SOON_MS) });
  const sums = together(async (asked: readonly 'all'[]) => {
    const window = windowNow();
    const [tallies, delivered] = await Promise.all([
      readTallies(db.pool, window),
      queries.countDeliveredSince(db.orm, new Date(window.now.getTime() - PACE_DAYS * DAY_MS)),
    ]);
    return asked.map((_, place) => ({ place, row: { counts: countsOf(tallies), forecast: forecastOf(tallies, delivered, window.now) } }));
  });

  return async function queue(ask: QueueAsk): Promise<Queue> {
    const window = windowNow();
    const [rows, summed] = await Promise.all([readQueue(db.pool, ask, window), sums('all')]);
    if (!summed) throw new Error('the sums of the queue gave nothing');
    return { rows: rows.slice(0, ask.limit).map((row) => viewRow(row, window.now)), more: rows.length > ask.limit, ...summed };
  };
}

function countsOf(tallies: readonly Tally[]): Queue['counts'] {
  const counts = { open: 0, ready: 0, inWork: 0, revisionAsked: 0, late: 0, soon: 0, fine: 0, waits: 0, early: 0 };
  for (const { state, clock, count } of tallies) {
    counts.open += count;
    counts[state] += count;
    counts[clock] += count;
  }
  return counts;
}

/** Of what somebody may work on. */
function forecastOf(tallies: readonly Tally[], delivered: number, now: Date): Queue['forecast'] {
  const due = tallies.flatMap(({ clock, due: times }) => (clock === 'early' || clock === 'waits' ? [] : times));
  const perHour = delivered / (PACE_DAYS * 24);
  const { late, doneAt } = foresee(due, now, perHour);
  return { perHour: Math.round(perHour * 100) / 100, days: PACE_DAYS, late, doneAt: doneAt?.toISOString() ?? null };
}

const viewRow = (row: OpenPiece, now: Date): QueueRow => ({
  ...{ id: row.id, orderId: row.order_id, number: row.number, piece: row.position + 1, pieces: row.pieces },
  ...{ serviceType: row.service_type, offerId: row.offer_id, quantity: row.quantity, platform: row.platform, language: row.language },
  ...{ state: row.state, clock: clockState({ dueAt: row.due_at, waitsSince: row.waits_since, mayBeginAt: row.may_begin_at }, now) },
  ...{ dueAt: row.due_at?.toISOString() ?? null, leftSeconds: row.left_seconds, mayBeginAt: row.may_begin_at?.toISOString() ?? '' },
  maker: row.maker_id === null ? null : { id: row.maker_id, name: row.maker_name ?? row.maker_id },
  customer: `${row.first_name} ${row.last_name}`.trim(),
  ...{ price: row.price, currency: row.currency, askedAt: row.asked_at?.toISOString() ?? null, trouble: row.trouble, version: row.version },
});

export async function pieceForWork(inside: Inside, pieceId: string): Promise<PieceForWork> {
  const { orm, pool } = inside.ground.db;
  const now = inside.ground.clock.now();
  const [work, row] = await Promise.all([findWork(orm, pieceId), readQueueRow(pool, pieceId)]);
  if (!work || !row) throw new Refusal(404);
  const [draft, files, deliveries, revisions, messages, notes, briefFiles] = await Promise.all([
    queries.findDraft(orm, pieceId),
    queries.filesOfPieces(orm, [pieceId]),
    queries.deliveriesOf(orm, [pieceId]),
    queries.revisionsOf(orm, [pieceId]),
    queries.messagesOf(orm, pieceId),
    queries.notesOf(orm, pieceId),
    filesOf(orm, work),
  ]);
  const stop = stopOf(work, now);
  const by = ({ byId, byName }: { byId: string; byName: string }) => ({ id: byId, name: byName });
  return {
    ...viewRow(row, now),
    ...{ stop: stop ? say(stop, 'en') : null, accountId: work.order.accountId, locale: work.purchase.locale, brief: answersOf(work) },
    ...{ briefFiles, takenAt: work.piece.takenAt?.toISOString() ?? null, acceptAt: work.piece.acceptAt?.toISOString() ?? null },
    draft: draft
      ? {
          ...{ version: draft.version, text: draft.text, savedAt: draft.savedAt.toISOString(), by: by(draft), help: [...draft.help] },
          report: draft.reportVersion === draft.version ? draft.report : null,
        }
      : null,
    files: files.flatMap((file) => (file.deliveryId ? [] : [{ id: file.id, name: file.name, bytes: file.bytes, by: by(file) }])),
    deliveries: deliveries.map((each) => ({ ...viewDelivery(each, work.piece, files, revisions), by: by(each) })),
    revisions: revisionsOf(includedOf(inside.catalogue, work.piece), revisions.length),
    messages: messages.map(({ id, byId, byName, text, at, waits }) => ({
      ...{ id, text, at: at.toISOString(), waits },
      by: byId === null ? null : { id: byId, name: byName ?? byId },
    })),
    notes: notes.map((each) => ({ id: each.id, by: by(each), text: each.text, at: each.at.toISOString() })),
  };
}
