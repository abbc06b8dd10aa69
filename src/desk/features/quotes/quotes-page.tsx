// Lists quotes, newest first. The filters are in the address.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { QuoteState } from '#modules/quotes/rules.ts';
import badge from '#ui/styles/badge.module.css';
import button from '#ui/styles/button.module.css';
import type { DeskOutput } from '../../../desk-api.ts';
import { useMay } from '../../shared/api/me.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Filters, PagedRows } from '../../shared/forms/filters.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { CustomerLink } from '../../shared/values/customer-link.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import { quotesQuery, stateLabels } from './quotes-search.ts';

type Row = DeskOutput<'GET /api/quotes'>['quotes'][number];

const stateOptions = Object.entries(stateLabels).map(([value, label]) => ({ value, label }));

export function QuotesPage(): ReactNode {
  const search = useSearch({ from: '/quotes' });
  const query = useQuery(quotesQuery(search));
  const mayMove = useMay('money.move');
  return (
    <>
      <PageHead title="Quotes">
        {mayMove ? (
          <Link to="/quotes/new" className={`${button.quiet} ${button.small}`}>
            New quote
          </Link>
        ) : null}
      </PageHead>
      <Filters values={search} filters={[{ name: 'state', label: 'State', options: stateOptions }]} />
      <DeskQueryState query={query}>
        {({ quotes, more }) => (
          <PagedRows rows={quotes} more={more} search={search} what="quotes">
            {(rows) => <QuoteTable quotes={rows} />}
          </PagedRows>
        )}
      </DeskQueryState>
    </>
  );
}

const QuoteTable = ({ quotes }: { readonly quotes: readonly Row[] }) => (
  <Table label="Quotes" cards heads={['Number', 'State', 'Customer', 'Valid until', { name: 'Total', num: true }]}>
    {quotes.map(({ id, number, state, customer, validUntil, total, currency }) => (
      <tr key={id}>
        <td className={cell.least}>
          <Link to="/quotes/$id" params={{ id }}>
            {number}
          </Link>
        </td>
        <td className={cell.least}>
          <QuoteBadge state={state} />
        </td>
        <td className={cell.grow}>
          <CustomerLink customer={customer} none="—" />
        </td>
        <td className={cell.least}>{formatMoment(validUntil)}</td>
        <td className={cell.num}>{formatMoney(total, currency)}</td>
      </tr>
    ))}
  </Table>
);

const looks: Readonly<Record<QuoteState, string | undefined>> = {
  open: badge.wait,
  accepted: badge.done,
  declined: badge.off,
  withdrawn: badge.off,
  expired: badge.off,
};

export const QuoteBadge = ({ state }: { readonly state: QuoteState }) => <span className={looks[state]}>{stateLabels[state]}</span>;
