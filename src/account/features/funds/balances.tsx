// Balances by currency, the chosen one first and largest. Promotional credit is shown separately.
import { Trans, useLingui } from '@lingui/react/macro';
import { type CurrencyNumber, currencyCode, showMoney } from '#lib/money/money.ts';
import type { Funds } from '#modules/wallet/shapes.ts';
import { usePage } from '#ui/page/context.ts';
import css from './balances.module.css';

export function Balances({ currencies }: Pick<Funds, 'currencies'>) {
  const { t } = useLingui();
  const { currency: chosen } = usePage();
  const first = (currency: CurrencyNumber) => Number(currency !== chosen);
  return (
    <ul className={css.balances} aria-label={t`Balances`}>
      {currencies
        .toSorted((a, b) => first(a.currency) - first(b.currency))
        .map((each) => (
          <Balance key={each.currency} {...each} />
        ))}
    </ul>
  );
}

function Balance({ currency, balance, promo }: Funds['currencies'][number]) {
  const { locale, currency: chosen } = usePage();
  const shown = (amount: number) => showMoney({ amount, currency }, locale);
  const code = currencyCode(currency);
  return (
    <li data-chosen={currency === chosen ? '' : undefined}>
      <span>{currency === chosen ? <Trans>Balance in {code}</Trans> : code}</span>
      <b>{shown(balance)}</b>
      {promo > 0 ? (
        <small>
          <Trans>Includes {shown(promo)} of promotional credit: spent last, never paid out.</Trans>
        </small>
      ) : null}
    </li>
  );
}
