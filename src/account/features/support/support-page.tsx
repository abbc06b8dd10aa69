// Support page of the client area: the list of tickets, one ticket, or a new one. Updates live.

import { Trans, useLingui } from '@lingui/react/macro';
import { type InfiniteData, infiniteQueryOptions, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { showShort } from '#lib/time/date.ts';
import type { Tickets } from '#modules/support/shapes-threads.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { SelectField } from '#ui/forms/field.tsx';
import { FailureText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { usePage } from '#ui/page/context.ts';
import rows from '#ui/styles/rows.module.css';
import { apiQuery } from '../../api/queries.ts';
import { ClientArea, QueryState } from '../../layout/client-area/client-area.tsx';
import { useNews } from '../../live/use-live-updates.ts';
import { Ago } from '../../shared/ago.tsx';
import { MomentText } from '../../shared/date-time.tsx';
import { MessageForm } from './message-form.tsx';
import css from './support-page.module.css';
import { AboutOrder, ThreadState } from './tickets/thread.tsx';
import { BackToTickets, TicketThread } from './tickets/ticket.tsx';
import { askAddress, getTicketAddress, parseTicketAddress } from './tickets/ticket-status.ts';

const PAGE = 50;
const news = ['tickets'] as const;
const ticketsQuery = infiniteQueryOptions<Tickets, ApiError, InfiniteData<Tickets>, readonly unknown[], string | undefined>({
  queryKey: ['GET /api/support/tickets'],
  queryFn: ({ pageParam, signal }) => call('GET /api/support/tickets', { limit: PAGE, before: pageParam }, { signal }),
  initialPageParam: undefined,
  getNextPageParam: ({ tickets, more }) => (more ? tickets.at(-1)?.number : undefined),
});
const openShape = () => import('#modules/support/shapes-threads.ts').then(({ openTicketShape }) => openTicketShape);

export function SupportPage() {
  const { address } = usePage();
  const wanted = parseTicketAddress(address);
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
  const listed = useInfiniteQuery(ticketsQuery);
  useNews(news, () => void listed.refetch());
  return (
    <QueryState wide query={listed} waiting={<Skeleton shape="card" count={3} />}>
      {({ pages }) =>
        pages[0]?.tickets.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <p className={css.acts}>
              <AskLink />
            </p>
            <ul className={rows.rows}>
              {pages.flatMap(({ tickets }) => tickets.map((ticket) => <TicketRow key={ticket.number} ticket={ticket} />))}
            </ul>
            {listed.hasNextPage ? <Older fetchNextPage={listed.fetchNextPage} /> : null}
          </>
        )
      }
    </QueryState>
  );
}

const AskLink = () => <ButtonLink text={<Trans>Ask a question</Trans>} look="main" href={askAddress()} />;

const Nothing = () => (
  <Empty kind="empty" title={<Trans>No questions yet.</Trans>} act={<AskLink />}>
    <Trans>Your questions and our answers appear here. We also email you every answer.</Trans>
  </Empty>
);

function TicketRow({ ticket: { number, status, about, updatedAt, orderNumber } }: { readonly ticket: Tickets['tickets'][number] }) {
  return (
    <li className={rows.row}>
      <div className={css.about}>
        <a href={getTicketAddress(number)} className={css.link}>
          <bdi>{about.split('\n')[0]}</bdi>
        </a>
        <p className="soft">
          {number} · <Ago iso={updatedAt} />
          <AboutOrder orderNumber={orderNumber} />
        </p>
      </div>
      <ThreadState status={status} />
    </li>
  );
}

type OlderProps = Pick<UseInfiniteQueryResult<InfiniteData<Tickets>, ApiError>, 'fetchNextPage'>;

function Older({ fetchNextPage }: OlderProps) {
  const { busy, failure, run } = useMutation(ApiError);
  return (
    <p className={css.acts}>
      <Button
        text={<Trans>Load older questions</Trans>}
        busy={busy}
        onClick={() => void run(() => fetchNextPage({ throwOnError: true }))}
      />
      <span role="alert">
        <FailureText error={failure} />
      </span>
    </p>
  );
}

function NewTicket({ order }: { readonly order: string }) {
  const { t } = useLingui();
  const { navigate } = useRouter();
  const [about, setAbout] = useState(order);
  const orders = useQuery(apiQuery('GET /api/orders', { limit: PAGE }));
  const promise = useQuery(apiQuery('GET /api/support/answer-time', undefined)).data?.promise;
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
      <h2>{t`Ask a question`}</h2>
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
        onDone={({ ticketNumber }) => void navigate({ href: getTicketAddress(ticketNumber), replace: true })}
      >
        {t`Send message`}
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
