import { expect, test } from 'vitest';
import { renewed } from './merge-statement.ts';

const read = (from: number, to: number, more: boolean) => ({
  lines: Array.from({ length: from - to + 1 }, (_, place) => ({
    ...{ id: from - place, kind: 'deposit' as const, subjectId: '', amount: 1, balanceAfter: 1, at: '' },
  })),
  more,
});

test.for([
  ['nothing has come', read(10, 1, false), read(10, 6, true), read(10, 1, false)],
  ['one has come, and older ones were loaded', read(10, 3, true), read(11, 7, true), read(11, 3, true)],
  ['only the newest page was there', read(5, 1, true), read(6, 2, true), read(6, 1, true)],
  ['more have come than a page holds', read(10, 1, false), read(20, 16, true), read(20, 16, true)],
  ['the first one', read(0, 1, false), read(1, 1, false), read(1, 1, false)],
] as const)('%s', ([, now, fresh, expected]) => {
  expect(renewed(now, fresh)).toEqual(expected);
});
