// The open pieces, kept in mind by each node: the first who asks reads them all, and who asks afterwards reads what has changed since. What somebody has
// committed before they ask is always in it.
import type pg from 'pg';
import { together } from '../../infra/together.ts';
import { disputedPurchases, type OpenPiece, readChanged, readingTime, readOpen } from './queries-queue.ts';
import type { QueueRow } from './shapes-desk.ts';

/** Whatever came in a way of its own, such as a change that took long, is found by then. */
const WHOLE_AGAIN_MS = 300_000;

/** A row that was made ready to be shown: only its clock goes on. */
export type Entry = { readonly row: OpenPiece; readonly view: Omit<QueueRow, 'clock'> };

export function openBoard(pool: pg.Pool) {
  let known = new Map<string, Entry>();
  let inOrder: readonly Entry[] = [];
  let since: string | undefined;
  let wholeAt = 0;

  async function refresh(): Promise<void> {
    const at = await readingTime(pool);
    const isWhole = since === undefined || performance.now() - wholeAt > WHOLE_AGAIN_MS;
    const rows = isWhole ? await readOpen(pool) : await readChanged(pool, since ?? at);
    if (isWhole) {
      known = new Map();
      wholeAt = performance.now();
    }
    for (const row of rows) {
      if (row.is_open) known.set(row.id, { row, view: viewOf(row) });
      else known.delete(row.id);
    }
    if (isWhole || rows.length > 0) inOrder = [...known.values()].sort(byUrgency);
    since = at;
  }

  // One reading after the other: an older one must never replace a newer.
  let before: Promise<unknown> = Promise.resolve();
  const readTogether = together(async (asked: readonly 'all'[]) => {
    const mine = before.catch(() => undefined).then(() => Promise.all([disputedPurchases(pool), refresh()]));
    before = mine;
    const [disputed] = await mine;
    const open = disputed.size === 0 ? inOrder : inOrder.filter(({ row }) => !disputed.has(row.purchase_id));
    return asked.map((_, place) => ({ place, row: open }));
  });

  /** All that may be worked on, the most urgent first. */
  return async (): Promise<readonly Entry[]> => (await readTogether('all')) ?? [];
}

/** What waits for its customer is at the end. */
function byUrgency({ row: one }: Entry, { row: other }: Entry): number {
  const [first, second] = [one.due_at ?? Number.POSITIVE_INFINITY, other.due_at ?? Number.POSITIVE_INFINITY];
  return first < second || (first === second && one.id < other.id) ? -1 : 1;
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export const viewOf = (row: OpenPiece): Entry['view'] => ({
  ...{ id: row.id, orderId: row.order_id, number: row.number, piece: row.position + 1, pieces: row.pieces },
  ...{ serviceType: row.service_type, offerId: row.offer_id, quantity: row.quantity, platform: row.platform, language: row.language },
  ...{ state: row.state, dueAt: iso(row.due_at), leftSeconds: row.left_seconds, mayBeginAt: iso(row.may_begin_at) ?? '' },
  maker: row.maker_id === null ? null : { id: row.maker_id, name: row.maker_name ?? row.maker_id },
  customer: `${row.first_name} ${row.last_name}`.trim(),
  ...{ price: row.price, currency: row.currency, askedAt: iso(row.asked_at), trouble: row.trouble, version: row.version },
});
