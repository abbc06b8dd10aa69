import { expect, test } from 'vitest';
import { type BatchLimits, batchWrites } from './batch-writes.ts';

const turn = () => new Promise(setImmediate);

/** Each batch waits until it is released. */
function sent({ slowMs = 0, ...limits }: Partial<BatchLimits> & Omit<BatchLimits, 'slowMs'>) {
  const lists: (readonly number[])[] = [];
  const releases: (() => void)[] = [];
  const send = batchWrites(
    async (items: readonly number[]) => {
      lists.push(items);
      await new Promise<void>((open) => releases.push(open));
      if (items.includes(13)) throw new Error('all of it');
      return items.map((item) =>
        item < 0 ? { status: 'rejected' as const, reason: new Error(`not ${item}`) } : { status: 'fulfilled' as const, value: item * 10 },
      );
    },
    { slowMs, ...limits },
  );
  const release = () => releases.shift()?.();
  const releaseInTurn = async (batches: number) => {
    for (let batch = 0; batch < batches; batch++) {
      release();
      await turn();
    }
  };
  return { send, lists, release, releaseInTurn };
}

test('gather: items that arrive during a batch form the next batch', async () => {
  const { send, lists, release } = sent({ trips: 1, most: 9 });
  const first = [1, 2].map(send);
  await turn();
  const next = [3, 4].map(send);
  await turn();
  expect(lists).toEqual([[1, 2]]);
  release();
  expect(await Promise.all(first)).toEqual([10, 20]);
  expect(lists).toEqual([
    [1, 2],
    [3, 4],
  ]);
  release();
  expect(await Promise.all(next)).toEqual([30, 40]);
});

test('gather: free batches start immediately and stay within their size', async () => {
  const { send, lists, releaseInTurn } = sent({ trips: 2, most: 2 });
  const all = [1, 2, 3, 4, 5].map(send);
  await turn();
  expect(lists).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await releaseInTurn(3);
  expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
  expect(lists.at(-1)).toEqual([5]);
});

test('gather: a batch waits for the one in flight, and does not wait longer if that one is slow', async () => {
  const { send, lists, release } = sent({ trips: 2, most: 9, slowMs: 50 });
  const first = send(1);
  await turn();
  const next = [send(2), send(3)];
  await turn();
  expect(lists).toEqual([[1]]);
  await expect.poll(() => lists).toEqual([[1], [2, 3]]);
  const last = send(4);
  await turn();
  release();
  expect(await first).toBe(10);
  release();
  expect(await Promise.all(next)).toEqual([20, 30]);
  expect(lists).toEqual([[1], [2, 3], [4]]);
  release();
  expect(await last).toBe(40);
});

test('gather: a full batch does not wait for the one in flight', async () => {
  const { send, lists, releaseInTurn } = sent({ trips: 2, most: 2, slowMs: 60_000 });
  const all = [1, 2].map(send);
  await turn();
  all.push(send(3));
  await turn();
  expect(lists).toEqual([[1, 2]]);
  all.push(send(4), send(5));
  await turn();
  expect(lists).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await releaseInTurn(3);
  expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
});

test('gather: a rejected item fails alone, a failed batch fails its own items only', async () => {
  const { send, release } = sent({ trips: 1, most: 2 });
  const all = Promise.allSettled([1, -1, 13, 2, 3].map(send));
  for (let trip = 0; trip < 3; trip++) {
    await turn();
    release();
  }
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    ...[10, 'not -1'],
    ...['all of it', 'all of it'],
    30,
  ]);
});
