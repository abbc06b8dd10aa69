// Confirms a currency change that empties the cart: a cart has prices in one currency.
import { Trans, useLingui } from '@lingui/react/macro';
import { type CurrencyNumber, currencyCode } from '#lib/money/money.ts';
import { emptyCart, saveCart } from '#ui/browser/local-storage.ts';
import { getItem } from '#ui/browser/storage.ts';
import css from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { toast } from '#ui/feedback/toasts.tsx';
import button from '#ui/styles/button.module.css';
import { usePage } from '../../router/page/context.ts';
import type { Navigation } from '../../router/page/state.ts';
import { withCatalog } from '../../shared/with-catalog.tsx';

type Props = { readonly wanted: CurrencyNumber; readonly pay: Navigation['pay']; readonly close: () => void };

export const CurrencyChangeDialog = withCatalog(({ wanted, pay, close }: Props) => {
  const { t } = useLingui();
  const { currency } = usePage();
  const code = currencyCode(wanted);
  const answered = (answer: string) => {
    close();
    if (answer !== 'agreed') return;
    const parked = getItem('orders') ?? null;
    emptyCart();
    void pay(wanted);
    const undo = () => void pay(currency).then(() => saveCart(parked));
    toast({ text: t`Your cart is empty now.`, act: { label: t`Undo`, run: undo } });
  };
  return (
    <Dialog title={<Trans>Change to {code} and empty the cart?</Trans>} onClose={answered} harmless>
      <p>
        <Trans>Prices differ by currency, so your cart can’t be carried over.</Trans>
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
