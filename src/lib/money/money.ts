// Money: whole minor units plus a currency. The only file that creates or formats it; two currencies never add.
import { type Locale, languageOf } from '../locale.ts';

export const Currency = { EUR: 0, USD: 1, AUD: 3, NOK: 4 } as const;
export type CurrencyCode = keyof typeof Currency;
export type CurrencyNumber = (typeof Currency)[CurrencyCode];

export const currencyCodes = Object.keys(Currency) as readonly CurrencyCode[];
export const currencyNumbers = Object.values(Currency) as readonly CurrencyNumber[];
export const defaultCurrency: CurrencyNumber = Currency.EUR;

export const isCurrency = (value: unknown): value is CurrencyNumber => (currencyNumbers as readonly unknown[]).includes(value);

const codeOf = new Map<CurrencyNumber, CurrencyCode>(currencyCodes.map((code) => [Currency[code], code]));
export const currencyCode = (currency: CurrencyNumber): CurrencyCode => codeOf.get(currency) as CurrencyCode;

export type Money = { readonly amount: number; readonly currency: CurrencyNumber };

/** Own signs instead of the locale's, because US$ and A$ must differ in every language. */
const signs: Readonly<Record<CurrencyCode, string>> = { EUR: '€', USD: 'US$', AUD: 'A$', NOK: 'NOK' };

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(code: CurrencyCode, locale: Locale, digits: 'always' | 'ifAny'): Intl.NumberFormat {
  const key = `${code}${locale}${digits}`;
  let format = formats.get(key);
  if (!format) {
    const trailingZeroDisplay = digits === 'ifAny' ? 'stripIfInteger' : 'auto';
    format = new Intl.NumberFormat(languageOf(locale).intl, { style: 'currency', currency: code, trailingZeroDisplay });
    formats.set(key, format);
  }
  return format;
}

/** "€49.00"; with `digits: 'ifAny'` a whole amount is shown without its cents: "€49". */
export function showMoney(money: Money, locale: Locale, digits: 'always' | 'ifAny' = 'always'): string {
  const code = currencyCode(money.currency);
  const parts = formatFor(code, locale, digits).formatToParts(money.amount / 100);
  return parts.map((part) => (part.type === 'currency' ? signs[code] : part.value)).join('');
}

/** "-1234.50", for machine-readable files. */
export const decimalMoney = (amount: number): string =>
  `${amount < 0 ? '-' : ''}${Math.floor(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;
