// Details of a transfer: its orders or its deposit. Loaded on demand.
import { Trans } from '@lingui/react/macro';
import { useCallback } from 'react';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { Movement } from '#modules/wallet/shapes.ts';
import { call, throwNetworkError } from '#ui/api/client.ts';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { usePage } from '#ui/page/context.ts';
import type { CartData } from '#ui/page/data.ts';
import { href } from '../../../../pages.ts';
import { useQuery } from '../../../api/use-query.ts';
import { loadPage } from '../../../app/data-cache.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import css from './statement.module.css';

type Props = { readonly id: number; readonly currency: CurrencyNumber; readonly amount: number };
type TransferData = { readonly movement: Movement; readonly services: CartData['services'] };

export function TransferDetails({ id, currency, amount }: Props) {
  const { locale } = usePage();
  const load = useCallback(
    async (signal: AbortSignal): Promise<TransferData> => {
      const [movement, page] = await Promise.all([
        call('GET /api/balance/movement', { id }, { signal }),
        loadPage({ path: href('cart'), query: '', locale, currency }).catch(throwNetworkError),
      ]);
      return { movement, services: (page.data as CartData).services };
    },
    [id, locale, currency],
  );
  const shown = (money: number) => showMoney({ amount: money, currency }, locale);
  return (
    <QueryState wide of={useQuery(load)} waiting={<Skeleton shape="lines" count={2} />}>
      {({ movement, services }) => (
        <>
          <p>
            <Why of={movement} amount={amount} shown={shown} />
          </p>
          {movement.orders.length === 0 ? null : (
            <ul className={css.orders}>
              {movement.orders.map(({ number, serviceType, price }) => (
                <li key={number}>
                  <span>
                    <b>{number}</b> {services.find((each) => each.serviceType === serviceType)?.name}
                  </span>
                  <span>{shown(price)}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </QueryState>
  );
}

type WhyProps = { readonly of: Movement; readonly amount: number; readonly shown: (money: number) => string };

function Why({ of: { kind, deposit }, amount, shown }: WhyProps) {
  switch (kind) {
    case 'deposit':
      if (deposit && deposit.amount > deposit.price)
        return (
          <Trans>
            You paid {shown(deposit.price)} for a deposit of {shown(deposit.amount)}; a coupon added the rest.
          </Trans>
        );
      return <Trans>You paid {shown(amount)}, and all of it was added to your balance.</Trans>;
    case 'bonus':
      return deposit ? (
        <Trans>
          A coupon added this to your deposit of {shown(deposit.amount)}, for which you paid {shown(deposit.price)}. It’s spent last and
          never paid out.
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
