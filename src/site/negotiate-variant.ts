// Chooses the variant of a page (language, currency). Pure.
import { chooseLocale, isLocale, type Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export type VariantRequest = {
  /** Absent if the path could not be decoded. */
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly localeCookie: string | undefined;
  readonly currencyCookie: string | undefined;
  readonly acceptLanguage: string | undefined;
};

export type VisitorPreferences = { readonly locale: Locale; readonly currency: CurrencyNumber };

/** `currencies`: what the shop sells in; other choices are of another time. */
export const getVisitor = (
  { query, localeCookie, currencyCookie, acceptLanguage }: VariantRequest,
  { currencies, ...fallback }: VisitorPreferences & { readonly currencies: readonly CurrencyNumber[] },
): VisitorPreferences => ({
  locale: chooseLocale({ query: query?.lang, cookie: localeCookie, acceptLanguage, fallback: fallback.locale }),
  currency: findCurrency(currencyCookie, currencies) ?? fallback.currency,
});

export function findCurrency(text: unknown, currencies: readonly CurrencyNumber[]): CurrencyNumber | undefined {
  const currency = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  return currencies.find((each) => each === currency);
}

/** The cookie remembers an explicit choice for a year. */
export function createChoiceCookies(
  chosen: Readonly<Record<string, unknown>>,
  { currencies, secure }: { readonly currencies: readonly CurrencyNumber[]; readonly secure: boolean },
): string[] {
  const end = `; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  const currency = findCurrency(chosen.currency, currencies);
  return [
    ...(isLocale(chosen.lang) ? [`locale=${chosen.lang}${end}`] : []),
    ...(currency === undefined ? [] : [`currency=${currency}${end}`]),
  ];
}
