import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newCode, readCode } from '#platform/identity/codes.ts';
import { deriveSuccessor, newRefreshToken, newSalt, readRefreshToken, writeRefreshToken } from './login/refresh-token.ts';
import {
  ACCESS_SECONDS,
  brandKey,
  confirmedUntil,
  describeDevice,
  EXPORT_COOKIE_SECONDS,
  erasedKey,
  eraseMoment,
  GRACE_SECONDS,
  greetedAs,
  isCodeOpen,
  isOwnWords,
  oldestCode,
  oldestExport,
  parseFactor,
  SPARE_CODE_CHARS,
  SPARE_CODE_LETTERS,
  sessionEnd,
  sessionList,
} from './rules.ts';

const at = new Date('2026-05-12T09:30:00Z');
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

test('a remembered session lasts 30 days, any other 12 hours', () => {
  expect(sessionEnd(at, true)).toEqual(new Date('2026-06-11T09:30:00Z'));
  expect(sessionEnd(at, false)).toEqual(new Date('2026-05-12T21:30:00Z'));
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

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36 Edg/147.0', 'Edge, Windows'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Mobile Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/19.0 Safari/605.1', 'Safari, macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/147.0 Safari/537.36 OPR/120.0', 'Opera, Linux'],
  [
    'Mozilla/5.0 (Linux; Android 16; SAMSUNG) AppleWebKit/537.36 SamsungBrowser/29.0 Chrome/136.0 Safari/537.36',
    'Samsung Internet, Android',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1 FxiOS/140.0 Safari/605.1', 'Firefox, iPad'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 CriOS/147.0 Safari/604.1', 'Chrome, iPhone'],
  ['Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/147.0 Safari/537.36', 'Chrome, ChromeOS'],
  [`${'x'.repeat(493)}Firefox`, 'Firefox'],
  [`${'x'.repeat(494)}Firefox`, ''],
  ['curl/8.0', ''],
  ['<script>alert(1)</script>', ''],
  [undefined, ''],
])('user agent %s is shown as "%s"', (userAgent, device) => expect(describeDevice(userAgent)).toBe(device));

describe('password made of the own name, address or shop name', () => {
  const own = ['Ada', 'Lovelace', 'AdaLovelace', 'countess.ada@shop.example', 'Fanfare'];
  test.each([
    ...['lovelace', 'Lovelace1815', 'AdaLovelace!', 'countess.ada', 'countess.ada@shop.example', 'Ｌｏｖｅｌａｃｅ', 'fan-fare 2026'],
    ...['2026Lovelace', 'lovelacelovelace', 'FanfareAda'],
  ])('%s is recognised', (password) => expect(isOwnWords(password, own)).toBe(true));
  test.each(['lovelace engine', 'analytical', '12345678', 'fanfares of brass'])('%s is not recognised', (password) =>
    expect(isOwnWords(password, own)).toBe(false),
  );
});

const dateAfter = (days: number, hours = 0) => new Date(at.getTime() + (days * 24 + hours) * 3_600_000);

test('times of an account: five minutes of step-up, a day of an export, a week until its end', () => {
  expect(confirmedUntil(at)).toEqual(after(5));
  expect(oldestExport(at)).toEqual(dateAfter(-1));
  expect(eraseMoment(at)).toEqual(dateAfter(7));
  expect(oldestCode(at)).toEqual(dateAfter(-30));
  expect([ACCESS_SECONDS, GRACE_SECONDS, EXPORT_COOKIE_SECONDS]).toEqual([300, 10, 1_800]);
});

test.each([
  ['en', 'Ada', 'Lovelace', 'Ada'],
  ['es', 'Ada', 'Lovelace', 'Ada'],
  ['jp', '花子', '山田', '山田'],
  ['jp', '花子', '', '花子'],
] as const)('greeting in %s of %s %s: %s', (locale, firstName, lastName, name) => {
  expect(greetedAs({ firstName, lastName, locale })).toBe(name);
});

test('erased account: its key is no address, and each has its own', () => {
  expect([erasedKey('a'), erasedKey('b')]).toEqual(['ERASED a', 'ERASED b']);
  expect(erasedKey('a')).not.toBe(erasedKey('a').toLowerCase());
});

test('sessions: the one that asks is marked', () => {
  const row = (id: string) => ({ id, device: 'Firefox', createdAt: at, lastUsedAt: after(1) });
  const shown = { device: 'Firefox', createdAt: '2026-05-12T09:30:00.000Z', lastUsedAt: '2026-05-12T09:31:00.000Z' };
  expect(sessionList([row('a'), row('b')], 'b')).toEqual([
    { id: 'a', ...shown, current: false },
    { id: 'b', ...shown, current: true },
  ]);
});

describe('typed second factor', () => {
  test.each([
    [undefined, { by: 'nothing' }],
    ['', { by: 'nothing' }],
    [' - ', { by: 'nothing' }],
    ['123456', { by: 'app', code: '123456' }],
    ['123 456', { by: 'app', code: '123456' }],
    ['１２３－４５６', { by: 'app', code: '123456' }],
    ['123ー456', { by: 'app', code: '123456' }],
    ['1234567', { by: 'neither' }],
    ['12345', { by: 'neither' }],
    ['01234-abcde', { by: 'spare', code: '01234abcde' }],
    ['OIL23-ABCDE', { by: 'spare', code: '01123abcde' }],
    ['01234-abcdu', { by: 'neither' }],
    ['01234abcde0', { by: 'neither' }],
    ['01234abcd', { by: 'neither' }],
    ['1234567890', { by: 'spare', code: '1234567890' }],
  ])('%j: %o', (typed, factor) => expect(parseFactor(typed)).toEqual(factor));

  test('spare code: ten letters that are not taken for others', () => {
    expect([SPARE_CODE_CHARS, SPARE_CODE_LETTERS]).toEqual([10, '0123456789abcdefghjkmnpqrstvwxyz']);
    expect(new Set(SPARE_CODE_LETTERS).size).toBe(32);
  });
});

test.each([
  ['Loaf & Co', 'loaf & co'],
  ['ＬＯＡＦ', 'loaf'],
])('brand %s: its key is %s', (name, key) => expect(brandKey(name)).toBe(key));

test('own words of two letters: too short to refuse a password', () => {
  expect(isOwnWords('jojojojo', ['Jo'])).toBe(false);
  expect(isOwnWords('adaadaada', ['Ada'])).toBe(true);
  expect(isOwnWords('12345678', [])).toBe(false);
});

describe('refresh token', () => {
  test('a written token is read back unchanged', () => {
    const token = newRefreshToken();
    expect(readRefreshToken(writeRefreshToken(token))).toEqual(token);
    expect([token.selector.length, token.secret.length, newSalt().length]).toEqual([16, 32, 32]);
  });

  test('any other text is not read as a token', () => {
    fc.assert(fc.property(fc.string(), (text) => readRefreshToken(text) === undefined));
    const written = writeRefreshToken(newRefreshToken());
    for (const wrong of ['', written.slice(1), `${written}A`, `${written}AAAA`, `${written}=`, ` ${written}`])
      expect(readRefreshToken(wrong), wrong).toBeUndefined();
  });

  test('the same salt gives the same successor, another salt a different one', () => {
    const token = newRefreshToken();
    const salt = newSalt();
    expect(deriveSuccessor(token, salt)).toEqual(deriveSuccessor(token, salt));
    expect(deriveSuccessor(token, salt).secret).not.toEqual(deriveSuccessor(token, newSalt()).secret);
    expect(deriveSuccessor(token, salt).selector).toEqual(token.selector);
  });
});

test('a code is read only if it is unchanged', () => {
  const { code, codeHash } = newCode();
  expect([Buffer.from(code, 'base64url').length, codeHash]).toEqual([
    24,
    createHash('sha256').update(Buffer.from(code, 'base64url')).digest(),
  ]);
  expect(readCode(code)).toEqual(codeHash);
  for (const wrong of ['', code.slice(1), `${code}=`, `${code} `, '__proto__']) expect(readCode(wrong), wrong).toBeUndefined();
});
