// Orders as a CSV file.
import { getCurrencyCode } from '#lib/money/money.ts';
import type { Download } from '#platform/http/api-routes.ts';
import { createCsvDownload, formatCsvAmount, formatCsvTime, getNextCursor } from '#platform/http/csv-download.ts';
import { listAtDesk, type OrderDeskDeps } from './order-page.ts';
import type { DeskOrdersRequest } from './shapes.ts';
import { orderStatusLabels } from './shapes-labels.ts';

const PAGE_ROWS = 200;

export const createOrdersFile = (deps: OrderDeskDeps, filter: Omit<DeskOrdersRequest, 'before' | 'limit'>): Promise<Download> =>
  createCsvDownload<Awaited<ReturnType<typeof listAtDesk>>['orders'][number]>(deps.ctx.clock.now(), {
    name: 'orders',
    columns: {
      Order: ({ number }) => number,
      'Ordered (UTC)': ({ createdAt }) => formatCsvTime(createdAt),
      Service: ({ what }) => what,
      Customer: ({ customer }) => customer?.name ?? '',
      Email: ({ customer }) => customer?.email ?? '',
      Status: ({ status, inRevision }) => (inRevision ? 'Revision' : orderStatusLabels[status]),
      Price: ({ price, currency }) => formatCsvAmount(price, currency),
      Currency: ({ currency }) => getCurrencyCode(currency),
      'Add-ons': ({ addOns = [] }) => addOns.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join('; '),
    },
    page: async (before) => {
      const { orders, more } = await listAtDesk(deps, { ...filter, before, limit: PAGE_ROWS });
      return { rows: orders, next: getNextCursor(orders, more) };
    },
  });
