import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRefreshToken, createSalt, deriveSuccessor, readRefreshToken, writeRefreshToken } from './login/refresh-token.ts';
import {
  ACCESS_SECONDS,
  createErasedKey,
  EXPORT_COOKIE_SECONDS,
  GRACE_SECONDS,
  getErasureTime,
  getGreetingName,
  getOldestCodeTime,
  getOldestExportTime,
  getSessionEnd,
  isCodeOpen,
  normalizeBrandName,
  toSessionList,
} from './rules.ts';

const at = new Date('2026-05-12T09:30:00Z');
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

test('a remembered session lasts 30 days, any other 12 hours', () => {
  expect(getSessionEnd(at, true)).toEqual(new Date('2026-06-11T09:30:00Z'));
  expect(getSessionEnd(at, false)).toEqual(new Date('2026-05-12T21:30:00Z'));
});

test.each([
  ['reset', null, 600, true],
  ['reset', 0, 9.99, true],
  ['reset', 0, 10, false],
  ['reset', 50, 59, true],
  ['reset', 50, 60, false],
  ['verify', null, 29 * 1440, true],
  ['verify', null, 30 * 1440, false],
  ['old-address', null, 1439, true],
  ['old-address', null, 1440, false],
  ['new-address', null, 1439, true],
  ['new-address', 1439, 1440, false],
] as const)('code of kind %s with its email sent after %s minutes, checked after %s minutes: valid is %s', (kind, left, minutes, open) => {
  const handedOverAt = left === null ? null : after(left);
  expect(isCodeOpen(kind, { createdAt: at, handedOverAt }, after(minutes))).toBe(open);
});

const dateAfter = (days: number, hours = 0) => new Date(at.getTime() + (days * 24 + hours) * 3_600_000);

test('times of an account: a day of an export, a week until its end', () => {
  expect(getOldestExportTime(at)).toEqual(dateAfter(-1));
  expect(getErasureTime(at)).toEqual(dateAfter(7));
  expect(getOldestCodeTime(at)).toEqual(dateAfter(-30));
  expect([ACCESS_SECONDS, GRACE_SECONDS, EXPORT_COOKIE_SECONDS]).toEqual([300, 10, 1_800]);
});

test.each([
  ['en', 'Ada', 'Lovelace', 'Ada'],
  ['es', 'Ada', 'Lovelace', 'Ada'],
  ['jp', '花子', '山田', '山田'],
  ['jp', '花子', '', '花子'],
] as const)('greeting in %s of %s %s: %s', (locale, firstName, lastName, name) => {
  expect(getGreetingName({ firstName, lastName, locale })).toBe(name);
});

test('erased account: its key is no address, and each has its own', () => {
  expect([createErasedKey('a'), createErasedKey('b')]).toEqual(['ERASED a', 'ERASED b']);
  expect(createErasedKey('a')).not.toBe(createErasedKey('a').toLowerCase());
});

test('sessions: the one that asks is marked', () => {
  const row = (id: string) => ({ id, device: 'Firefox', createdAt: at, lastUsedAt: after(1) });
  const shown = { device: 'Firefox', createdAt: '2026-05-12T09:30:00.000Z', lastUsedAt: '2026-05-12T09:31:00.000Z' };
  expect(toSessionList([row('a'), row('b')], 'b')).toEqual([
    { id: 'a', ...shown, current: false },
    { id: 'b', ...shown, current: true },
  ]);
});

test.each([
  ['Loaf & Co', 'loaf & co'],
  ['ＬＯＡＦ', 'loaf'],
])('brand %s: its key is %s', (name, key) => expect(normalizeBrandName(name)).toBe(key));

describe('refresh token', () => {
  test('a written token is read back unchanged', () => {
    const token = createRefreshToken();
    expect(readRefreshToken(writeRefreshToken(token))).toEqual(token);
    expect([token.selector.length, token.secret.length, createSalt().length]).toEqual([16, 32, 32]);
  });

  test('any other text is not read as a token', () => {
    fc.assert(fc.property(fc.string(), (text) => readRefreshToken(text) === undefined));
    const written = writeRefreshToken(createRefreshToken());
    for (const invalid of ['', written.slice(1), `${written}A`, `${written}AAAA`, `${written}=`, ` ${written}`])
      expect(readRefreshToken(invalid), invalid).toBeUndefined();
  });

  test('the same salt gives the same successor, another salt a different one', () => {
    const token = createRefreshToken();
    const salt = createSalt();
    expect(deriveSuccessor(token, salt)).toEqual(deriveSuccessor(token, salt));
    expect(deriveSuccessor(token, salt).secret).not.toEqual(deriveSuccessor(token, createSalt()).secret);
    expect(deriveSuccessor(token, salt).selector).toEqual(token.selector);
  });
});
