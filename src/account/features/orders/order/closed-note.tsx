// Note on a cancelled order: why it was cancelled and what was refunded.
import { Trans } from '@lingui/react/macro';
import { showMoney } from '#lib/money/money.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import { Space } from '#ui/i18n/space.tsx';
import { usePage } from '#ui/page/context.ts';
import { DayText } from '../../../shared/date-time.tsx';

export const Over = ({ order, at }: { readonly order: OrderView; readonly at: string }) => (
  <p>
    <Trans>
      Cancelled on <DayText iso={at} />.
    </Trans>
    <Space />
    {order.withdrawn ? <Trans>You withdrew from the contract.</Trans> : null}
    {order.withdrawn ? <Space /> : null}
    {order.paidFrom === 'link' || order.paidFrom === 'balance' ? <GivenBack order={order} /> : <Trans>Nothing was charged.</Trans>}
  </p>
);

function GivenBack({ order: { price, currency, withdrawn, refund } }: { readonly order: OrderView }) {
  const { locale } = usePage();
  const charged = withdrawn?.charged ?? 0;
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  if (refund === null && charged === 0) return <Trans>{money(price)} refunded.</Trans>;
  return (
    <>
      {charged > 0 ? <Trans>{money(charged)} was charged for the delivered work.</Trans> : null}
      <Space />
      {refund === null ? (
        <Trans>{money(price - charged)} was refunded to your balance.</Trans>
      ) : refund.state === 'failed' ? (
        <Trans>{money(refund.amount)} couldn’t be refunded to your payment method, so we added it to your balance.</Trans>
      ) : refund.state === 'done' ? (
        <Trans>{money(refund.amount)} was refunded to your payment method. Your bank may take a few days to show it.</Trans>
      ) : (
        <Trans>{money(refund.amount)} is being refunded to your payment method.</Trans>
      )}
    </>
  );
}
