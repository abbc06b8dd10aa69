// Actions on the pieces of an order: a due date by hand, and the end of one unit before work on it begins.
// Each needs a reason.
import { useState } from 'react';
import type { OrderDetails } from '#modules/orders/desk/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { callDesk } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { AreaField, CheckField, TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { type ActionIds, getActionId } from '../../shared/forms/money-form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { canActFor, ForCustomer } from './for-customer.tsx';
import { getDefaultRefund, type RefundTo, RefundToField } from './refund-to.tsx';

type Order = OrderDetails['order'];
export type DeskOrderPiece = Order['pieces'][number];
type Done = { readonly onDone: () => Promise<unknown> };

/** Its clock runs, or will when work may begin. */
export const isDatable = ({ state, isForWork }: DeskOrderPiece): boolean =>
  isForWork && (state === 'ready' || state === 'inWork' || state === 'revisionAsked');

/** A unit is cancelled alone only before work on it begins. */
const isCancellable = ({ share, state }: DeskOrderPiece): boolean => share !== null && (state === 'waiting' || state === 'ready');

const titles = { due: 'Due date of', cancel: 'Cancel', act: 'For the customer:' } as const;

type PieceActionsProps = Done & {
  readonly order: Order;
  readonly piece: DeskOrderPiece;
  readonly title: string;
  /** Of its newest version. */
  readonly deliveryId: string | undefined;
};

export function PieceActions({ order, piece, title, deliveryId, onDone }: PieceActionsProps) {
  const [doing, setDoing] = useState<keyof typeof titles>();
  const mayDate = useMay('queue.assign') && isDatable(piece);
  const mayCancel = useMay('orders.cancel') && order.purchaseState === 'paid' && isCancellable(piece);
  const mayAct = useMay('customers.actFor') && order.paidAt !== null && canActFor(piece);
  const done = async () => {
    setDoing(undefined);
    await onDone();
  };
  return (
    <>
      {mayDate ? <Button text="Due date" small onClick={() => setDoing('due')} /> : null}{' '}
      {mayCancel ? <Button text="Cancel piece" small onClick={() => setDoing('cancel')} /> : null}
      {mayAct ? <Button text="Act for customer" small onClick={() => setDoing('act')} /> : null}
      {doing ? (
        <DeskDialog title={`${titles[doing]} ${title}`} harmless onClose={() => setDoing(undefined)}>
          {doing === 'due' ? <DueForm orderId={order.id} pieceId={piece.id} onDone={done} /> : null}
          {doing === 'act' ? <ForCustomer order={order} piece={piece} deliveryId={deliveryId} onDone={done} /> : null}
          {doing === 'cancel' ? <CancelUnitForm order={order} piece={piece} onDone={done} /> : null}
        </DeskDialog>
      ) : null}
    </>
  );
}

type DueFormProps = Done & {
  readonly orderId: string;
  /** Absent: all pieces of the order that can be dated. */
  readonly pieceId?: string;
};

export function DueForm({ orderId, pieceId, onDone }: DueFormProps) {
  const form = useDeskForm({
    draft: `order.due.${pieceId ?? orderId}`,
    values: { dueAt: '', reason: '', showReason: true },
    // An empty date is sent too: the server reports it.
    send: ({ dueAt, ...rest }) =>
      callDesk('POST /api/orders/due', { orderId, pieceId, dueAt: dueAt && new Date(dueAt).toISOString(), ...rest }),
    onDone,
  });
  return (
    <Form form={form} submit="Set date">
      <TextField label="Due" name="dueAt" type="datetime-local" hint="The customer sees it as the expected date." />
      <AreaField label="Reason" name="reason" />
      <CheckField name="showReason">Show the reason to the customer</CheckField>
    </Form>
  );
}

function CancelUnitForm({ order, piece, onDone }: Done & { readonly order: Order; readonly piece: DeskOrderPiece }) {
  const form = useDeskForm({
    draft: `order.cancel-unit.${piece.id}`,
    values: { ids: {} as ActionIds, to: getDefaultRefund(order) as RefundTo, why: '' },
    async send({ to, why }) {
      const act = getActionId(form, piece.id, to);
      await callDesk('POST /api/order/cancel-unit', { act, id: order.id, pieceId: piece.id, to, why });
    },
    onDone,
  });
  return (
    <Form form={form} submit="Cancel piece" danger>
      <p>Its share of {formatMoney(piece.share ?? 0, order.currency)} is refunded. The other pieces go on at their price.</p>
      <RefundToField order={order} />
      <AreaField label="Reason" name="why" />
    </Form>
  );
}
