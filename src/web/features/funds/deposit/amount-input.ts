// Parses a typed amount digit by digit into minor units, without floats. Pure.
import { type Locale, languageOf } from '../../../../lib/locale.ts';

/** A point or comma before one or two digits is the decimal sign in every language; only the locale's own sign groups thousands. */
function signsOf(locale: Locale): { readonly group: string; readonly decimal: string } {
  const { 2: group = ',', 6: decimal = '.' } = (12345.5).toLocaleString(languageOf(locale).intl);
  return { group, decimal };
}

/** More digits than any limit has; still exact as a number. */
const MAX_DIGITS = 10;
const CENTS = 2;

/** Undefined if it cannot be read with certainty. */
export function readAmount(typed: string, locale: Locale): number | undefined {
  const text = typed.normalize('NFKC').replace(/\s/g, '');
  const { group, decimal } = signsOf(locale);
  const grouped = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d{1,2})?$`);
  const plain = grouped.test(text) ? text.replaceAll(group, '') : text;
  const [, whole = '', cents = ''] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(plain) ?? [];
  if (whole === '' || whole.length > MAX_DIGITS) return undefined;
  return Number(whole + cents.padEnd(CENTS, '0'));
}

/** As the user would type it: "50", "12,50". */
export function writeAmount(amount: number, locale: Locale): string {
  const digits = String(amount).padStart(CENTS + 1, '0');
  const [whole, cents] = [digits.slice(0, -CENTS), digits.slice(-CENTS)];
  return cents === '00' ? whole : whole + signsOf(locale).decimal + cents;
}

/** Machine-readable: "-12.50". */
export const plainAmount = (amount: number): string => {
  const digits = String(Math.abs(amount)).padStart(CENTS + 1, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -CENTS)}.${digits.slice(-CENTS)}`;
};
