// Three facts under the headline of the home page.
import { Trans, useLingui } from '@lingui/react/macro';
import { currencyCodes } from '../../../lib/money/money.ts';
import { withCatalog } from '../../shared/with-catalog.tsx';
import css from './home-page.module.css';

export function HomeFacts() {
  const { t } = useLingui();
  const codes = currencyCodes.join(t({ message: ', ', comment: 'Between the codes of currencies: EUR, USD' }));
  return (
    <ul className={css.facts}>
      <li>
        <Trans>
          <b>48 h</b> estimated delivery
        </Trans>
      </li>
      <li>
        <b>{codes}</b>
      </li>
      <li>
        <Trans>
          <b>No bots,</b> no fake followers
        </Trans>
      </li>
    </ul>
  );
}

export const LateHomeFacts = withCatalog(HomeFacts);
