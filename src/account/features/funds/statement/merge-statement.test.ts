import { expect, test } from 'vitest';
import { mergeStatement } from './merge-statement.ts';

const read = (from: number, to: number, more: boolean) => ({
  lines: Array.from({ length: from - to + 1 }, (_, place) => ({
    id: from - place,
    kind: 'deposit' as const,
    subjectId: '',
    bought: [],
    amount: 1,
    balanceAfter: 1,
    at: '',
  })),
  more,
});

test.for([
  ['no new movement', read(10, 1, false), read(10, 6, true), read(10, 1, false)],
  ['one new movement after older ones were loaded', read(10, 3, true), read(11, 7, true), read(11, 3, true)],
  ['one new movement after the newest page only', read(5, 1, true), read(6, 2, true), read(6, 1, true)],
  ['more new movements than a page', read(10, 1, false), read(20, 16, true), read(20, 16, true)],
  ['first movement', read(0, 1, false), read(1, 1, false), read(1, 1, false)],
] as const)('merged statement: %s', ([, now, fresh, expected]) => {
  expect(mergeStatement(now, fresh)).toEqual(expected);
});
