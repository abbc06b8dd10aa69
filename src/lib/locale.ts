// The languages: those of the release, those of the running shop, and the choice for a request.

/**
 * The languages of the release: it has every message and every mail in them, and the owner's YAML files have
 * their texts.
 */
export const locales = {
  en: { html: 'en', intl: 'en-US', shown: 'EN', name: 'English' },
  es: { html: 'es', intl: 'es-ES', shown: 'ES', name: 'Español' },
  jp: { html: 'ja', intl: 'ja-JP', shown: 'JP', name: '日本語' },
} as const;

export type BuiltInLocale = keyof typeof locales;
/**
 * A language that the owner has added by files. What they do not translate is shown in the fallback language.
 */
export type AddedLocale = string & { readonly isAdded: true };
export type Locale = BuiltInLocale | AddedLocale;
export type Words = Readonly<Record<BuiltInLocale, string>>;
/** Texts that may be missing in added languages. */
export type InLocales<T> = Readonly<Record<BuiltInLocale, T>> & { readonly [Name in AddedLocale]?: T };

export const noWords: Words = { en: '', es: '', jp: '' };

/** How a language is named and written. Absent `dir`: from left to right. */
export type ShopLanguage = {
  readonly html: string;
  readonly intl: string;
  readonly shown: string;
  readonly name: string;
  readonly dir?: 'rtl';
};
export type ShopLanguages = Readonly<Record<string, ShopLanguage>>;

export const builtInLocales = /* @__PURE__ */ Object.keys(locales) as readonly BuiltInLocale[];
export const isBuiltIn = (value: unknown): value is BuiltInLocale => typeof value === 'string' && Object.hasOwn(locales, value);

let languages: ShopLanguages = locales;
/** The languages of the shop, in the order of its menu. */
export let localeNames = Object.keys(locales) as readonly Locale[];
/** The language of texts that are missing in another one. */
export let fallbackLocale: BuiltInLocale = 'en';

/** Once, when a process, a thread or a page starts; pages need no fallback. */
export function setLanguages(those: ShopLanguages, fallback: BuiltInLocale = 'en'): void {
  languages = those;
  localeNames = Object.keys(those) as Locale[];
  fallbackLocale = fallback;
}

export const getLanguage = (locale: Locale): ShopLanguage => languages[locale] ?? locales.en;

export const isLocale = (value: unknown): value is Locale => typeof value === 'string' && Object.hasOwn(languages, value);

/** The owner's texts must exist in it: a language of the release that the shop has, or the fallback. */
export const isNeeded = (locale: BuiltInLocale): boolean => isLocale(locale) || locale === fallbackLocale;

/** A stored language that the shop does not have any more becomes the fallback. */
export const toKnownLocale = (value: unknown, fallback: Locale = fallbackLocale): Locale =>
  [value, fallback, fallbackLocale].find(isLocale) ?? localeNames[0] ?? fallbackLocale;

/** Name of a country; unknown codes are shown as they are. */
export function getCountryName(code: string, locale: Locale): string {
  const { intl } = getLanguage(locale);
  const names = regions.get(intl) ?? new Intl.DisplayNames(intl, { type: 'region', fallback: 'code' });
  regions.set(intl, names);
  const name = code === NO_COUNTRY ? code : (names.of(code) ?? code);
  // Japanese has full-width brackets, without a space before them.
  return locale === 'jp' ? name.replace(/ ?\((.+)\)/, '（$1）') : name;
}

const regions = /* @__PURE__ */ new Map<string, Intl.DisplayNames>();

/** ISO 3166-1 code for "unknown", which Intl would show as such. */
const NO_COUNTRY = 'ZZ';

/** Longer headers are cut before parsing. */
const HEADER_CHARS = 200;

/** The whole tag, or the language of another region: pt-BR, pt-PT. */
function findLocaleByTag(tag: string): Locale | undefined {
  const tags = (name: Locale): string[] => [name.toLowerCase(), getLanguage(name).html.toLowerCase()];
  const language = tag.split('-')[0] ?? '';
  return (
    localeNames.find((name) => tags(name).includes(tag)) ??
    localeNames.find((name) => tags(name).some((each) => each.split('-')[0] === language))
  );
}

type LocaleSources = { query?: unknown; cookie?: unknown; acceptLanguage?: string | undefined; fallback?: Locale };

/** Order of precedence: `?lang=`, cookie, Accept-Language, the shop's default. */
export function chooseLocale(request: LocaleSources): Locale {
  if (isLocale(request.query)) return request.query;
  if (isLocale(request.cookie)) return request.cookie;
  return fromAcceptLanguage(request.acceptLanguage) ?? toKnownLocale(request.fallback);
}

function fromAcceptLanguage(header: string | undefined): Locale | undefined {
  if (!header) return undefined;
  let best: { locale: Locale; weight: number } | undefined;
  for (const part of header.slice(0, HEADER_CHARS).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const locale = findLocaleByTag(tag.trim());
    const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find((found) => found !== undefined);
    const weight = quality === undefined ? 1 : Number(quality);
    if (locale && weight > 0 && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale;
}
