// The owner's texts in the language of a page or a mail. The YAML files have them in the languages of the
// release; the translations into an added language are in a file of its own, by the text in the fallback
// language. A text that was changed since is therefore shown in the fallback language, not outdated.
import { fallbackLocale, type InLocales, isBuiltIn, type Locale, type Words } from '../locale.ts';

/** By the text in the fallback language. */
export type OwnerTexts = Readonly<Record<string, string>>;

let translations: Readonly<Record<string, OwnerTexts>> = {};

/** Once, when a process or the renderer of the pages starts. */
export function setOwnerTexts(byLocale: Readonly<Record<string, OwnerTexts>>): void {
  translations = byLocale;
}

export const localizeText = (words: Words, locale: Locale): string =>
  isBuiltIn(locale) ? words[locale] : translateText(words[fallbackLocale], locale);

/** A whole file, such as a policy or a mail. */
export const localizeFile = <T>(files: InLocales<T>, locale: Locale): T => files[locale] ?? files[fallbackLocale];

/** Any value with texts in it, such as a sample. */
export function localizeValue<T>(values: Readonly<Record<keyof Words, T>>, locale: Locale): T {
  return isBuiltIn(locale) ? values[locale] : translateValue(values[fallbackLocale], locale);
}

function translateText(text: string, locale: Locale): string {
  const own = translations[locale];
  return own !== undefined && Object.hasOwn(own, text) ? (own[text] ?? text) : text;
}

/** Keys of a sample whose values are identifiers, not texts. */
export const isName = (key: string): boolean => ['kind', 'picture', 'service', 'platform', 'handle', 'time'].includes(key);

function translateValue<T>(value: T, locale: Locale): T {
  if (typeof value === 'string') return translateText(value, locale) as T;
  if (Array.isArray(value)) return value.map((item) => translateValue(item, locale)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, isName(key) ? item : translateValue(item, locale)])) as T;
}
