// Validates VAT IDs by format and check digits. No authority is queried, so an ID may be valid but not in
// force.
import * as vat from 'jsvat';

/**
 * The ISO country; `wrong`: the prefix of a known country, but invalid; undefined: a kind of number that is
 * not supported.
 */
export type Judged = { readonly country: string } | 'wrong' | undefined;

const countries = Object.values(vat).filter((each): each is vat.Country => typeof each === 'object' && each !== null && 'codes' in each);
/** Prefixes of VAT IDs: ISO letters, and both spellings of Greece. */
const prefixes = new Set([...countries.flatMap(({ codes }) => codes.filter((code) => /^[A-Z]{2}$/.test(code))), 'EL']);

/** Removes separators: "NO 923 456 783 MVA" becomes "NO923456783MVA". */
const normalizeVatId = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.·/-]/g, '');

export function validateVatId(text: string): Judged {
  const plain = normalizeVatId(text);
  const { isValid, country } = vat.checkVAT(plain, countries);
  // The library accepts numbers without a prefix for some countries, so the prefix is checked first.
  const prefix = plain.slice(0, 2);
  if (!prefixes.has(prefix)) return undefined;
  return isValid && country ? { country: country.isoCode.short } : 'wrong';
}
