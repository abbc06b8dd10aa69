// Whether a VAT ID can be one, by its form and its check digits. Nobody is asked: whether it is in force, only the authority of its country knows.
import * as vat from 'jsvat';

/** Its country, by ISO; `wrong`: it begins as one of a country that we know and is none; undefined: a number of a kind that we cannot judge. */
export type Judged = { readonly country: string } | 'wrong' | undefined;

const known = Object.values(vat).filter((each): each is vat.Country => typeof each === 'object' && each !== null && 'codes' in each);
/** As they begin: of Greece's two spellings, and the ISO letters of each. */
const prefixes = new Set([...known.flatMap(({ codes }) => codes.filter((code) => /^[A-Z]{2}$/.test(code))), 'EL']);

/** Without what people put between: "NO 923 456 783 MVA" is "NO923456783MVA". */
const plainVatId = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.·/-]/g, '');

export function validateVatId(typed: string): Judged {
  const plain = plainVatId(typed);
  const { isValid, country } = vat.checkVAT(plain, known);
  // The letters tell: numbers without them are taken for any country whose own have none.
  const prefix = plain.slice(0, 2);
  if (!prefixes.has(prefix)) return undefined;
  return isValid && country ? { country: country.isoCode.short } : 'wrong';
}
