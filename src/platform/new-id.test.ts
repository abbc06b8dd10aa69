import { expect, test } from 'vitest';
import { getIdTime } from '#lib/time/time-id.ts';
import { newId, takeUnusedBytes } from './new-id.ts';

test('new ids: differ after the pool was filled again, and keep time and order', () => {
  const now = new Date('2026-03-01T10:00:00.123Z');
  const ids = Array.from({ length: 2_000 }, (_, place) => newId(now, place));
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(getIdTime(newId(now))).toEqual(now);
});

test('unused bytes: as many as requested, also when the pool has fewer left', () => {
  const parts = Array.from({ length: 2_000 }, () => Buffer.from(takeUnusedBytes(7)).toString('hex'));
  expect(parts.every((part) => part.length === 14)).toBe(true);
  expect(new Set(parts).size).toBe(parts.length);
});
