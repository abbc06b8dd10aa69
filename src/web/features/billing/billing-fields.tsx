// Billing fields, shared by all payment forms.
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { countriesIn } from '../../../lib/money/countries.ts';
import { statesOfCountry } from '../../../lib/states.ts';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import type { FieldOf } from '../../../ui/forms/use-form.ts';
import { usePage } from '../../router/page/context.ts';
import css from './billing-fields.module.css';

export type BillingName = 'firstName' | 'lastName' | 'country' | 'state' | 'city' | 'address' | 'zipCode';
/** `known`: a country of the account that may be missing in our list. */
type Props = { readonly field: (name: BillingName) => FieldOf<string>; readonly known: string };

export function BillingFields({ field, known }: Props) {
  const { t } = useLingui();
  const { locale } = usePage();
  const [country, state] = [field('country'), field('state')];
  const countries = useMemo(
    () => [{ value: '', name: t`Choose…` }, ...countriesIn(locale, known).map(({ code, name }) => ({ value: code, name }))],
    [locale, known, t],
  );
  const states = statesOfCountry(country.value);
  const move = (value: string) => {
    // A state belongs to its country.
    state.change('');
    country.change(value);
  };
  return (
    <div className={css.fields}>
      <TextField of={field('firstName')} label={t`First name`} autoComplete="given-name" />
      <TextField of={field('lastName')} label={t`Last name`} autoComplete="family-name" />
      <SelectField of={{ ...country, change: move }} label={t`Country`} autoComplete="country" options={countries} />
      {states.length > 0 ? (
        <SelectField
          of={state}
          label={t`State or province`}
          autoComplete="address-level1"
          options={[{ value: '', name: t`Choose…` }, ...states.map(({ code, name }) => ({ value: code, name }))]}
        />
      ) : null}
      <TextField of={field('city')} label={t`City`} autoComplete="address-level2" />
      <TextField of={field('address')} label={t`Address`} autoComplete="address-line1" />
      <TextField of={field('zipCode')} label={t`Zip code`} autoComplete="postal-code" optional />
    </div>
  );
}
