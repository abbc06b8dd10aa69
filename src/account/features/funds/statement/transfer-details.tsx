// Details of a transfer: its orders or its deposit. Loaded on demand.

import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { Movement } from '#modules/wallet/shapes.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import { apiQuery, joinQueries } from '../../../api/queries.ts';
import { servicesQuery } from '../../../app/data-cache.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import css from './statement.module.css';

type Props = { readonly id: number; readonly currency: CurrencyNumber; readonly amount: number };

export function TransferDetails({ id, currency, amount }: Props) {
  const { locale } = usePage();
  const movement = useQuery(apiQuery('GET /api/balance/movement', { id }));
  const services = useQuery(servicesQuery(locale, currency));
  const formatAmount = (money: number) => showMoney({ amount: money, currency }, locale);
  return (
    <QueryState wide query={joinQueries(movement, services)} waiting={<Skeleton shape="lines" count={2} />}>
      {([{ orders, ...known }, names]) => (
        <>
          <p>
            <Why movement={known} amount={amount} formatAmount={formatAmount} />
          </p>
          {orders.length === 0 ? null : (
            <ul className={css.orders}>
              {orders.map(({ number, serviceType, price }) => (
                <li key={number}>
                  <span>
                    <b>{number}</b> {names.find((each) => each.serviceType === serviceType)?.name}
                  </span>
                  <span>{formatAmount(price)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </QueryState>
  );
}

type WhyProps = {
  readonly movement: Pick<Movement, 'kind' | 'deposit'>;
  readonly amount: number;
  readonly formatAmount: (money: number) => string;
};

function Why({ movement: { kind, deposit }, amount, formatAmount }: WhyProps) {
  switch (kind) {
    case 'deposit':
      if (deposit && deposit.amount > deposit.price)
        return (
          <Trans>
            You paid {formatAmount(deposit.price)} for a deposit of {formatAmount(deposit.amount)}; a coupon added the rest.
          </Trans>
        );
      return <Trans>You paid {formatAmount(amount)}, and all of it was added to your balance.</Trans>;
    case 'bonus':
      return deposit ? (
        <Trans>
          A coupon added this to your deposit of {formatAmount(deposit.amount)}, for which you paid {formatAmount(deposit.price)}. It’s
          spent last and never paid out.
        </Trans>
      ) : null;
    case 'stray':
      return <Trans>This payment arrived when nothing was due anymore, so we added it to your balance. It was for:</Trans>;
    case 'spend':
      return <Trans>You paid for these orders from your balance:</Trans>;
    case 'spendPromo':
      return <Trans>Promotional credit covered the rest of these orders:</Trans>;
    case 'giveBack':
      return <Trans>This order was cancelled, and you were refunded:</Trans>;
    case 'giveBackPromo':
      return <Trans>This order was cancelled, and its promotional credit came back:</Trans>;
    case 'partBack':
    case 'partBackPromo':
      return <Trans>We refunded part of this order:</Trans>;
    case 'refundFailed':
      return <Trans>Your refund wasn’t accepted by the bank, so we added it to your balance. It was for:</Trans>;
    default:
      return null;
  }
}
