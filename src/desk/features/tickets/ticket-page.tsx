// One ticket: messages, notes and the reply form. Warns if another operator has answered in the meantime.

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/display/button.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import card from '#ui/styles/card.module.css';
import { callDesk, DeskApiError, getAddress } from '../../shared/api/client.ts';
import { useMay, useMe } from '../../shared/api/me.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import bar from '../../shared/forms/bar.module.css';
import { TextField } from '../../shared/forms/fields.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import piece from '../../shared/layout/conversation.module.css';
import { PageHead } from '../../shared/layout/page-head.tsx';
import styles from '../../shared/layout/two-columns.module.css';
import type { ThreadProps } from '../../shared/props.ts';
import { Moment } from '../../shared/values/moment.tsx';
import { formatCustomerLanguage, ticketBadges, ticketStatusLabels } from '../../shared/values/words.ts';
import { KnownByBadge } from './known-by.tsx';
import { ReplyForm } from './reply-form.tsx';

/** Of the writer, the newest ones. */
const ORDERS_OFFERED = 20;

export function TicketPage(): ReactNode {
  const { id } = useParams({ from: '/tickets/$id' });
  const query = useQuery(deskQuery('GET /api/ticket', { number: id }));
  return (
    <DeskQueryState query={query} title="Ticket">
      {(thread) => <Thread key={thread.ticket.number} thread={thread} onAgain={query.refetch} />}
    </DeskQueryState>
  );
}

function Thread({ thread, onAgain }: ThreadProps) {
  const mayAnswer = useMay('tickets.answer');
  const { ticket, messages } = thread;
  return (
    <>
      <PageHead title={ticket.number}>
        <span className={ticketBadges[ticket.status]}>{ticketStatusLabels[ticket.status]}</span>
        {ticket.urgent ? <span className={badge.wrong}>Urgent</span> : null}
      </PageHead>
      <p>
        {ticket.name} · {ticket.email} · reads {formatCustomerLanguage(ticket.locale)}
        {ticket.accountId ? (
          <>
            {' '}
            ·{' '}
            <Link to="/customers/$id" params={{ id: ticket.accountId }}>
              Open customer
            </Link>
          </>
        ) : (
          ' · no account'
        )}
        {ticket.namesTicket ? (
          <>
            {' '}
            · mentions{' '}
            <Link to="/tickets/$id" params={{ id: ticket.namesTicket }}>
              {ticket.namesTicket}
            </Link>
          </>
        ) : null}
      </p>
      <div className={styles.reading}>
        <div className={styles.main}>
          <ol className={`${piece.words} ${piece.whole}`}>
            {messages.map(({ id, author, operator, text, createdAt, fromEmail, knownBy, files }) => (
              <li key={id} className={author === 'note' ? piece.note : author === 'desk' ? piece.ours : piece.said}>
                <span className={piece.by}>
                  {author === 'guest' ? ticket.name : (operator?.name ?? 'Desk')}
                  {author === 'note' ? ' · internal note' : ''}
                  {fromEmail ? ` · by email from ${fromEmail}` : ''} · <Moment at={createdAt} />
                </span>
                {knownBy ? (
                  <span className={piece.by}>
                    <KnownByBadge identity={knownBy} explained />
                  </span>
                ) : null}
                {text}
                {files.length > 0 ? (
                  <ul className={piece.files}>
                    {files.map((file) => (
                      <li key={file.id}>
                        <a href={getAddress('GET /api/ticket/file', { fileId: file.id })} download>
                          {file.name}
                        </a>
                      </li>
                    ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ol>
          {mayAnswer ? <ReplyForm thread={thread} onAgain={onAgain} /> : null}
        </div>
        <div className={styles.side}>
          <TicketAssignee thread={thread} onAgain={onAgain} />
          <TicketOrder thread={thread} onAgain={onAgain} />
        </div>
      </div>
    </>
  );
}

function TicketAssignee({ thread: { ticket }, onAgain }: ThreadProps) {
  const me = useMe();
  const mayAnswer = useMay('tickets.answer');
  const team = useQuery(deskQuery('GET /api/team')).data ?? [];
  const sending = useMutation(DeskApiError);
  const [picked, setPicked] = useState<string>();
  const to = picked ?? ticket.assigned?.id ?? '';
  const give = () =>
    sending.run(async () => {
      await callDesk('POST /api/ticket/assign', { number: ticket.number, from: ticket.assigned?.id ?? null, to: to || null });
      setPicked(undefined);
      await onAgain();
    });
  const move = (to: 'wait' | 'reopen' | 'close') =>
    sending.run(async () => {
      await callDesk('POST /api/ticket/move', { number: ticket.number, version: ticket.version, move: to });
      await onAgain();
    });
  return (
    <section className={`${card.card} ${piece.card}`}>
      <h2>Assignee</h2>
      {mayAnswer ? (
        <div className={piece.row}>
          <select className={bar.select} aria-label="Assignee" value={to} onChange={({ target }) => setPicked(target.value)}>
            <option value="">Unassigned</option>
            {team
              .filter(({ state, id }) => state === 'active' || id === ticket.assigned?.id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {id === me.id ? `${name} (you)` : name}
                </option>
              ))}
          </select>
          {/* Saved by a button: with the keyboard, a select changes on every arrow key. */}
          {to === (ticket.assigned?.id ?? '') ? null : <Button text="Assign" small onClick={() => void give()} />}
        </div>
      ) : (
        <p>{ticket.assigned?.name ?? 'Unassigned'}</p>
      )}
      {mayAnswer ? (
        <div className={piece.row}>
          {ticket.status === 'closed' ? null : <Button text="Close" small onClick={() => void move('close')} />}
          {ticket.status === 'open' ? (
            <Button text="Snooze" small onClick={() => void move('wait')} />
          ) : (
            <Button text="Reopen" small onClick={() => void move('reopen')} />
          )}
        </div>
      ) : null}
      {sending.failure ? <p role="alert">{sending.failure.errors['']?.[0] ?? sending.failure.message}</p> : null}
    </section>
  );
}

function TicketOrder({ thread: { ticket }, onAgain }: ThreadProps) {
  const mayAnswer = useMay('tickets.answer');
  const maySee = useMay('orders.see');
  const id = useId();
  const customer = ticket.accountId ?? undefined;
  const orders = useQuery({
    ...deskQuery('GET /api/orders', { customer, limit: ORDERS_OFFERED }),
    enabled: mayAnswer && maySee && customer !== undefined,
  });
  const form = useDeskForm({
    draft: `ticket.order.${ticket.number}`,
    values: { orderNumber: ticket.orderNumber ?? '' },
    send: ({ orderNumber }) => callDesk('POST /api/ticket/link', { number: ticket.number, orderNumber: orderNumber.trim() || null }),
    onDone: onAgain,
    afterwards: 'saved',
  });
  return (
    <section className={`${card.card} ${piece.card}`}>
      <h2>Order</h2>
      {mayAnswer && ticket.accountId ? (
        <Form form={form} submit="Link" isQuiet>
          <TextField label="Order number" name="orderNumber" list={id} autoComplete="off" />
          <datalist id={id}>
            {orders.data?.orders.map(({ number, what }) => (
              <option key={number} value={number} label={`${number}, ${what}`} />
            ))}
          </datalist>
        </Form>
      ) : (
        <p className="soft">{ticket.orderNumber ?? 'None'}</p>
      )}
    </section>
  );
}
