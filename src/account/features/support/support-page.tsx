// Support page of the client area: the list of tickets, one ticket, or a new one. Updates live.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { showShort } from '#lib/time/date.ts';
import type { Tickets } from '#modules/support/shapes-threads.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Empty } from '#ui/feedback/empty.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { FailureText } from '#ui/forms/failure-text.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import button from '#ui/styles/button.module.css';
import rows from '#ui/styles/rows.module.css';
import { useQuery } from '../../api/use-query.ts';
import { ClientArea, QueryState } from '../../layout/client-area/client-area.tsx';
import { useNews } from '../../live/use-live-updates.ts';
import { Ago } from '../../shared/ago.tsx';
import { MomentText } from '../../shared/date-time.tsx';
import { MessageForm } from './message-form.tsx';
import css from './support-page.module.css';
import { AboutOrder, StateOf } from './tickets/thread.tsx';
import { BackToTickets, TicketThread } from './tickets/ticket.tsx';
import { askAddress, ticketAddress, wantedOf } from './tickets/ticket-status.ts';

const PAGE = 50;
const news = ['tickets'] as const;
const loadTickets = (signal?: AbortSignal, before?: string) =>
  call('GET /api/support/tickets', { limit: PAGE, before }, signal ? { signal } : {});
const loadFirst = (signal: AbortSignal) => loadTickets(signal);
const loadOrders = (signal: AbortSignal) => call('GET /api/orders', { limit: PAGE }, { signal });
const loadAnswerTime = (signal: AbortSignal) => call('GET /api/support/answer-time', undefined, { signal });
const openShape = () => import('#modules/support/shapes-threads.ts').then(({ openTicketShape }) => openTicketShape);

function SupportPage() {
  const { address } = usePage();
  const wanted = wantedOf(address);
  return (
    <ClientArea title={<Trans>Support</Trans>}>
      {wanted === undefined ? (
        <List />
      ) : 'ticket' in wanted ? (
        <TicketThread key={wanted.ticket} number={wanted.ticket} />
      ) : (
        <NewTicket key={wanted.order} order={wanted.order} />
      )}
    </ClientArea>
  );
}

function List() {
  const listed = useQuery(loadFirst);
  const { change } = listed;
  useNews(news, async (signal) => {
    const fresh = await loadTickets(signal);
    // Older tickets that are already loaded stay.
    change(({ tickets, more }) => {
      const known = new Set(fresh.tickets.map(({ number }) => number));
      const older = tickets.slice(PAGE).filter(({ number }) => !known.has(number));
      return { tickets: [...fresh.tickets, ...older], more: older.length > 0 ? more : fresh.more };
    });
  });
  return (
    <QueryState wide of={listed} waiting={<Skeleton shape="card" count={3} />}>
      {({ tickets, more }) =>
        tickets.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <p className={css.acts}>
              <AskLink />
            </p>
            <ul className={rows.rows}>
              {tickets.map((ticket) => (
                <TicketRow key={ticket.number} ticket={ticket} />
              ))}
            </ul>
            {more ? (
              <Older
                before={tickets.at(-1)?.number}
                add={(older) => change((now) => ({ tickets: [...now.tickets, ...older.tickets], more: older.more }))}
              />
            ) : null}
          </>
        )
      }
    </QueryState>
  );
}

const AskLink = () => (
  <a className={button.main} href={askAddress()}>
    <Trans>Ask a question</Trans>
  </a>
);

const Nothing = () => (
  <Empty kind="empty" title={<Trans>No questions yet.</Trans>} act={<AskLink />}>
    <Trans>Your questions and our answers appear here. We also email you every answer.</Trans>
  </Empty>
);

function TicketRow({ ticket: { number, status, about, updatedAt, orderNumber } }: { readonly ticket: Tickets['tickets'][number] }) {
  return (
    <li className={rows.row}>
      <div className={css.about}>
        <a href={ticketAddress(number)} className={css.link}>
          <bdi>{about.split('\n')[0]}</bdi>
        </a>
        <p className="soft">
          {number} · <Ago iso={updatedAt} />
          <AboutOrder orderNumber={orderNumber} />
        </p>
      </div>
      <StateOf status={status} />
    </li>
  );
}

function Older({ before, add }: { readonly before: string | undefined; readonly add: (older: Tickets) => void }) {
  const { busy, failure, run } = useMutation(ApiError);
  return (
    <p className={css.acts}>
      <button
        type="button"
        className={button.quiet}
        aria-disabled={busy || undefined}
        onClick={() => void run(async () => add(await loadTickets(undefined, before)))}
      >
        <Trans>Load older questions</Trans>
      </button>
      <span role="alert">
        <FailureText error={failure} />
      </span>
    </p>
  );
}

function NewTicket({ order }: { readonly order: string }) {
  const { t } = useLingui();
  const { go } = usePage();
  const [about, setAbout] = useState(order);
  const orders = useQuery(loadOrders);
  const promise = useQuery(loadAnswerTime).data?.promise;
  const { locale, shell } = usePage();
  const known = orders.data ?? [];
  const listed = known.some(({ number }) => number === order) || !order ? known : [{ number: order, createdAt: undefined }, ...known];
  const day = (iso: string | undefined) => (iso ? ` (${showShort(iso, shell.dateLocale, locale).shown})` : '');
  const options = [
    { value: '', name: t`Not about an order` },
    ...listed.map(({ number, createdAt }) => ({ value: number, name: `${number}${day(createdAt)}` })),
  ];
  return (
    <div className={css.ask}>
      <BackToTickets />
      <h2>
        <Trans>Ask a question</Trans>
      </h2>
      <MessageForm
        name="ask"
        label={t`Your message`}
        before={
          <SelectField
            field={{ id: 'ask-order', name: 'orderNumber', value: about, error: undefined, change: setAbout }}
            label={t`Which order is it about?`}
            optional
            options={options}
          />
        }
        shape={openShape}
        send={(message, files) => call('POST /api/support/ticket', { message, files: [...files], orderNumber: about || null })}
        done={({ ticketNumber }) => void go(ticketAddress(ticketNumber), { replace: true })}
      >
        <Trans>Send message</Trans>
      </MessageForm>
      {promise ? (
        <div>
          <p>
            <Trans>
              If you write now, we’ll answer by <MomentText iso={promise.answerBy} />.
            </Trans>
          </p>
          {promise.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
    </div>
  );
}

export { SupportPage as Screen };
