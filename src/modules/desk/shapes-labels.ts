// Names of states, on the pages of the desk and in its exports.
import type { OrderPayment, OrderRow } from './orders/shapes-orders.ts';

export const orderStatusLabels: Readonly<Record<OrderRow['status'], string>> = {
  0: 'New',
  1: 'Awaiting payment',
  2: 'Paid',
  3: 'In progress',
  4: 'Delivered',
  5: 'Renewal unpaid',
  [-1]: 'Cancelled',
};

export const paymentStateLabels: Readonly<Record<OrderPayment['state'], string>> = {
  open: 'Open',
  paid: 'Paid',
  expired: 'Expired',
  cancelled: 'Cancelled',
};
