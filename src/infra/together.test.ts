import { expect, test } from 'vitest';
import { together } from './together.ts';

function asked(fault?: Error) {
  const lists: (readonly number[])[] = [];
  const ask = together(async (keys: readonly number[]) => {
    lists.push(keys);
    if (fault) throw fault;
    // The other way round, and nothing for odd ones: answers go by their place.
    return keys
      .map((key, place) => ({ place, row: key * 10 }))
      .filter(({ row }) => row % 20 === 0)
      .reverse();
  });
  return { ask, lists };
}

test('who asks at the same moment asks with one list, and each gets what is theirs; what two want to know is asked once', async () => {
  const { ask, lists } = asked();
  expect(await Promise.all([4, 3, 2, 4].map(ask))).toEqual([40, undefined, 20, 40]);
  expect(lists).toEqual([[4, 3, 2]]);
});

test('keys that mean the same are the same question, and no others are', async () => {
  const lists: (readonly { id: number }[])[] = [];
  const ask = together(
    async (keys: readonly { id: number }[]) => {
      lists.push(keys);
      return keys.map(({ id }, place) => ({ place, row: id }));
    },
    ({ id }) => id,
  );
  expect(await Promise.all([{ id: 1 }, { id: 2 }, { id: 1 }].map(ask))).toEqual([1, 2, 1]);
  expect(lists).toEqual([[{ id: 1 }, { id: 2 }]]);
});

test('whoever asks later gets an answer of their own', async () => {
  const { ask, lists } = asked();
  const first = ask(2);
  await new Promise(setImmediate);
  expect(await Promise.all([first, ask(2)])).toEqual([20, 20]);
  expect(lists).toEqual([[2], [2]]);
});

test('a list that failed has failed for all of it, and not for those after it', async () => {
  const { ask, lists } = asked(new Error('gone'));
  const all = await Promise.allSettled([ask(1), ask(2)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(ask(3)).rejects.toThrow('gone');
  expect(lists).toEqual([[1, 2], [3]]);
});

test('a long queue goes in several lists, none of them empty', async () => {
  const { ask, lists } = asked();
  const keys = Array.from({ length: 400 }, (_, key) => key * 2);
  expect(await Promise.all(keys.map(ask))).toEqual(keys.map((key) => key * 10));
  await new Promise(setImmediate);
  expect(lists.map(({ length }) => length)).toEqual([200, 200]);
});
