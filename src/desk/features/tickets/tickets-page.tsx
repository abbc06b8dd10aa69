// Tickets: those that wait for the desk first, by who waits longest.
import { useRef, useState } from 'react';
import type { DeskSent } from '../../../desk-api.ts';
import type { DeskTickets } from '../../../modules/support/desk/shapes.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import button from '../../../ui/styles/button.module.css';
import { ask } from '../../shared/api/client.ts';
import { useMe } from '../../shared/api/me.ts';
import { askSoon, useAsked, useAskedList } from '../../shared/api/query-cache.ts';
import { Answer } from '../../shared/api/query-state.tsx';
import { go, Link, usePlace, withQuery } from '../../shared/browser/location.tsx';
import { useKeys } from '../../shared/browser/use-keys.ts';
import { useNow } from '../../shared/browser/use-now.ts';
import bar from '../../shared/forms/bar.module.css';
import { useSending } from '../../shared/forms/form.tsx';
import { Choice, SearchField } from '../../shared/forms/search-field.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Tiles } from '../../shared/layout/tiles.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { dueText, ticketBadges, ticketWords } from '../../shared/values/words.ts';
import { KnownBy } from './known-by.tsx';

type Row = DeskTickets['tickets'][number];
type Filter = NonNullable<DeskSent<'GET /api/tickets'>>;

const ticketStatuses = Object.keys(ticketWords) as (keyof typeof ticketWords)[];

function filterOf(params: URLSearchParams): Filter {
  const status = ticketStatuses.find((each) => each === (params.get('status') ?? 'open'));
  const search = params.get('search') || undefined;
  return { status: search ? undefined : status, assigned: params.get('assigned') || undefined, search };
}

export const ahead = (params: URLSearchParams): void => askSoon('GET /api/tickets', filterOf(params));

export function Page() {
  const { searchParams } = usePlace();
  const filter = filterOf(searchParams);
  const asked = useAskedList('GET /api/tickets', filter);
  const counts = useAsked('GET /api/tickets/counts').data;
  return (
    <>
      <PageHead title="Tickets" />
      {counts ? (
        <Tiles
          of={[
            {
              name: 'Wait for us',
              value: counts.open,
              note: counts.late > 0 ? `${counts.late} late: over a day, or past the promised first answer` : 'none late',
              bad: counts.late > 0,
            },
            { name: 'Mine', value: counts.mine, note: 'open' },
            { name: 'Nobody’s', value: counts.nobodys, note: 'open' },
            { name: 'Wait for them', value: counts.waiting },
          ]}
        />
      ) : null}
      <Filters status={searchParams.get('status') ?? 'open'} assigned={filter.assigned ?? ''} search={filter.search ?? ''} />
      <Answer of={asked}>{(first) => <List key={asked.key} first={first} filter={filter} />}</Answer>
    </>
  );
}

function Filters({ status, assigned, search }: { readonly status: string; readonly assigned: string; readonly search: string }) {
  const me = useMe();
  const team = useAsked('GET /api/team').data ?? [];
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const set = (name: string) => (value: string) => go(withQuery({ [name]: value }), { replace: true });
  return (
    <search className={bar.bar}>
      <SearchField field={field} label="Search tickets" hint="Number, address, words …" given={search} onSearch={set('search')} />
      <Choice label="Status" value={status} onValue={set('status')} all="all">
        {ticketStatuses.map((each) => (
          <option key={each} value={each}>
            {ticketWords[each]}
          </option>
        ))}
      </Choice>
      <Choice label="Whose" value={assigned} onValue={set('assigned')} all="">
        <option value="nobody">Nobody’s</option>
        {team
          .filter(({ state }) => state === 'active')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {id === me.id ? `${name} (you)` : name}
            </option>
          ))}
      </Choice>
    </search>
  );
}

function List({ first, filter }: { readonly first: DeskTickets; readonly filter: Filter }) {
  const now = useNow();
  const sending = useSending();
  const [more, setMore] = useState<readonly Row[]>([]);
  const [next, setNext] = useState(first.next);
  const rows = [...first.tickets, ...more];
  const load = async () => {
    const page = await ask('GET /api/tickets', { ...filter, after: next ?? undefined });
    setMore([...more, ...page.tickets]);
    setNext(page.next);
  };
  if (rows.length === 0)
    return <Empty kind={filter.search ? 'filtered' : 'empty'} title={filter.search ? 'Nothing fits' : 'Nobody waits'} />;
  return (
    <>
      <Table label="Tickets" heads={['Ticket', 'Who', 'About', 'Status', 'Waits since', 'Whose']}>
        {rows.map((row) => (
          <tr key={row.number}>
            <td className={cell.least}>
              <Link href={`/tickets/${row.number}`}>{row.number}</Link>
            </td>
            <td className={cell.grow}>
              {row.name} <span className="soft">{row.email}</span> <KnownBy of={row.knownBy} />
            </td>
            <td className={cell.grow}>
              {row.about}
              {row.orderNumber ? <span className="soft"> · {row.orderNumber}</span> : null}
            </td>
            <td className={cell.least}>
              <span className={ticketBadges[row.status]}>{ticketWords[row.status]}</span>
            </td>
            <td className={cell.least}>
              {row.waitsSince ? <Moment at={row.waitsSince} /> : '—'}
              {row.firstDueAt && row.status === 'open' ? (
                <span className="soft"> · first answer {dueText(row.firstDueAt, now)}</span>
              ) : null}
            </td>
            <td>{row.assigned?.name ?? '—'}</td>
          </tr>
        ))}
      </Table>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      {next ? (
        <button className={button.quiet} type="button" onClick={() => void sending.send(load)}>
          More
        </button>
      ) : null}
    </>
  );
}
