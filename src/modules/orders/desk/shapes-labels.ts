// Apart from the shapes, so that the desk's pages load no zod.
import type { OrderRow } from './shapes.ts';

/** On the pages of the desk and in its exports. */
export const orderStatusLabels: Readonly<Record<OrderRow['status'], string>> = {
  0: 'New',
  1: 'Awaiting payment',
  2: 'Paid',
  3: 'In progress',
  4: 'Delivered',
  5: 'Renewal unpaid',
  [-1]: 'Cancelled',
};
