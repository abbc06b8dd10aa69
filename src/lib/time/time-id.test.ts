// Time-ordered ids.
import { expect, test } from 'vitest';
import { createTimeId, getFirstIdAt, getIdTime } from './time-id.ts';

const random = new Uint8Array(8).fill(0xff);

test.each(['1970-01-01T00:00:00.000Z', '2026-11-26T12:34:56.789Z', '2999-12-31T23:59:59.999Z'])('id made at %s: has its time', (at) => {
  expect(getIdTime(createTimeId(new Date(at), random, 4_095)).toISOString()).toBe(at);
  expect(getIdTime(getFirstIdAt(new Date(at))).toISOString()).toBe(at);
});

test('ids of one moment: in the order of their places', () => {
  const at = new Date('2026-11-26T12:34:56.789Z');
  const ids = [0, 1, 4_095].map((place) => createTimeId(at, random, place));
  expect(ids.toSorted()).toEqual(ids);
});
