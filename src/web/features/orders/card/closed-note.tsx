// Note on a cancelled order: why it was cancelled and what was refunded.
import { Trans } from '@lingui/react/macro';
import { showMoney } from '../../../../lib/money/money.ts';
import type { OrderView } from '../../../../modules/orders/shapes.ts';
import { usePage } from '../../../router/page/context.ts';
import { MomentOf } from '../../../shared/date-time.tsx';
import { withCatalog } from '../../../shared/with-catalog.tsx';

export const Over = withCatalog(({ order, at }: { readonly order: OrderView; readonly at: string }) => (
  <p>
    <Trans>
      Cancelled on <MomentOf iso={at} />.
    </Trans>{' '}
    {order.withdrawn ? <Trans>You withdrew from its contract.</Trans> : null}{' '}
    {order.paidFrom === 'link' || order.paidFrom === 'balance' ? <GivenBack order={order} /> : <Trans>Nothing was charged for it.</Trans>}
  </p>
));

function GivenBack({ order: { price, currency, withdrawn, refund } }: { readonly order: OrderView }) {
  const { locale } = usePage();
  const charged = withdrawn?.charged ?? 0;
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  if (refund === null && charged === 0) return <Trans>What was paid for it, {money(price)}, is given back.</Trans>;
  return (
    <>
      {charged > 0 ? <Trans>{money(charged)} was charged for what had been delivered.</Trans> : null}{' '}
      {refund === null ? (
        <Trans>{money(price - charged)} is on your balance.</Trans>
      ) : refund.state === 'failed' ? (
        <Trans>{money(refund.amount)} could not be sent back to where it was paid from, and is on your balance.</Trans>
      ) : refund.state === 'done' ? (
        <Trans>{money(refund.amount)} was sent back to where it was paid from; your bank may take some days to show it.</Trans>
      ) : (
        <Trans>{money(refund.amount)} goes back to where it was paid from.</Trans>
      )}
    </>
  );
}
