import { expect, test } from 'vitest';
import type { Locale } from './locale.ts';
import { formatOfferTitle } from './offer-title.ts';

test.each<[Locale, string, readonly (string | undefined)[], string]>([
  ['en', 'Brand Stories', ['600 words', undefined], 'Brand Stories, 600 words'],
  ['es', 'Historias de marca', ['600 palabras'], 'Historias de marca, 600 palabras'],
  ['jp', 'ブランドストーリー', ['約1,200字'], 'ブランドストーリー（約1,200字）'],
  ['jp', 'ハッシュタグ', ['1グループ', 'Instagram'], 'ハッシュタグ（1グループ、Instagram）'],
  ['jp', 'グロースアクセラレーター', [undefined], 'グロースアクセラレーター'],
])('title of an order in %s of %s with %j: %4$s', (locale, name, details, title) => {
  expect(formatOfferTitle(name, details, locale)).toBe(title);
});
