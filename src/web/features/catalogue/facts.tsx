// A few facts under the headline of the home page: the owner's, and the currencies.
import { useLingui } from '@lingui/react/macro';
import { currencyCodes } from '../../../lib/money/money.ts';
import { withCatalog } from '../../shared/with-catalog.tsx';
import css from './home-page.module.css';

export function HomeFacts({ facts }: { readonly facts: readonly string[] }) {
  const { t } = useLingui();
  const codes = currencyCodes.join(t({ message: ', ', comment: 'Between the codes of currencies: EUR, USD' }));
  return (
    <ul className={css.facts}>
      {[...facts, `**${codes}**`].map((fact) => (
        <li key={fact}>{fact.split('**').map((text, index) => (index % 2 === 1 ? <b key={text}>{text}</b> : text))}</li>
      ))}
    </ul>
  );
}

export const LateHomeFacts = withCatalog(HomeFacts);
