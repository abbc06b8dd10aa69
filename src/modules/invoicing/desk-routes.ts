// Invoices, receipts and credit notes at the desk: the list, and the same rows as a CSV file. Amounts of
// credit notes are negative in the file, so that a sum of the column is right.

import { getCurrencyCode } from '#lib/money/money.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { findCustomersByIds } from '#modules/accounts/actions.ts';
import { type DeskHandlers, downloadList } from '#modules/staff/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { Download } from '#platform/http/api-routes.ts';
import { createCsvDownload, formatCsvAmount, formatCsvTime, getNextCursor } from '#platform/http/csv-download.ts';
import type { InvoicingModule } from './actions.ts';
import type { invoiceCalls } from './desk-calls.ts';
import { listDeskInvoices } from './desk-queries.ts';
import type { InvoiceRows, InvoicesRequest } from './desk-shapes.ts';
import { findNextNumber, openSeries } from './opening-number.ts';
import { formatDocumentNumber, paperKindLabels, toSignedAmount } from './rules.ts';

export type InvoiceDeskDeps = { readonly ctx: AppContext; readonly papers: InvoicingModule };

const FILE_PAGE_ROWS = 500;

async function listInvoices({ ctx }: InvoiceDeskDeps, request: InvoicesRequest): Promise<{ invoices: InvoiceRows; more: boolean }> {
  const found = await listDeskInvoices(ctx.db.orm, { ...request, limit: request.limit + 1 });
  const page = found.slice(0, request.limit);
  const people = await findCustomersByIds(
    ctx,
    page.map(({ accountId }) => accountId),
  );
  const invoices = page.map(({ year, serial, issuedAt, company, firstName, lastName, ...row }) => ({
    ...row,
    number: formatDocumentNumber(row.kind, year, serial),
    issuedAt: issuedAt.toISOString(),
    buyer: company || formatPersonName({ firstName, lastName }),
    customer: people.get(row.accountId) ?? null,
  }));
  return { invoices, more: found.length > request.limit };
}

const createInvoicesFile = (deps: InvoiceDeskDeps, filter: Omit<InvoicesRequest, 'before' | 'limit'>): Promise<Download> =>
  createCsvDownload<InvoiceRows[number]>(deps.ctx.clock.now(), {
    name: 'invoices',
    columns: {
      Number: ({ number }) => number,
      Type: ({ kind }) => paperKindLabels[kind],
      'Issued (UTC)': ({ issuedAt }) => formatCsvTime(issuedAt),
      Buyer: ({ buyer }) => buyer,
      'VAT ID': ({ vatId }) => vatId,
      Country: ({ country }) => country,
      Email: ({ customer }) => customer?.email ?? '',
      Corrects: ({ corrects }) => corrects ?? '',
      Net: ({ kind, net, currency }) => formatCsvAmount(toSignedAmount(kind, net), currency),
      VAT: ({ kind, vat, currency }) => formatCsvAmount(toSignedAmount(kind, vat), currency),
      Gross: ({ kind, gross, currency }) => formatCsvAmount(toSignedAmount(kind, gross), currency),
      Currency: ({ currency }) => getCurrencyCode(currency),
    },
    page: async (before) => {
      const { invoices, more } = await listInvoices(deps, { ...filter, before, limit: FILE_PAGE_ROWS });
      return { rows: invoices, next: getNextCursor(invoices, more) };
    },
  });

export const invoiceRoutes = (deps: InvoiceDeskDeps): Pick<DeskHandlers, keyof typeof invoiceCalls> => ({
  'GET /api/paper': async ({ input }) => new Download(await deps.papers.pdf(input.customer, input, 'desk')),
  'GET /api/invoices/xml': async ({ input }) => new Download(await deps.papers.deskXml(input)),
  'GET /api/papers': ({ input }) => listInvoices(deps, input),
  'GET /api/papers/table': ({ input, session }) =>
    downloadList(deps.ctx, session, { list: 'invoices', filter: input }, (filter) => createInvoicesFile(deps, filter)),
  'GET /api/invoices/next-number': () => findNextNumber(deps.ctx.db.orm, deps.ctx.clock.now()),
  async 'POST /api/invoices/open-series'(tx, { input }) {
    const number = await openSeries(tx, input.first, deps.ctx.clock.now());
    return { entries: [{ id: 'invoice', after: { number } }] };
  },
});
