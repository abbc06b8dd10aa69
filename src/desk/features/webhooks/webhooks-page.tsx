// The shop's webhooks: whether they arrive, and the log of each with bodies and answers. What did not arrive
// is delivered again, which turns an endpoint on again.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Webhook, WebhookMessage } from '#modules/webhooks/shapes.ts';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import fold from '#ui/styles/fold.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { LoadMore } from '../../shared/api/load-more.tsx';
import { deskPagesQuery, deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { FactList, Panel, PanelNote } from '../../shared/layout/panel.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import css from './webhooks.module.css';

export function WebhooksPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/webhooks'));
  return (
    <>
      <PageHead title="Webhooks" />
      <p className="soft">
        They tell programs what happens. A program adds one with a key of the shop: <code>POST /api/v1/webhooks</code>.
      </p>
      <DeskQueryState query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty kind="empty" title="No webhooks yet">
              How to add one is at <code>/developers</code> on the storefront.
            </Empty>
          ) : (
            webhooks.map((webhook) => <WebhookPanel key={webhook.id} webhook={webhook} onChange={query.refetch} />)
          )
        }
      </DeskQueryState>
    </>
  );
}

const offBecause = { gone: 'its receiver said that it is gone (410)', failing: 'nothing arrived for five days' } as const;

const messagesQuery = (id: string) =>
  deskPagesQuery('GET /api/webhooks/messages', { id, limit: 20 }, ({ messages, more }) =>
    more ? { after: messages.at(-1)?.id } : undefined,
  );

type WebhookProps = { readonly webhook: Webhook; readonly onChange: () => Promise<unknown> };

function WebhookPanel({ webhook, onChange }: WebhookProps) {
  const { id, url, events, snapshot, createdAt, isOn, failingSince, disabledAt, disabledBecause } = webhook;
  const [isOpen, setIsOpen] = useState(false);
  const log = useInfiniteQuery({ ...messagesQuery(id), enabled: isOpen });
  const [said, setSaid] = useState('');
  const { busy, failure, run } = useMutation(DeskApiError);
  const redeliver = (messageId?: string) =>
    void run(async () => {
      const { queued } = await callDesk('POST /api/webhooks/redeliver', { id, messageId });
      setSaid(queued === 1 ? 'One message is on its way.' : `${queued} messages are on their way.`);
      await Promise.all([onChange(), isOpen ? log.refetch() : undefined]);
    });
  return (
    <Panel
      title={new URL(url).host}
      beside={<Button text={isOn ? 'Deliver what is missing' : 'Turn on again'} about={url} busy={busy} onClick={() => redeliver()} />}
    >
      <FactList
        facts={[
          ['Address', <code key="url">{url}</code>],
          ['State', <State key="state" {...{ isOn, failingSince }} />],
          ['Turned off', disabledAt && !isOn ? <Off key="off" at={disabledAt} because={disabledBecause} /> : null],
          ['Events', events.join(', ')],
          ['Messages', snapshot ? 'With the object as it was' : 'Thin: type, time and id'],
          ['Added', <Moment key="added" at={createdAt} />],
        ]}
      />
      <p role="status">{said}</p>
      {failure ? <p role="alert">{failure.message}</p> : null}
      <details className={fold.fold} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>Log of the last ninety days</summary>
        {isOpen ? (
          <DeskQueryState query={log}>
            {({ pages }) => (
              <>
                <MessageTable messages={pages.flatMap(({ messages }) => messages)} onRedeliver={redeliver} />
                <LoadMore query={log} label="Load more" />
              </>
            )}
          </DeskQueryState>
        ) : null}
      </details>
    </Panel>
  );
}

function State({ isOn, failingSince }: Pick<Webhook, 'isOn' | 'failingSince'>) {
  if (!isOn) return <span className={badge.wrong}>Off</span>;
  if (failingSince === null) return <span className={badge.done}>On</span>;
  return (
    <>
      <span className={badge.wait}>Failing</span> since <Moment at={failingSince} />
    </>
  );
}

const Off = ({ at, because }: { readonly at: string; readonly because: Webhook['disabledBecause'] }) => (
  <>
    <Moment at={at} />
    {because ? `, because ${offBecause[because]}` : ''}
  </>
);

type MessageTableProps = { readonly messages: readonly WebhookMessage[]; readonly onRedeliver: (messageId: string) => void };

function MessageTable({ messages, onRedeliver }: MessageTableProps) {
  if (messages.length === 0) return <PanelNote>No messages.</PanelNote>;
  return (
    <Table label="Messages" cards heads={['Created', 'Event', 'Tries', 'Actions']}>
      {messages.map(({ id, type, body, createdAt, arrivedAt, nextAt, attempts }) => (
        <tr key={id}>
          <td className={cell.least}>
            <Moment at={createdAt} />
          </td>
          <td className={cell.grow}>
            <b>{type}</b>{' '}
            {arrivedAt ? <span className={badge.done}>Arrived</span> : <span className={badge.wait}>{nextAt ? 'Waits' : 'Given up'}</span>}
            <div className="soft small">{id}</div>
            {body ? <pre className={css.text}>{body}</pre> : null}
          </td>
          <td className={cell.grow}>
            {attempts.map(({ at, status, error, answer, milliseconds }) => (
              <div key={at}>
                <Moment at={at} />: {status ?? error}, {milliseconds} ms
                {answer ? <pre className={css.text}>{answer}</pre> : null}
              </div>
            ))}
            {arrivedAt === null && nextAt !== null ? (
              <div className="soft small">
                Next try <Moment at={nextAt} />
              </div>
            ) : null}
          </td>
          <td className={cell.least}>
            <Button text="Deliver again" about={id} look="link" onClick={() => onRedeliver(id)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
