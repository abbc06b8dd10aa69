// Names of states and documents, on the pages of the desk and in its exports.
import type { PaperKind } from '#modules/invoicing/rules.ts';
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

export const paperKindLabels: Readonly<Record<PaperKind, string>> = { invoice: 'Invoice', receipt: 'Receipt', credit: 'Credit note' };

export const paymentStateLabels: Readonly<Record<OrderPayment['state'], string>> = {
  open: 'Open',
  paid: 'Paid',
  expired: 'Expired',
  cancelled: 'Cancelled',
};
