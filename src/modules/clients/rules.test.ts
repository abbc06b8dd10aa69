import { expect, test } from 'vitest';
import { customerSorts, MAX_NOTE_CHARS, MAX_NOTES, MAX_TAG_CHARS, MAX_TAGS, readCursor, toTagKey, writeCursor } from './rules.ts';

const id = '01968f8e-3b52-7cc0-8f00-a1b2c3d4e5f6';

test.each([
  ['newest', '1778578200000', true],
  ['newest', '-1', true],
  ['newest', '', false],
  ['newest', '1'.repeat(18), false],
  ['newest', '1;drop', false],
  ['name', '', true],
  ['name', 'a', false],
  ['spend', '9900', true],
  ['spend', '-1', false],
  ['spend', '1'.repeat(18), false],
  ['lastOrder', id, true],
  ['lastOrder', '1', false],
] as const)('cursor of %s with the key %j: read is %s', (sort, key, isRead) => {
  expect(readCursor(sort, writeCursor(key, id))).toEqual(isRead ? { key, id } : undefined);
});

test.each([`7_${id}x`, `x7_${id}`, `7_${id.slice(1)}`, `7${id}`, '7_', '', `7_${id.toUpperCase()}`])('%j: no cursor', (text) => {
  expect(readCursor('spend', text)).toBeUndefined();
});

test('customer without a key: the cursor has none', () => expect(writeCursor(null, id)).toBe(`_${id}`));

test.each([
  ['VIP', 'vip'],
  ['ＶＩＰ', 'vip'],
])('tag %s: the same as %s', (tag, key) => expect(toTagKey(tag)).toBe(key));

test('limits and sorts: as the API says', () => {
  expect([MAX_NOTE_CHARS, MAX_NOTES, MAX_TAG_CHARS, MAX_TAGS]).toEqual([2_000, 200, 30, 20]);
  expect(customerSorts).toEqual(['newest', 'name', 'spend', 'lastOrder']);
});
