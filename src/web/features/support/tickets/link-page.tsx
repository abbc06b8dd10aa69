// Ticket page of a mailed link, with a reply form; works without JavaScript. A button exchanges the code for
// a cookie, and the code is removed from the address immediately.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Thread, TicketFile } from '#modules/support/shapes-threads.ts';
import { refusalOf } from '#ui/api/posted-form-error.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { toFormError } from '#ui/forms/form-state.ts';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { forgetDraft, useForm } from '#ui/forms/use-form.ts';
import button from '#ui/styles/button.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import { href } from '../../../../pages.ts';
import { postNatively } from '../../../browser/native-post.ts';
import { answerWords } from '../../../i18n/reply-messages.ts';
import type { ScreenProps } from '../../../router/page/data.ts';
import { useConsumedParams } from '../../../router/use-consumed-params.ts';
import { LinkForm } from '../../../shared/link-form.tsx';
import css from '../message-form.module.css';
import own from './link-page.module.css';
import { Messages, StateOf } from './thread.tsx';

type Data = ScreenProps<'ticket'>['data'];

const empty = { message: '' };
const shape = () => import('#modules/support/shapes-threads.ts').then(({ answerMessageShape }) => answerMessageShape);

function TicketLinkPage({ data }: ScreenProps<'ticket'>) {
  useConsumedParams('code', 'sent');
  // The code is gone from the address, and page data is loaded without the cookie, so the initial data is
  // used until the page is left.
  const [first] = useState(data);
  return (
    <div className={`page ${own.page}`}>
      <p className={eyebrow.eyebrow}>
        <Trans>Contact</Trans>
      </p>
      <h1>
        <Trans>Your conversation with us</Trans>
      </h1>
      {first.thread ? <Conversation thread={first.thread} data={first} /> : <Closed of={first} />}
    </div>
  );
}

function Closed({ of: { code = '', sent, posted } }: { of: Data }) {
  const [used] = posted?.errors.renew ?? [];
  const [over] = posted?.errors.code ?? [];
  const [unsent] = posted?.errors[''] ?? [];
  if (used)
    return (
      <>
        <Intro>{used}</Intro>
        <LinkForm to={href('ticket')} code={code} also={['renew', '1']}>
          <Trans>Send me a new link</Trans>
        </LinkForm>
      </>
    );
  if (posted?.values.message) return <Unsent said={unsent} message={posted.values.message} />;
  if (code && !over)
    return (
      <>
        <Intro>
          <Trans>The link works once. The conversation then stays open in this browser for 12 hours.</Trans>
        </Intro>
        <LinkForm to={href('ticket')} code={code} again={posted !== undefined}>
          <Trans>Open the conversation</Trans>
        </LinkForm>
      </>
    );
  if (sent === 'link')
    return (
      <Intro>
        <Trans>We’re sending you a new link.</Trans>
      </Intro>
    );
  return (
    <>
      <Intro>{over ?? <Trans>Open the link in our email.</Trans>}</Intro>
      <p className={own.acts}>
        <a className={button.main} href={href('contact')}>
          <Trans>Send us a message</Trans>
        </a>
      </p>
    </>
  );
}

const Intro = ({ children }: { children: ReactNode }) => <p className={split.lead}>{children}</p>;

/** The draft is restored. */
const Unsent = ({ said, message }: { said: string | undefined; message: string }) => (
  <>
    <p className={split.lead} role="alert">
      {said}
    </p>
    <p className={own.typed} dir="auto">
      {message}
    </p>
  </>
);

type Props = { readonly thread: Thread; readonly data: Data };

function Conversation({ thread, data }: Props) {
  const { number, status, messages, orderNumber } = thread;
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
      <Messages messages={messages} save={SaveLink} />
      {thread.mayConfirm ? <TicketConfirm /> : null}
      {data.sent === 'answer' ? <Arrived draft={draftOf(number)} last={messages.at(-1)?.id} /> : null}
      <Answer number={number} data={data} />
    </div>
  );
}

/** The request sends the page's cookie. */
function SaveLink({ file: { id, name } }: { readonly file: TicketFile }) {
  const { t } = useLingui();
  return (
    <a className={`${button.quiet} ${button.small}`} aria-label={t`Save ${name}`} href={`${href('ticket')}/file?id=${id}`} download={name}>
      <Trans>Save</Trans>
    </a>
  );
}

const draftOf = (number: string): string => `write-${number}`;

/** Runs before the form restores its draft, and scrolls to the new message. */
function Arrived({ draft, last }: { readonly draft: string; readonly last: number | undefined }) {
  useEffect(() => {
    forgetDraft(draft);
    document.getElementById(`message-${last}`)?.focus();
  }, [draft, last]);
  return (
    <p role="status" className={own.arrived}>
      <Trans>Thanks, we’ve got your message.</Trans>
    </p>
  );
}

function Answer({ number, data: { posted, messageMaxChars } }: { readonly number: string; readonly data: Data }) {
  const { t } = useLingui();
  const place = useRef<HTMLFormElement>(null);
  const form = useForm({
    name: draftOf(number),
    empty,
    shape,
    words: answerWords,
    posted: posted && { values: { message: posted.values.message ?? '' }, told: toFormError(refusalOf(posted)) },
    send: () => postNatively(place.current),
    done: () => undefined,
  });
  return (
    <form ref={place} className={css.form} action={href('ticket')} {...form.props}>
      <ErrorSummary of={form.summary} />
      <TextArea of={form.field('message')} label={t`Your answer`} rows={6} maxChars={messageMaxChars} />
      <div>
        <SubmitButton busy={form.busy} meanwhile={t`Sending your message…`}>
          <Trans>Send message</Trans>
        </SubmitButton>
      </div>
    </form>
  );
}

export { TicketLinkPage as Screen };

/** Asks the owner of an email address whether a message sent with it, without a log-in, is theirs. */
const TicketConfirm = () => (
  <form method="post" action={href('ticket')}>
    <input type="hidden" name="confirm" value="yes" />
    <p>
      <Trans>Sent without logging in. If it’s yours, confirm or answer, and we’ll add it to your account.</Trans>
    </p>
    <p>
      <button className={button.quiet} type="submit">
        <Trans>Yes, it’s mine</Trans>
      </button>
    </p>
  </form>
);
