import { expect, test } from 'vitest';
import { batchReads } from './batch-reads.ts';

function recorded(error?: Error) {
  const lists: (readonly number[])[] = [];
  const read = batchReads(async (keys: readonly number[]) => {
    lists.push(keys);
    if (error) throw error;
    // Reversed and without odd keys, because rows are matched by their index.
    return keys
      .map((key, place) => ({ place, row: key * 10 }))
      .filter(({ row }) => row % 20 === 0)
      .reverse();
  });
  return { read, lists };
}

test('batchReads: keys of one turn are read as one list, each caller gets its own row, and an equal key is read once', async () => {
  const { read, lists } = recorded();
  expect(await Promise.all([4, 3, 2, 4].map(read))).toEqual([40, undefined, 20, 40]);
  expect(lists).toEqual([[4, 3, 2]]);
});

test('batchReads: keys with an equal cache key are read once, others are not', async () => {
  const lists: (readonly { id: number }[])[] = [];
  const read = batchReads(
    async (keys: readonly { id: number }[]) => {
      lists.push(keys);
      return keys.map(({ id }, place) => ({ place, row: id }));
    },
    ({ id }) => id,
  );
  expect(await Promise.all([{ id: 1 }, { id: 2 }, { id: 1 }].map(read))).toEqual([1, 2, 1]);
  expect(lists).toEqual([[{ id: 1 }, { id: 2 }]]);
});

test('batchReads: a key that is requested again in a later turn is read again', async () => {
  const { read, lists } = recorded();
  const first = read(2);
  await new Promise(setImmediate);
  expect(await Promise.all([first, read(2)])).toEqual([20, 20]);
  expect(lists).toEqual([[2], [2]]);
});

test('batchReads: a failed batch rejects all of its callers, and the next batch is read as usual', async () => {
  const { read, lists } = recorded(new Error('gone'));
  const all = await Promise.allSettled([read(1), read(2)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(read(3)).rejects.toThrow('gone');
  expect(lists).toEqual([[1, 2], [3]]);
});

test('batchReads: more keys than one batch holds are read in several batches, none of them empty', async () => {
  const { read, lists } = recorded();
  const keys = Array.from({ length: 400 }, (_, key) => key * 2);
  expect(await Promise.all(keys.map(read))).toEqual(keys.map((key) => key * 10));
  await new Promise(setImmediate);
  expect(lists.map(({ length }) => length)).toEqual([200, 200]);
});
