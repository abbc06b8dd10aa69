// What one customer wrote to the desk, ten at a time.
import { useState } from 'react';
import type { CustomerTickets as Tickets } from '../../../rooms/desk/shapes-customers.ts';
import button from '../../../web/ui/button.module.css';
import { ask } from '../ask.ts';
import { useAsked } from '../kept.ts';
import { useMay } from '../me.ts';
import { Link } from '../way.tsx';
import { ticketBadges, ticketWords } from '../words.ts';
import { Answer } from './answer.tsx';
import { useSending } from './form.tsx';
import { Moment } from './moment.tsx';
import { None, Panel } from './panel.tsx';
import { cell, Table } from './table.tsx';

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

function List({ id, first }: { readonly id: string; readonly first: Tickets }) {
  const sending = useSending();
  const [older, setOlder] = useState<Tickets>({ tickets: [], more: first.more });
  const rows = [...first.tickets, ...older.tickets];
  const load = async () => {
    const page = await ask('GET /api/customer/tickets', { id, before: rows.at(-1)?.number });
    setOlder({ tickets: [...older.tickets, ...page.tickets], more: page.more });
  };
  if (rows.length === 0) return <None>Nothing was written from this account.</None>;
  return (
    <>
      <Table label="Tickets" heads={['Ticket', 'About', 'Status', 'Written']}>
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
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      {older.more ? (
        <button className={button.quiet} type="button" onClick={() => void sending.send(load)}>
          Older
        </button>
      ) : null}
    </>
  );
}
