// Orders and payments as CSV files.
import { currencyCode } from '#lib/money/money.ts';
import type { DeskOrdersRequest } from '#modules/orders/desk/shapes.ts';
import type { Download } from '#platform/http/api-routes.ts';
import { amountOf, fileOf, nextOf, timeOf } from '#platform/http/csv-download.ts';
import type { Selling } from '../selling.ts';
import { orderStatusLabels, paymentStateLabels } from '../shapes-labels.ts';
import { listPayments, type PaymentsRequest } from './customers.ts';
import { listAtDesk } from './orders.ts';

const PAGE_ROWS = 200;

type Filter<Request> = Omit<Request, 'before' | 'limit'>;
const nowIn = ({ checkout }: Selling): Date => checkout.ctx.clock.now();

export const ordersFile = (selling: Selling, filter: Filter<DeskOrdersRequest>): Promise<Download> =>
  fileOf<Awaited<ReturnType<typeof listAtDesk>>['orders'][number]>(nowIn(selling), {
    name: 'orders',
    columns: {
      Order: ({ number }) => number,
      'Ordered (UTC)': ({ createdAt }) => timeOf(createdAt),
      Service: ({ what }) => what,
      Customer: ({ customer }) => customer?.name ?? '',
      Email: ({ customer }) => customer?.email ?? '',
      Status: ({ status, inRevision }) => (inRevision ? 'Revision' : orderStatusLabels[status]),
      Price: ({ price, currency }) => amountOf(price, currency),
      Currency: ({ currency }) => currencyCode(currency),
      'Add-ons': ({ addOns = [] }) => addOns.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join('; '),
    },
    page: async (before) => {
      const { orders, more } = await listAtDesk(selling, { ...filter, before, limit: PAGE_ROWS });
      return { rows: orders, next: nextOf(orders, more) };
    },
  });

/** As parsed from an address: a filter that is not set may be undefined. */
type PaymentsFilter = { readonly [Name in keyof Filter<PaymentsRequest>]?: Filter<PaymentsRequest>[Name] | undefined };

export const paymentsFile = (selling: Selling, { state, provider, day, zone }: PaymentsFilter): Promise<Download> =>
  fileOf<Awaited<ReturnType<typeof listPayments>>['payments'][number]>(nowIn(selling), {
    name: 'payments',
    columns: {
      Payment: ({ id }) => id,
      'Created (UTC)': ({ createdAt }) => timeOf(createdAt),
      'Paid (UTC)': ({ settledAt }) => (settledAt ? timeOf(settledAt) : ''),
      For: ({ what }) => what,
      Customer: ({ customer }) => customer?.name ?? '',
      Email: ({ customer }) => customer?.email ?? '',
      Provider: ({ provider }) => provider,
      Status: ({ state }) => paymentStateLabels[state],
      Amount: ({ amount, currency }) => amountOf(amount, currency),
      Currency: ({ currency }) => currencyCode(currency),
    },
    page: async (before) => {
      const { payments, more } = await listPayments(selling, { state, provider, day, zone, before, limit: PAGE_ROWS });
      return { rows: payments, next: nextOf(payments, more) };
    },
  });
