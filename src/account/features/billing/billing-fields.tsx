// Billing fields, shared by all payment forms.
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { listCountries } from '#lib/money/countries.ts';
import { type FormField, SelectField } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';
import { AddressFields } from './address-fields.tsx';
import css from './billing-fields.module.css';
import { type BillingName, createCountryField } from './billing-values.ts';
import { NameFields } from './name-fields.tsx';

/** `known`: a country of the account that may be missing in our list. */
type Props = { readonly field: (name: BillingName) => FormField<string>; readonly known: string };

export function BillingFields({ field, known }: Props) {
  const { t } = useLingui();
  const { locale } = usePage();
  const country = createCountryField(field);
  const countries = useMemo(
    () => [{ value: '', name: t`Choose…` }, ...listCountries(locale, known).map(({ code, name }) => ({ value: code, name }))],
    [locale, known, t],
  );
  return (
    <div className={css.fields}>
      <NameFields field={field} />
      <SelectField field={country} label={t`Country`} autoComplete="country" options={countries} />
      <AddressFields field={field} country={country.value} />
    </div>
  );
}
