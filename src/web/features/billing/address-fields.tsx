// The fields of an address, in the order and words of its country.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { statesOfCountry } from '../../../lib/states.ts';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import type { FieldOf } from '../../../ui/forms/use-form.ts';

type AddressPart = 'address' | 'city' | 'state' | 'zipCode';
type FieldGetter<Name extends string> = (name: Name) => FieldOf<string>;

const usual: readonly AddressPart[] = ['address', 'zipCode', 'city'];
const partsByCountry: Readonly<Record<string, readonly AddressPart[]>> = {
  AU: ['address', 'city', 'state', 'zipCode'],
  CA: ['address', 'city', 'state', 'zipCode'],
  GB: ['address', 'city', 'zipCode'],
  IE: ['address', 'city', 'zipCode'],
  JP: ['zipCode', 'city', 'address'],
  NZ: ['address', 'city', 'zipCode'],
  US: ['address', 'city', 'state', 'zipCode'],
};

type AddressFieldsProps = {
  readonly country: string;
  readonly field: FieldGetter<Exclude<AddressPart, 'state'>>;
  /** Shown for the countries whose addresses need it. */
  readonly state?: FieldOf<string>;
  /** An account needs no address; an invoice does, but for the postal code. */
  readonly optional?: boolean;
};

export function AddressFields({ country, field, state, optional = false }: AddressFieldsProps) {
  const { t } = useLingui();
  const labels = useAddressLabels(country);
  const states = statesOfCountry(country);
  const shown: Readonly<Record<AddressPart, () => ReactNode>> = {
    address: () => (
      <TextField key="address" of={field('address')} label={labels.address} autoComplete="address-line1" optional={optional} />
    ),
    city: () => <TextField key="city" of={field('city')} label={labels.city} autoComplete="address-level2" optional={optional} />,
    zipCode: () => <TextField key="zipCode" of={field('zipCode')} label={labels.zipCode} autoComplete="postal-code" optional />,
    state: () =>
      state ? (
        <SelectField
          key="state"
          of={state}
          label={labels.state}
          autoComplete="address-level1"
          options={[{ value: '', name: t`Choose…` }, ...states.map(({ code, name }) => ({ value: code, name }))]}
        />
      ) : null,
  };
  return (partsByCountry[country] ?? usual).map((part) => shown[part]());
}

function useAddressLabels(country: string): Readonly<Record<AddressPart, string>> {
  const { t } = useLingui();
  const postcode: Readonly<Record<string, string>> = { AU: t`Postcode`, GB: t`Postcode`, NZ: t`Postcode`, US: t`ZIP code` };
  return {
    address: country === 'JP' ? t`Street number and building` : t`Address`,
    city: country === 'JP' ? t`Prefecture and city` : t`City`,
    state: t`State or province`,
    zipCode: postcode[country] ?? t`Postal code`,
  };
}
