// Actions on an order: cancel and refund. Each needs a reason, and a preview shows the amounts and their
// destination.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { parseMoney } from '#lib/money/money.ts';
import type { OrderDetails } from '#modules/orders/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import type { DeskOutput } from '../../../desk-api.ts';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import type { QueryView } from '../../shared/api/query-state.tsx';
import { AreaField } from '../../shared/forms/fields.tsx';
import { Form, ReasonForm } from '../../shared/forms/form.tsx';
import { type ActionIds, AmountField, getActionId, MoneyPreview, refetchAndThrow } from '../../shared/forms/money-form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { DueForm, isDatable } from './piece-actions.tsx';
import { getDefaultRefund, RefundToField } from './refund-to.tsx';

type OrderDialog = 'cancel' | 'refund' | 'link' | 'due';
type Props = { readonly page: OrderDetails; readonly onDone: () => Promise<unknown> };

const DELIVERED = 4;
const CANCELLED = -1;

export function DeskOrderActions({ page, onDone }: Props) {
  const { order } = page;
  const [doing, setDoing] = useState<OrderDialog>();
  const mayCancel = useMay('orders.cancel') && order.status !== DELIVERED && order.status !== CANCELLED && !page.dispute;
  const mayRefund = useMay('money.move') && order.purchaseState === 'paid' && order.status !== CANCELLED && order.left > 0 && !page.dispute;
  const mayDate = useMay('queue.assign') && order.pieces.filter(isDatable).length > 1;
  const mayLink = order.purchaseState === 'open' && order.status !== CANCELLED;
  const done = async () => {
    setDoing(undefined);
    await onDone();
  };
  const offer = (what: OrderDialog, label: string) => <Button text={label} small onClick={() => setDoing(what)} />;
  const titles = {
    cancel: `Cancel ${order.number}`,
    refund: `Partial refund of ${order.number}`,
    link: `Payment link for ${order.number}`,
    due: `Due date of all open pieces of ${order.number}`,
  };
  return (
    <>
      {mayLink ? offer('link', 'Payment link') : null}
      {mayDate ? offer('due', 'Due date') : null}
      {mayRefund ? offer('refund', 'Partial refund') : null}
      {mayCancel ? offer('cancel', 'Cancel order') : null}
      {doing ? (
        <DeskDialog title={titles[doing]} harmless onClose={() => setDoing(undefined)}>
          {doing === 'refund' ? <RefundForm page={page} onDone={done} /> : null}
          {doing === 'cancel' ? <CancelForm page={page} onDone={done} /> : null}
          {doing === 'due' ? <DueForm orderId={order.id} onDone={done} /> : null}
          {doing === 'link' ? <LinkForm page={page} onDone={onDone} /> : null}
        </DeskDialog>
      ) : null}
    </>
  );
}

function RefundForm({ page: { order }, onDone }: Props) {
  const form = useDeskForm({
    draft: `order.refund.${order.id}`,
    values: { ids: {} as ActionIds, amount: '', to: getDefaultRefund(order), why: '' },
    async send({ to, why }) {
      const given = preview.data?.given ?? order.given;
      const act = getActionId(form, amount, to, given);
      // Empty input is sent too: the server reports it.
      const input = { act, id: order.id, amount: amount ?? 0, given, to, why };
      await callDesk('POST /api/order/refund', input).catch(refetchAndThrow(preview.refetch));
    },
    onDone,
  });
  const [text, to] = form.watch(['amount', 'to']);
  const { currency } = order;
  const amount = parseMoney(text, currency);
  const preview = useQuery({ ...deskQuery('GET /api/order/back', { id: order.id, amount, to }), enabled: Boolean(amount) });
  return (
    <Form form={form} submit="Refund" danger>
      <AmountField remaining={order.left} currency={currency} about="can be refunded." />
      <RefundToField order={order} />
      <Back query={preview} />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}

function CancelForm({ page: { order }, onDone }: Props) {
  const form = useDeskForm({
    draft: `order.cancel.${order.id}`,
    values: { ids: {} as ActionIds, to: getDefaultRefund(order), why: '' },
    async send({ to, why }) {
      const back = preview.data?.back ?? 0;
      const act = getActionId(form, back, to);
      await callDesk('POST /api/order/cancel', { act, id: order.id, back, to, why }).catch(refetchAndThrow(preview.refetch));
    },
    onDone,
  });
  const preview = useQuery(deskQuery('GET /api/order/back', { id: order.id, to: form.watch('to') }));
  return (
    <Form form={form} submit="Cancel order" danger>
      {order.paidAt ? (
        <p>Work stops and what hasn’t been delivered is refunded. The customer keeps what was delivered.</p>
      ) : (
        <p>
          It is unpaid, so there is nothing to refund. The payment link ends; a payment that still arrives goes to the customer’s balance.
        </p>
      )}
      <RefundToField order={order} />
      {order.paidAt ? <Back query={preview} /> : null}
      <AreaField label="Reason" name="why" />
    </Form>
  );
}

const Back = ({ query }: { readonly query: QueryView<DeskOutput<'GET /api/order/back'>> }) => (
  <MoneyPreview query={query}>
    {({ currency, back, kept, given, toSource, toCash, toPromo }) => {
      const money = (amount: number): ReactNode => (amount > 0 ? formatMoney(amount, currency) : null);
      return [
        ['Refund', formatMoney(back, currency)],
        ['To the payment method', money(toSource)],
        ['To the balance', money(toCash)],
        ['As credit', money(toPromo)],
        ['Kept for delivered work', money(kept)],
        ['Refunded before', money(given)],
      ];
    }}
  </MoneyPreview>
);

function LinkForm({ page: { order }, onDone }: Props) {
  const [link, setLink] = useState<string | null>();
  if (link !== undefined)
    return link === null ? (
      <p role="status">The provider hasn’t answered yet. The link will appear with the order’s payments.</p>
    ) : (
      <p role="status">
        Only for this customer: <code>{link}</code>
      </p>
    );
  return (
    <ReasonForm
      draft={`order.link.${order.id}`}
      send={async (why) => setLink((await callDesk('POST /api/order/link', { id: order.id, why })).paymentLink)}
      onDone={onDone}
      submit="Create link"
    >
      <p>Shows the open link, or creates a new one if it has expired. While a payment is being confirmed, there is none.</p>
    </ReasonForm>
  );
}
