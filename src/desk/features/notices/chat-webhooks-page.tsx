// Chat webhooks of the shop: what they post, whether their last message arrived, and a test.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ChatWebhooks } from '#modules/notices/shapes.ts';
import { chatEventNames, staffEvents } from '#modules/notices/shapes-events.ts';
import { Button } from '#ui/display/button.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import badge from '#ui/styles/badge.module.css';
import { callDesk, DeskApiError } from '../../shared/api/client.ts';
import { deskQuery } from '../../shared/api/queries.ts';
import { DeskQueryState } from '../../shared/api/query-state.tsx';
import { Form } from '../../shared/forms/form.tsx';
import { useDeskForm } from '../../shared/forms/use-desk-form.ts';
import { DeskDialog } from '../../shared/layout/desk-dialog.tsx';
import { PageHead } from '../../shared/layout/page-head.tsx';
import { cell, Table } from '../../shared/layout/table.tsx';
import { Moment } from '../../shared/values/moment.tsx';
import { ChatWebhookForm, kindNames } from './chat-webhook-form.tsx';
import css from './notices.module.css';

type ChatWebhook = ChatWebhooks[number];
type WebhookDialog = { readonly what: 'add' } | { readonly what: 'edit' | 'remove'; readonly webhook: ChatWebhook };

export function ChatWebhooksPage(): ReactNode {
  const query = useQuery(deskQuery('GET /api/chat-webhooks'));
  const [doing, setDoing] = useState<WebhookDialog>();
  // The list is read anew below the dialog: an action pressed right after it closes has the new name.
  const done = async () => {
    await query.refetch();
    setDoing(undefined);
  };
  return (
    <>
      <PageHead title="Chat webhooks">
        <Button text="Add webhook" look="main" onClick={() => setDoing({ what: 'add' })} />
      </PageHead>
      <p className="soft">They post what happens in the shop to a channel of your chat, within a minute.</p>
      <DeskQueryState query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty kind="empty" title="No chat webhooks yet">
              Create an incoming webhook in Slack, Discord or a compatible chat, and add its address here.
            </Empty>
          ) : (
            <WebhookTable webhooks={webhooks} onDo={setDoing} onAgain={query.refetch} />
          )
        }
      </DeskQueryState>
      {doing ? (
        <DeskDialog title={getTitle(doing)} onClose={() => setDoing(undefined)}>
          {doing.what === 'remove' ? (
            <RemoveForm webhook={doing.webhook} onDone={done} />
          ) : (
            <ChatWebhookForm webhook={doing.what === 'edit' ? doing.webhook : undefined} onDone={done} />
          )}
        </DeskDialog>
      ) : null}
    </>
  );
}

const getTitle = (doing: WebhookDialog): string =>
  doing.what === 'add' ? 'Add chat webhook' : doing.what === 'edit' ? `Edit ${doing.webhook.name}` : `Remove ${doing.webhook.name}?`;

type WebhookTableProps = {
  readonly webhooks: ChatWebhooks;
  readonly onDo: (doing: WebhookDialog) => void;
  readonly onAgain: () => Promise<unknown>;
};

function WebhookTable({ webhooks, onDo, onAgain }: WebhookTableProps) {
  const sending = useMutation(DeskApiError);
  const [tested, setTested] = useState('');
  const test = ({ id, name }: ChatWebhook) =>
    sending.run(async () => {
      setTested('');
      const { error } = await callDesk('POST /api/chat-webhooks/test', { id });
      await onAgain();
      setTested(error === null ? `The test arrived at ${name}.` : `The test didn’t arrive at ${name}. ${error}`);
    });
  return (
    <>
      <p role="status">{sending.busy ? 'Sending the test …' : tested}</p>
      {sending.failure ? <p role="alert">{sending.failure.message}</p> : null}
      <Table label="Chat webhooks" cards heads={['Name', 'Posts about', 'Last message', 'Actions']}>
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <td className={cell.grow}>
              <b>{webhook.name}</b>
              <div className={`soft small ${css.hint}`}>
                {kindNames[webhook.kind]}, {webhook.hint}
              </div>
            </td>
            <td className={cell.wide}>
              {formatEventList(webhook)}
              {webhook.quiet ? (
                <div className="soft small">
                  Quiet from {webhook.quiet.from} until {webhook.quiet.until}, {webhook.quiet.timeZone.replaceAll('_', ' ')}
                </div>
              ) : null}
            </td>
            <td className={cell.grow}>
              <Outcome webhook={webhook} />
            </td>
            <td className={cell.least}>
              <span className={cell.acts}>
                <Action webhook={webhook} onClick={() => void test(webhook)} label="Send a test" />
                <Action webhook={webhook} onClick={() => onDo({ what: 'edit', webhook })} label="Edit" />
                <Action webhook={webhook} onClick={() => onDo({ what: 'remove', webhook })} label="Remove" />
              </span>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** "Overdue pieces, new tickets" */
const formatEventList = ({ events }: ChatWebhook): string =>
  events.length === chatEventNames.length
    ? 'Everything'
    : events
        .map((event) => staffEvents[event].label)
        .map((label, index) => (index === 0 ? label : label.replace(/^./, (first) => first.toLowerCase())))
        .join(', ');

type ActionProps = { readonly webhook: ChatWebhook; readonly label: string; readonly onClick: () => void };

const Action = ({ webhook: { name }, label, onClick }: ActionProps) => <Button text={label} about={name} look="link" onClick={onClick} />;

function Outcome({ webhook: { triedAt, error, waiting } }: { readonly webhook: ChatWebhook }) {
  return (
    <div className={css.outcome}>
      {triedAt === null ? (
        <span className={badge.off}>None yet</span>
      ) : (
        <span>
          <span className={error === null ? badge.done : badge.wrong}>{error === null ? 'Sent' : 'Failed'}</span>{' '}
          <span className="soft small">
            <Moment at={triedAt} />
          </span>
        </span>
      )}
      {error === null ? null : <span className="small">{error}</span>}
      {waiting > 0 ? <span className="soft small">{waiting === 1 ? '1 notice waits' : `${waiting} notices wait`}</span> : null}
    </div>
  );
}

function RemoveForm({ webhook: { id, waiting }, onDone }: { readonly webhook: ChatWebhook; readonly onDone: () => Promise<unknown> }) {
  const form = useDeskForm({ values: {}, send: () => callDesk('POST /api/chat-webhooks/remove', { id }), onDone });
  return (
    <Form form={form} submit="Remove" danger>
      <p>
        Nothing is posted to it any more.{waiting > 0 ? ` ${waiting} unsent notices are dropped.` : ''} Delete the webhook in your chat,
        too.
      </p>
    </Form>
  );
}
