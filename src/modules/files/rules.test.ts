import { expect, test } from 'vitest';
import { findMissing, getExpiry, getExpiryLimit, listFileIds } from './rules.ts';

const at = new Date('2026-05-12T09:30:00Z');
const id = '01968f8e-3b52-7cc0-8f00-a1b2c3d4e5f6';

test('file without an order: kept for a day', () => {
  expect(getExpiry(at)).toEqual(new Date('2026-05-13T09:30:00Z'));
  expect(getExpiryLimit(at)).toEqual(new Date('2026-05-11T09:30:00Z'));
});

test.each([
  [{ code: 'FF006', detail: 'a b' }, ['a', 'b']],
  [{ code: 'FF006' }, ['']],
  [{ code: 'FF001', detail: 'a' }, undefined],
  [new Error('x'), undefined],
  [null, undefined],
  [undefined, undefined],
])('error %o: the files that are missing are %o', (cause, missing) => expect(findMissing(cause)).toEqual(missing));

test('files of briefs: only ids in lists are files', () => {
  const briefs = [{ logo: [id, 'x'], note: id, words: ['bread'] }, {}, { more: [id.toUpperCase(), `${id}0`, `0${id}`, 7] }, { last: [id] }];
  expect(listFileIds(briefs)).toEqual([id, id]);
});
