// Orders, payments and customers as CSV files. A file is read page by page while it is sent, so that its length costs no memory.
import { Readable } from 'node:stream';
import { Download } from '../../../infra/http/api-routes.ts';
import { type Cell, csvOf, csvRows } from '../../../lib/csv.ts';
import { currencyCode, decimalMoney } from '../../../lib/money/money.ts';
import type { DeskOrdersRequest } from '../../orders/desk/shapes.ts';
import type { Selling } from '../selling.ts';
import { orderStatusLabels, paymentStateLabels } from '../shapes-labels.ts';
import { listCustomers, listPayments, type PaymentsRequest } from './customers.ts';
import { listAtDesk } from './orders.ts';

const PAGE_ROWS = 200;

type Row = { readonly id: string };
type Table<R extends Row> = {
  readonly name: string;
  readonly columns: Readonly<Record<string, (row: R) => Cell>>;
  /** A page after the row `before`; shorter than a page if it is the last. */
  readonly page: (before: string | undefined) => Promise<{ readonly rows: readonly R[]; readonly more: boolean }>;
};

/** "2026-05-27 09:00:00", which spreadsheets read as a time. */
const timeOf = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
const amountOf = (minor: number): Cell => ({ exact: decimalMoney(minor) });

/** The first page is read before the answer, so that a failure has its status. */
async function fileOf<R extends Row>(today: Date, { name, columns, page }: Table<R>): Promise<Download> {
  const cells = Object.values(columns);
  const first = await page(undefined);
  async function* chunks() {
    yield csvOf(Object.keys(columns), []);
    for (let { rows, more } = first; ; ) {
      yield csvRows(rows.map((row) => cells.map((cell) => cell(row))));
      if (!more) return;
      ({ rows, more } = await page(rows.at(-1)?.id));
    }
  }
  const day = today.toISOString().slice(0, 10);
  return new Download({ name: `${name}-${day}.csv`, bytes: undefined, stream: Readable.from(chunks(), { objectMode: false }) });
}

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
      Price: ({ price }) => amountOf(price),
      Currency: ({ currency }) => currencyCode(currency),
    },
    page: async (before) => {
      const { orders, more } = await listAtDesk(selling, { ...filter, before, limit: PAGE_ROWS });
      return { rows: orders, more };
    },
  });

export const paymentsFile = (selling: Selling, filter: Filter<PaymentsRequest>): Promise<Download> =>
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
      Amount: ({ amount }) => amountOf(amount),
      Currency: ({ currency }) => currencyCode(currency),
    },
    page: async (before) => {
      const { payments, more } = await listPayments(selling, { ...filter, before, limit: PAGE_ROWS });
      return { rows: payments, more };
    },
  });

/** All customers, or the matches of a search that the list shows. */
export const customersFile = (selling: Selling, { q }: { readonly q?: string | undefined }): Promise<Download> =>
  fileOf<Awaited<ReturnType<typeof listCustomers>>[number]>(nowIn(selling), {
    name: 'customers',
    columns: {
      Name: ({ name }) => name,
      Email: ({ email }) => email,
      'Customer since (UTC)': ({ createdAt }) => timeOf(createdAt),
    },
    page: async (before) => {
      const rows = await listCustomers(selling, { q, before, ...(q ? {} : { limit: PAGE_ROWS }) });
      return { rows, more: !q && rows.length === PAGE_ROWS };
    },
  });
