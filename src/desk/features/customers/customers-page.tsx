// Lists customers, sorted, by tag, and by any part of the name or email.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { DeskOutput } from '../../../desk-api.ts';
import { getAddress } from '../../shared/api/client.ts';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { useCurrencies, useMay } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { useKeys } from '../../shared/browser/use-keys.ts';
import bar from '../../shared/forms/bar.module.css';
import { CsvLink, NoRows } from '../../shared/forms/filters.tsx';
import { FilterSelect, SearchField } from '../../shared/forms/search-field.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { LinkButton } from '../../shared/routing/link-button.tsx';
import { useChangeSearch } from '../../shared/routing/use-change-search.ts';
import { formatMoment, Moment } from '../../shared/values/moment.tsx';
import { formatMoney } from '../../shared/values/money.tsx';
import styles from './customers.module.css';
import { customersQuery, type customersSearch, findSortRow, getSortRows, toCustomerFilter } from './customers-search.ts';
import { TagList } from './tag-editor.tsx';

export function CustomersPage(): ReactNode {
  const search = useSearch({ from: '/customers' });
  const query = useInfiniteQuery(customersQuery(search));
  const mayImport = useMay('customers.import');
  const mayMove = useMay('moving.run');
  const note = findSortRow(search.sort ?? '')?.note;
  return (
    <>
      <PageHead title="Customers">
        {mayMove ? <LinkButton text="Move in" small to="/moving" /> : null}
        {mayImport ? <LinkButton text="Import" small to="/customer-imports" /> : null}
        <CsvLink href={getAddress('GET /api/customers/table', toCustomerFilter(search))} />
      </PageHead>
      <CustomerFilters search={search} />
      {note ? <p className="soft">{note}</p> : null}
      {search.q?.length === 1 ? (
        <p className="soft">Enter at least two characters.</p>
      ) : (
        <DeskQueryState query={query}>
          {({ pages }) => (
            <>
              <CustomerTable customers={pages.flatMap(({ customers }) => customers)} search={search} />
              {pages[0]?.isCut ? <p className="soft">More customers match than are listed. Type more to narrow them down.</p> : null}
              <LoadMore query={query} label="Load more" />
            </>
          )}
        </DeskQueryState>
      )}
    </>
  );
}

type SearchProps = { readonly search: ReturnType<typeof customersSearch> };

function CustomerFilters({ search: { q = '', tag = '', sort = '' } }: SearchProps) {
  const changeSearch = useChangeSearch();
  const { all } = useCurrencies();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const tags = useQuery(deskQuery('GET /api/customers/tags')).data ?? [];
  return (
    <search className={bar.bar}>
      <SearchField
        field={field}
        label="Search customers"
        hint="Name or email"
        initialText={q}
        onSearch={(text) => changeSearch({ q: text.trim() })}
      />
      {tags.length > 0 || tag ? (
        <FilterSelect label="Tag" value={tag} onValue={(value) => changeSearch({ tag: value })}>
          {[...new Set([...tags, ...(tag ? [tag] : [])])].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </FilterSelect>
      ) : null}
      <select className={bar.select} aria-label="Sort by" value={sort} onChange={({ target }) => changeSearch({ sort: target.value })}>
        <option value="">Newest first</option>
        {Object.entries(getSortRows(all)).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </search>
  );
}

type CustomerTableProps = SearchProps & { readonly customers: DeskOutput<'GET /api/customers'>['customers'] };

function CustomerTable({ customers, search: { sort: _, ...filters } }: CustomerTableProps) {
  if (customers.length === 0) return <NoRows values={filters} what="customers" />;
  return (
    <Table label="Customers" cards heads={['Name', 'Email', { name: 'Spent', num: true }, 'Last order', 'Customer since']}>
      {customers.map(({ id, name, email, tags, spent, lastOrderAt, createdAt }) => (
        <tr key={id}>
          <td className={cell.grow}>
            <Link to="/customers/$id" params={{ id }}>
              {name || email}
            </Link>
            <TagList tags={tags} />
          </td>
          <td className={cell.grow}>{email}</td>
          <td className={cell.num}>
            {spent.map(({ currency, amount }) => (
              <div key={currency}>{formatMoney(amount, currency)}</div>
            ))}
          </td>
          <td className={`${cell.least} ${styles.lastOrder}`}>{lastOrderAt ? <Moment at={lastOrderAt} as="day" /> : null}</td>
          <td className={`${cell.least} ${styles.since}`}>{formatMoment(createdAt, 'day')}</td>
        </tr>
      ))}
    </Table>
  );
}
