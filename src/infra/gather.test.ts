import { expect, test } from 'vitest';
import { type Gathering, gather } from './gather.ts';

const turn = () => new Promise(setImmediate);

/** Each list waits until it is let go. */
function sent({ trips, most }: Gathering) {
  const lists: (readonly number[])[] = [];
  const doors: (() => void)[] = [];
  const send = gather(
    async (items: readonly number[]) => {
      lists.push(items);
      await new Promise<void>((open) => doors.push(open));
      if (items.includes(13)) throw new Error('all of it');
      return items.map((item) =>
        item < 0 ? { status: 'rejected' as const, reason: new Error(`not ${item}`) } : { status: 'fulfilled' as const, value: item * 10 },
      );
    },
    { trips, most },
  );
  return { send, lists, letGo: () => doors.shift()?.() };
}

test('what comes while the others are on their way goes together with the next', async () => {
  const { send, lists, letGo } = sent({ trips: 1, most: 9 });
  const first = [1, 2].map(send);
  await turn();
  const next = [3, 4].map(send);
  await turn();
  expect(lists).toEqual([[1, 2]]);
  letGo();
  expect(await Promise.all(first)).toEqual([10, 20]);
  expect(lists).toEqual([
    [1, 2],
    [3, 4],
  ]);
  letGo();
  expect(await Promise.all(next)).toEqual([30, 40]);
});

test('nobody waits while there is a trip to be had, and none takes more than it may', async () => {
  const { send, lists, letGo } = sent({ trips: 2, most: 2 });
  const all = [1, 2, 3, 4, 5].map(send);
  await turn();
  expect(lists).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (let trip = 0; trip < 3; trip++) {
    letGo();
    await turn();
  }
  expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
  expect(lists.at(-1)).toEqual([5]);
});

test('one that is refused is refused alone; what fails as a whole fails for all of it, and not for those after it', async () => {
  const { send, letGo } = sent({ trips: 1, most: 2 });
  const all = Promise.allSettled([1, -1, 13, 2, 3].map(send));
  for (let trip = 0; trip < 3; trip++) {
    await turn();
    letGo();
  }
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    ...[10, 'not -1'],
    ...['all of it', 'all of it'],
    30,
  ]);
});
