// The three languages: API names, HTML and Intl tags, and the choice for a request.

export const locales = {
  en: { html: 'en', intl: 'en-US', shown: 'EN', name: 'English' },
  es: { html: 'es', intl: 'es-ES', shown: 'ES', name: 'Español' },
  jp: { html: 'ja', intl: 'ja-JP', shown: 'JP', name: '日本語' },
} as const;

export type Locale = keyof typeof locales;
export type Words = Readonly<Record<Locale, string>>;

export const noWords: Words = { en: '', es: '', jp: '' };

export const localeNames = Object.keys(locales) as readonly Locale[];
export const fallbackLocale: Locale = 'en';

export const isLocale = (value: unknown): value is Locale => typeof value === 'string' && Object.hasOwn(locales, value);

/** Name of a country; unknown codes are shown as they are. */
export function countryName(code: string, locale: Locale): string {
  const names = new Intl.DisplayNames(locales[locale].intl, { type: 'region', fallback: 'code' });
  const name = code === NO_COUNTRY ? code : (names.of(code) ?? code);
  // Japanese has full-width brackets, without a space before them.
  return locale === 'jp' ? name.replace(/ ?\((.+)\)/, '（$1）') : name;
}

/** ISO 3166-1 code for "unknown", which Intl would show as such. */
const NO_COUNTRY = 'ZZ';

/** Longer headers are cut before parsing. */
const HEADER_CHARS = 200;

const byLanguageTag: ReadonlyMap<string, Locale> = new Map([
  ['en', 'en'],
  ['es', 'es'],
  ['ja', 'jp'],
  ['jp', 'jp'],
]);

type LocaleSources = { query?: unknown; cookie?: unknown; acceptLanguage?: string | undefined; fallback?: Locale };

/** Order of precedence: `?lang=`, cookie, Accept-Language, the shop's default. */
export function chooseLocale(request: LocaleSources): Locale {
  if (isLocale(request.query)) return request.query;
  if (isLocale(request.cookie)) return request.cookie;
  return fromAcceptLanguage(request.acceptLanguage) ?? request.fallback ?? fallbackLocale;
}

function fromAcceptLanguage(header: string | undefined): Locale | undefined {
  if (!header) return undefined;
  let best: { locale: Locale; weight: number } | undefined;
  for (const part of header.slice(0, HEADER_CHARS).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const locale = byLanguageTag.get(tag.split('-')[0] ?? '');
    const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find((found) => found !== undefined);
    const weight = quality === undefined ? 1 : Number(quality);
    if (locale && weight > 0 && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale;
}
