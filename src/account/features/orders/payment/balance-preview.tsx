// Balance before and after a payment, or the missing amount with a link to the deposit form.

import { Trans, useLingui } from '@lingui/react/macro';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import { ButtonLink } from '#ui/display/button.tsx';
import { usePage } from '#ui/page/context.ts';
import css from './balance-preview.module.css';
import { getDepositAddress } from './pay-link.ts';

type Props = {
  readonly balance: number;
  readonly price: number;
  readonly currency: CurrencyNumber;
  /** The page that the deposit links back to. */
  readonly back: 'cart' | 'order-history';
};

export function BalancePreview({ balance, price, currency, back }: Props) {
  const { t } = useLingui();
  const { locale } = usePage();
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  const remaining = balance - price;
  return (
    <>
      <dl className={css.purse}>
        <div>
          <dt>{t`Current balance`}</dt>
          <dd>{money(balance)}</dd>
        </div>
        <div>
          <dt>{t`To pay`}</dt>
          <dd>−{money(price)}</dd>
        </div>
        <div data-short={remaining < 0 ? '' : undefined}>
          <dt>{remaining < 0 ? t`You’re short by` : t`Balance afterwards`}</dt>
          <dd>{money(Math.abs(remaining))}</dd>
        </div>
      </dl>
      {remaining < 0 ? <Fill missing={-remaining} currency={currency} back={back} /> : null}
    </>
  );
}

/** The funds page enforces the minimum deposit. */
const Fill = ({ missing, currency, back }: Omit<Props, 'balance' | 'price'> & { missing: number }) => (
  <p>
    <ButtonLink text={<Trans>Add funds</Trans>} small href={getDepositAddress(missing, currency, back)} />
  </p>
);
