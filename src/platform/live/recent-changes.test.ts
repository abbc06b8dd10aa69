// The recent change notifications that a node remembers.
import { expect, test } from 'vitest';
import { ofAccount } from './changes.ts';
import { createRecentChanges } from './recent-changes.ts';

const [ada, bo, cy] = [ofAccount('ada'), ofAccount('bo'), ofAccount('cy')];

function recentAt() {
  let at = 100;
  const recent = createRecentChanges(() => at, 2);
  const turn = (to: number) => {
    at = to;
  };
  return { recent, turn };
}

test('recent changes: returned since a moment, for one topic only', () => {
  const { recent, turn } = recentAt();
  turn(200);
  recent.note(ada, ['orders']);
  turn(300);
  recent.note(ada, ['balance']);
  recent.note(bo, ['tickets']);
  expect(recent.since(ada, 200)).toEqual(['orders', 'balance']);
  expect(recent.since(ada, 201)).toEqual(['balance']);
  expect(recent.since(ada, 301)).toEqual([]);
  expect(recent.since(cy, 150)).toEqual([]);
});

test('recent changes: unknown before the start and before a gap', () => {
  const { recent, turn } = recentAt();
  expect(recent.since(ada, 100)).toBeUndefined();
  turn(200);
  recent.note(ada, ['orders']);
  recent.forget();
  expect(recent.since(ada, 200)).toBeUndefined();
  expect(recent.since(ada, 201)).toEqual([]);
});

test('recent changes: unknown before the last dropped topic if there are too many topics', () => {
  const { recent, turn } = recentAt();
  for (const [at, topic] of [
    [200, ada],
    [300, bo],
    [400, ada],
    [500, cy],
  ] as const) {
    turn(at);
    recent.note(topic, ['orders']);
  }
  expect(recent.since(bo, 300)).toBeUndefined();
  expect(recent.since(ada, 301)).toEqual(['orders']);
});
