// Confirms a cancellation and shows where the refund goes. Only a payment by link can be refunded to its
// source.

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { OrderPiece } from '#modules/orders/pieces/shapes.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import sheet from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { showToast } from '#ui/feedback/messages.ts';
import { FieldErrorText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import { statusDisplay } from './order-list.ts';
import { type RefundTo, RefundWays } from './refund-ways.tsx';

export type AskedProps = {
  readonly order: OrderView;
  /** Only this unit of the order, which goes on. */
  readonly unit?: OrderPiece | undefined;
  /** "Logo design, 3 drafts". */
  readonly title: string;
  /** Done: reloads the order and closes the dialog. */
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
};

export function CancelDialog({ order, unit, title, onDone, onClose }: AskedProps) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const [refundTo, setRefundTo] = useState<RefundTo>('source');
  const { id: orderId, number, status, paidFrom } = order;
  const cancel = () =>
    void run(async () => {
      const input = paidFrom === 'link' ? { orderId, refundTo } : { orderId };
      await (unit ? call('POST /api/orders/cancel-unit', { ...input, pieceId: unit.id }) : call('POST /api/orders/cancel', input));
      await onDone();
      showToast({ text: unit ? t`${title} cancelled.` : t`Order ${number} cancelled.` });
    });
  return (
    <Dialog title={t`Cancel ${title}?`} onClose={onClose} harmless>
      {statusDisplay[status].cancel === 'unpaid' ? (
        <Unpaid order={order} />
      ) : (
        <Paid order={unit ? { ...order, price: unit.share ?? 0 } : order} refundTo={refundTo} choose={setRefundTo} />
      )}
      {order.subscriptionId && !unit ? <p>{t`This also ends the monthly bundle.`}</p> : null}
      <FieldErrorText error={failure} />
      <form method="dialog" className={sheet.acts}>
        <Button text={unit ? t`Cancel piece` : t`Cancel order`} look="bad" busy={busy} onClick={cancel} />
        <Button text={unit ? t`Keep the piece` : t`Keep the order`} type="submit" />
      </form>
    </Dialog>
  );
}

const Unpaid = ({ order: { price, purchasePrice } }: Pick<AskedProps, 'order'>) => (
  <p>
    {price === purchasePrice ? (
      <Trans>You haven’t paid, so you won’t owe anything. The payment link stops working.</Trans>
    ) : (
      <Trans>You haven’t paid, so you won’t owe anything for it. The rest of the purchase gets a new payment link.</Trans>
    )}
  </p>
);

type PaidProps = Pick<AskedProps, 'order'> & { readonly refundTo: RefundTo; readonly choose: (to: RefundTo) => void };

function Paid({ order: { paidFrom, price, currency }, refundTo, choose }: PaidProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const amount = showMoney({ amount: price, currency }, locale);
  if (paidFrom === 'nothing' || price === 0) return <p>{t`Work hasn’t started. It was free, so there’s nothing to refund.`}</p>;
  if (paidFrom === 'balance') return <p>{t`Work hasn’t started. We’ll refund ${amount} to your balance right away.`}</p>;
  return <RefundWays question={t`Work hasn’t started. Where should we refund ${amount}?`} chosen={refundTo} choose={choose} />;
}
