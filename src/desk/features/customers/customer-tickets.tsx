// The tickets of one customer, ten per page.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CustomerTickets as CustomerTicketsPage } from '#modules/clients/shapes-customer.ts';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { useMay } from '../../shared/api/me.ts';
import { deskPagesQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { formatMoment } from '../../shared/values/moment.tsx';
import { ticketBadges, ticketStatusLabels } from '../../shared/values/words.ts';

export function CustomerTicketList({ id }: { readonly id: string }) {
  const maySee = useMay('tickets.see');
  const query = useInfiniteQuery({ ...customerTicketsQuery(id), enabled: maySee });
  if (!maySee) return null;
  return (
    <Panel title="Tickets">
      <DeskQueryState query={query}>
        {({ pages }) => (
          <>
            <CustomerTicketTable tickets={pages.flatMap(({ tickets }) => tickets)} />
            <LoadMore query={query} label="Load more" />
          </>
        )}
      </DeskQueryState>
    </Panel>
  );
}

const customerTicketsQuery = (id: string) =>
  deskPagesQuery('GET /api/customer/tickets', { id }, ({ tickets, more }) => (more ? { before: tickets.at(-1)?.number } : undefined));

type Tickets = CustomerTicketsPage['tickets'];

function CustomerTicketTable({ tickets }: { readonly tickets: Tickets }) {
  if (tickets.length === 0) return <PanelNote>No tickets.</PanelNote>;
  return (
    <Table label="Tickets of this account" cards heads={['Ticket', 'Subject', 'Status', 'Created']}>
      {tickets.map(({ number, about, orderNumber, status, createdAt }) => (
        <tr key={number}>
          <td className={cell.least}>
            <Link to="/tickets/$id" params={{ id: number }}>
              {number}
            </Link>
          </td>
          <td className={cell.grow}>
            {about}
            {orderNumber ? <span className="soft"> · {orderNumber}</span> : null}
          </td>
          <td className={cell.least}>
            <span className={ticketBadges[status]}>{ticketStatusLabels[status]}</span>
          </td>
          <td className={cell.least}>{formatMoment(createdAt, 'day')}</td>
        </tr>
      ))}
    </Table>
  );
}
