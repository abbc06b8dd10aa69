// Money: whole minor units plus a currency. The only file that creates or formats it; two currencies never
// add.
import { getLanguage, type Locale } from '../locale.ts';

/** ISO 4217. */
export type CurrencyCode = string;
/** On the wire and in the database. */
export type CurrencyNumber = number;

/** Those of the sample shop, with the numbers of the contract; 2 is never a currency. */
export const Currency = { EUR: 0, USD: 1, AUD: 3, NOK: 4 } as const;
/** By number. */
const contract: readonly CurrencyCode[] = ['EUR', 'USD', '', 'AUD', 'NOK'];

/**
 * Any other code has the number that its letters are, from 100: so no number is ever given to another
 * currency.
 */
const FIRST_OWN = 100;
const LETTERS = 26;
const A = 65;
const places = [LETTERS ** 2, LETTERS, 1];

export const getCurrencyNumber = (code: CurrencyCode): CurrencyNumber =>
  contract.includes(code)
    ? contract.indexOf(code)
    : places.reduce((sum, place, index) => sum + (code.charCodeAt(index) - A) * place, FIRST_OWN);

export const getCurrencyCode = (currency: CurrencyNumber): CurrencyCode =>
  contract[currency] ?? String.fromCharCode(...places.map((place) => A + (Math.floor((currency - FIRST_OWN) / place) % LETTERS)));

/** Whether it is the number of any currency; a shop sells in few of them. */
export function isCurrency(value: unknown): value is CurrencyNumber {
  const code = Number.isInteger(value) ? getCurrencyCode(value as number) : '';
  return /^[A-Z]{3}$/.test(code) && getCurrencyNumber(code) === value;
}

export type Money = { readonly amount: number; readonly currency: CurrencyNumber };

/**
 * ISO 4217: without decimals, then with three. Not asked of Intl: browsers disagree, and most leave out
 * decimals that are not in use.
 */
const exceptions = ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF', '', '', 'BHD IQD JOD KWD LYD OMR TND'];

/** Decimal places of an amount. */
export function getDecimals(currency: CurrencyNumber): number {
  const decimals = exceptions.findIndex((codes) => codes.includes(getCurrencyCode(currency)));
  return decimals < 0 ? 2 : decimals;
}

/** By number. Own signs instead of the locale's, because US$ and A$ must differ in every language. */
const signs = ['€', 'US$', '', 'A$', 'NOK'];

/** `sign`: as Intl writes it; `own`: as the shop does. */
type MoneyFormat = { readonly format: Intl.NumberFormat; readonly units: number; readonly sign: string; readonly own: string };

/** With `ifAny`, a whole amount is shown without its cents: "€49". */
type Digits = 'always' | 'ifAny';

const formats = new Map<string, MoneyFormat>();

function formatFor(currency: CurrencyNumber, intl: string, digits: Digits): MoneyFormat {
  const key = `${currency}${intl}${digits}`;
  let known = formats.get(key);
  if (!known) {
    const decimals = getDecimals(currency);
    const format = new Intl.NumberFormat(intl, {
      style: 'currency',
      currency: getCurrencyCode(currency),
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      trailingZeroDisplay: digits === 'ifAny' ? 'stripIfInteger' : 'auto',
    });
    const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
    // Japanese has a full-width yen sign, which is wider than a digit.
    known = { format, units: 10 ** decimals, sign, own: signs[currency] ?? sign.normalize('NFKC') };
    formats.set(key, known);
  }
  return known;
}

/** "€49.00" */
export const showMoney = (money: Money, locale: Locale, digits: Digits = 'always'): string =>
  formatMoney(money, getLanguage(locale).intl, digits);

/** `intl`: the language, for a script that does not know the shop's. */
export function formatMoney({ amount, currency }: Money, intl: string, digits: Digits): string {
  const { format, units, sign, own } = formatFor(currency, intl, digits);
  // A function, because `$` in a replacement has a meaning.
  return format.format(amount / units).replace(sign, () => own);
}

/** "-1234.50", for machine-readable files and inputs. */
export function formatDecimal({ amount, currency }: Money): string {
  const decimals = getDecimals(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const [whole, cents] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${amount < 0 ? '-' : ''}${whole}${cents && `.${cents}`}`;
}

/** Minor units of "12", "12.5" or "12,50"; undefined if it is no amount of the currency. */
export function parseMoney(text: string, currency: CurrencyNumber): number | undefined {
  const decimals = getDecimals(currency);
  const [, whole, cents = ''] = /^(\d{1,10})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? [];
  return whole === undefined || cents.length > decimals ? undefined : Number(whole + cents.padEnd(decimals, '0'));
}
