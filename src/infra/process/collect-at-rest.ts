// Collects garbage while the process is at rest: after the start, and after later work, such as the first jobs. V8 would keep it until the heap grows. The
// inspector offers a collection without a flag. It takes some 50 ms; a busy process collects by itself.
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 5_000;
const MIN_PAUSE_MS = 60_000;
/** The part of the time in which the event loop works. */
const MAX_BUSY = 0.05;
const MIN_GROWTH_BYTES = 4e6;

/** Ends with the process, which it does not keep alive. */
export async function collectAtRest(): Promise<never> {
  for (let afterLast = 0; ; ) {
    const before = performance.eventLoopUtilization();
    await pause(LOOK_EVERY_MS, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization > MAX_BUSY) continue;
    if (process.memoryUsage.rss() < afterLast + MIN_GROWTH_BYTES) continue;
    await collectGarbage();
    afterLast = process.memoryUsage.rss();
    await pause(MIN_PAUSE_MS, undefined, { ref: false });
  }
}

async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  // If it fails, the memory stays.
  await session.post('HeapProfiler.collectGarbage').catch(() => undefined);
  session.disconnect();
}
