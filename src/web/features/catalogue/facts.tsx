// A few facts under the headline of the home page: the owner's, and the currencies.
import { useLingui } from '@lingui/react/macro';
import { currencyCode } from '../../../lib/money/money.ts';
import { usePage } from '../../router/page/context.ts';
import css from './home-page.module.css';

export function HomeFacts({ facts }: { readonly facts: readonly string[] }) {
  const { t } = useLingui();
  const { currencies } = usePage().shell;
  const codes = currencies
    .map(([currency]) => currencyCode(currency))
    .join(t({ message: ', ', comment: 'Between the codes of currencies: EUR, USD' }));
  return (
    <ul className={css.facts}>
      {(currencies.length > 1 ? [...facts, `**${codes}**`] : facts).map((fact) => (
        <li key={fact}>{fact.split('**').map((text, index) => (index % 2 === 1 ? <b key={text}>{text}</b> : text))}</li>
      ))}
    </ul>
  );
}
