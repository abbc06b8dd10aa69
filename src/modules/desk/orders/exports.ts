// Orders and payments as CSV files. A file is read page by page while it is sent, so that its length costs no
// memory.
import { Readable } from 'node:stream';
import { type Cell, csvOf, csvRows } from '#lib/csv.ts';
import { type CurrencyNumber, currencyCode, decimalMoney } from '#lib/money/money.ts';
import type { DeskOrdersRequest } from '#modules/orders/desk/shapes.ts';
import { Download } from '#platform/http/api-routes.ts';
import type { Selling } from '../selling.ts';
import { orderStatusLabels, paymentStateLabels } from '../shapes-labels.ts';
import { listPayments, type PaymentsRequest } from './customers.ts';
import { listAtDesk } from './orders.ts';

const PAGE_ROWS = 200;

type Table<R> = {
  readonly name: string;
  readonly columns: Readonly<Record<string, (row: R) => Cell>>;
  /** The page after a cursor; `next`: the cursor of the page after it, or null. */
  readonly page: (before: string | undefined) => Promise<{ readonly rows: readonly R[]; readonly next: string | null }>;
};

/** "2026-05-27 09:00:00", which spreadsheets read as a time. */
export const timeOf = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
export const amountOf = (amount: number, currency: CurrencyNumber): Cell => ({ exact: decimalMoney({ amount, currency }) });

/** The first page is read before the answer, so that a failure has its status. */
export async function fileOf<R>(today: Date, { name, columns, page }: Table<R>): Promise<Download> {
  const cells = Object.values(columns);
  const first = await page(undefined);
  async function* chunks() {
    yield csvOf(Object.keys(columns), []);
    for (let { rows, next } = first; ; ) {
      yield csvRows(rows.map((row) => cells.map((cell) => cell(row))));
      if (next === null) return;
      ({ rows, next } = await page(next));
    }
  }
  const day = today.toISOString().slice(0, 10);
  return new Download({ name: `${name}-${day}.csv`, bytes: undefined, stream: Readable.from(chunks(), { objectMode: false }) });
}

/** Lists whose cursor is the id of the last row. */
export const nextOf = (rows: readonly { readonly id: string }[], more: boolean): string | null => (more ? (rows.at(-1)?.id ?? null) : null);

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
