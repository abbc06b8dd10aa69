import { describe, expect, test } from 'vitest';
import { localeNames } from '../locale.ts';
import { countriesIn } from './countries.ts';

describe.for(localeNames)('the countries in %s', (locale) => {
  const countries = countriesIn(locale);

  test('are all of the standard, each once, each with a name', () => {
    expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
    expect(countries.filter(({ code, name }) => code === name || name === '')).toEqual([]);
  });
});

test('are in the order of the language', () => {
  const first = (locale: 'en' | 'es' | 'jp') => countriesIn(locale)[0]?.name;
  expect([first('en'), first('es'), first('jp')]).toEqual(['Afghanistan', 'Afganistán', 'アイスランド']);
  const spain = countriesIn('es').map(({ name }) => name);
  expect(spain.indexOf('Egipto')).toBeLessThan(spain.indexOf('España'));
});

test('hold the one that is chosen, even where the standard does not', () => {
  expect(countriesIn('en', 'XK').find(({ code }) => code === 'XK')?.name).toBe('Kosovo');
  expect(countriesIn('en', 'DE')).toHaveLength(249);
});
