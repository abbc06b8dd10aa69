// The fields of the company that sells.
import { countriesIn } from '#lib/money/countries.ts';
import { ChoiceField, TextField } from '../../shared/forms/fields.tsx';
import { Panel } from '../../shared/layout/panel.tsx';
import { WordsInput } from '../versions/language-form.tsx';

const countries = [
  { value: 'ZZ', label: 'Choose a country' },
  ...countriesIn('en').map(({ code, name }) => ({ value: code, label: name })),
];

export const CompanyFields = () => (
  <Panel title="Seller">
    <TextField label="Legal name" name="text.legalName" autoComplete="organization" />
    <TextField label="Registration number" name="text.registrationNumber" />
    <TextField label="VAT ID" name="text.vatId" hint="In Japan: T and 13 digits" />
    <TextField label="Street" name="text.street" autoComplete="street-address" />
    <TextField label="Postal code" name="text.postalCode" autoComplete="postal-code" />
    <TextField label="City" name="text.city" autoComplete="address-level2" />
    <ChoiceField label="Country" name="text.country" options={countries} />
    <WordsInput label="Person responsible" name="text.representative" />
    <TextField label="Email" name="text.email" type="email" autoComplete="email" />
    <TextField label="Phone" name="text.phone" type="tel" autoComplete="tel" />
  </Panel>
);
