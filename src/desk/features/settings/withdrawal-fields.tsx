// The countries whose consumers have a right of withdrawal.
import { countriesIn } from '#lib/money/countries.ts';
import type { WithdrawalDraft } from '#modules/desk/settings/shapes.ts';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { AddCountry } from './add-country.tsx';
import { RemoveCountry } from './remove-country.tsx';
import type { SettingFields } from './setting-fields.ts';
import css from './settings.module.css';

export function WithdrawalFields({ text, onText, sending }: SettingFields<WithdrawalDraft>) {
  const wrong = sending.failure?.errors['text.countries'];
  const { countries } = text;
  return (
    <Panel title="Countries">
      <PanelNote>
        Consumers in these countries may withdraw from a contract within 14 days, and choose in the cart when work starts. The country is
        that of the billing address. This is not legal advice: ask your lawyer.
      </PanelNote>
      {wrong ? <strong className={css.wrong}>{wrong.join(' ')}</strong> : null}
      <div className={css.fields}>
        <ul className={css.countries}>
          {countriesIn('en')
            .filter(({ code }) => countries.includes(code))
            .map(({ code, name }) => (
              <li key={code} className={css.country}>
                {name}
                <RemoveCountry country={code} onRemove={() => onText({ countries: countries.filter((each) => each !== code) })} />
              </li>
            ))}
        </ul>
        <AddCountry chosen={countries} onAdd={(country) => onText({ countries: [...countries, country] })} />
      </div>
    </Panel>
  );
}
