// Parses a typed amount digit by digit into minor units, without floats. Pure.
import { getLanguage, type Locale } from '#lib/locale.ts';
import { type CurrencyNumber, formatDecimal, getDecimals } from '#lib/money/money.ts';

/**
 * A point or comma before one or two digits is the decimal sign in every language; only the locale's own sign
 * groups thousands or precedes three decimals.
 */
function getSigns(locale: Locale): { readonly group: string; readonly decimal: string } {
  const { 2: group = ',', 6: decimal = '.' } = (12345.5).toLocaleString(getLanguage(locale).intl);
  return { group, decimal };
}

/** More digits than any limit has; still exact as a number. */
const MAX_DIGITS = 10;
const MAX_DECIMALS = 3;

/** Undefined if it cannot be read with certainty. */
export function readAmount(typed: string, locale: Locale, currency: CurrencyNumber): number | undefined {
  const decimals = getDecimals(currency);
  const text = typed.normalize('NFKC').replace(/\s/g, '');
  const { group, decimal } = getSigns(locale);
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d{1,3})?$`);
  const plain = grouped.test(text) ? text.replaceAll(group, '') : text;
  const [, whole = '', sign, cents = ''] = /^(\d+)(?:([.,])(\d{1,3}))?$/.exec(plain) ?? [];
  const isClear = cents.length <= decimals && (cents.length < MAX_DECIMALS || sign === decimal);
  if (whole === '' || whole.length > MAX_DIGITS || !isClear) return undefined;
  return Number(whole + cents.padEnd(decimals, '0'));
}

/** As the user would type it: "50", "12,50". */
export const writeAmount = (amount: number, locale: Locale, currency: CurrencyNumber): string =>
  formatDecimal({ amount, currency }).replace(/\.0+$/, '').replace('.', getSigns(locale).decimal);
