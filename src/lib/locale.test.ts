import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseLocale, getCountryName, isLocale } from './locale.ts';

describe('language of a request', () => {
  test.each([
    [{}, 'en'],
    [{ acceptLanguage: 'es' }, 'es'],
    [{ acceptLanguage: 'es-419,es;q=0.9' }, 'es'],
    [{ acceptLanguage: 'ja-JP' }, 'jp'],
    [{ acceptLanguage: 'de-DE,fr;q=0.9' }, 'en'],
    [{ acceptLanguage: 'de,ja;q=0.4,es;q=0.8' }, 'es'],
    [{ acceptLanguage: 'es;q=0,ja;q=0.1' }, 'jp'],
    [{ acceptLanguage: 'EN-us, ES' }, 'en'],
    [{ acceptLanguage: '*' }, 'en'],
    [{ acceptLanguage: `${'x'.repeat(300)},es` }, 'en'],
    [{ cookie: 'jp', acceptLanguage: 'es' }, 'jp'],
    [{ cookie: 'ja', acceptLanguage: 'es' }, 'es'],
    [{ cookie: 'x'.repeat(10_000), acceptLanguage: 'es' }, 'es'],
    [{ query: 'es', cookie: 'jp', acceptLanguage: 'en' }, 'es'],
    [{ query: 'fr', cookie: 'jp' }, 'jp'],
    [{ query: ['es', 'jp'], cookie: 'jp' }, 'jp'],
    [{ query: '__proto__', cookie: 'constructor' }, 'en'],
    [{ acceptLanguage: '__proto__, constructor;q=0.9' }, 'en'],
  ])('%j → %s', (request, locale) => expect(chooseLocale(request)).toBe(locale));

  test('arbitrary input: always a supported language', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (query, cookie, acceptLanguage) =>
        isLocale(chooseLocale({ query, cookie, acceptLanguage })),
      ),
    );
  });
});

test.each([
  ['MM', 'en', 'Myanmar (Burma)'],
  ['MM', 'jp', 'ミャンマー（ビルマ）'],
  ['CC', 'jp', 'ココス（キーリング）諸島'],
  ['NO', 'jp', 'ノルウェー'],
] as const)('name of %s in %s: %s', (code, locale, name) => expect(getCountryName(code, locale)).toBe(name));
