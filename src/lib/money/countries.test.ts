import { describe, expect, test } from 'vitest';
import { localeNames } from '../locale.ts';
import { isCountry, listCountries } from './countries.ts';

describe.for(localeNames)('countries in %s', (locale) => {
  const countries = listCountries(locale);

  test('list: all countries of the standard, each once and with a name', () => {
    expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
    expect(countries.filter(({ code, name }) => code === name || name === '')).toEqual([]);
  });
});

test('countries: sorted by the rules of the language', () => {
  const first = (locale: 'en' | 'es' | 'jp') => listCountries(locale)[0]?.name;
  expect([first('en'), first('es'), first('jp')]).toEqual(['Afghanistan', 'Afganistán', 'アイスランド']);
  const spain = listCountries('es').map(({ name }) => name);
  expect(spain.indexOf('Egipto')).toBeLessThan(spain.indexOf('España'));
});

test('countries: a chosen country outside of the standard is included', () => {
  expect(listCountries('en', 'XK').find(({ code }) => code === 'XK')?.name).toBe('Kosovo');
  expect(listCountries('en', 'DE')).toHaveLength(249);
});

test.each([
  ['DE', true],
  ['de', false],
  ['XK', false],
  ['', false],
])('%s is a country of the standard: %s', (code, is) => expect(isCountry(code)).toBe(is));
