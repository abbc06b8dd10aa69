// Lists tickets. Those that wait for the desk come first, longest wait first.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import type { DeskTickets } from '#modules/support/desk/shapes.ts';
import { Empty } from '#ui/feedback/empty.tsx';
import { useNow } from '#ui/hooks/use-now.ts';
import badge from '#ui/styles/badge.module.css';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { useMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { useKeys } from '../../shared/browser/use-keys.ts';
import bar from '../../shared/forms/bar.module.css';
import { FilterSelect, SearchField } from '../../shared/forms/search-field.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Tiles } from '../../shared/layout/tiles.tsx';
import { useChangeSearch } from '../../shared/routing/use-change-search.ts';
import { Moment } from '../../shared/values/moment.tsx';
import { formatDue, ticketBadges, ticketStatusLabels } from '../../shared/values/words.ts';
import { KnownByBadge } from './known-by.tsx';
import { ticketStatusFilters, ticketsQuery } from './tickets-search.ts';

type ListedTicketRow = DeskTickets['tickets'][number];

export function TicketsPage(): ReactNode {
  const search = useSearch({ from: '/tickets' });
  const query = useInfiniteQuery(ticketsQuery(search));
  const counts = useQuery(deskQuery('GET /api/tickets/counts')).data;
  return (
    <>
      <PageHead title="Tickets" />
      {counts ? (
        <Tiles
          tiles={[
            {
              name: 'Open',
              value: counts.open,
              note: counts.late > 0 ? `${counts.late} late` : 'none late',
              bad: counts.late > 0,
            },
            { name: 'Assigned to me', value: counts.mine, note: 'open' },
            { name: 'Unassigned', value: counts.nobodys, note: 'open' },
            { name: 'Waiting for customers', value: counts.waiting },
          ]}
        />
      ) : null}
      <TicketFilters />
      <DeskQueryState query={query}>
        {({ pages }) => (
          <>
            <TicketTable rows={pages.flatMap(({ tickets }) => tickets)} isSearch={Boolean(search.search)} />
            <LoadMore query={query} label="Load more" />
          </>
        )}
      </DeskQueryState>
    </>
  );
}

function TicketFilters() {
  const { status = 'open', assigned = '', search = '' } = useSearch({ from: '/tickets' });
  const changeSearch = useChangeSearch();
  const me = useMe();
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const set = (name: string) => (value: string) => changeSearch({ [name]: value });
  return (
    <search className={bar.bar}>
      <SearchField field={field} label="Search tickets" hint="Number, address or words" initialText={search} onSearch={set('search')} />
      <FilterSelect label="Status" value={status} onValue={set('status')} all="all">
        {ticketStatusFilters.map((each) => (
          <option key={each} value={each}>
            {ticketStatusLabels[each]}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect label="Assignee" value={assigned} onValue={set('assigned')} all="">
        <option value="nobody">Unassigned</option>
        {team
          .filter(({ state }) => state === 'active')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {id === me.id ? `${name} (you)` : name}
            </option>
          ))}
      </FilterSelect>
    </search>
  );
}

function TicketTable({ rows, isSearch }: { readonly rows: readonly ListedTicketRow[]; readonly isSearch: boolean }) {
  const now = useNow();
  if (rows.length === 0) return <Empty kind={isSearch ? 'filtered' : 'empty'} title={isSearch ? 'No tickets match' : 'No open tickets'} />;
  return (
    <Table label="Tickets" cards heads={['Ticket', 'From', 'Subject', 'Status', 'Waiting since', 'Assignee']}>
      {rows.map((row) => (
        <tr key={row.number}>
          <td className={cell.least}>
            <Link to="/tickets/$id" params={{ id: row.number }}>
              {row.number}
            </Link>
          </td>
          <td className={cell.grow}>
            <div>
              {row.name} <KnownByBadge identity={row.knownBy} />
            </div>
            <div className="soft small">{row.email}</div>
          </td>
          <td className={cell.grow}>
            <span className={cell.clamped}>{row.about}</span>
            {row.orderNumber ? <span className="soft">{row.orderNumber}</span> : null}
          </td>
          <td className={cell.least}>
            <span className={ticketBadges[row.status]}>{ticketStatusLabels[row.status]}</span>
            {row.urgent ? <div className={badge.wrong}>Urgent</div> : null}
          </td>
          <td className={cell.least}>
            {row.waitsSince ? <Moment at={row.waitsSince} /> : '—'}
            {row.firstDueAt && row.status === 'open' ? <div className="soft small">Reply due {formatDue(row.firstDueAt, now)}</div> : null}
          </td>
          <td>{row.assigned?.name ?? '—'}</td>
        </tr>
      ))}
    </Table>
  );
}
