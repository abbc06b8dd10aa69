// Confirms a cancellation and shows where the refund goes. Only a payment by link can be refunded to its source.
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { showMoney } from '../../../lib/money/money.ts';
import type { OrderView } from '../../../modules/orders/shapes.ts';
import { ApiError } from '../../../ui/api-error.ts';
import sheet from '../../../ui/display/dialog.module.css';
import { Dialog } from '../../../ui/display/dialog.tsx';
import { toast } from '../../../ui/feedback/toasts.tsx';
import { FailureText } from '../../../ui/forms/failure-text.tsx';
import { useMutation } from '../../../ui/hooks/use-mutation.ts';
import button from '../../../ui/styles/button.module.css';
import { call } from '../../api/client.ts';
import { usePage } from '../../router/page/context.ts';
import css from './card/order-card.module.css';
import { statusDisplay } from './order-list.ts';

export type AskedProps = {
  readonly order: OrderView;
  /** Done: reloads the order and closes the dialog. */
  readonly done: () => Promise<void>;
  readonly closed: () => void;
};

type RefundTo = 'source' | 'balance';

export function CancelDialog({ order, done, closed }: AskedProps) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const [refundTo, setRefundTo] = useState<RefundTo>('source');
  const { id: orderId, number, status, paidFrom } = order;
  const cancel = () =>
    void run(async () => {
      await call('POST /api/orders/cancel', paidFrom === 'link' ? { orderId, refundTo } : { orderId });
      await done();
      toast({ text: t`${number} is cancelled.` });
    });
  return (
    <Dialog title={<Trans>Cancel {number}?</Trans>} onClose={closed} harmless>
      {statusDisplay[status].cancel === 'unpaid' ? (
        <Unpaid order={order} />
      ) : (
        <Paid order={order} refundTo={refundTo} choose={setRefundTo} />
      )}
      {order.subscriptionId ? (
        <p>
          <Trans>The monthly bundle ends with it.</Trans>
        </p>
      ) : null}
      <p role="alert" className={css.wrong}>
        <FailureText of={failure} />
      </p>
      <form method="dialog" className={sheet.acts}>
        <button type="button" className={button.bad} aria-disabled={busy || undefined} onClick={cancel}>
          <Trans>Cancel this order</Trans>
        </button>
        <button type="submit" className={button.quiet}>
          <Trans>Keep it</Trans>
        </button>
      </form>
    </Dialog>
  );
}

const Unpaid = ({ order: { price, purchasePrice } }: Pick<AskedProps, 'order'>) => (
  <p>
    {price === purchasePrice ? (
      <Trans>Nothing was paid yet, and nothing will be owed. Its payment link ends.</Trans>
    ) : (
      <Trans>Nothing was paid yet, and nothing will be owed for it. What was ordered with it gets a payment link of its own.</Trans>
    )}
  </p>
);

type PaidProps = Pick<AskedProps, 'order'> & { readonly refundTo: RefundTo; readonly choose: (to: RefundTo) => void };

function Paid({ order: { paidFrom, price, currency }, refundTo, choose }: PaidProps) {
  const { locale } = usePage();
  const name = useId();
  const amount = showMoney({ amount: price, currency }, locale);
  if (paidFrom === 'nothing' || price === 0)
    return (
      <p>
        <Trans>Nobody has begun with it. It cost nothing, so nothing is given back.</Trans>
      </p>
    );
  if (paidFrom === 'balance')
    return (
      <p>
        <Trans>Nobody has begun with it. All of it, {amount}, goes back to your balance at once.</Trans>
      </p>
    );
  const way = (to: RefundTo) => ({ type: 'radio', name, checked: refundTo === to, onChange: () => choose(to) });
  return (
    <fieldset className={css.refund}>
      <legend>
        <Trans>Nobody has begun with it. Where shall {amount} go?</Trans>
      </legend>
      <label>
        <input {...way('source')} />
        <Trans>Back to where it was paid from; that takes a few days</Trans>
      </label>
      <label>
        <input {...way('balance')} />
        <Trans>To my balance, at once</Trans>
      </label>
    </fieldset>
  );
}
