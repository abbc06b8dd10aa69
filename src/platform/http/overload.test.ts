import { expect, test } from 'vitest';
import { createOverloadDetector } from './overload.ts';

test.each<[string, number[], boolean[]]>([
  ['calm', [0, 20, 399], [false, false, false]],
  ['one long turn: nothing is refused', [5_000, 0, 5_000, 0], [false, false, false, false]],
  ['late again: refused until it is calm', [500, 500, 500, 10, 500], [false, true, true, false, false]],
  ['no measurement at all: late', [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], [false, true]],
])('delays of the event loop: %s', (_, delays, refused) => {
  expect(delays.map(createOverloadDetector())).toEqual(refused);
});
