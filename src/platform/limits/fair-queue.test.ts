// The fair queue: order of service and errors, by counts instead of times.
import { describe, expect, test } from 'vitest';
import { UserError } from '#lib/user-error.ts';
import { createFairQueue } from './fair-queue.ts';

const limits = { atOnce: 2, waiting: 12, waitingPerKey: 6, retryAfterSeconds: 2 };

/** Work that ends on demand, with the order in which it was started. */
function openWork() {
  const queue = createFairQueue(limits);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const add = (key: string, count = 1) => {
    for (let index = 0; index < count; index++)
      queue
        .run(key, () => {
          started.push(key);
          return new Promise<void>((end) => ends.push(end));
        })
        .catch((cause: unknown) => {
          expect(cause).toBeInstanceOf(UserError);
          expect(cause).toMatchObject({ status: 503, retryAfterSeconds: 2 });
          refused.push(key);
        });
  };
  const settle = () => new Promise<void>((done) => setImmediate(done));
  const endAll = async () => {
    for (;;) {
      await settle();
      const end = ends.shift();
      if (!end) return;
      end();
    }
  };
  return { add, endAll, settle, started, refused };
}

describe('fair queue', () => {
  test('flood of one key: another key is served next, not after the flood', async () => {
    const { add, endAll, started } = openWork();
    add('flood', 8);
    add('honest', 2);
    await endAll();
    expect(started.slice(0, 5)).toEqual(['flood', 'flood', 'honest', 'flood', 'honest']);
    expect(started).toHaveLength(10);
  });

  test('flood of one key: only its own line is full, and a later key is accepted', async () => {
    const { add, endAll, settle, started, refused } = openWork();
    add('flood', 300);
    await settle();
    expect(refused).toHaveLength(300 - limits.atOnce - limits.waitingPerKey);
    add('honest');
    await endAll();
    expect(started.filter((key) => key === 'honest')).toHaveLength(1);
  });

  test('full queue: the longest line loses an entry to a key with fewer waiting', async () => {
    const { add, endAll, settle, started, refused } = openWork();
    add('one', 8);
    add('two', 6);
    add('honest');
    await settle();
    expect(refused).toEqual(['one']);
    await endAll();
    expect(started.filter((key) => key === 'honest')).toHaveLength(1);
  });

  test('full queue in which one key has two: it loses one to a key that has none', async () => {
    const { add, endAll, settle, refused } = openWork();
    for (let index = 0; index < limits.atOnce + limits.waiting - 2; index++) add(`address ${index}`);
    add('two', 2);
    add('honest');
    await settle();
    expect(refused).toEqual(['two']);
    await endAll();
  });

  test('full queue of single entries: the next is refused', async () => {
    const { add, endAll, settle, refused } = openWork();
    for (let index = 0; index < limits.atOnce + limits.waiting; index++) add(`address ${index}`);
    add('late');
    await settle();
    expect(refused).toEqual(['late']);
    await endAll();
  });

  test('failed work: its place is free again', async () => {
    const queue = createFairQueue({ ...limits, atOnce: 1 });
    const failing = queue.run('one', () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await expect(queue.run('one', async () => 'done')).resolves.toBe('done');
  });

  test('key with running work: waits for a key without, also if it came first', async () => {
    const { add, endAll, started } = openWork();
    add('one', 2);
    add('one');
    add('two');
    await endAll();
    expect(started).toEqual(['one', 'one', 'two', 'one']);
  });

  /** `ends`: keys, of which the oldest running work ends each time. */
  async function listOrder(keys: readonly string[], ends: readonly string[], atOnce: number): Promise<readonly string[]> {
    const started: string[] = [];
    const running: { readonly key: string; readonly end: () => void }[] = [];
    const queue = createFairQueue({ ...limits, atOnce });
    for (const key of keys)
      void queue.run(key, () => {
        started.push(key);
        return new Promise<void>((end) => running.push({ key, end }));
      });
    for (const key of ends) {
      await new Promise<void>((done) => setImmediate(done));
      const [ended] = running.splice(
        running.findIndex((each) => each.key === key),
        1,
      );
      ended?.end();
    }
    await new Promise<void>((done) => setImmediate(done));
    return started.slice(atOnce);
  }

  test.each([
    ['one of its two is done: still waits for a key without', ['a', 'a', 'b', 'a', 'c', 'd'], ['a', 'b'], 3, ['c', 'd']],
    ['both of its two are done: is served in its turn', ['a', 'a', 'b', 'c', 'd', 'a', 'e'], ['a', 'a', 'b'], 3, ['c', 'd', 'a']],
    ['all is done, and more comes: the order of arrival', ['a', 'b', 'a', 'b'], ['a', 'b', 'b', 'a'], 2, ['a', 'b']],
  ] as const)('key with running work, %s', async (_, keys, ends, atOnce, order) => {
    expect(await listOrder(keys, ends, atOnce)).toEqual(order);
  });

  test('queue that was full and emptied: accepts as many again', async () => {
    const { add, endAll, refused } = openWork();
    for (let round = 0; round < 3; round++) {
      for (let index = 0; index < limits.atOnce + limits.waiting; index++) add(`address ${index}`);
      await endAll();
    }
    expect(refused).toEqual([]);
  });

  test('place that was given to another key: the queue stays as long as it may be', async () => {
    const { add, endAll, settle, refused } = openWork();
    add('one', 8);
    add('two', 6);
    add('honest');
    add('honest 2');
    await settle();
    expect(refused).toHaveLength(2);
    await endAll();
    for (let index = 0; index < limits.atOnce + limits.waiting; index++) add(`address ${index}`);
    await settle();
    expect(refused).toHaveLength(2);
    await endAll();
  });
});
