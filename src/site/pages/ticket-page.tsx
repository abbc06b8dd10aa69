// Ticket page of a mailed link, with a reply form. A button exchanges the code for a cookie. The browser
// posts its forms.

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Thread, TicketFile } from '#modules/support/shapes-threads.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import type { ScreenProps } from '#ui/page/data.ts';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import css from '../../account/features/support/message-form.module.css';
import { Messages, ThreadState } from '../../account/features/support/tickets/thread.tsx';
import { href } from '../../pages.ts';
import { bindFields, TextArea } from './forms/fields.tsx';
import { Form, SubmitButton } from './forms/form.tsx';
import { LinkForm } from './forms/link-form.tsx';
import own from './ticket-page.module.css';

type Data = ScreenProps<'ticket'>['data'];

const TicketPage = ({ data }: ScreenProps<'ticket'>) => (
  <div className={`page ${own.page}`}>
    <p className={eyebrow.eyebrow}>
      <Trans>Contact</Trans>
    </p>
    <h1>
      <Trans>Your conversation with us</Trans>
    </h1>
    {data.thread ? <Conversation thread={data.thread} data={data} /> : <Closed data={data} />}
  </div>
);

function Closed({ data: { code = '', sent, posted } }: { data: Data }) {
  const { t } = useLingui();
  const [used] = posted?.errors.renew ?? [];
  const [over] = posted?.errors.code ?? [];
  const [unsent] = posted?.errors[''] ?? [];
  if (used)
    return (
      <>
        <Intro>{used}</Intro>
        <LinkForm to={href('ticket')} code={code} also={['renew', '1']}>
          {t`Send me a new link`}
        </LinkForm>
      </>
    );
  if (posted?.values.message) return <Unsent said={unsent} message={posted.values.message} />;
  if (code && !over)
    return (
      <>
        <Intro>{t`The link works once. The conversation then stays open in this browser for 12 hours.`}</Intro>
        <LinkForm to={href('ticket')} code={code} again={posted !== undefined}>
          {t`Open the conversation`}
        </LinkForm>
      </>
    );
  if (sent === 'link') return <Intro>{t`We’re sending you a new link.`}</Intro>;
  return (
    <>
      <Intro>{over ?? t`Open the link in our email.`}</Intro>
      <p className={own.acts}>
        <ButtonLink text={t`Send us a message`} look="main" href={href('contact')} />
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
  const { t } = useLingui();
  const { number, status, messages, orderNumber } = thread;
  return (
    <div className={own.thread}>
      <p className={own.head}>
        <b>{number}</b> <ThreadState status={status} />
        {orderNumber ? <span className="soft">{t`Order ${orderNumber}`}</span> : null}
      </p>
      <Messages messages={messages} save={SaveLink} />
      {thread.mayConfirm ? <TicketConfirm /> : null}
      {data.sent === 'answer' ? (
        <p role="status" className={own.arrived} data-sent={getDraftName(number)} data-focus={`message-${messages.at(-1)?.id}`}>
          {t`Thanks, we’ve got your message.`}
        </p>
      ) : null}
      <Answer number={number} data={data} />
    </div>
  );
}

/** The request sends the page's cookie. */
function SaveLink({ file: { id, name } }: { readonly file: TicketFile }) {
  const { t } = useLingui();
  return <ButtonLink text={t`Save`} small aria-label={t`Save ${name}`} href={`${href('ticket')}/file?id=${id}`} download={name} />;
}

const getDraftName = (number: string): string => `write-${number}`;

function Answer({ number, data: { posted, messageMaxChars } }: { readonly number: string; readonly data: Data }) {
  const { t } = useLingui();
  const name = getDraftName(number);
  return (
    <Form name={name} to={href('ticket')} posted={posted} className={css.form}>
      <TextArea
        {...bindFields(name, posted)('message')}
        label={t`Your answer`}
        rows={6}
        maxChars={messageMaxChars}
        checks={{ required: t`Write a message.` }}
      />
      <SubmitButton text={t`Send message`} meanwhile={t`Sending your message…`} />
    </Form>
  );
}

export { TicketPage as Screen };

/** Asks the owner of an email address whether a message sent with it, without a log-in, is theirs. */
const TicketConfirm = () => (
  <Form name="confirm" to={href('ticket')}>
    <input type="hidden" name="confirm" value="yes" />
    <p>
      <Trans>Sent without logging in. If it’s yours, confirm or answer, and we’ll add it to your account.</Trans>
    </p>
    <p>
      <Button text={<Trans>Yes, it’s mine</Trans>} type="submit" />
    </p>
  </Form>
);
