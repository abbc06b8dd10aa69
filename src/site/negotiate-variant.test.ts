import { describe, expect, test } from 'vitest';
import { createChoiceCookies, findCurrency, getVisitor } from './negotiate-variant.ts';

const currencies = [0, 1, 3, 4, 6598];
const request = { query: {}, localeCookie: undefined, currencyCookie: undefined, acceptLanguage: undefined };

describe('language and currency of a visitor', () => {
  test.for([
    [{}, 'en', 0],
    [{ query: { lang: 'es' }, localeCookie: 'jp' }, 'es', 0],
    [{ query: { lang: 'xx' }, localeCookie: 'jp' }, 'jp', 0],
    [{ acceptLanguage: 'ja-JP,en;q=0.5' }, 'jp', 0],
    [{ localeCookie: 'fr', acceptLanguage: 'es' }, 'es', 0],
    [{ currencyCookie: '4' }, 'en', 4],
    [{ currencyCookie: '2' }, 'en', 0],
    [{ query: undefined }, 'en', 0],
  ] as const)('%o → %s, %s', ([given, locale, currency]) => {
    expect(getVisitor({ ...request, ...given }, { locale: 'en', currency: 0, currencies })).toEqual({ locale, currency });
  });

  test('no supported language requested: the language of the shop is used', () => {
    const fallback = { locale: 'jp', currency: 4 } as const;
    expect(getVisitor({ ...request, acceptLanguage: 'de' }, { ...fallback, currencies })).toEqual(fallback);
    expect(getVisitor({ ...request, currencyCookie: '1' }, { ...fallback, currencies }).currency).toBe(1);
  });
});

test.for([
  ['0', 0],
  ['1', 1],
  ['3', 3],
  ['6598', 6598],
  ['6599', undefined],
  ['2', undefined],
  ['', undefined],
  ['1.0', undefined],
  [' 1', undefined],
  ['1e0', undefined],
  [1, undefined],
  [undefined, undefined],
] as const)('currency %o is read as %s', ([text, currency]) => {
  expect(findCurrency(text, currencies)).toBe(currency);
});

describe('cookies of a language or currency choice', () => {
  const end = '; Max-Age=31536000; Path=/; SameSite=Lax';
  test.for([
    [{ lang: 'es' }, false, [`locale=es${end}`]],
    [{ currency: '1' }, true, [`currency=1${end}; Secure`]],
    [{ lang: 'xx', currency: '9' }, false, []],
    [{ lang: 'es\r\nset-cookie: x=y' }, false, []],
    [{}, false, []],
  ] as const)('%o: valid values are set for a year', ([chosen, secure, cookies]) => {
    expect(createChoiceCookies(chosen, { currencies, secure })).toEqual(cookies);
  });
});
