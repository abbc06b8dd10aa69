// Lists customers, newest first, and searches them by name or email.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { DeskOutput } from '../../../desk-api.ts';
import button from '../../../ui/styles/button.module.css';
import { addressOf } from '../../shared/api/client.ts';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { useKeys } from '../../shared/browser/use-keys.ts';
import bar from '../../shared/forms/bar.module.css';
import { NoRows } from '../../shared/forms/filters.tsx';
import { SearchField } from '../../shared/forms/search-field.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { useChangeSearch } from '../../shared/routing/use-change-search.ts';
import { Moment } from '../../shared/values/moment.tsx';
import { customersQuery, PAGE_ROWS } from './customers-search.ts';

export function CustomersPage(): ReactNode {
  const search = useSearch({ from: '/customers' });
  const changeSearch = useChangeSearch();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const query = useInfiniteQuery(customersQuery(search));
  return (
    <>
      <PageHead title="Customers">
        <a className={`${button.quiet} ${button.small}`} href={addressOf('GET /api/customers/table', { q: search.q })} download>
          Download as CSV
        </a>
      </PageHead>
      <search className={bar.bar}>
        <SearchField
          field={field}
          label="Search customers"
          hint="Name or email"
          initialText={search.q ?? ''}
          onSearch={(q) => changeSearch({ q: q.trim() })}
        />
      </search>
      {search.q?.length === 1 ? (
        <p className="soft">Enter at least two characters.</p>
      ) : (
        <DeskQueryState of={query}>
          {({ pages }) => (
            <>
              <CustomerTable rows={pages.flat()} search={search} />
              <LoadMore of={query} label="Load more" />
            </>
          )}
        </DeskQueryState>
      )}
    </>
  );
}

type CustomerTableProps = { readonly rows: DeskOutput<'GET /api/customers'>; readonly search: { readonly q?: string | undefined } };

function CustomerTable({ rows, search }: CustomerTableProps) {
  if (rows.length === 0) return <NoRows values={search} what="customers" />;
  return (
    <>
      <Table label="Customers" cards heads={['Name', 'Email', 'Customer since']}>
        {rows.map(({ id, name, email, createdAt }) => (
          <tr key={id}>
            <td className={cell.grow}>
              <Link to="/customers/$id" params={{ id }}>
                {name || email}
              </Link>
            </td>
            <td className={cell.grow}>{email}</td>
            <td className={cell.least}>
              <Moment at={createdAt} as="day" />
            </td>
          </tr>
        ))}
      </Table>
      {search.q && rows.length >= PAGE_ROWS ? <p className="soft">The first {PAGE_ROWS} matches. Type more to narrow them down.</p> : null}
    </>
  );
}
