// The fields of the tax: whether prices include VAT, its rates by country, and the sentences on documents
// without VAT.
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { getCountryName } from '#lib/locale.ts';
import type { SettingTexts } from '#modules/settings/shapes.ts';
import { CheckField, ChoiceField, FieldError, PercentField, useField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { LanguageTabs, WordsInput } from '../versions/language-form.tsx';
import { AddCountry } from './add-country.tsx';
import { RemoveCountry } from './remove-country.tsx';
import css from './settings.module.css';

const kinds = [
  { value: 'none', label: 'No VAT is charged' },
  { value: 'inclusive', label: 'Prices include VAT' },
] as const;

const notes = [
  ['none', 'No VAT is charged'],
  ['zero', 'The buyer’s country has no rate'],
  ['reverse', 'Reverse charge'],
] as const;

export function TaxFields() {
  const isInclusive = useWatch({ name: 'text.vat' }) === 'inclusive';
  return (
    <>
      <Panel title="VAT">
        <PanelNote>This is not advice: ask your accountant.</PanelNote>
        <div className={css.fields}>
          <ChoiceField label="Prices" name="text.vat" options={kinds} />
          {isInclusive ? (
            <CheckField name="text.reverseCharge" className={css.check}>
              Reverse charge for businesses with a VAT ID of another country
            </CheckField>
          ) : null}
        </div>
      </Panel>
      {isInclusive ? <Rates /> : null}
      <Panel title="Sentences on documents without VAT">
        <LanguageTabs name="text.notes">
          {notes.map(([note, label]) => (
            <WordsInput key={note} label={label} name={`text.notes.${note}`} rows={2} />
          ))}
        </LanguageTabs>
      </Panel>
    </>
  );
}

function Rates() {
  const { value: rates, change } = useField<SettingTexts['tax']['rates']>('text.rates');
  const own = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState('');
  useEffect(() => {
    if (added) own.current?.querySelector<HTMLInputElement>(`[name="text.rates.${added}"]`)?.focus();
  }, [added]);
  return (
    <Panel title="Rates">
      <PanelNote>In percent, by the buyer’s country. Countries that aren’t listed have no VAT.</PanelNote>
      <FieldError name="text.rates" />
      <div className={css.fields}>
        <ul ref={own} className={css.rates}>
          {Object.keys(rates).map((country) => (
            <li key={country} className={css.rate}>
              <PercentField label={getCountryName(country, 'en')} name={`text.rates.${country}`} />
              <RemoveCountry
                country={country}
                onRemove={() => change(Object.fromEntries(Object.entries(rates).filter(([each]) => each !== country)))}
              />
            </li>
          ))}
        </ul>
        <AddCountry
          chosen={Object.keys(rates)}
          onAdd={(country) => {
            setAdded(country);
            change({ ...rates, [country]: Number.NaN });
          }}
        />
      </div>
    </Panel>
  );
}
