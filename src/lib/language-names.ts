// Languages that a release does not have: their tags, how they are written, and the names of their files.
import { type BuiltInLocale, isBuiltIn, type Locale, locales, type ShopLanguage, type ShopLanguages } from './locale.ts';

/**
 * Opened with the first language: the data of the names takes 20 ms and some memory, and most shops have the
 * languages of the release.
 */
let names: Intl.DisplayNames | undefined;
const form = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/;

/** A language that has a name, in its canonical spelling: fr, pt-BR, zh-Hant. */
export function isLanguageTag(tag: string): boolean {
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return form.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag && names.of(tag) !== undefined;
}

export const listLanguages = (tags: readonly Locale[]): ShopLanguages =>
  Object.fromEntries(tags.map((tag) => [tag, isBuiltIn(tag) ? locales[tag] : toShopLanguage(tag)]));

/** English, or the first language of the release that the shop has. */
export const getFallback = (languages: ShopLanguages): BuiltInLocale =>
  Object.hasOwn(languages, 'en') ? 'en' : (Object.keys(languages).find(isBuiltIn) ?? 'en');

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** Digits are those of prices, order numbers and forms, also where a language has others. */
function toShopLanguage(tag: string): ShopLanguage {
  const own = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return {
    html: tag,
    intl: `${tag}-u-nu-latn`,
    shown: tag.toUpperCase(),
    name: own.replace(/^./u, (first) => first.toLocaleUpperCase(tag)),
    ...(rightToLeft.has(getScript(tag)) ? { dir: 'rtl' } : {}),
  };
}

const getScript = (tag: string): string => new Intl.Locale(tag).maximize().script ?? 'Latn';

/** Whether the fonts of documents and pictures can write it: they have Latin and Japanese letters only. */
export const hasFonts = (locale: string): boolean => isBuiltIn(locale) || getScript(locale) === 'Latn';

export const getMessagesFile = (locale: Locale): string => `languages/${locale}.po`;
export const getServerMessagesFile = (locale: Locale): string => `languages/${locale}.server.po`;
export const getOwnerTextsFile = (locale: Locale): string => `languages/${locale}.shop.po`;
