// Collects the garbage of a start, once: a tenth of the process's memory, which V8 would keep until the heap grows. The inspector offers a collection without a
// flag. It takes a tenth of a second, so it waits until the process is at rest; a busy one collects by itself.
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 5_000;
const MAX_LOOKS = 60;
/** The part of the time in which the event loop works. */
const MAX_BUSY = 0.05;

export async function collectAtRest(): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const before = performance.eventLoopUtilization();
    await pause(LOOK_EVERY_MS, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization > MAX_BUSY) continue;
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connect();
    // If it fails, the memory stays.
    await session.post('HeapProfiler.collectGarbage').catch(() => undefined);
    session.disconnect();
    return;
  }
}
