// The fields of the tax: whether prices include VAT, its rates by country, and the sentences on documents
// without VAT.
import { useEffect, useRef, useState } from 'react';
import { countryName } from '#lib/locale.ts';
import type { TaxDraft } from '#modules/desk/settings/shapes.ts';
import { ChoiceField, DeskTextField } from '../../shared/forms/stateful-form.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { LanguageTabs, WordsInput } from '../content/language-tabs.tsx';
import { AddCountry } from './add-country.tsx';
import { RemoveCountry } from './remove-country.tsx';
import type { TranslatedFields } from './setting-fields.ts';
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

export function TaxFields({ text, onText, sending, locale, setLocale }: TranslatedFields<TaxDraft>) {
  const isInclusive = text.vat === 'inclusive';
  return (
    <>
      <Panel title="VAT">
        <PanelNote>This is not advice: ask your accountant.</PanelNote>
        <div className={css.fields}>
          <ChoiceField
            label="Prices"
            name="text.vat"
            sending={sending}
            value={text.vat}
            options={kinds}
            onValue={(vat) => onText({ ...text, vat: vat === 'inclusive' ? 'inclusive' : 'none' })}
          />
          {isInclusive ? (
            <label className={css.check}>
              <input
                type="checkbox"
                checked={text.reverseCharge}
                onChange={({ target }) => onText({ ...text, reverseCharge: target.checked })}
              />
              Reverse charge for businesses with a VAT ID of another country
            </label>
          ) : null}
        </div>
      </Panel>
      {isInclusive ? <Rates rates={text.rates} onRates={(rates) => onText({ ...text, rates })} sending={sending} /> : null}
      <Panel title="Sentences on documents without VAT">
        <LanguageTabs text={text.notes} chosen={locale} choose={setLocale}>
          {notes.map(([note, label]) => (
            <WordsInput
              key={note}
              locale={locale}
              sending={sending}
              label={label}
              name={`text.notes.${note}`}
              rows={2}
              words={text.notes[note]}
              onWords={(words) => onText({ ...text, notes: { ...text.notes, [note]: words } })}
            />
          ))}
        </LanguageTabs>
      </Panel>
    </>
  );
}

type RatesProps = {
  readonly rates: TaxDraft['rates'];
  readonly onRates: (rates: TaxDraft['rates']) => void;
  readonly sending: TranslatedFields<TaxDraft>['sending'];
};

function Rates({ rates, onRates, sending }: RatesProps) {
  const own = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState('');
  useEffect(() => {
    if (added) own.current?.querySelector<HTMLInputElement>(`[name="text.rates.${added}"]`)?.focus();
  }, [added]);
  const wrong = sending.failure?.errors['text.rates'];
  return (
    <Panel title="Rates">
      <PanelNote>In percent, by the buyer’s country. Countries that aren’t listed have no VAT.</PanelNote>
      {wrong ? <strong className={css.wrong}>{wrong.join(' ')}</strong> : null}
      <div className={css.fields}>
        <ul ref={own} className={css.rates}>
          {Object.entries(rates).map(([country, rate]) => (
            <li key={country} className={css.rate}>
              <DeskTextField
                label={countryName(country, 'en')}
                name={`text.rates.${country}`}
                sending={sending}
                inputMode="decimal"
                value={rate}
                onValue={(typed) => onRates({ ...rates, [country]: typed })}
              />
              <RemoveCountry
                country={country}
                onRemove={() => onRates(Object.fromEntries(Object.entries(rates).filter(([each]) => each !== country)))}
              />
            </li>
          ))}
        </ul>
        <AddCountry
          chosen={Object.keys(rates)}
          onAdd={(country) => {
            setAdded(country);
            onRates({ ...rates, [country]: '' });
          }}
        />
      </div>
    </Panel>
  );
}
