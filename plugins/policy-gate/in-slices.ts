// Work that is too small for a thread and too long for one turn of the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;

/** Requests are served in between. */
export async function processInSlices<T>(items: Iterable<T>, step: (item: T) => void): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    step(item);
    if (performance.now() - since < SLICE_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}
