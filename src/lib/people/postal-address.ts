// Names and postal addresses in one order of parts per language and country. Pure.
import { getCountryName, type Locale } from '../locale.ts';

type Named = { readonly firstName: string; readonly lastName: string };

/** Japanese writes the family name first. */
export const formatFullName = ({ firstName, lastName }: Named, locale: Locale): string =>
  (locale === 'jp' ? [lastName, firstName] : [firstName, lastName]).filter(Boolean).join(' ');

export type PostalAddress = Readonly<Record<'country' | 'state' | 'city' | 'address' | 'zipCode', string>>;

type NameRegion = (country: string, state: string, locale: Locale) => string;
const asStored: NameRegion = (_, state) => state;

/** Countries whose addresses need a state, province or prefecture: those of states.ts. */
export const hasStates = (country: string): boolean => ['AU', 'CA', 'JP', 'US'].includes(country);

/** The lines of an address without its country, as its country writes them. */
export function formatAddressLines(
  { country, state, city, address, zipCode }: PostalAddress,
  locale: Locale,
  nameRegion = asStored,
): string[] {
  const region = state && nameRegion(country, state, locale);
  const joinParts = (...parts: readonly string[]) => parts.filter(Boolean).join(' ');
  const withComma = (...parts: readonly string[]) => parts.filter(Boolean).join(', ');
  const lines: Readonly<Record<string, () => readonly string[]>> = {
    AU: () => [address, joinParts(city, region, zipCode)],
    CA: () => [address, joinParts(withComma(city, region), zipCode)],
    GB: () => [address, city, zipCode],
    IE: () => [address, city, zipCode],
    JP: () =>
      locale === 'jp'
        ? [joinParts(zipCode && `〒${zipCode}`, `${region}${city}`), address]
        : [address, joinParts(withComma(city, region), zipCode)],
    NZ: () => [address, joinParts(city, zipCode)],
    US: () => [address, joinParts(withComma(city, region), zipCode)],
  };
  return (lines[country]?.() ?? [address, joinParts(zipCode, city), region]).filter(Boolean);
}

/** On one line, with the country. */
export function formatAddressLine(postal: PostalAddress, locale: Locale): string {
  const lines = formatAddressLines(postal, locale);
  const land = postal.country && getCountryName(postal.country, locale);
  if (locale !== 'jp') return [...lines, land].filter(Boolean).join(', ');
  if (postal.country === 'JP') return lines.join('');
  return land ? `${lines.join(', ')}（${land}）` : lines.join(', ');
}

/** The country that a form begins with if the account has none. */
export const getUsualCountry = (locale: Locale): string => (locale === 'jp' ? 'JP' : '');
