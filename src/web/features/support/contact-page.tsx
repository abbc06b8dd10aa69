// Contact form for visitors. The same form works without JavaScript.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Ticket } from '#modules/support/shapes.ts';
import { MESSAGE_MIN_CHARS } from '#modules/support/shapes-sizes.ts';
import { call } from '#ui/api/client.ts';
import { refusalOf } from '#ui/api/posted-form-error.ts';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { toFormError } from '#ui/forms/form-state.ts';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { forgetDraft, useForm } from '#ui/forms/use-form.ts';
import { useFocusOnMount } from '#ui/hooks/use-focus.ts';
import button from '#ui/styles/button.module.css';
import card from '#ui/styles/card.module.css';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import { href } from '../../../pages.ts';
import { ticketWords } from '../../i18n/support-messages.ts';
import { usePage } from '../../router/page/context.ts';
import type { ScreenProps } from '../../router/page/data.ts';
import { AnswerBy, AnswerTime } from './answer-time.tsx';
import css from './contact-page.module.css';

type Data = ScreenProps<'contact'>['data'];

const FORM = 'contact';
const empty = { name: '', email: '', message: '', website: '' };
const unkept = ['website'] as const;
const min = MESSAGE_MIN_CHARS;

const shape = () => import('#modules/support/shapes.ts').then(({ ticketRequestShape }) => ticketRequestShape);

function ContactPage({ data }: ScreenProps<'contact'>) {
  const [ticket, setTicket] = useState(data.sent);
  const [answerBy, setAnswerBy] = useState<string>();
  const sent = ({ ticketNumber: number, ...ticket }: Ticket) => {
    setTicket(number);
    setAnswerBy(ticket.answerBy);
    // A reload shows the ticket number again.
    history.replaceState(history.state, '', `${href('contact')}?sent=${number}`);
  };
  return (
    <div className={`page ${split.split}`}>
      <div>
        <p className={eyebrow.eyebrow}>
          <Trans>Contact</Trans>
        </p>
        {ticket === undefined ? (
          <Write data={data} sent={sent} />
        ) : (
          <Arrived ticket={ticket} answerBy={answerBy} here={ticket !== data.sent} />
        )}
      </div>
      <Beside promise={data.promise} />
    </div>
  );
}

function Write({ data, sent }: { data: Data; sent: (ticket: Ticket) => void }) {
  const { t } = useLingui();
  const form = useForm({
    name: FORM,
    shape,
    unkept,
    words: ticketWords,
    // Prefills the order number when coming from an order.
    empty: data.order ? { ...empty, message: `${data.order}\n` } : empty,
    posted: data.posted && { values: data.posted.values, told: toFormError(refusalOf(data.posted)) },
    send: (values, options) => call('POST /api/support/create-ticket', values, options),
    done: sent,
  });
  return (
    <>
      <h1>
        <Trans>Send us a message</Trans>
      </h1>
      <p className={split.lead}>
        <Trans>About an order or anything else: a person reads every message.</Trans>
      </p>
      <form className={css.form} {...form.props}>
        <ErrorSummary of={form.summary} />
        <p className="soft">
          <Trans>All fields are required.</Trans>
        </p>
        <TextField of={form.field('name')} label={t`Your name`} autoComplete="name" />
        <TextField
          of={form.field('email')}
          label={t`Your email address`}
          hint={t`We’ll answer to this address.`}
          type="email"
          autoComplete="email"
        />
        <TextArea
          of={form.field('message')}
          label={t`Your message`}
          hint={`${t`If it’s about an order, include its number.`} ${t`At least ${min} characters.`}`}
          rows={8}
          maxChars={data.messageMaxChars}
        />
        <Trap of={form.field('website')} />
        <div>
          <SubmitButton busy={form.busy} meanwhile={t`Sending your message…`}>
            <Trans>Send message</Trans>
          </SubmitButton>
        </div>
      </form>
    </>
  );
}

/** Honeypot: invisible and not focusable, so only bots fill it in. */
const Trap = ({ of: { id, name, value, change } }: { of: ReturnType<ReturnType<typeof useForm<typeof empty, unknown>>['field']> }) => (
  <div className="unseen" aria-hidden="true">
    <label htmlFor={id}>
      <Trans>Leave this field empty</Trans>
    </label>
    <input {...{ id, name }} type="text" tabIndex={-1} autoComplete="off" value={value} onChange={(event) => change(event.target.value)} />
  </div>
);

function Arrived({ ticket, answerBy, here }: { ticket: string; answerBy: string | undefined; here: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    forgetDraft(FORM);
  }, []);
  useFocusOnMount(() => (here ? title.current : null));
  return (
    <div className={css.arrived}>
      {/* biome-ignore lint/a11y/noAutofocus: on a page that answers a posted form, the reader waits for this; it works without JavaScript. */}
      <h1 ref={title} tabIndex={-1} autoFocus>
        <Trans>Thanks, we’ve got your message.</Trans>
      </h1>
      <p className={css.ticket}>
        <span>
          <Trans>Your ticket number</Trans>
        </span>
        <b>{ticket}</b>
      </p>
      <p className={split.lead}>
        <Trans>We’re emailing you a confirmation. Our answer will go to the same address.</Trans>{' '}
        {answerBy ? <AnswerBy iso={answerBy} /> : null}
      </p>
      <p className={css.acts}>
        <a className={button.main} href={href('services')}>
          <Trans>Browse services</Trans>
        </a>
        <a className={button.quiet} href={href('contact')}>
          <Trans>Send another message</Trans>
        </a>
      </p>
    </div>
  );
}

function Beside({ promise }: { promise: Data['promise'] | undefined }) {
  const { shell } = usePage();
  return (
    <aside className={`${card.card} ${css.beside}`}>
      <h2>
        <Trans>By email</Trans>
      </h2>
      <p>
        <a href={`mailto:${shell.supportEmail}`}>{shell.supportEmail}</a>
      </p>
      <h2>
        <Trans>When we’ll answer</Trans>
      </h2>
      {promise ? (
        <AnswerTime promise={promise} />
      ) : (
        <p>
          <Trans>You get a ticket number right away. We reply in order of arrival, so we don’t promise a time.</Trans>
        </p>
      )}
      <h2>
        <Trans>Check the FAQ first</Trans>
      </h2>
      <p>
        <a href={href('faq')}>
          <Trans>Questions and answers</Trans>
        </a>
      </p>
      <p className={css.note}>
        <Trans>
          See our <a href={href('privacyPolicy')}>privacy policy</a> for how we use your message.
        </Trans>
      </p>
    </aside>
  );
}

export { ContactPage as Screen };
