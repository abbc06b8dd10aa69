// The address of a buyer whose shop has none yet.
import { useLingui } from '@lingui/react/macro';
import { listCountries } from '#lib/money/countries.ts';
import field from '#ui/forms/field.module.css';
import { Field } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';
import { type Bound, TextField } from './fields.tsx';

export function AddressFields({ bind }: { readonly bind: (name: string) => Bound }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const country = bind('country');
  const required = t`Fill in this field.`;
  return (
    <>
      <Field field={country.field} label={t`Country`}>
        {(tied) => (
          <select
            {...tied}
            className={field.input}
            autoComplete="country"
            defaultValue={country.value}
            data-required={t`Choose a country.`}
          >
            <option value="">{t`Choose a country.`}</option>
            {listCountries(locale, country.value).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField {...bind('address')} label={t`Address`} autoComplete="street-address" checks={{ required }} />
      <TextField {...bind('zipCode')} optional label={t`Postal code`} autoComplete="postal-code" />
      <TextField {...bind('city')} label={t`City`} autoComplete="address-level2" checks={{ required }} />
      <TextField {...bind('state')} optional label={t`State, province or prefecture`} autoComplete="address-level1" />
    </>
  );
}
