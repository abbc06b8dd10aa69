// Invoices, receipts and credit notes at the desk: the list, and the same rows as a CSV file. Amounts of
// credit notes are negative in the file, so that a sum of the column is right.

import { currencyCode } from '#lib/money/money.ts';
import { personName } from '#lib/people/person-name.ts';
import { deskPapers } from '#modules/invoicing/actions.ts';
import { paperNumber, signedAmount } from '#modules/invoicing/rules.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import { downloadAct } from '#modules/staff/actions.ts';
import type { Download } from '#platform/http/api-routes.ts';
import { amountOf, fileOf, nextOf, timeOf } from '#platform/http/csv-download.ts';
import { peopleBy, type Selling } from '../selling.ts';
import { paperKindLabels } from '../shapes-labels.ts';
import type { invoiceCalls } from './calls.ts';
import type { InvoiceRows, InvoicesRequest } from './shapes.ts';

const FILE_PAGE_ROWS = 500;

async function listInvoices({ checkout }: Selling, request: InvoicesRequest): Promise<{ invoices: InvoiceRows; more: boolean }> {
  const { ctx } = checkout;
  const found = await deskPapers(ctx.db.orm, { ...request, limit: request.limit + 1 });
  const page = found.slice(0, request.limit);
  const people = await peopleBy(
    ctx,
    page.map(({ accountId }) => accountId),
  );
  const invoices = page.map(({ year, serial, issuedAt, company, firstName, lastName, ...row }) => ({
    ...row,
    number: paperNumber(row.kind, year, serial),
    issuedAt: issuedAt.toISOString(),
    buyer: company || personName({ firstName, lastName }),
    customer: people.get(row.accountId) ?? null,
  }));
  return { invoices, more: found.length > request.limit };
}

const invoicesFile = (selling: Selling, filter: Omit<InvoicesRequest, 'before' | 'limit'>): Promise<Download> =>
  fileOf<InvoiceRows[number]>(selling.checkout.ctx.clock.now(), {
    name: 'invoices',
    columns: {
      Number: ({ number }) => number,
      Type: ({ kind }) => paperKindLabels[kind],
      'Issued (UTC)': ({ issuedAt }) => timeOf(issuedAt),
      Buyer: ({ buyer }) => buyer,
      'VAT ID': ({ vatId }) => vatId,
      Country: ({ country }) => country,
      Email: ({ customer }) => customer?.email ?? '',
      Corrects: ({ corrects }) => corrects ?? '',
      Net: ({ kind, net, currency }) => amountOf(signedAmount(kind, net), currency),
      VAT: ({ kind, vat, currency }) => amountOf(signedAmount(kind, vat), currency),
      Gross: ({ kind, gross, currency }) => amountOf(signedAmount(kind, gross), currency),
      Currency: ({ currency }) => currencyCode(currency),
    },
    page: async (before) => {
      const { invoices, more } = await listInvoices(selling, { ...filter, before, limit: FILE_PAGE_ROWS });
      return { rows: invoices, next: nextOf(invoices, more) };
    },
  });

export const invoiceRoutes = (selling: Selling): Pick<DeskHandlers, keyof typeof invoiceCalls> => ({
  'GET /api/papers': ({ input }) => listInvoices(selling, input),
  'GET /api/papers/table': ({ input, session }) =>
    downloadAct(selling.checkout.ctx, session, { list: 'invoices', filter: input }, (filter) => invoicesFile(selling, filter)),
});
