// Fields that only some countries have: the state, and the Japanese postal code that finds its address.
import { Trans, useLingui } from '@lingui/react/macro';
import { stateLabel, statesOfCountry } from '#lib/states.ts';
import { type FormField, SelectField, TextField } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';
import { readDigits, useFoundAddress } from './use-found-address.ts';

export type AddressPart = 'address' | 'city' | 'state' | 'zipCode';
export type FieldGetter = (name: AddressPart) => FormField<string>;

type StateFieldProps = { readonly field: FormField<string>; readonly country: string; readonly label: string; readonly optional: boolean };

export function StateField({ country, ...props }: StateFieldProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const options = statesOfCountry(country).map(({ code }) => ({ value: code, name: stateLabel(country, code, locale) }));
  return <SelectField {...props} autoComplete="address-level1" options={[{ value: '', name: t`Choose…` }, ...options]} />;
}

/** Fills in the rest of the address as far as the code tells it. */
export function JapanesePostalCode({ field, label }: { readonly field: FieldGetter; readonly label: string }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const postalCode = field('zipCode');
  const { found, look } = useFoundAddress({ state: field('state'), city: field('city'), address: field('address') });
  const change = (value: string) => {
    postalCode.change(value);
    look(value);
  };
  const isShown = found !== undefined && found.digits === readDigits(postalCode.value);
  const place = found && `${stateLabel('JP', found.address.state, locale)}${found.address.city}${found.address.address}`;
  return (
    <div>
      <TextField
        field={{ ...postalCode, change }}
        label={label}
        hint={t`7 digits. We’ll fill in the rest.`}
        autoComplete="postal-code"
        optional
        exact
      />
      <p role="status" className="soft small">
        {isShown ? <Trans>Found: {place}</Trans> : null}
      </p>
    </div>
  );
}
