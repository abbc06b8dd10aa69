// The makers' process. The main thread only watches, so that it notices a closed parent or too much memory
// while a maker blocks the worker. Time limits are enforced by the shop, which kills the process.
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { parseFrames } from '#platform/logging/log.ts';
import type { FromChild, MakerResult, ToChild } from './work.ts';

const [, , threadFile = '', heapMebibytes = '512'] = process.argv;
const WATCH_MS = 50;
const NICE = 4;
const MEBIBYTE = 1_048_576;

// Lower priority than the shop's. Ignored if it is not permitted.
try {
  setPriority(NICE);
} catch {}

const getUsedMebibytes = (): number => Math.round(process.memoryUsage.rss() / MEBIBYTE);
const worker = new Worker(new URL(threadFile), { resourceLimits: { maxOldGenerationSizeMb: Number(heapMebibytes) } });
let limitMebibytes = Number.POSITIVE_INFINITY;

function answer(done: MakerResult, then: () => void = () => undefined): void {
  limitMebibytes = Number.POSITIVE_INFINITY;
  process.send?.({ ...done, heldMebibytes: getUsedMebibytes() } satisfies FromChild, then);
}

const leave = (): never => process.exit(1);

setInterval(() => {
  if (getUsedMebibytes() > limitMebibytes)
    answer({ outcome: { failed: 'memory', why: `It held more than ${limitMebibytes} MiB of memory.` } }, leave);
}, WATCH_MS);

worker.on('message', (done: MakerResult) => answer(done));
worker.on('error', (cause: Error & { readonly code?: string }) => {
  const isMemory = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const why = isMemory ? 'It ran out of memory.' : `It failed: ${cause.name}.`;
  answer({ outcome: { failed: isMemory ? 'memory' : 'broken', why }, frames: parseFrames(cause) }, leave);
});
// A maker may end its thread; after an error the parent has the reason already.
worker.on('exit', () => answer({ outcome: { failed: 'died', why: 'It ended its thread.' } }, leave));

process.on('disconnect', leave);
process.on('message', ({ work, mebibytes }: ToChild) => {
  limitMebibytes = mebibytes;
  worker.postMessage(work);
});
