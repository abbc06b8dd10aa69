// What billing forms have in common: a country whose change clears the state, and the values as text.
import type { Locale } from '#lib/locale.ts';
import { formatAddressLine, formatFullName } from '#lib/people/postal-address.ts';
import type { FormField } from '#ui/forms/field.tsx';

/** Until there is an answer, a VAT ID makes a business. */
export const guessBuysAs = (details: { readonly buysAs: 'consumer' | 'business' | null; readonly vatId: string }) =>
  details.buysAs ?? (details.vatId === '' ? 'consumer' : 'business');

export type BillingName = 'firstName' | 'lastName' | 'country' | 'state' | 'city' | 'address' | 'zipCode';

export function createCountryField(field: (name: 'country' | 'state') => FormField<string>): FormField<string> {
  const country = field('country');
  const change = (value: string) => {
    // A state belongs to its country.
    field('state').change('');
    country.change(value);
  };
  return { ...country, change };
}

/** The person and the address, each on one line. */
export function formatBilling(value: (name: BillingName) => string, locale: Locale): { readonly person: string; readonly place: string } {
  const [country, state, city, address, zipCode] = [value('country'), value('state'), value('city'), value('address'), value('zipCode')];
  return {
    person: formatFullName({ firstName: value('firstName'), lastName: value('lastName') }, locale),
    place: formatAddressLine({ country, state, city, address, zipCode }, locale),
  };
}
