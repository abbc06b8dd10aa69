// Texts in three languages with gaps: what is missing in one is taken from another. Pure.
import { type BuiltInLocale, builtInLocales, type Words } from '../locale.ts';
import { isTree } from '../yaml/merge.ts';

/** The same value; in all texts of it, empty languages have the text of `fallback`. */
export function fillWords<T>(value: T, fallback: BuiltInLocale): T {
  if (Array.isArray(value)) return value.map((item) => fillWords(item, fallback)) as T;
  if (!isTree(value)) return value;
  if (builtInLocales.every((locale) => typeof value[locale] === 'string')) {
    const words = value as unknown as Words;
    return Object.fromEntries(builtInLocales.map((locale) => [locale, words[locale].trim() === '' ? words[fallback] : words[locale]])) as T;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillWords(item, fallback)])) as T;
}
