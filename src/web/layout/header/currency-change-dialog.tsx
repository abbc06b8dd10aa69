// Confirms a currency change that empties the cart: a cart has prices in one currency.
import { Trans } from '@lingui/react/macro';
import { type CurrencyNumber, currencyCode } from '../../../lib/money/money.ts';
import css from '../../../ui/display/dialog.module.css';
import { Dialog } from '../../../ui/display/dialog.tsx';
import button from '../../../ui/styles/button.module.css';
import { withCatalog } from '../../shared/with-catalog.tsx';

type Props = { readonly wanted: CurrencyNumber; readonly answered: (agreed: boolean) => void };

export const CurrencyChangeDialog = withCatalog(({ wanted, answered }: Props) => {
  const code = currencyCode(wanted);
  return (
    <Dialog title={<Trans>Change to {code} and empty the cart?</Trans>} onClose={(value) => answered(value === 'agreed')} harmless>
      <p>
        <Trans>Prices differ by currency, so the items in your cart can’t move along.</Trans>
      </p>
      <form method="dialog" className={css.acts}>
        <button className={button.main} type="submit" value="agreed">
          <Trans>Change and empty cart</Trans>
        </button>
        <button className={button.quiet} type="submit" value="kept">
          <Trans>Keep cart</Trans>
        </button>
      </form>
    </Dialog>
  );
});
