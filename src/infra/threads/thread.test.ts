// Worker threads: work that hangs or crashes is stopped and never blocks the event loop.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
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
const thread = openThread<Work, string>(pathToFileURL(file), { workMs: 3_000, idleMs: 60_000, memoryMb: 64 }, { maxWaiting: 3, busy });
afterAll(async () => {
  await thread.stop();
  await rm(folder, { recursive: true });
});

test.each(['hangs', 'throws', 'nests', 'ends', 'fills'] as const)(
  'thread: work that %s fails, the event loop is not blocked, and the next work succeeds',
  async (work) => {
    const bad = thread.run(work).catch((cause: unknown) => cause);
    const next = thread.run('works');
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
