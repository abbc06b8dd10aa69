// Worker threads and child processes: work that hangs or crashes is stopped and never blocks the event loop.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, expect, test, vi } from 'vitest';
import { UserError } from '#lib/user-error.ts';
import { patience } from '../../../tests/support/patience.ts';
import { openChildProcess } from './child-process.ts';
import { openThread, ThreadEnded } from './thread.ts';

type Work = 'works' | 'hangs' | 'throws' | 'nests' | 'ends' | 'fills';
const code = `
  const nest = () => nest() + 1;
  export const work = (work) => {
    if (work === 'hangs') for (;;);
    if (work === 'throws') throw new Error('broken');
    if (work === 'nests') nest();
    if (work === 'ends') process.exit(1);
    if (work === 'fills') for (const all = []; ; ) all.push({ size: all.length });
    return 'done';
  };
`;
const folder = await mkdtemp(join(tmpdir(), 'thread-'));
const file = join(folder, 'thread.mjs');
await writeFile(file, code);
const busy = { id: 'test.busy', message: 'Busy.' };
// Work that hangs takes a core for all of its time; on a busy machine a process takes seconds to start.
const limits = { workMs: patience(3_000), idleMs: 60_000, memoryMb: 64 };
const thread = openThread<Work, string>(pathToFileURL(file), limits, { maxWaiting: 3, busy });
const child = openChildProcess<Work, string>(pathToFileURL(file), limits);
afterAll(async () => {
  await thread.stop();
  child.stop();
  await rm(folder, { recursive: true });
});

const bads = ['hangs', 'throws', 'nests', 'ends', 'fills'] as const;
test.each([...bads.map((work) => ['thread', work, thread] as const), ...bads.map((work) => ['child process', work, child] as const)])(
  '%s: work that %s fails, the event loop is not blocked, and the next work succeeds',
  async (_what, work, place) => {
    const bad = place.run(work).catch((cause: unknown) => cause);
    const next = place.run('works');
    let ended = false;
    void bad.then(() => {
      ended = true;
    });
    let turns = 0;
    while (!ended) {
      await setImmediate();
      turns++;
    }
    expect(await bad).toBeInstanceOf(ThreadEnded);
    // Work that only throws fails immediately, so few turns pass.
    if (work === 'hangs' || work === 'fills') expect(turns).toBeGreaterThan(10);
    expect(await next).toBe('done');
  },
);

test('thread: work beyond the length of the queue is refused with 503, and the waiting work succeeds', async () => {
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => thread.run('works')));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  const [refused] = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused instanceof UserError && [refused.status, refused.retryAfterSeconds]).toEqual([503, 5]);
  expect(await thread.run('works')).toBe('done');
});

test('thread that exceeds its memory after its time limit: the next task succeeds', async () => {
  const fillAt = join(folder, 'fill.mjs');
  // A split cannot be interrupted: the thread fails with its memory limit although it is being ended.
  const fill = `export const work = ({ fills, flag }) => {
    if (!fills) return Atomics.wait(flag, 0, 0) && 'done';
    const text = ('x'.repeat(15) + ',').repeat(800_000);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    text.split(',');
  };`;
  await writeFile(fillAt, fill);
  type Fill = { readonly fills: boolean; readonly flag: Int32Array };
  const filling = openThread<Fill, string>(pathToFileURL(fillAt), { workMs: 10_000, idleMs: 60_000, memoryMb: 16 });
  const [begun, mayEnd] = [new Int32Array(new SharedArrayBuffer(4)), new Int32Array(new SharedArrayBuffer(4))];
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal);
  const started = once(process, 'worker') as Promise<Worker[]>;
  const late = filling.run({ fills: true, flag: begun }).catch((cause: unknown) => cause);
  const next = filling.run({ fills: false, flag: mayEnd });
  const gone = started.then(([worker]) => new Promise((resolve) => worker?.on('exit', resolve)));
  await Atomics.waitAsync(begun, 0, 0).value;
  timeout.abort();
  expect(await late).toBeInstanceOf(ThreadEnded);
  await gone;
  Atomics.store(mayEnd, 0, 1);
  Atomics.notify(mayEnd, 0);
  expect(await next).toBe('done');
  await filling.stop();
});
