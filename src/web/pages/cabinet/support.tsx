// What was asked of the desk, as a list, one thread, or a new question. The thread goes on while it is looked at.
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { href } from '../../../pages.ts';
import type { Thread, Tickets } from '../../../rooms/support/shapes-threads.ts';
import { call, unreached } from '../../client.ts';
import { Arrival, Cabinet } from '../../parts/cabinet.tsx';
import { Ago, DayOf } from '../../parts/moment.tsx';
import { Messages, type SaveFile, StateOf } from '../../parts/support-thread.tsx';
import { Write } from '../../parts/support-write.tsx';
import { askAddress, ticketAddress, wantedOf } from '../../ticket-states.ts';
import { useAlive } from '../../ui/alive.ts';
import button from '../../ui/button.module.css';
import { Empty } from '../../ui/empty.tsx';
import { SelectField } from '../../ui/field.tsx';
import rows from '../../ui/rows.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Typed } from '../../ui/typed.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useNews } from '../../use-news.ts';
import { useVisit } from '../../visit.ts';
import css from './support.module.css';

const PAGE = 50;
const news = ['tickets'] as const;
const loadTickets = (signal?: AbortSignal, before?: string) =>
  call('GET /api/support/tickets', { limit: PAGE, before }, signal ? { signal } : {});
const loadFirst = (signal: AbortSignal) => loadTickets(signal);
const loadOrders = (signal: AbortSignal) => call('GET /api/orders', { limit: PAGE }, { signal });
const answerShape = () => import('../../../rooms/support/shapes-threads.ts').then(({ answerMessageShape }) => answerMessageShape);
const openShape = () => import('../../../rooms/support/shapes-threads.ts').then(({ openTicketShape }) => openTicketShape);

const save: SaveFile = async ({ id, name }) => {
  const [{ download }, { saveBytes }] = await Promise.all([import('../../download.ts'), import('../../save-file.ts')]).catch(unreached);
  saveBytes(name, await download('GET /api/support/file', { id }));
};

export function Screen() {
  const { address } = useVisit();
  // The server's page is the same for everybody.
  const wanted = wantedOf(useAlive() ? address : '');
  return (
    <Cabinet title={<Trans>Support</Trans>}>
      {wanted === undefined ? (
        <List />
      ) : 'ticket' in wanted ? (
        <Ticket key={wanted.ticket} number={wanted.ticket} />
      ) : (
        <Ask key={wanted.order} order={wanted.order} />
      )}
    </Cabinet>
  );
}

function List() {
  const listed = useLoaded(loadFirst);
  const { change } = listed;
  useNews(news, async (gone) => {
    const fresh = await loadTickets(gone);
    // Older ones that are here already stay.
    change(({ tickets, more }) => {
      const known = new Set(fresh.tickets.map(({ number }) => number));
      const older = tickets.slice(PAGE).filter(({ number }) => !known.has(number));
      return { tickets: [...fresh.tickets, ...older], more: older.length > 0 ? more : fresh.more };
    });
  });
  return (
    <Arrival wide of={listed} waiting={<Skeleton shape="card" count={3} />}>
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
                <Row key={ticket.number} ticket={ticket} />
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
    </Arrival>
  );
}

const AskLink = () => (
  <a className={button.main} href={askAddress()}>
    <Trans>Ask a question</Trans>
  </a>
);

const Nothing = () => (
  <Empty kind="empty" title={<Trans>You have not asked us anything yet.</Trans>} act={<AskLink />}>
    <Trans>What you ask and what we answer stands here. A copy of every answer comes by mail.</Trans>
  </Empty>
);

function Row({ ticket: { number, status, about, updatedAt, orderNumber } }: { readonly ticket: Tickets['tickets'][number] }) {
  return (
    <li className={rows.row}>
      <div className={css.about}>
        <a href={ticketAddress(number)} className={css.link}>
          <bdi>{about.split('\n')[0]}</bdi>
        </a>
        <p className="soft">
          {number} · <Ago iso={updatedAt} />
          {orderNumber ? (
            <>
              {' · '}
              <Trans>Order {orderNumber}</Trans>
            </>
          ) : null}
        </p>
      </div>
      <StateOf status={status} />
    </li>
  );
}

function Older({ before, add }: { readonly before: string | undefined; readonly add: (older: Tickets) => void }) {
  const { busy, wrong, act } = useAct();
  return (
    <p className={css.acts}>
      <button
        type="button"
        className={button.quiet}
        aria-disabled={busy || undefined}
        onClick={() => act(async () => add(await loadTickets(undefined, before)))}
      >
        <Trans>Load older questions</Trans>
      </button>
      <span role="alert">{wrong}</span>
    </p>
  );
}

const Back = () => (
  <p className={css.back}>
    <a href={href('support')}>
      <Trans>All questions</Trans>
    </a>
  </p>
);

function Ticket({ number }: { readonly number: string }) {
  const load = useCallback((signal: AbortSignal) => call('GET /api/support/ticket', { number }, { signal }), [number]);
  const thread = useLoaded(load);
  const { change } = thread;
  // Another's and none are the same.
  if (thread.failure?.status === 404) return <None />;
  return (
    <>
      <Back />
      <Arrival of={thread} waiting={<Skeleton shape="lines" count={6} />}>
        {(known) => <Conversation thread={known} load={load} take={(fresh) => change(() => fresh)} />}
      </Arrival>
    </>
  );
}

const None = () => (
  <Empty
    kind="filtered"
    title={<Trans>There is no such question in your account.</Trans>}
    act={
      <a className={button.quiet} href={href('support')}>
        <Trans>All questions</Trans>
      </a>
    }
  />
);

type ConversationProps = {
  readonly thread: Thread;
  readonly load: (gone: AbortSignal) => Promise<Thread>;
  readonly take: (fresh: Thread) => void;
};

function Conversation({ thread, load, take }: ConversationProps) {
  const { t } = useLingui();
  useNews(news, async (gone) => take(await load(gone)));
  const { busy, wrong, act } = useAct();
  const { number, status, orderNumber, createdAt, messages } = thread;
  const [sent, setSent] = useState(0);
  const written = (fresh: Thread) => {
    take(fresh);
    setSent(sent + 1);
  };
  return (
    <div className={css.thread}>
      <header className={css.head}>
        <h2>{number}</h2>
        <StateOf status={status} />
        <p className="soft">
          <DayOf iso={createdAt} />
          {orderNumber ? (
            <>
              {' · '}
              <Trans>Order {orderNumber}</Trans>
            </>
          ) : null}
        </p>
      </header>
      <Messages messages={messages} save={save} />
      <Said thread={thread} sent={sent} />
      <Write
        key={sent}
        name={`answer-${number}`}
        label={status === 'closed' ? t`Write again and open it anew` : t`Your answer`}
        shape={answerShape}
        send={(message, files) => call('POST /api/support/answer', { number, message, files: [...files] })}
        done={written}
      >
        <Trans>Send message</Trans>
      </Write>
      {status === 'closed' ? null : (
        <p className={css.acts}>
          <button
            type="button"
            className={button.quiet}
            aria-disabled={busy || undefined}
            onClick={() => act(async () => take(await call('POST /api/support/close', { number })))}
          >
            <Trans>It is solved, close it</Trans>
          </button>
          <span role="alert">{wrong}</span>
        </p>
      )}
    </div>
  );
}

/** For whoever hears the page: what has come, and that the own message has left. */
function Said({ thread: { messages, status }, sent }: { readonly thread: Thread; readonly sent: number }) {
  const last = messages.at(-1);
  const known = useRef(last?.id);
  const [came, setCame] = useState<string>();
  useEffect(() => {
    if (last && last.id !== known.current) setCame(last.author === 'desk' ? last.text : undefined);
    known.current = last?.id;
  }, [last]);
  return (
    <p role="status" className="unseen">
      {came ? (
        <Trans>
          We have answered: <Typed text={came} />
        </Trans>
      ) : status === 'closed' ? (
        <Trans>The question is closed.</Trans>
      ) : sent > 0 ? (
        <Trans>Your message is with us.</Trans>
      ) : null}
    </p>
  );
}

function Ask({ order }: { readonly order: string }) {
  const { t } = useLingui();
  const { go } = useVisit();
  const [about, setAbout] = useState(order);
  const orders = useLoaded(loadOrders);
  const { dateLocale } = useVisit().shell;
  const known = orders.data ?? [];
  const listed = known.some(({ number }) => number === order) || !order ? known : [{ number: order, createdAt: undefined }, ...known];
  const day = (iso: string | undefined) => (iso ? `, ${new Date(iso).toLocaleDateString(dateLocale)}` : '');
  const options = [
    { value: '', name: t`About no order` },
    ...listed.map(({ number, createdAt }) => ({ value: number, name: `${number}${day(createdAt)}` })),
  ];
  return (
    <div className={css.thread}>
      <Back />
      <h2>
        <Trans>Ask a question</Trans>
      </h2>
      <Write
        name="ask"
        label={t`Your message`}
        before={
          <SelectField
            of={{ id: 'ask-order', name: 'orderNumber', value: about, wrong: undefined, change: setAbout }}
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
      </Write>
    </div>
  );
}
