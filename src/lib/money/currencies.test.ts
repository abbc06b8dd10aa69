import { expect, test } from 'vitest';
import type { Locale } from '../locale.ts';
import { getCurrencyName, isCurrencyCode } from './currencies.ts';
import { getCurrencyNumber } from './money.ts';

test.each<[string, Locale, string]>([
  ['USD', 'en', 'US dollar'],
  ['USD', 'es', 'Dólar estadounidense'],
  ['USD', 'jp', '米ドル'],
  ['EUR', 'es', 'Euro'],
  ['GBP', 'en', 'British pound'],
  ['GBP', 'jp', '英国ポンド'],
  ['AUD', 'jp', 'オーストラリアドル'],
  ['XOF', 'jp', '西アフリカCFAフラン'],
  ['BAM', 'jp', 'ボスニア・ヘルツェゴビナ兌換マルク(BAM)'],
])('name of %s in %s: %s', (code, locale, name) => {
  expect(getCurrencyName(getCurrencyNumber(code), locale)).toBe(name);
});

test.each([
  ['EUR', true],
  ['ZWG', true],
  ['eur', false],
  ['', false],
  ['XAU', false],
])('%s is a currency: %s', (code, is) => expect(isCurrencyCode(code)).toBe(is));
