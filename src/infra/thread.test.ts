// A thread for work that takes long: the event loop goes on meanwhile, and work that comes to no end is given up.
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { openThread, ThreadEnded } from './thread.ts';

type Work = 'works' | 'hangs' | 'throws' | 'nests';
const code = `
  import { parentPort } from 'node:worker_threads';
  const nest = () => nest() + 1;
  parentPort.on('message', (work) => {
    if (work === 'hangs') for (;;);
    if (work === 'throws') throw new Error('broken');
    if (work === 'nests') nest();
    parentPort.postMessage('done');
  });
`;
const threadAt = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const thread = openThread<Work, string>(threadAt, { workMs: 1_000, idleMs: 60_000, memoryMb: 64 });
afterEach(() => thread.stop());

test.each(['hangs', 'throws', 'nests'] as const)('work that %s: it is given up, other work goes on, and the next is done', async (work) => {
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
  expect(turns).toBeGreaterThan(10);
  expect(await next).toBe('done');
  expect(thread.waiting()).toBe(0);
});
