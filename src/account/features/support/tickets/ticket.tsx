// One ticket in the client area: its messages with live updates, and a reply form.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Thread, TicketFile } from '#modules/support/shapes-threads.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { saveDownload } from '#ui/api/save-download.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { UserText } from '#ui/display/user-text.tsx';
import { Empty } from '#ui/feedback/empty.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { FailureText } from '#ui/forms/field-error.tsx';
import { useMutation } from '#ui/hooks/use-mutation.ts';
import { href } from '../../../../pages.ts';
import { apiQuery, queryClient } from '../../../api/queries.ts';
import { QueryState } from '../../../layout/client-area/client-area.tsx';
import { useNews } from '../../../live/use-live-updates.ts';
import { DayText, MomentText } from '../../../shared/date-time.tsx';
import { MessageForm } from '../message-form.tsx';
import thread from './thread.module.css';
import { AboutOrder, Messages, ThreadState } from './thread.tsx';
import css from './ticket.module.css';

const news = ['tickets'] as const;
const answerShape = () => import('#modules/support/shapes-threads.ts').then(({ answerMessageShape }) => answerMessageShape);

export const BackToTickets = () => (
  <p className={css.back}>
    <a href={href('support')}>
      <Trans>All questions</Trans>
    </a>
  </p>
);

export function TicketThread({ number }: { readonly number: string }) {
  const query = apiQuery('GET /api/support/ticket', { number });
  const thread = useQuery(query);
  useNews(news, () => void thread.refetch());
  // Another account's ticket and an unknown one look the same.
  if (thread.error?.status === 404) return <TicketMissing />;
  return (
    <>
      <BackToTickets />
      <QueryState query={thread} waiting={<Skeleton shape="lines" count={6} />}>
        {(known) => <Conversation thread={known} take={(fresh) => void queryClient.setQueryData(query.queryKey, fresh)} />}
      </QueryState>
    </>
  );
}

const TicketMissing = () => (
  <Empty
    kind="filtered"
    title={<Trans>We can’t find this question in your account.</Trans>}
    act={<ButtonLink text={<Trans>All questions</Trans>} href={href('support')} />}
  />
);

type ConversationProps = {
  readonly thread: Thread;
  readonly take: (fresh: Thread) => void;
};

function Conversation({ thread, take }: ConversationProps) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const { number, status, orderNumber, createdAt, answerBy, messages } = thread;
  const [sent, setSent] = useState(0);
  const showWritten = (fresh: Thread) => {
    take(fresh);
    setSent(sent + 1);
  };
  return (
    <div className={css.thread}>
      <header className={css.head}>
        <h2>{number}</h2>
        <ThreadState status={status} />
        <p className="soft">
          <DayText iso={createdAt} />
          <AboutOrder orderNumber={orderNumber} />
        </p>
        {answerBy ? (
          <p className="soft">
            <Trans>
              We’ll answer by <MomentText iso={answerBy} />.
            </Trans>
          </p>
        ) : null}
      </header>
      <Messages messages={messages} save={SaveFile} />
      <Said thread={thread} sent={sent} />
      <MessageForm
        key={sent}
        name={`answer-${number}`}
        label={status === 'closed' ? t`Reply to reopen` : t`Your answer`}
        shape={answerShape}
        send={(message, files) => call('POST /api/support/answer', { number, message, files: [...files] })}
        onDone={showWritten}
      >
        {t`Send message`}
      </MessageForm>
      {status === 'closed' ? null : (
        <p className={css.acts}>
          <Button
            text={t`Mark as solved`}
            busy={busy}
            onClick={() => void run(async () => take(await call('POST /api/support/close', { number })))}
          />
          <span role="alert">
            <FailureText error={failure} />
          </span>
        </p>
      )}
    </div>
  );
}

/** Announces new messages, and that the own message was sent. */
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
          We have answered: <UserText text={came} />
        </Trans>
      ) : status === 'closed' ? (
        <Trans>The question is closed.</Trans>
      ) : sent > 0 ? (
        <Trans>We’ve got your message.</Trans>
      ) : null}
    </p>
  );
}

/** By a call, because a plain link would not be authenticated. */
function SaveFile({ file }: { readonly file: TicketFile }) {
  const { t } = useLingui();
  const { busy, failure, run } = useMutation(ApiError);
  const { id, name } = file;
  return (
    <>
      <Button
        text={t`Save`}
        small
        aria-label={t`Save ${name}`}
        busy={busy}
        onClick={() => void run(() => saveDownload(name, 'GET /api/support/file', { id }))}
      />
      <span role="alert" className={thread.wrong}>
        <FailureText error={failure} />
      </span>
    </>
  );
}
