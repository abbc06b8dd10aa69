// The thread that a mailed link leads to, and a place to write back; without script too. The key is taken out of the address bar at once.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { href } from '../../pages.ts';
import type { Thread } from '../../rooms/support/shapes-threads.ts';
import { call, unreached } from '../client.ts';
import type { ScreenProps } from '../page-data.ts';
import { Messages, type SaveFile, StateOf } from '../parts/support-thread.tsx';
import css from '../parts/support-write.module.css';
import { TicketConfirm } from '../parts/ticket-confirm.tsx';
import { Refused, refusedOf } from '../refused.ts';
import { useTaken } from '../taken.ts';
import { ticketWords } from '../ticket-words.ts';
import button from '../ui/button.module.css';
import { ErrorSummary } from '../ui/error-summary.tsx';
import eyebrow from '../ui/eyebrow.module.css';
import { toldOf } from '../ui/form-state.ts';
import split from '../ui/split.module.css';
import { SubmitButton } from '../ui/submit-button.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { forgetDraft, useForm } from '../ui/use-form.ts';
import own from './ticket.module.css';

type Data = ScreenProps<'ticket'>['data'];

const empty = { message: '' };
const shape = () => import('../../rooms/support/shapes-threads.ts').then(({ answerMessageShape }) => answerMessageShape);

export function Screen({ data }: ScreenProps<'ticket'>) {
  useTaken('code');
  // The address says nothing any more; what it said holds until the page is left.
  const [code] = useState(data.code ?? '');
  const [thread, setThread] = useState(data.thread);
  const [over, setOver] = useState(false);
  const lost = (cause: unknown): never => {
    if (cause instanceof Refused && cause.status === 404) setOver(true);
    throw cause;
  };
  return (
    <div className={`page ${own.page}`}>
      <p className={eyebrow.eyebrow}>
        <Trans>Contact</Trans>
      </p>
      <h1>
        <Trans>Your conversation with us</Trans>
      </h1>
      {thread && !over ? <Conversation {...{ thread, code, data, lost }} take={setThread} /> : <NoLink asked={code !== ''} />}
    </div>
  );
}

const NoLink = ({ asked }: { readonly asked: boolean }) => (
  <>
    <p className={split.lead}>
      {asked ? (
        <Trans>This link is not good any more. Please write to us anew; if you have an account, your questions stand there too.</Trans>
      ) : (
        <Trans>This page is opened by the link in our mail. Please open that link.</Trans>
      )}
    </p>
    <p className={own.acts}>
      <a className={button.main} href={href('contact')}>
        <Trans>Send us a message</Trans>
      </a>
    </p>
  </>
);

type Props = {
  readonly thread: Thread;
  readonly code: string;
  readonly data: Data;
  readonly take: (fresh: Thread) => void;
  readonly lost: (cause: unknown) => never;
};

function Conversation({ thread, code, data, take, lost }: Props) {
  const [sent, setSent] = useState(0);
  const { number, status, messages, orderNumber } = thread;
  const save: SaveFile = async ({ id, name }) => {
    const [{ download }, { saveBytes }] = await Promise.all([import('../download.ts'), import('../save-file.ts')]).catch(unreached);
    saveBytes(name, await download('POST /api/support/file-by-key', { code, id }));
  };
  const done = (fresh: Thread) => {
    take(fresh);
    setSent(sent + 1);
  };
  return (
    <div className={own.thread}>
      <p className={own.head}>
        <b>{number}</b> <StateOf status={status} />
        {orderNumber ? (
          <span className="soft">
            <Trans>Order {orderNumber}</Trans>
          </span>
        ) : null}
      </p>
      <Messages messages={messages} save={save} />
      {thread.mayConfirm ? <TicketConfirm code={code} /> : null}
      <Arrived sent={sent} last={messages.at(-1)?.id} />
      <Answer key={sent} {...{ code, number, data, done, lost }} isFirst={sent === 0} />
    </div>
  );
}

/** The form that was sent is empty again; the eyes go to what was written. */
function Arrived({ sent, last }: { readonly sent: number; readonly last: number | undefined }) {
  const known = useRef(0);
  useEffect(() => {
    if (sent > known.current) document.getElementById(`message-${last}`)?.focus();
    known.current = sent;
  }, [sent, last]);
  return (
    <p role="status" className={sent > 0 ? own.arrived : undefined}>
      {sent > 0 ? <Trans>Thank you, your message is here.</Trans> : null}
    </p>
  );
}

type AnswerProps = Pick<Props, 'code' | 'data' | 'lost'> & {
  readonly number: string;
  readonly isFirst: boolean;
  readonly done: (fresh: Thread) => void;
};

function Answer({ code, number, data: { posted, messageMaxChars }, isFirst, done, lost }: AnswerProps) {
  const { t } = useLingui();
  const name = `write-${number}`;
  const form = useForm({
    ...{ name, empty, shape, words: ticketWords },
    done: (fresh: Thread) => {
      forgetDraft(name);
      done(fresh);
    },
    posted: isFirst && posted ? { values: { message: posted.values.message ?? '' }, told: toldOf(refusalOf(posted)) } : undefined,
    send: ({ message }, options) => call('POST /api/support/answer-by-key', { code, message }, options).catch(lost),
  });
  return (
    <form className={css.form} {...form.props}>
      <ErrorSummary of={form.summary} />
      <input type="hidden" name="code" value={code} />
      <TextArea of={form.field('message')} label={t`Your answer`} rows={6} maxChars={messageMaxChars} />
      <div>
        <SubmitButton busy={form.busy} meanwhile={t`Sending your message…`}>
          <Trans>Send message</Trans>
        </SubmitButton>
      </div>
    </form>
  );
}

const refusalOf = ({ status, retryAfterSeconds, ...problem }: NonNullable<Data['posted']>) =>
  refusedOf(status, JSON.stringify(problem), retryAfterSeconds === undefined ? null : String(retryAfterSeconds));
