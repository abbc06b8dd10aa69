import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCode, readCode } from './codes.ts';
import { describeDevice, getConfirmedUntil, isOwnWords, parseFactor, SPARE_CODE_CHARS, SPARE_CODE_LETTERS } from './rules.ts';

test('step-up lasts five minutes', () =>
  expect(getConfirmedUntil(new Date('2026-05-12T09:30:00Z'))).toEqual(new Date('2026-05-12T09:35:00Z')));

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

test('own words of two letters: too short to refuse a password', () => {
  expect(isOwnWords('jojojojo', ['Jo'])).toBe(false);
  expect(isOwnWords('adaadaada', ['Ada'])).toBe(true);
  expect(isOwnWords('12345678', [])).toBe(false);
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

test('a code is read only if it is unchanged', () => {
  const { code, codeHash } = createCode();
  expect([Buffer.from(code, 'base64url').length, codeHash]).toEqual([
    24,
    createHash('sha256').update(Buffer.from(code, 'base64url')).digest(),
  ]);
  expect(readCode(code)).toEqual(codeHash);
  for (const invalid of ['', code.slice(1), `${code}=`, `${code} `, '__proto__']) expect(readCode(invalid), invalid).toBeUndefined();
});
