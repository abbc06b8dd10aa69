// Batches small reads: all keys that are requested in one turn of the event loop are read by one statement.
// Nothing is cached between batches.
import DataLoader from 'dataloader';

/** Rows in any order, each with the index of its key in the list. A key without a row has none. */
type ReadBatch<Key, Row> = (keys: readonly Key[]) => Promise<readonly { readonly place: number; readonly row: Row }[]>;

/** A longer batch would delay the others. */
const MAX_BATCH_SIZE = 200;

/**
 * `toCacheKey`: equal for keys that mean the same. Such keys are read once per batch, and all of their
 * callers get the same row.
 */
export function batchReads<Key, Row>(
  readBatch: ReadBatch<Key, Row>,
  toCacheKey: (key: Key) => unknown = (key) => key,
): (key: Key) => Promise<Row | undefined> {
  const loader = new DataLoader<Key, Row | undefined, unknown>(
    async (keys) => {
      // The cache joins equal keys of one batch. A key that is requested from now on is read again.
      loader.clearAll();
      const rows = new Map((await readBatch(keys)).map(({ place, row }) => [place, row]));
      return keys.map((_, place) => rows.get(place));
    },
    { cacheKeyFn: toCacheKey, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: setImmediate },
  );
  return (key) => loader.load(key);
}
