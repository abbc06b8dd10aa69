// Caches all open pieces in memory, per node. The first request reads them all; each later one first reads
// what has changed. A change that is committed before a request is in its response, unless its transaction
// took longer than OVERLAP_SECONDS: then the comparison of all open pieces finds it, within ALL_AGAIN_MS. An
// indexed query for each request took ten times as long, at each change, for each open page.
import type pg from 'pg';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import { batchReads } from '#platform/database/batch-reads.ts';
import { type OpenPiece, readChanged, readOpen, readRows, type Stamp } from './queries-queue.ts';
import type { QueueRow } from './shapes.ts';

/** How often all open pieces are compared by id and time of change, for what the overlap missed. */
const FULL_COMPARISON_MS = 300_000;
/** Parsing rows blocks the event loop: 500 take a few milliseconds. */
const ROWS_AT_ONCE = 500;
/** With more changes it is faster to sort everything. */
const MAX_ONE_BY_ONE = 200;

/** A row and its view, without what depends on the time. `words`: what a search compares. */
export type CachedPiece = {
  readonly row: OpenPiece;
  readonly view: Omit<QueueRow, 'clock' | 'stage' | 'awayUntil' | 'expectedAt' | 'expectedBecause'>;
  readonly words: string;
};

export function cacheOpenPieces(pool: pg.Pool) {
  /** A piece without an entry was read and is not open. */
  const known = new Map<string, { readonly changed: number; readonly entry?: CachedPiece }>();
  let inOrder: readonly CachedPiece[] = [];
  let added: CachedPiece[] = [];
  let removed: CachedPiece[] = [];
  let since: string | undefined;
  let allAt = Number.NEGATIVE_INFINITY;

  const isNews = ({ id, changed }: Stamp): boolean => known.get(id)?.changed !== changed;

  /** Reads may finish out of order: a newer row is never replaced by an older one. */
  async function takeIn(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const batch = ids.slice(from, from + ROWS_AT_ONCE);
      const rows = new Map((await readRows(pool, batch)).map((row) => [row.id, row]));
      for (const id of batch) {
        const [row, before] = [rows.get(id), known.get(id)];
        if (row && before && before.changed > row.changed) continue;
        if (before?.entry) removed.push(before.entry);
        if (!row) known.delete(id);
        else if (!row.is_open) known.set(id, { changed: row.changed });
        else {
          const view = toView(row);
          const entry = { row, view, words: `${row.number}\n${view.customer}`.toLowerCase() };
          known.set(id, { changed: row.changed, entry });
          added.push(entry);
        }
      }
    }
  }

  /** Compares the cache with all open pieces, and reads those that differ. */
  async function compareAll(): Promise<void> {
    allAt = performance.now();
    const stamps = await readOpen(pool).catch((cause: unknown) => {
      allAt = Number.NEGATIVE_INFINITY;
      throw cause;
    });
    const open = new Set(stamps.map(({ id }) => id));
    const closed = [...known.keys()].filter((id) => !open.has(id));
    // Closed pieces are remembered only so that the overlap does not read them again.
    for (const id of closed) if (!known.get(id)?.entry) known.delete(id);
    await takeIn([...stamps.filter(isNews).map(({ id }) => id), ...closed.filter((id) => known.has(id))]);
  }

  async function refresh(): Promise<ReadonlySet<string>> {
    const isFirst = since === undefined;
    if (isFirst) await compareAll();
    const { at, disputed, stamps } = await readChanged(pool, since);
    // A closed piece that still changes, such as an accepted one, is not read.
    await takeIn(stamps.filter((stamp) => (stamp.is_open || known.has(stamp.id)) && isNews(stamp)).map(({ id }) => id));
    since = at;
    // In the background: the next response has what it finds, and the next request tries again if it fails.
    if (!isFirst && performance.now() - allAt > FULL_COMPARISON_MS) void compareAll().catch(() => undefined);
    return disputed;
  }

  function applyChanges(): readonly CachedPiece[] {
    if (added.length + removed.length === 0) return inOrder;
    if (added.length + removed.length <= MAX_ONE_BY_ONE) inOrder = updateOrder(inOrder, added, removed);
    else inOrder = [...known.values()].flatMap(({ entry }) => entry ?? []).sort(compareUrgency);
    [added, removed] = [[], []];
    return inOrder;
  }

  const readTogether = batchReads(async (reads: readonly 'all'[]) => {
    const disputed = await refresh();
    const all = applyChanges();
    const open = disputed.size === 0 ? all : all.filter(({ row }) => !disputed.has(row.purchase_id));
    return reads.map((_, place) => ({ place, row: open }));
  });

  /** All pieces that may be worked on, the most urgent first. */
  return async (): Promise<readonly CachedPiece[]> => (await readTogether('all')) ?? [];
}

/** A piece that came and went in between is in both lists. */
function updateOrder(
  inOrder: readonly CachedPiece[],
  added: readonly CachedPiece[],
  removed: readonly CachedPiece[],
): readonly CachedPiece[] {
  const next = [...inOrder];
  for (const entry of added) next.splice(findPlace(entry, next), 0, entry);
  for (const entry of removed) next.splice(next.indexOf(entry, findPlace(entry, next)), 1);
  return next;
}

/** The index of the first entry that is not more urgent, which is the entry itself if it is in the list. */
function findPlace(entry: CachedPiece, inOrder: readonly CachedPiece[]): number {
  let [from, to] = [0, inOrder.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const middlePiece = inOrder[middle];
    if (middlePiece && compareUrgency(middlePiece, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Pieces waiting for their customer come last. */
function compareUrgency({ row: a }: CachedPiece, { row: b }: CachedPiece): number {
  const [first, second] = [a.due_at ?? Number.POSITIVE_INFINITY, b.due_at ?? Number.POSITIVE_INFINITY];
  return first < second || (first === second && a.id < b.id) ? -1 : 1;
}

const formatIso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export const toView = (row: OpenPiece): CachedPiece['view'] => ({
  id: row.id,
  orderId: row.order_id,
  number: row.number,
  piece: row.position + 1,
  pieces: row.pieces,
  serviceType: row.service_type,
  offerId: row.offer_id,
  title: row.title,
  quantity: row.quantity,
  platform: row.platform,
  language: row.language,
  state: row.is_submitted ? 'inReview' : row.state,
  dueAt: formatIso(row.due_at),
  leftSeconds: row.left_seconds,
  turnaround: row.turnaround ?? standardTurnaround,
  mayBeginAt: formatIso(row.may_begin_at) ?? '',
  maker: row.maker_id === null ? null : { id: row.maker_id, name: row.maker_name ?? row.maker_id },
  customer: `${row.first_name} ${row.last_name}`.trim(),
  isRequest: row.is_request,
  price: row.price,
  share: row.share,
  currency: row.currency,
  askedAt: formatIso(row.unanswered_since),
  makerError: row.makerError,
  version: row.version,
});
