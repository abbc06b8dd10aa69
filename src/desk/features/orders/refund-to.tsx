// Where a refund goes: to the original payment method only if the order was paid by link.
import type { OrderDetails } from '#modules/orders/desk/shapes.ts';
import { ChoiceField } from '../../shared/forms/fields.tsx';

export type RefundTo = 'source' | 'balance';
type Order = Pick<OrderDetails['order'], 'paidFrom'>;

export const getDefaultRefund = ({ paidFrom }: Order): RefundTo => (paidFrom === 'link' ? 'source' : 'balance');

export function RefundToField({ order }: { readonly order: Order }) {
  if (order.paidFrom !== 'link') return null;
  return (
    <ChoiceField
      label="Refund to"
      name="to"
      options={[
        { value: 'source', label: 'Original payment method' },
        { value: 'balance', label: 'Balance' },
      ]}
    />
  );
}
