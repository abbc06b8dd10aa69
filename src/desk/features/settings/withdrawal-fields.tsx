// The countries whose consumers have a right of withdrawal.
import { countriesIn } from '#lib/money/countries.ts';
import { FieldError, useField } from '../../shared/forms/fields.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { AddCountry } from './add-country.tsx';
import { RemoveCountry } from './remove-country.tsx';
import css from './settings.module.css';

export function WithdrawalFields() {
  const { value: countries, change } = useField<readonly string[]>('text.countries');
  return (
    <Panel title="Countries">
      <PanelNote>
        Consumers in these countries may withdraw from a contract within 14 days, and choose in the cart when work starts. The country is
        that of the billing address. This is not legal advice: ask your lawyer.
      </PanelNote>
      <FieldError name="text.countries" />
      <div className={css.fields}>
        <ul className={css.countries}>
          {countriesIn('en')
            .filter(({ code }) => countries.includes(code))
            .map(({ code, name }) => (
              <li key={code} className={css.country}>
                {name}
                <RemoveCountry country={code} onRemove={() => change(countries.filter((each) => each !== code))} />
              </li>
            ))}
        </ul>
        <AddCountry chosen={countries} onAdd={(country) => change([...countries, country])} />
      </div>
    </Panel>
  );
}
