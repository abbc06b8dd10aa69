// Lets a customer whose brief was rejected by the policy ask support; the rejected text is sent along. It may
// be used inside of a form:
// its own form is rendered in a portal, so that they are not submitted together.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Profile } from '#modules/accounts/shapes.ts';
import { ticketRequestShape } from '#modules/support/shapes.ts';
import { MESSAGE_MAX_CHARS } from '#modules/support/shapes-sizes.ts';
import { openTicketShape } from '#modules/support/shapes-threads.ts';
import { call } from '#ui/api/client.ts';
import { dropDraft } from '#ui/browser/draft-store.ts';
import { getDraftKey } from '#ui/browser/storage.ts';
import { Button } from '#ui/display/button.tsx';
import dialog from '#ui/display/dialog.module.css';
import { Dialog } from '#ui/display/dialog.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import { ticketWords } from '#ui/i18n/support-messages.ts';
import { profileQuery } from '../../../api/queries.ts';
import { useAccountForm } from '../../../shared/use-account-form.ts';
import css from './ask-support.module.css';

/** A rejected answer: the question's name and label, and the text. */
export type PolicyViolationNotice = { readonly name: string; readonly question: string; readonly text: string };
type Props = { readonly service: string; readonly stopped: readonly PolicyViolationNotice[] };

/** Characters of the message left for the customer's own words. */
const STOPPED_MAX_CHARS = 4_000;

const getFormName = (stopped: Props['stopped']): string => `ask-${stopped.map(({ name }) => name).join('-')}`;
/**
 * In the DOM it is a separate form, but React events bubble to the outer form, which must not be submitted.
 */
const keepApart = (event: SubmitEvent<HTMLElement>) => event.stopPropagation();

export function AskPerson(props: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [ticket, setTicket] = useState<string>();
  const leave = () => {
    setOpen(false);
    // The text may differ the next time.
    dropDraft(getDraftKey(getFormName(props.stopped)));
  };
  return (
    <div className={css.ask}>
      <Button text={t`Ask a person instead`} small onClick={() => setOpen(true)} />
      {ticket === undefined ? null : <p>{t`We’ve got your question. Ticket number: ${ticket}`}</p>}
      {open
        ? createPortal(
            <div onSubmit={keepApart}>
              <Asking {...props} leave={leave} onSent={setTicket} />
            </div>,
            document.body,
          )
        : null}
    </div>
  );
}

type AskingProps = Props & { readonly leave: () => void; readonly onSent: (ticket: string) => void };

function Asking({ leave, onSent, ...props }: AskingProps) {
  const { data, error } = useQuery(profileQuery);
  const [ticket, setTicket] = useState<string>();
  const done = (number: string) => {
    setTicket(number);
    onSent(number);
  };
  return (
    <Dialog title={ticket === undefined ? <Trans>Ask a person</Trans> : <Trans>Thanks, we’ll look into it.</Trans>} onClose={leave}>
      {ticket !== undefined ? (
        <Arrived ticket={ticket} leave={leave} />
      ) : data || error ? (
        <Write {...props} profile={data} leave={leave} onSent={done} />
      ) : (
        <Skeleton shape="lines" count={5} />
      )}
    </Dialog>
  );
}

type WriteProps = AskingProps & { /** Absent if it could not be loaded. */ readonly profile: Profile | undefined };

function Write({ service, stopped, profile, leave, onSent }: WriteProps) {
  const { t } = useLingui();
  const most = Math.floor(STOPPED_MAX_CHARS / stopped.length);
  const quoted = stopped.map(({ question, text }) => `${t`${service}, ${question}:`}\n${text.slice(0, most)}`).join('\n\n');
  const form = useAccountForm({
    name: getFormName(stopped),
    empty: {
      name: '',
      email: '',
      message: `${t`My brief was refused, and I think it was misread.`}\n\n${quoted}\n`,
    },
    shape: () => Promise.resolve(profile ? openTicketShape : ticketRequestShape),
    words: ticketWords,
    // Sent as the logged-in user, so that support knows the sender.
    send: (values, options) =>
      profile
        ? call('POST /api/support/ticket', { message: values.message }, options)
        : call('POST /api/support/create-ticket', values, options),
    onDone: ({ ticketNumber }) => onSent(ticketNumber),
  });
  const message = form.field('message');
  useFocusOnMount(() => document.getElementById(message.id));
  return (
    <form className={css.form} {...form.props}>
      <p>{t`A person will read what was refused and reply by email. Your brief stays as it is.`}</p>
      <ErrorSummary summary={form.summary} id="ask-told" />
      {profile ? null : (
        <>
          <TextField field={form.field('name')} label={t`Your name`} autoComplete="name" />
          <TextField field={form.field('email')} label={t`Your email address`} type="email" autoComplete="email" />
        </>
      )}
      <TextArea
        field={message}
        label={t`Your message`}
        hint={t`Tell us what you meant, in your own words.`}
        rows={8}
        maxChars={MESSAGE_MAX_CHARS}
      />
      <div className={dialog.acts}>
        <SubmitButton text={t`Send message`} busy={form.busy} meanwhile={t`Sending your message…`} />
        <Button text={t`Cancel`} onClick={leave} />
      </div>
    </form>
  );
}

function Arrived({ ticket, leave }: { ticket: string; leave: () => void }) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  useFocusOnMount(() => place.current);
  return (
    <div ref={place} tabIndex={-1} className={css.arrived}>
      <p>
        <Trans>
          Your ticket number: <b>{ticket}</b>
        </Trans>
      </p>
      <p>{t`We’ve emailed you a confirmation. Your brief is unchanged.`}</p>
      <div className={dialog.acts}>
        <Button text={t`Close`} look="main" onClick={leave} />
      </div>
    </div>
  );
}
