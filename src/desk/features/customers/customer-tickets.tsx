// What one customer wrote to the desk, ten at a time.
import type { CustomerTickets as Tickets } from '../../../modules/desk/orders/shapes-customers.ts';
import { ask } from '../../shared/api/client.ts';
import { useMay } from '../../shared/api/me.ts';
import { useAsked } from '../../shared/api/query-cache.ts';
import { Answer } from '../../shared/api/query-state.tsx';
import { useOlder } from '../../shared/api/use-load-more.tsx';
import { Link } from '../../shared/browser/location.tsx';
import { None, Panel } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { ticketBadges, ticketWords } from '../../shared/values/words.ts';

export function CustomerTickets({ id }: { readonly id: string }) {
  const maySee = useMay('tickets.see');
  const asked = useAsked(maySee ? 'GET /api/customer/tickets' : undefined, { id });
  if (!maySee) return null;
  return (
    <Panel title="Tickets">
      <Answer of={asked}>{(first) => <List key={first.tickets[0]?.number ?? ''} id={id} first={first} />}</Answer>
    </Panel>
  );
}

const pageOf = ({ tickets, more }: Tickets) => ({ rows: tickets, more });

function List({ id, first }: { readonly id: string; readonly first: Tickets }) {
  const { rows, older } = useOlder(pageOf(first), async (last) =>
    pageOf(await ask('GET /api/customer/tickets', { id, before: last?.number })),
  );
  if (rows.length === 0) return <None>Nothing was written from this account.</None>;
  return (
    <>
      <Table label="Tickets of this account" heads={['Ticket', 'About', 'Status', 'Written']}>
        {rows.map(({ number, about, orderNumber, status, createdAt }) => (
          <tr key={number}>
            <td className={cell.least}>
              <Link href={`/tickets/${number}`}>{number}</Link>
            </td>
            <td className={cell.grow}>
              {about}
              {orderNumber ? <span className="soft"> · {orderNumber}</span> : null}
            </td>
            <td className={cell.least}>
              <span className={ticketBadges[status]}>{ticketWords[status]}</span>
            </td>
            <td className={cell.least}>
              <Moment at={createdAt} as="day" />
            </td>
          </tr>
        ))}
      </Table>
      {older}
    </>
  );
}
