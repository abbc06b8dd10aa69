// The fields of an address, in the order and words of its country.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { TextField } from '#ui/forms/field.tsx';
import type { AddressPart, FieldGetter } from './regional-fields.tsx';

// With the names of states and prefectures, which most addresses do not need.
const StateField = createLazyPart(() => import('./regional-fields.tsx').then(({ StateField }) => StateField));
const JapanesePostalCode = createLazyPart(() => import('./regional-fields.tsx').then(({ JapanesePostalCode }) => JapanesePostalCode));

const usual: readonly AddressPart[] = ['address', 'zipCode', 'city'];
const partsByCountry: Readonly<Record<string, readonly AddressPart[]>> = {
  AU: ['address', 'city', 'state', 'zipCode'],
  CA: ['address', 'city', 'state', 'zipCode'],
  GB: ['address', 'city', 'zipCode'],
  IE: ['address', 'city', 'zipCode'],
  JP: ['zipCode', 'state', 'city', 'address'],
  NZ: ['address', 'city', 'zipCode'],
  US: ['address', 'city', 'state', 'zipCode'],
};

type AddressFieldsProps = {
  readonly country: string;
  readonly field: FieldGetter;
  /** An account needs no address; an invoice does, but for the postal code. */
  readonly optional?: boolean;
};

export function AddressFields({ country, field, optional = false }: AddressFieldsProps) {
  const labels = useAddressLabels(country);
  const shown: Readonly<Record<AddressPart, () => ReactNode>> = {
    address: () => (
      <TextField key="address" field={field('address')} label={labels.address} autoComplete="address-line1" optional={optional} />
    ),
    city: () => <TextField key="city" field={field('city')} label={labels.city} autoComplete="address-level2" optional={optional} />,
    zipCode: () =>
      country === 'JP' ? (
        <JapanesePostalCode key="zipCode" field={field} label={labels.zipCode} />
      ) : (
        <TextField key="zipCode" field={field('zipCode')} label={labels.zipCode} autoComplete="postal-code" optional />
      ),
    state: () => <StateField key="state" field={field('state')} country={country} label={labels.state} optional={optional} />,
  };
  return (partsByCountry[country] ?? usual).map((part) => shown[part]());
}

function useAddressLabels(country: string): Readonly<Record<AddressPart, string>> {
  const { t } = useLingui();
  const postcode: Readonly<Record<string, string>> = { AU: t`Postcode`, GB: t`Postcode`, IE: t`Eircode`, NZ: t`Postcode`, US: t`ZIP code` };
  const city: Readonly<Record<string, string>> = { GB: t`Town or city`, IE: t`Town or city`, JP: t`City, ward or town` };
  const state: Readonly<Record<string, string>> = { AU: t`State or territory`, CA: t`Province or territory`, JP: t`Prefecture` };
  return {
    address: country === 'JP' ? t`Street number and building` : t`Address`,
    city: city[country] ?? t`City`,
    state: state[country] ?? t`State`,
    zipCode: postcode[country] ?? t`Postal code`,
  };
}
