// Lists invoices, receipts and credit notes, newest first. The filters are in the address.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { InvoiceRows } from '#modules/invoicing/desk-shapes.ts';
import { paperKindLabels, toSignedAmount } from '#modules/invoicing/rules.ts';
import button from '#ui/styles/button.module.css';
import { getAddress } from '../../shared/api/client.ts';
import { useCurrencies } from '../../shared/api/me.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { CsvLink, Filters, PagedRows } from '../../shared/forms/filters.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { EInvoiceButton } from '../../shared/values/e-invoice.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney, listCurrencyFilters } from '../../shared/values/money.tsx';
import { CorrectButton } from './correct-invoice.tsx';
import { CreditButton } from './credit-invoice.tsx';
import { invoicesQuery, toInvoiceFilter } from './invoices-search.ts';

const kindOptions = Object.entries(paperKindLabels).map(([value, label]) => ({ value, label }));

export function InvoicesPage(): ReactNode {
  const search = useSearch({ from: '/invoices' });
  const currencies = useCurrencies().all;
  const query = useQuery(invoicesQuery(search));
  return (
    <>
      <PageHead title="Invoices">
        <Link to="/invoices/open" className={`${button.quiet} ${button.small}`}>
          Open invoices
        </Link>
        <CsvLink href={getAddress('GET /api/papers/table', toInvoiceFilter(search))} />
      </PageHead>
      <Filters
        values={search}
        filters={[
          { name: 'kind', label: 'Type', options: kindOptions },
          ...listCurrencyFilters(currencies),
          { name: 'from', label: 'From', type: 'date' },
          { name: 'until', label: 'Until', type: 'date' },
        ]}
      />
      <DeskQueryState query={query}>
        {({ invoices, more }) => (
          <PagedRows rows={invoices} more={more} search={search} what="invoices">
            {(rows) => <InvoiceTable invoices={rows} onDone={query.refetch} />}
          </PagedRows>
        )}
      </DeskQueryState>
    </>
  );
}

type TableProps = { readonly invoices: Readonly<InvoiceRows>; readonly onDone: () => Promise<unknown> };

const InvoiceTable = ({ invoices, onDone }: TableProps) => (
  <Table label="Invoices" cards heads={['Number', 'Type', 'Issued', 'Customer', { name: 'Total', num: true }, 'More']}>
    {invoices.map(({ id, number, kind, issuedAt, accountId, customer, corrects, gross, currency }) => (
      <tr key={id}>
        <td className={cell.least}>
          <a href={getAddress('GET /api/paper', { id, customer: accountId })} download>
            {number}
          </a>
        </td>
        <td>
          {paperKindLabels[kind]}
          {corrects ? <span className="soft"> · {corrects}</span> : null}
        </td>
        <td className={cell.least}>{formatMoment(issuedAt, 'day')}</td>
        <td className={cell.grow}>
          <CustomerLink customer={customer} none="—" />
        </td>
        <td className={cell.num}>{formatMoney(toSignedAmount(kind, gross), currency)}</td>
        <td className={cell.least}>
          <EInvoiceButton id={id} kind={kind} number={number} customer={accountId} />{' '}
          {kind === 'invoice' ? (
            <>
              <CreditButton id={id} number={number} onDone={onDone} /> <CorrectButton id={id} number={number} onDone={onDone} />
            </>
          ) : null}
        </td>
      </tr>
    ))}
  </Table>
);
